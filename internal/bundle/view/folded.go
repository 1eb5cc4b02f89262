package view

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"ctxpack/signatures"
)

// rowsOf are all lines of a folded outline: the signatures of what a file declares for others,
// rows of values as the first and the last of them, and what stands for a program, which
// declares nothing for others. With numbers each has that of its line.
func rowsOf(all []signatures.Symbol, file string, numbers bool) []outlineRow {
	list, members := shownDeclarations(all, file), membersOf(all)
	var rows []outlineRow
	for k := 0; k < len(list); {
		row := foldedLine(all, list, k, members)
		if d := all[list[k]]; isForOthers(all[list[0]], file) && !isForOthers(d, file) {
			row.text = privateMark + row.text
		}
		if numbers {
			row.number = all[list[k]].Line
		}
		rows = append(rows, row)
		k += row.n
	}
	rows = joinQualified(rows)
	if private := privateNames(all); private != "" {
		rows = append(rows, outlineRow{text: "… " + private})
	}
	return rows
}

// privateNames are the first names at the top level that have no signature in the
// outline, and are not exported: what a file declares for itself.
func privateNames(all []signatures.Symbol) string {
	var names []string
	for _, d := range all {
		if d.Depth == 0 && d.Head == "" && !d.Exported {
			names = append(names, d.Name)
		}
	}
	return withTotal(names, foldedMembers)
}

const (
	nameBytes = 120 // most bytes of a line of names, some 30 tokens
	fewNames  = 3   // so many are followed by the names of their members
)

// nameLine writes the names of what a file declares for others on one line, types and
// functions before values, and counts its tokens. There is none if it saves less than
// half of the folded outline, or says a single name, which is mostly the file's.
func nameLine(all []signatures.Symbol, file string, folded int, count func(string) int) (line string, tokens int) {
	names := shownNames(all, file)
	var b strings.Builder
	for k, name := range names {
		if name = cutShort(name); k > 0 {
			name = ", " + name
		}
		if b.Len()+len(name) > nameBytes && k > 0 {
			fmt.Fprintf(&b, " … (%d)", len(names))
			break
		}
		b.WriteString(name)
	}
	b.WriteByte('\n')
	line = b.String()
	if !strings.Contains(line, " ") {
		return "", 0
	}
	if tokens = count(line); 2*tokens > folded {
		return "", 0
	}
	return line, tokens
}

// shownNames are the names of what a file declares for others. Few are followed by those
// of their members.
func shownNames(all []signatures.Symbol, file string) []string {
	var names, values []string
	seen := map[string]bool{}
	list, inside := shownDeclarations(all, file), [][]int(nil)
	if len(list) <= fewNames {
		inside = membersOf(all)
	}
	for _, at := range list {
		d := all[at]
		if isValue(d.Kind) {
			values = append(values, d.Name)
			continue
		}
		if seen[d.Name] {
			continue // overloaded
		}
		seen[d.Name] = true
		name := d.Name
		if len(list) <= fewNames {
			if fields, methods := memberNames(all, d, inside[at]); len(fields)+len(methods) > 0 {
				name += " … " + withTotal(append(fields, methods...), foldedMembers/len(list))
			}
		}
		names = append(names, name)
	}
	return append(names, values...)
}

// isNameBehind reports whether a declaration is the name behind what the one before it is the tag
// of: typedef struct tag { … } name.
func isNameBehind(d, before signatures.Symbol) bool {
	return d.StartLine == before.StartLine && d.Depth == before.Depth && d.Head == before.Head && strings.HasPrefix(d.Head, "typedef ")
}

// isForOthers reports whether others use a declaration: the type that a file has its name from
// too, which they get by a registry.
func isForOthers(d signatures.Symbol, file string) bool {
	return d.Exported || hasMembers(d.Kind) && hasNameOf(d.Name, file)
}

// foldedDepth is how deep modules are looked into.
const foldedDepth = 2

