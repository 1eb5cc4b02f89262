package redact

import (
	"slices"
	"strings"
)

// No single rule sees a secret that is concatenated from strings, "ghp_" + "0123…", though a reader of the code
// does. So strings with only concatenation between them are checked together, by the rules that need only the
// value.

const (
	mostPieces = 64  // maximum number of strings checked together
	mostGap    = 200 // maximum bytes between two of them

	// Operators that join strings: Lua's is two dots, Visual Basic continues lines with "_".
	stringOperators = `+.&\|<>^_~`
)

// piece is a run of value characters that ends or begins at a quote.
type piece struct{ start, end int }

// fragments checks the values of joined strings.
func (s *scanner) fragments() {
	for _, mark := range []byte{'"', '\'', '`', '\\'} {
		s.joined(mark)
	}
}

// joined checks strings joined after one kind of quote, or lines continued after a backslash.
func (s *scanner) joined(mark byte) {
	text := s.text
	var pieces []piece
	for i := 0; i < len(text); {
		q := strings.IndexByte(text[i:], mark)
		if q < 0 {
			return
		}
		q += i
		i = q + 1
		if mayJoin := q > 0 && i < len(text) && is(text[q-1], valueChar) && is(text[i], joins) && !is(text[i], wordChar); !mayJoin {
			continue // as for most quotes
		}
		next, listed := s.joint(q)
		if next < 0 {
			continue
		}
		pieces = append(pieces[:0], piece{back(text, q, far, valueChar), q})
		inList := false
		for next >= 0 && len(pieces) < mostPieces {
			end := on(text, next, far, valueChar)
			pieces = append(pieces, piece{next, end})
			inList = inList || listed
			i = max(i, next)
			if end == len(text) || !is(text[end], quote) && text[end] != '\\' {
				break
			}
			if next, listed = s.joint(end); listed && !inList {
				break // an element of a list of parts
			}
		}
		if !inList || isJoined(text, pieces) {
			s.checkJoined(pieces)
		}
	}
}

// isJoined reports whether a list of strings is an argument of a joining function.
func isJoined(text string, pieces []piece) bool {
	const before, behind = 24, 16
	start, end := pieces[0].start, pieces[len(pieces)-1].end
	return words("joining").has(text[max(start-before, 0):start]) || words("joining").has(text[end:min(end+behind, len(text))])
}

// joint returns the start of the string that is joined to the one ending at the quote text[q], -1 if there is none.
// Both have value characters at the border. listed is set if only a comma separates them.
func (s *scanner) joint(q int) (next int, listed bool) {
	text := s.text
	if q == 0 || q+1 >= len(text) || !is(text[q-1], valueChar) {
		return -1, false
	}
	i, end := q+1, min(q+mostGap, len(text)-1)
	if text[q] == '\\' {
		return s.nextLine(i, end), false
	}
	operators := 0
	for i < end {
		switch c := text[i]; {
		case is(c, blank|lines):
			i++
		case c == ',' && operators == 0:
			listed = true
			i++
			operators++
		case c == '#', c == '/' && text[i+1] == '/', c == '-' && text[i+1] == '-':
			i = endOfMark(text, i, end, "\n")
		case c == '/' && text[i+1] == '*':
			i = endOfMark(text, i, end, "*/")
		case strings.IndexByte(stringOperators, c) >= 0 && operators < 3:
			i++
			operators++
		default:
			if isPrefix := operators+i-q > 1 && strings.IndexByte("fFrRbBuU@$", c) >= 0; isPrefix && i+1 < end && is(text[i+1], quote) {
				i++
			}
			return s.opened(q, i, operators), listed
		}
	}
	return -1, false
}

// endOfMark returns the end of a mark in text[i:end], end if it is missing.
func endOfMark(text string, i, end int, mark string) int {
	if n := strings.Index(text[i:end], mark); n >= 0 {
		return i + n + len(mark)
	}
	return end
}

// nextLine returns where the value continues on the line after a backslash that ends at i; -1 if it does not.
func (s *scanner) nextLine(i, end int) int {
	text := s.text
	if text[i] == '\r' && i < end {
		i++
	}
	if text[i] != '\n' {
		return -1
	}
	if i = on(text, i, end-i, blank|breaks); !is(text[i], valueChar) {
		return -1
	}
	return i
}

// opened returns the start of the contents of the string whose quote is at i, if it is joined to
// the string that ends at q; -1 otherwise.
func (s *scanner) opened(q, i, operators int) int {
	text := s.text
	switch {
	case !is(text[i], quote), i == q+1 && text[i] == text[q], !is(text[i+1], valueChar):
		return -1
	case operators == 0 && strings.HasSuffix(s.base, ".go"):
		return -1 // Go does not join adjacent strings, and has lists of imports
	}
	return i + 1
}

// checkJoined searches for secrets spread over pieces.
func (s *scanner) checkJoined(pieces []piece) {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(s.text[p.start:p.end])
	}
	if b.Len() < leastToken {
		return
	}
	whole := newScanner(s.path, b.String())
	whole.work = s.work
	tokens := whole.alone()
	s.work = whole.work
	for _, f := range tokens {
		var parts []Finding
		at := 0
		for _, p := range pieces {
			from, to := max(f.Start-at, 0), min(f.End-at, p.end-p.start)
			at += p.end - p.start
			if from < to {
				parts = append(parts, Finding{Rule: f.Rule, Start: p.start + from, End: p.start + to, group: s.groups + 1})
			}
		}
		if len(parts) < 2 || s.covered(parts) {
			continue // rules have already checked it
		}
		s.groups++
		s.found = append(s.found, parts...)
	}
}

// covered reports whether some of the parts overlap earlier findings.
func (s *scanner) covered(parts []Finding) bool {
	return slices.ContainsFunc(s.found, func(f Finding) bool {
		return slices.ContainsFunc(parts, func(p Finding) bool { return f.Start < p.End && p.Start < f.End })
	})
}
