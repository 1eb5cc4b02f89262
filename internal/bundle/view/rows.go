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
	number  int      // of its line in the file; 0 where it is not shown
	n       int      // declarations that it stands for
	fields  []string // the names of its members follow the text
	methods []string
	doc     string // what it is for, by its documentation
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

// isQualified reports whether a row is of the functions that a file has of a type which is declared
// elsewhere.
func (r outlineRow) isQualified() bool { return strings.HasSuffix(r.text, "::") }

// joinQualified makes one row of the functions of a type that is declared elsewhere, as those of
// C++ are in its header, which has their signatures: their names, in place of that of the type
// and all of their parameters again.
func joinQualified(rows []outlineRow) []outlineRow {
	of, count := make([]string, len(rows)), map[string]int{}
	for k, r := range rows {
		if of[k] = qualifierIn(r.text, r.name+"("); of[k] != "" {
			count[of[k]]++
		}
	}
	at := map[string]int{}
	var joined []outlineRow
	for k, r := range rows {
		n, ok := at[of[k]]
		switch {
		case count[of[k]] < foldedRow:
			joined = append(joined, r)
			continue
		case !ok:
			n, at[of[k]] = len(joined), len(joined)
			joined = append(joined, outlineRow{name: lastName(of[k]), text: of[k] + "::", number: r.number})
		}
		if j := &joined[n]; !slices.Contains(j.methods, r.name) {
			j.methods = append(j.methods, r.name)
			j.n++
		}
	}
	return joined
}

// line is a row as it is shown, without its documentation.
func (f folding) line(r outlineRow) string {
	text := strings.TrimPrefix(r.text, privateMark) + f.members(r)
	if r.number > 0 {
		return fmt.Sprintf("%d: %s", r.number, text)
	}
	return text
}

// members are those of a row as they are shown: its fields, of many half as many as there is
// room for, then what is used most of what it does, in the file's order.
func (f folding) members(r outlineRow) string {
	members, mark := slices.Concat(r.fields, r.methods), " … "
	if r.isQualified() {
		mark = " "
	}
	switch {
	case len(members) == 0 && f.skeleton && r.isBare():
		return leftOutMark
	case len(members) == 0:
		return ""
	case f.usage == nil, len(members) <= foldedMembers+fewMembers && !slices.ContainsFunc(r.methods, f.usage.common):
		return mark + withTotal(members, foldedMembers+fewMembers)
	}
	uses := func(list []string) (order []string) {
		order = slices.Clone(list)
		slices.SortStableFunc(order, func(a, b string) int { return f.usage.having(b) - f.usage.having(a) })
		return order
	}
	fields, rare := uses(r.fields), uses(slices.DeleteFunc(slices.Clone(r.methods), f.usage.common))
	if !strings.Contains(r.text, "enum ") { // whose variants come before all else
		fields = fields[:min(len(fields), max(foldedMembers/2, foldedMembers-len(rare)))]
	}
	most := slices.Concat(fields, rare)
	most = most[:min(len(most), foldedMembers)]
	switch all := len(members); {
	case all-len(most) <= fewMembers:
		return mark + strings.Join(members, ", ")
	case len(most) == 0:
		return leftOutMark
	default:
		shown := slices.DeleteFunc(members, func(m string) bool { return !slices.Contains(most, m) })
		return fmt.Sprintf("%s%s … (%d)", mark, strings.Join(shown, ", "), all)
	}
}

// privateMark begins the text of a row of what a file does not give to others, which is not shown:
// whatever files have its name, they mean something else.
const privateMark = " "

// leftOutMark says of a type that its members are left out.
const leftOutMark = " {…}"

// foldedText is a folded outline, or a line of names.
type foldedText struct {
	lines string
	more  int      // declarations without a line
	names []string // of some of them
	calls string   // lines that say what functions call
}

