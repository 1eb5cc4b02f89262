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
	more := 0
	for _, d := range all {
		switch {
		case d.Depth > 0 || d.Head != "":
		case len(names) < foldedMembers:
			names = append(names, d.Name)
		default:
			more++
		}
	}
	if more > 0 {
		return fmt.Sprintf("%s … (%d)", strings.Join(names, ", "), more+len(names))
	}
	return strings.Join(names, ", ")
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
	line = withoutAttributes(d.Head)
	if len(line) > foldedBytes {
		line = strings.ToValidUTF8(line[:foldedBytes], "") + "…"
	}
	var members []string
	more := 0
	for _, m := range all[list[k]+1:] {
		if m.Depth <= d.Depth {
			break
		}
		if m.Depth > d.Depth+1 || d.Exported && !m.Exported {
			continue
		}
		switch {
		case slices.Contains(members, m.Name): // overloaded, or what reads and what sets it
		case len(members) < foldedMembers:
			members = append(members, m.Name)
		default:
			more++
		}
	}
	if len(members) > 0 {
		line += " … " + strings.Join(members, ", ")
		if more > 0 {
			line += fmt.Sprintf(" … (%d)", more+len(members))
		}
	}
	return line, 1
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