// shownDeclarations are the positions of the declarations at the top level, or in
// nothing but modules, that are
// for others or, if none is, of all that have a signature.
func shownDeclarations(all []signatures.Symbol, file string) []int {
	var exported, shown []int
	top := 0 // depth of what stands in nothing but modules
	for k, d := range all {
		if top = min(top, d.Depth); d.Depth > top {
			continue
		}
		if isModule(d.Kind) && k+1 < len(all) && all[k+1].Depth > d.Depth && d.Depth < foldedDepth {
			top = d.Depth + 1 // what it holds says more
			continue
		}
		if d.Head == "" || k > 0 && isNameBehind(d, all[k-1]) {
			continue
		}
		shown = append(shown, k)
		if isForOthers(d, file) {
			exported = append(exported, k)
		}
	}
	if len(exported) > 0 && len(shown) < manyPrivate*len(exported) {
		shown = exported
	} else if len(exported) > 0 { // it is about what it does not give to others, too
		for _, k := range shown {
			if !isValue(all[k].Kind) && !slices.Contains(exported, k) {
				exported = append(exported, k)
			}
		}
		shown = exported
	}
	if other := slices.DeleteFunc(slices.Clone(shown), func(k int) bool { return isModule(all[k].Kind) }); len(other) > 0 {
		return other // a module that stands in a file of its own says no more than the tree does
	}
	return shown
}

const (
	foldedBytes   = 140 // of a signature
	foldedMembers = 12
	fewMembers    = 2 // are not worth saying that they are missing
	foldedRow     = 3 // values that make a row
	manyPrivate   = 8 // times as many declarations as exported ones
)

// foldedLine writes the declaration at list[k], and says how many of the list it
// stands for.
func foldedLine(all []signatures.Symbol, list []int, k int, members [][]int) outlineRow {
	d, n := all[list[k]], 1
	for k+n < len(list) && isValue(d.Kind) && all[list[k+n]].Kind == d.Kind {
		n++
	}
	if n >= foldedRow {
		return outlineRow{name: d.Name, text: fmt.Sprintf("%s %s … %s (%d)", d.Kind, d.Name, all[list[k+n-1]].Name, n), n: n}
	}
	head := plainHead(d.Signature(), d.Name)
	if next := list[k] + 1; next < len(all) && isNameBehind(all[next], d) { // which others use
		head = strings.Replace(head, d.Name, all[next].Name, 1)
		d.Name = all[next].Name
	}
	if !strings.Contains(head, d.Name) {
		head += " {…} " + d.Name // which stands behind what it declares: typedef struct { … } name
	}
	row := outlineRow{name: d.Name, text: shortHead(head, d.Name), n: 1, doc: purpose(d)}
	row.fields, row.methods = memberNames(all, d, members[list[k]])
	return row
}

// shortHead is a head in the bytes of a row. A longer one has the names of its parameters without
// their types: all of them say more than the first ones do.
func shortHead(head, name string) string {
	if before, _, ok := strings.Cut(head, " where "); ok && len(head) > foldedBytes && !strings.ContainsAny(before, "\"`") {
		head = before // what types have to do; in a string it is something else
	}
	if len(head) <= foldedBytes {
		return head
	}
	_, rest, _ := strings.Cut(head, name)
	first := len(head) - len(rest)
	var names []string
	depth, begin := 0, -1 // begin: of a parameter; -1 before the first one, behind types in angles
	for at := first; at < len(head); at++ {
		c, nested := head[at], depth > 0
		switch {
		case c == '(' && begin < 0 && !nested:
			if begin = at + 1; strings.HasPrefix(head[begin:], "(") { // of what a function is given
				at, begin = begin, begin+1
			}
			first = begin
		case strings.IndexByte("([{<", c) >= 0:
			depth++
		case nested && strings.IndexByte(")]}>", c) >= 0:
			if c != '>' || head[at-1] != '-' && head[at-1] != '=' { // an arrow
				depth--
			}
		case begin >= 0 && !nested && (c == ',' || c == ')'):
			names, begin = append(names, parameterName(head[begin:at], strings.HasPrefix(head, "func "))), at+1
			if c == ')' {
				return withNames(head[:first], names, head[at:])
			}
		}
	}
	if len(names) > fewNames { // the head itself is cut
		return withNames(head[:first], names, ", …)")
	}
	return cutShort(head)
}

// withNames is a head with as many names of parameters as there is room for beside its result.
func withNames(before string, names []string, after string) string {
	names = slices.DeleteFunc(names, func(n string) bool { return n == "" })
	head := before + strings.Join(names, ", ") + after
	for most := len(names) - 1; most >= fewNames && len(head) > foldedBytes; most-- {
		head = before + strings.Join(names[:most], ", ") + ", …" + strings.TrimPrefix(after, ", …")
	}
	return cutShort(head)
}

