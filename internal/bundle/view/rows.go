package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ctxpack/scorer/fitted"
)

// folding is how outlines are folded.
type folding struct {
	count    func(string) int
	usage    *usage // what is used most stays; nil: what comes first
	least    int    // uses of what stays
	skeleton bool   // the rows are of a text without the bodies of types
}

// outlineRow is a line of a folded outline.
type outlineRow struct {
	name    string   // of its first declaration; "" for a line that stands for no declaration
	text    string   // "" where there are more declarations than rows
	n       int      // declarations that it stands for
	fields  []string // the names of its members follow the text
	methods []string
	doc     string // what it is for, by its documentation
}

// isOrdinary reports whether a row is a method that types have by the dozen, or a type that
// many files add to.
func (f folding) isOrdinary(r outlineRow) bool {
	if strings.HasPrefix(r.text, "func (") {
		return f.usage.ordinary(r.name, methodShare)
	}
	return !strings.Contains(r.text, "(") && f.usage.ordinary(r.name, typeShare)
}

// isBare reports whether a row is a type of which no member is known, as far as its line tells.
func (r outlineRow) isBare() bool {
	if len(r.fields)+len(r.methods) > 0 {
		return false
	}
	for word := range strings.FieldsSeq(r.text) {
		switch word {
		case "class":
			return true
		case "struct", "interface", "enum", "trait", "protocol", "record", "object":
			return !strings.ContainsAny(r.text, "(;=")
		}
	}
	return false
}

// line is a row as it is shown: of its members the fields, then what is used most of what it
// does, in the file's order.
func (f folding) line(r outlineRow) string {
	members := slices.Concat(r.fields, r.methods)
	if len(members) == 0 {
		if f.skeleton && r.isBare() {
			return r.text + leftOutMark
		}
		return r.text
	}
	if f.usage == nil || len(members) <= foldedMembers+fewMembers && !slices.ContainsFunc(r.methods, f.usage.common) {
		return r.text + " … " + withTotal(members, foldedMembers+fewMembers)
	}
	uses := func(list []string) (order []string) {
		order = slices.Clone(list)
		slices.SortStableFunc(order, func(a, b string) int { return f.usage.of(b) - f.usage.of(a) })
		return order
	}
	rare := slices.DeleteFunc(slices.Clone(r.methods), f.usage.common)
	most := slices.Concat(uses(r.fields), uses(rare))
	most = most[:min(len(most), foldedMembers)]
	if len(members)-len(most) <= fewMembers {
		return r.text + " … " + strings.Join(members, ", ")
	}
	shown := slices.DeleteFunc(members, func(m string) bool { return !slices.Contains(most, m) })
	if len(shown) == 0 {
		return r.text + leftOutMark
	}
	return fmt.Sprintf("%s … %s … (%d)", r.text, strings.Join(shown, ", "), len(r.fields)+len(r.methods))
}

// leftOutMark says of a type that its members are left out.
const leftOutMark = " {…}"

// fold writes what a file declares for others within a number of tokens: of its rows those
// that come first, or are used most. What has no room is counted, and named as far as the
// rest of the tokens goes: what others use, or what comes first.
func (f folding) fold(rows []outlineRow, most int) string {
	kept, left, used := f.choose(rows, most)
	var lines []string
	for k, r := range rows {
		switch {
		case kept[k] != "":
			lines = append(lines, kept[k])
		case r.n == 0 && used < fitted.ThinTokens && len(left) == 0:
			lines = append(lines, r.text)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	var names []string
	rest, seen := 0, map[string]bool{}
	for k, r := range rows {
		seen[r.name] = seen[r.name] || kept[k] != ""
	}
	for _, k := range left {
		r := rows[k]
		if f.usage != nil && f.isOrdinary(r) {
			continue
		}
		if rest += r.n; seen[r.name] || r.name == "" || f.usage != nil && f.usage.of(r.name) < max(f.least, 1) {
			continue
		}
		if tokens := f.count(", " + r.name); used+tokens <= most {
			names, seen[r.name] = append(names, r.name), true
			used += tokens
		}
	}
	return strings.Join(joinTypes(lines), "\n") + "\n" + moreOf(rest, names)
}

// choose takes rows in at most so many tokens, some of which are for the names of the others:
// the lines of those that are kept, and the places of the others, what is used most first.
func (f folding) choose(rows []outlineRow, most int) (kept []string, left []int, used int) {
	var order []int
	uses, all, lines := make([]int, len(rows)), 0, make([]string, len(rows))
	for k, r := range rows {
		if r.n == 0 {
			continue
		}
		order = append(order, k)
		if f.usage != nil {
			if uses[k] = f.usage.of(r.name); f.isOrdinary(r) {
				uses[k] = -1
			}
		}
		if all <= most {
			lines[k] = f.line(r)
			all += f.count(lines[k]) + 1
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return uses[b] - uses[a] })
	room := most
	if all > most {
		room -= most * fitted.FoldedNames / 1000
	}
	kept = make([]string, len(rows))
	seen := map[string]bool{} // overloads are counted
	docs := max(1, most/fitted.FoldedTokens)
	for _, k := range order {
		r := rows[k]
		if r.text == "" || len(seen) > 0 && (uses[k] < f.least || used+leastLine > room || seen[r.name]) {
			left = append(left, k)
			continue
		}
		line := lines[k]
		if line == "" {
			line = f.line(r)
		}
		tokens := f.count(line) + 1
		if docs > 0 && r.doc != "" {
			if with := line + docMark + r.doc; used+f.count(with)+1 <= room {
				line, tokens, docs = with, f.count(with)+1, docs-1
			}
		}
		if used+tokens > room && len(seen) > 0 || used+tokens > 2*most {
			left = append(left, k)
			continue
		}
		kept[k], seen[r.name] = line, true
		used += tokens
	}
	return kept, left, used
}

const (
	rowBytes  = 64 << 10 // of the lines of a folded outline that are kept to choose from
	leastLine = 3        // tokens of a line, its end included
)

// encodeRows keeps what the lines of a folded outline are made of. What is too much is
// counted by its last line.
func encodeRows(rows []outlineRow) string {
	var b strings.Builder
	more := outlineRow{}
	for _, r := range rows {
		if b.Len() > rowBytes {
			more.n += r.n
			continue
		}
		fmt.Fprintf(&b, "%d\t%s\n", r.n, strings.Join(slices.Concat([]string{r.name, r.doc, r.text}, r.fields, []string{""}, r.methods), "\t"))
	}
	if more.n > 0 {
		fmt.Fprintf(&b, "%d\t\t\t\n", more.n)
	}
	return b.String()
}

// decodeRows reads what encodeRows wrote.
func decodeRows(text string) []outlineRow {
	var rows []outlineRow
	for line := range strings.Lines(text) {
		if parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); len(parts) >= 4 {
			r := outlineRow{name: parts[1], doc: parts[2], text: parts[3]}
			r.n, _ = strconv.Atoi(parts[0])
			if methods := slices.Index(parts[4:], ""); methods >= 0 {
				r.fields, r.methods = parts[4:4+methods], parts[5+methods:]
			}
			rows = append(rows, r)
		}
	}
	return rows
}
