package redact

import "strings"

// A secret that is put together out of strings, "ghp_" + "0123…", is one for whoever
// reads the code, and no rule sees it. So strings between which nothing stands but what
// joins them are looked at together, by the rules that go by the value alone.

const (
	mostPieces = 64  // strings that are looked at as one
	mostGap    = 200 // bytes between two of them
)

// piece is a run of characters of a value that ends or begins at a quote.
type piece struct{ start, end int }

// joints looks at the values of strings that are joined.
func (s *scanner) joints() {
	s.joined('"')
	s.joined('\'')
}

func (s *scanner) joined(quote byte) {
	text := s.text
	for i := 0; i < len(text); {
		q := strings.IndexByte(text[i:], quote)
		if q < 0 {
			return
		}
		q += i
		i = q + 1
		if i == len(text) || q == 0 || !is(text[q-1], valueChar) || is(text[i], wordChar) {
			continue // which is most of them
		}
		next := s.joint(q)
		if next < 0 {
			continue
		}
		start := q
		for start > 0 && is(text[start-1], valueChar) {
			start--
		}
		pieces := []piece{{start, q}}
		for next >= 0 && len(pieces) < mostPieces {
			end := next
			for end < len(text) && is(text[end], valueChar) {
				end++
			}
			pieces = append(pieces, piece{next, end})
			i = end + 1
			if end == len(text) || text[end] != text[q] {
				break
			}
			next = s.joint(end)
		}
		s.together(pieces)
	}
}

// joint returns where the string begins that is joined to the one that ends at the quote
// text[q], and -1 if there is none. Both have a character of a value at the border.
func (s *scanner) joint(q int) int {
	text := s.text
	if q == 0 || q+1 == len(text) || !is(text[q-1], valueChar) {
		return -1
	}
	i, end := q+1, min(q+mostGap, len(text)-1)
	space := func() {
		for i < end && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n') {
			i++
		}
	}
	space()
	operators := 0
	for i < end && strings.IndexByte(`+.&\`, text[i]) >= 0 && operators < 2 { // Lua's is two dots
		i++
		operators++
	}
	space()
	if i < end && strings.IndexByte("fFrRbBuU@$", text[i]) >= 0 && operators+i-q > 1 { // of a string's kind
		i++
	}
	if i >= end || i == q+1 || text[i] != text[q] || !is(text[i+1], valueChar) {
		return -1
	}
	return i + 1
}

// together looks for secrets that are spread over pieces.
func (s *scanner) together(pieces []piece) {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(s.text[p.start:p.end])
	}
	if b.Len() < leastToken {
		return
	}
	whole := newScanner(s.path, b.String())
	whole.sure = true
	whole.tries = s.tries
	whole.digits()
	whole.letters()
	s.tries = whole.tries
	for _, f := range whole.settle() {
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
			continue // rules have seen it where it stands
		}
		s.groups++
		s.found = append(s.found, parts...)
	}
}

// covered tells whether some of the parts are within what was found already.
func (s *scanner) covered(parts []Finding) bool {
	for _, f := range s.found {
		for _, p := range parts {
			if f.Start < p.End && p.Start < f.End {
				return true
			}
		}
	}
	return false
}