// parameterName is the name of a parameter: before a colon, or the first word in Go, or the last
// one before the value that it has by itself.
func parameterName(text string, first bool) string {
	name, _, typed := strings.Cut(strings.ReplaceAll(text, "::", ""), ":")
	if typed && !strings.Contains(name, "=") {
		return strings.TrimPrefix(strings.TrimSpace(name), "mut ")
	}
	text, _, _ = strings.Cut(text, "=")
	words := strings.Fields(text)
	switch {
	case len(words) == 0:
		return ""
	case first, len(words) == 1:
		return words[0]
	}
	return strings.TrimLeft(words[len(words)-1], "*&")
}

func cutShort(text string) string {
	if len(text) > foldedBytes {
		return strings.ToValidUTF8(text[:foldedBytes], "") + "…"
	}
	return text
}

// withTotal writes the first names of a list, and how many there are if there are more.
func withTotal(names []string, most int) string {
	if len(names) > most {
		return fmt.Sprintf("%s … (%d)", strings.Join(names[:most], ", "), len(names))
	}
	return strings.Join(names, ", ")
}

// plainHead is the head of a declaration without what goes without saying of one that others
// may use: that it is exported, that it has a body, and attributes that say nothing of how it
// is used.
func plainHead(head, name string) string {
	if strings.HasPrefix(head, "#[") { // of Rust
		if _, rest, ok := strings.Cut(head, "] "); ok {
			return plainHead(rest, name)
		}
	}
	if attribute, rest, ok := strings.Cut(head, " "); ok && strings.HasPrefix(head, "@") {
		if rest = plainHead(rest, name); spells(attribute, name) {
			return rest
		}
		return attribute + " " + rest
	}
	for _, word := range []string{"export ", "pub ", "pub(crate) ", "public "} {
		head = strings.TrimPrefix(head, word)
	}
	if before, value, ok := strings.Cut(head, " = "); ok && strings.HasPrefix(head, "const ") && (strings.HasSuffix(head, " => …;") || strings.HasSuffix(head, " => …")) {
		switch plain, async := strings.CutPrefix(value, "async "); { // a function under the name of a constant
		case strings.Contains(before, ":") || plain == "" || plain[0] != '(' && plain[0] != '<':
		case async:
			head = "async function " + before[len("const "):] + plain
		default:
			head = "function " + before[len("const "):] + plain
		}
	}
	head = strings.Replace(head, "``", "`…`", 1) // a template whose text was not read
	for _, end := range []string{" => …;", " => …", " =", " ...", ":"} {
		head = strings.TrimSuffix(strings.TrimRight(head, " "), end)
	}
	return head
}

// spells reports whether the argument of an attribute is the name of what it stands before, as
// it is written elsewhere: @customElement("user-menu") of UserMenu.
func spells(attribute, name string) bool {
	_, argument, _ := strings.Cut(attribute, "(")
	return argument != "" && strings.EqualFold(onlyLetters(argument), onlyLetters(name))
}

// onlyLetters leaves out what separates words, and quotation marks.
func onlyLetters(text string) string { return separators.Replace(text) }

var separators = strings.NewReplacer("-", "", "_", "", `"`, "", "'", "", ")", "") // read-only

// saysItsName reports whether a folded outline says no more than the name of its file: that
// of a component or a type without anything for others.
func saysItsName(folded, file string) bool {
	words := strings.Fields(folded)
	if len(words) == 0 || len(words) > 3 {
		return false
	}
	return hasNameOf(words[len(words)-1], file)
}

// hasNameOf reports whether a name is that of a file, as it is written elsewhere.
func hasNameOf(name, file string) bool {
	stem, _, _ := strings.Cut(path.Base(file), ".")
	return strings.EqualFold(name, onlyLetters(stem))
}

// isModule tells whether a declaration only gives others a name.
func isModule(kind string) bool { return kind == "module" || kind == "namespace" }

func isValue(kind string) bool {
	switch kind {
	case "const", "var", "field", "property":
		return true
	}
	return false
}
