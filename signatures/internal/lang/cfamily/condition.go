package cfamily

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// A branch holds the lines of one branch of a preprocessor conditional.
type branch struct {
	directive lex.Span // the line of #if, #elif or #else
	body      lex.Span
	braces    int // opened minus closed
}

// conditionals finds #if groups whose branches do not balance their braces, which no grammar can read. It keeps the
// first branch of each (of `#if 0` the second) and blanks the directives.
func (m *masker) conditionals() {
	var groups [][]branch
	at := 0
	for at < len(m.Src) {
		end := min(m.LineEnd(at)+1, len(m.Src))
		line := strings.TrimSpace(m.Src[at:end])
		if !strings.HasPrefix(line, "#") {
			if n := len(groups); n > 0 {
				open := &groups[n-1][len(groups[n-1])-1]
				open.braces += braces(line)
			}
			at = end
			continue
		}
		line = strings.TrimSpace(line[1:])
		here := branch{directive: lex.Span{Start: at, End: end}, body: lex.Span{Start: end, End: end}}
		n := len(groups)
		switch {
		case strings.HasPrefix(line, "if"):
			groups = append(groups, []branch{here})
		case n > 0 && strings.HasPrefix(line, "el"):
			groups[n-1][len(groups[n-1])-1].body.End = at
			groups[n-1] = append(groups[n-1], here)
		case n > 0 && strings.HasPrefix(line, "endif"):
			groups[n-1][len(groups[n-1])-1].body.End = at
			kept := m.settle(groups[n-1], lex.Span{Start: at, End: end})
			if groups = groups[:n-1]; n > 1 { // the kept branch counts for the group around it
				outer := groups[n-2]
				outer[len(outer)-1].braces += kept
			}
		}
		at = end
	}
}

// settle blanks all but one branch of an unbalanced group and returns the brace balance of the branch that it
// keeps.
func (m *masker) settle(group []branch, end lex.Span) int {
	balanced, heads := true, true
	for _, b := range group {
		balanced = balanced && b.braces == 0
		text := strings.TrimRight(m.Src[b.body.Start:b.body.End], " \t\r\n")
		heads = heads && strings.HasSuffix(text, ")")
	}
	if balanced && !(heads && strings.HasPrefix(m.Src[m.Space(end.End):], "{")) { // heads of one function with the body after #endif
		return 0
	}
	keep := 0
	condition := strings.Fields(strings.TrimLeft(strings.TrimSpace(m.Src[group[0].directive.Start:group[0].directive.End]), "#"))
	if len(condition) > 1 && condition[0] == "if" && condition[1] == "0" {
		keep = 1
	}
	kept := 0
	for i, b := range group {
		m.Blank(b.directive.Start, b.directive.End)
		if i == keep {
			kept = b.braces
			continue
		}
		m.Blank(b.body.Start, b.body.End)
	}
	m.Blank(end.Start, end.End)
	return kept
}

// braces returns the number of braces that a line opens minus those that it closes. It ignores comments and
// strings, which seldom hold a brace.
func braces(line string) int {
	if i := strings.Index(line, "//"); i >= 0 {
		line = line[:i]
	}
	n := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '{':
			n++
		case '}':
			n--
		case '"', '\'':
			i = lex.SkipString(line, i)
		}
	}
	return n
}
