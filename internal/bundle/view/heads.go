package view

import (
	"slices"
	"strings"

	"ctxpack/internal/text/lineindex"
	"ctxpack/internal/text/mapped"
	"ctxpack/signatures"
)

// A method without its type's line could belong to any type: shown lines come with the head lines of the blocks
// around them. Indentation, which readers rely on, determines the blocks, in any language.

const (
	mostHeads = 3   // maximum heads of one part
	headBytes = 200 // a longer line is not a head
	headLines = 12  // maximum lines of a head
)

// headsOf returns the lines of the heads of parts, which are in line order.
func headsOf(parts []signatures.Part, lines lineindex.Index) (all []int) {
	type open struct{ line, indent int }
	var around []open // the last line of each smaller indentation, outermost first
	line, quoted := 1, quotes{}
	for _, p := range parts {
		for ; line < p.StartLine; line++ {
			if text := lines.Slice(line, line); !quoted.within(text) && heads(text) {
				indent := indentOf(text)
				around = slices.DeleteFunc(around, func(o open) bool { return o.indent >= indent })
				around = append(around, open{line, indent})
			}
		}
		indent := -1
		for n := p.StartLine; n <= p.EndLine && indent < 0; n++ {
			if text := lines.Slice(n, n); strings.TrimSpace(text) != "" {
				indent = indentOf(text)
			}
		}
		outer := mapped.Where(around, func(o open) bool { return o.indent < indent })
		all = append(all, mapped.Of(outer[max(len(outer)-mostHeads, 0):], func(o open) int { return o.line })...)
	}
	return all
}

// headEnd returns the last line of a head: one with an open list ends at the next line with its indentation.
func headEnd(line int, lines lineindex.Index) int {
	first := lines.Slice(line, line)
	bare := strings.TrimSpace(first)
	if bare == "" || !strings.ContainsRune("(<[,", rune(bare[len(bare)-1])) {
		return line
	}
	for end := line + 1; end < min(line+headLines, lines.Count()); end++ {
		if text := lines.Slice(end, end); strings.TrimSpace(text) != "" && indentOf(text) <= indentOf(first) {
			return end
		}
	}
	return line
}

// quotes tracks strings and comments of several lines, whose lines are not heads, by marks that
// code hardly has within a line.
type quotes struct{ closer string }

// within reports whether a line begins inside one, and advances to the next line.
func (q *quotes) within(line string) bool {
	if q.closer == "" {
		q.closer = opened(strings.TrimSpace(line))
		return false
	}
	if _, behind, ok := strings.Cut(line, q.closer); ok {
		q.closer = opened(behind)
	}
	return true
}

// opened returns the end mark of the string or comment that is open at the end of a line; "" for none.
func opened(line string) (closer string) {
	for _, m := range [...][2]string{{`"""`, `"""`}, {"'''", "'''"}, {"/*", "*/"}} {
		before, behind, ok := strings.Cut(line, m[0])
		if opens := ok && (m[0] != "/*" || before == ""); opens && strings.Count(behind, m[1])%2 == 0 {
			return m[1]
		}
	}
	return ""
}

// heads reports whether a line can be the head of a block: it has a name and is not a continuation.
func heads(text string) bool {
	bare := strings.TrimSpace(text)
	if len(bare) > headBytes || letters(bare) == 0 || isCommentLine(bare) {
		return false
	}
	return !strings.ContainsRune(")]}>:.,@#", rune(bare[0])) && bare != "where" && !strings.HasPrefix(bare, "where ")
}

// indentOf returns the indentation of a line; a tab counts as four spaces.
func indentOf(text string) int {
	n := 0
	for _, c := range []byte(text) {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
}

// isCommentLine reports whether a line of code begins as comments do in most languages.
func isCommentLine(line string) bool {
	open, _ := commentMark(line)
	return open != "" || strings.HasPrefix(line, "*") || strings.HasPrefix(line, "(*")
}
