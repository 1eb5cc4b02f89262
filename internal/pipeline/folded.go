package pipeline

import (
	"fmt"
	"strings"

	"ctxpack/internal/cache"
)

// foldedOutline writes what a file declares for others within a number of tokens:
// the signatures of its declarations on a line each, the members of a type as
// names, and rows of values as the first and the last of them.
func foldedOutline(all []cache.Declaration, most int, count func(string) int) string {
	return foldedLines(all, most, count, nil)
}

// foldedLines is a folded outline with the number of each line's first declaration
// before it, if number is not nil.
func foldedLines(all []cache.Declaration, most int, count func(string) int, number func(cache.Declaration) int) string {
	list := shownDeclarations(all)
	var b strings.Builder
	used, kept := 0, 0
	for k := 0; k < len(list); {
		line, n := foldedLine(all, list, k)
		if number != nil {
			line = fmt.Sprintf("%d: %s", number(all[list[k]]), line)
		}
		tokens := count(line) + 1
		if used+tokens > most && kept > 0 || used+tokens > 2*most {
			break
		}
		b.WriteString(line + "\n")
		used += tokens
		kept += n
		k += n
	}
	switch private := privateNames(all); {
	case kept < len(list) && kept > 0:
		fmt.Fprintf(&b, "… %d more\n", len(list)-kept)
	case used < thinTokens && private != "": // a program, which declares nothing for others
		b.WriteString("… " + private + "\n")
	}
	return b.String()
}

// privateNames are the first names at the top level that have no signature in the
// outline: what a file declares for itself.
func privateNames(all []cache.Declaration) string {
	var names []string
	for _, d := range all {
		if d.Depth == 0 && d.Head == "" {
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
func nameLine(all []cache.Declaration, folded int, count func(string) int) (line string, tokens int) {
	names := shownNames(all)
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
func shownNames(all []cache.Declaration) []string {
	var names, values []string
	seen := map[string]bool{}
	list := shownDeclarations(all)
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
			if members := membersOf(all, at, foldedMembers/len(list)); members != "" {
				name += " … " + members
			}
		}
		names = append(names, name)
	}
	return append(names, values...)
}

// foldedDepth is how deep modules are looked into.
const foldedDepth = 2

// shownDeclarations are the positions of the declarations at the top level, or in
// nothing but modules, that are
// exported or, if none is, of all that have a signature.
func shownDeclarations(all []cache.Declaration) []int {
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
		if d.Head == "" {
			continue
		}
		shown = append(shown, k)
		if d.Exported {
			exported = append(exported, k)
		}
	}
	if len(exported) > 0 {
		return exported
	}
	return shown
}

const (
	foldedBytes   = 140 // of a signature
	foldedMembers = 12
	foldedRow     = 3 // values that make a row
)

// foldedLine writes the declaration at list[k], and says how many of the list it
// stands for.
func foldedLine(all []cache.Declaration, list []int, k int) (line string, n int) {
	d := all[list[k]]
	for n = 1; k+n < len(list) && isValue(d.Kind) && all[list[k+n]].Kind == d.Kind; {
		n++
	}
	if n >= foldedRow {
		return fmt.Sprintf("%s %s … %s (%d)", d.Kind, d.Name, all[list[k+n-1]].Name, n), n
	}
	line = cutShort(withoutAttributes(d.Head))
	if members := membersOf(all, list[k], foldedMembers); members != "" {
		line += " … " + members
	}
	return line, 1
}

func cutShort(text string) string {
	if len(text) > foldedBytes {
		return strings.ToValidUTF8(text[:foldedBytes], "") + "…"
	}
	return text
}

// membersOf are the names of the first members of a declaration, and how many there are
// if there are more. Those of an exported one are its exported ones.
func membersOf(all []cache.Declaration, at, most int) string {
	d := all[at]
	var names []string
	seen := map[string]bool{d.Name: true} // constructors; overloaded, or what reads and what sets it
	for _, m := range all[at+1:] {
		if m.Depth <= d.Depth {
			break
		}
		if m.Depth == d.Depth+1 && (m.Exported || !d.Exported) && !seen[m.Name] {
			seen[m.Name] = true
			names = append(names, m.Name)
		}
	}
	return withTotal(names, most)
}

// withTotal writes the first names of a list, and how many there are if there are more.
func withTotal(names []string, most int) string {
	if len(names) > most {
		return fmt.Sprintf("%s … (%d)", strings.Join(names[:most], ", "), len(names))
	}
	return strings.Join(names, ", ")
}

// withoutAttributes leaves out what Rust has before a declaration in #[…].
func withoutAttributes(head string) string {
	for strings.HasPrefix(head, "#[") {
		_, rest, ok := strings.Cut(head, "] ")
		if !ok {
			break
		}
		head = rest
	}
	return head
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
