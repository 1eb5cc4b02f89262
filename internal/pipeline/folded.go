package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"ctxpack/internal/cache"
)

// foldedOutline writes what a file declares for others within a number of tokens:
// the signatures of its declarations on a line each, the members of a type as
// names, and rows of values as the first and the last of them.
func foldedOutline(all []cache.Declaration, most int, count func(string) int) string {
	return folding{count: count}.lines(all, most)
}

// folding is how outlines are folded.
type folding struct {
	count  func(string) int
	number func(cache.Declaration) int // of the line of a declaration, written before it; nil for none
	use    func(name string) int       // what is used most stays; nil: what comes first
}

// lines is a folded outline of at most so many tokens.
func (f folding) lines(all []cache.Declaration, most int) string {
	list := shownDeclarations(all)
	type row struct {
		text   string
		n, use int
		taken  bool
	}
	var rows []row
	for k := 0; k < len(list); {
		text, n := f.line(all, list, k)
		if f.number != nil {
			text = fmt.Sprintf("%d: %s", f.number(all[list[k]]), text)
		}
		r := row{text: text, n: n}
		if f.use != nil {
			r.use = f.use(all[list[k]].Name)
		}
		rows = append(rows, r)
		k += n
	}
	order := make([]int, len(rows))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return rows[b].use - rows[a].use })
	used, kept := 0, 0
	for _, k := range order {
		tokens := f.count(rows[k].text) + 1
		if used+tokens > most && kept > 0 || used+tokens > 2*most {
			if f.use == nil {
				break
			}
			continue
		}
		rows[k].taken = true
		used += tokens
		kept += rows[k].n
	}
	var b strings.Builder
	for _, r := range rows {
		if r.taken {
			b.WriteString(r.text + "\n")
		}
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
	return folding{count: count}.names(all, folded)
}

func (f folding) names(all []cache.Declaration, folded int) (line string, tokens int) {
	names := f.shownNames(all)
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
	if tokens = f.count(line); 2*tokens > folded {
		return "", 0
	}
	return line, tokens
}

// shownNames are the names of what a file declares for others. Few are followed by those
// of their members.
func (f folding) shownNames(all []cache.Declaration) []string {
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
			if members := f.membersOf(all, at, foldedMembers/len(list)); members != "" {
				name += " … " + members
			}
		}
		names = append(names, name)
	}
	names = append(names, values...)
	if f.use != nil {
		slices.SortStableFunc(names, func(a, b string) int { return f.use(firstName(b)) - f.use(firstName(a)) })
	}
	return names
}

// firstName is a name without those of its members.
func firstName(name string) string {
	name, _, _ = strings.Cut(name, " ")
	return name
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

// line writes the declaration at list[k], and says how many of the list it
// stands for.
func (f folding) line(all []cache.Declaration, list []int, k int) (line string, n int) {
	d := all[list[k]]
	for n = 1; k+n < len(list) && isValue(d.Kind) && all[list[k+n]].Kind == d.Kind; {
		n++
	}
	if n >= foldedRow {
		return fmt.Sprintf("%s %s … %s (%d)", d.Kind, d.Name, all[list[k+n-1]].Name, n), n
	}
	line = cutShort(withoutAttributes(d.Head))
	if members := f.membersOf(all, list[k], foldedMembers); members != "" {
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
func (f folding) membersOf(all []cache.Declaration, at, most int) string {
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
	if f.use != nil && len(names) > most {
		return strings.Join(mostUsed(names, most, f.use), ", ") + fmt.Sprintf(" … (%d)", len(names))
	}
	return withTotal(names, most)
}

// mostUsed are the names that are used most, in their order.
func mostUsed(names []string, most int, use func(string) int) []string {
	byUse := slices.Clone(names)
	slices.SortStableFunc(byUse, func(a, b string) int { return use(b) - use(a) })
	kept := map[string]bool{}
	for _, name := range byUse[:most] {
		kept[name] = true
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !kept[name] })
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