func (t foldedText) String() string {
	switch {
	case t.more <= 0:
		return t.lines + t.calls
	case len(t.names) == 0:
		return fmt.Sprintf("%s… %d more\n%s", t.lines, t.more, t.calls)
	case len(t.names) == t.more:
		return fmt.Sprintf("%s… %s\n%s", t.lines, strings.Join(t.names, ", "), t.calls)
	}
	return fmt.Sprintf("%s… %d more: %s\n%s", t.lines, t.more, strings.Join(t.names, ", "), t.calls)
}

// with is the outline with further lines, of declarations that are named no longer.
func (t foldedText) with(lines string, names []string) foldedText {
	others := slices.DeleteFunc(slices.Clone(t.names), func(n string) bool { return slices.Contains(names, n) })
	return foldedText{t.lines + lines, t.more - len(t.names) + len(others), others, t.calls}
}

// fold writes what a file declares for others within a number of tokens: of its rows those
// that come first, or are used most. What has no room is counted, and named as far as the
// rest of the tokens goes: what others use, or what comes first. A method or a type that is
// ordinary is not counted.
func (f folding) fold(rows []outlineRow, most int) foldedText {
	kept, left, used := f.choose(rows, most)
	var lines []string
	seen := map[string]bool{"": true}
	for k, r := range rows {
		switch {
		case kept[k] != "":
			lines, seen[r.name] = append(lines, kept[k]), true
		case r.n == 0 && used < fitted.ThinTokens && len(left) == 0:
			lines = append(lines, r.text)
		}
	}
	if len(lines) == 0 {
		return foldedText{}
	}
	t := foldedText{lines: strings.Join(joinTypes(lines), "\n") + "\n"}
	few := 0
	for _, k := range left {
		few += rows[k].n
	}
	for _, k := range left {
		r := rows[k]
		if t.more += r.n; seen[r.name] || few > fewMembers && f.uses(r) < max(f.least, 1) {
			continue
		}
		if tokens := f.count(", " + r.name); used+tokens <= most || few <= fewMembers { // to count them takes as much
			t.names, seen[r.name] = append(t.names, r.name), true
			used += tokens
		}
	}
	return t
}

// uses are the files that use what a row declares, negative for what is ordinary: a method that
// types have by the dozen, or a type that many files add to. Without usage all are alike.
func (f folding) uses(r outlineRow) int {
	method := strings.HasPrefix(r.text, "func (")
	switch {
	case f.usage == nil:
		return max(f.least, 1)
	case strings.HasPrefix(r.text, privateMark):
		return 0
	case method && f.usage.declaredBy(r.name, methodShare), !strings.Contains(r.text, "(") && f.usage.declaredBy(r.name, typeShare):
		return -1
	}
	return f.usage.of(r.name)
}

// choose takes rows in at most so many tokens, some of which are for the names of the others:
// the lines of those that are kept, and the places of the others, what is used most first.
func (f folding) choose(rows []outlineRow, most int) (kept []string, left []int, used int) {
	var order []int
	uses, lines, all := make([]int, len(rows)), make([]string, len(rows)), 0
	for k, r := range rows {
		if r.n == 0 {
			continue
		}
		order = append(order, k)
		uses[k] = f.uses(r)
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
		line, tokens := "", 0
		if r.text != "" && (len(seen) == 0 || uses[k] >= f.least && !seen[r.name] && used+leastLine <= room) {
			if line = lines[k]; line == "" {
				line = f.line(r)
			}
			tokens = f.count(line) + 1
		}
		if line == "" || len(seen) > 0 && used+tokens > room || used+tokens > 2*most {
			if uses[k] >= 0 {
				left = append(left, k)
			}
			continue
		}
		if docs > 0 && r.doc != "" {
			if with := line + docMark + r.doc; used+f.count(with)+1 <= room {
				line, tokens, docs = with, f.count(with)+1, docs-1
			}
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

// NamesOfRows are the names in what encodeRows wrote, one on a line.
func NamesOfRows(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		column := 0
		for field := range strings.SplitSeq(strings.TrimSuffix(line, "\n"), "\t") {
			if column == 1 || column > 3 { // not the documentation, nor the line itself
				b.WriteString(field)
				b.WriteByte('\n')
			}
			column++
		}
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
