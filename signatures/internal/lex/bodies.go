package lex

import (
	"bytes"
	"slices"
	"strings"
)

// Bodies are where the bodies of functions stand in a text, without their braces, in the
// order of the text. There are none if the rules do not tell them from other blocks, or if
// the text is not what they expect.
func Bodies(name, src string, rules *Rules) []Span {
	if rules == nil || rules.Body == nil {
		return nil
	}
	plain := *rules
	plain.Words = nil // what a body holds is nothing here
	k := NewSkeleton(name, src, &plain)
	k.finding = true
	if !k.build() {
		return nil
	}
	return k.bodies
}

// FindsBodies tells that the skeleton is made to find the bodies of functions, and that
// all else is kept.
func (k *Skeleton) FindsBodies() bool { return k.finding }

// leastBody is the length of a body that is worth it. A shorter one may stand in a value
// that an outline shows.
const leastBody = 64

// BodyEnds notes that the body that begins at an offset ends at another.
func (k *Skeleton) BodyEnds(start, end int) {
	if k.finding && end-start >= leastBody {
		k.bodies = append(k.bodies, Span{start, end})
	}
}

// Blanked is a text with spaces in place of all but the line ends of some parts.
func Blanked(text string, parts []Span) string {
	m := Masker{Src: text, Out: []byte(text)}
	for _, p := range parts {
		m.Blank(p.Start, p.End)
	}
	return string(m.Out)
}

// OpensFunction tells whether the brace that follows is that of a function, in languages
// in which it comes after parameters: `int f(int a) const {`.
func OpensFunction(k *Skeleton, types ...string) bool {
	text, _ := k.Head()
	if at := strings.LastIndex("\n"+text, "\n#"); at >= 0 { // lines of the preprocessor come before
		_, text, _ = strings.Cut(text[at:], "\n")
	}
	outer, ok := outside(text)
	at := strings.LastIndex(outer, "()")
	if !ok || at < 0 || strings.Contains(outer, "=") && !strings.Contains(outer, "operator") {
		return false
	}
	after := strings.TrimSpace(outer[at+2:])
	if after != "" && !strings.HasPrefix(after, "->") && !HasWord(after, "const", "noexcept", "override", "final", "volatile", "throws") {
		return false
	}
	return !HasWord(outer, "if", "else", "for", "foreach", "while", "switch", "catch", "try", "do", "using", "lock", "fixed", "new", "return") &&
		!HasWord(outer, types...)
}

// outside is a text with nothing in its round and square brackets; false if they do not
// pair.
func outside(text string) (string, bool) {
	out := make([]byte, 0, len(text))
	depth := 0
	for i := range len(text) {
		switch c := text[i]; c {
		case '(', '[':
			if depth == 0 {
				out = append(out, c)
			}
			depth++
			continue
		case ')', ']':
			if depth--; depth < 0 {
				return "", false
			}
		}
		if depth == 0 {
			out = append(out, text[i])
		}
	}
	return string(out), depth == 0
}

// FunctionWord tells whether the brace that follows is that of a function that one of some
// words declares, and not that of what stands in its head: `fn f() -> T where T: X {`.
func FunctionWord(k *Skeleton, words, others []string) bool {
	text, _ := k.Head()
	outer, ok := outside(text)
	if !ok || strings.Contains(outer, "=") {
		return false
	}
	return HasWord(outer, words...) && !HasWord(outer, others...)
}

// OpensWith tells whether the brace that follows is that of a function that a word begins,
// where a line end ends a statement: `func f(a interface{}) error {`. The head ends with
// none of some other words.
func OpensWith(k *Skeleton, word string, types ...string) bool {
	const far = 4 << 10
	near := k.Out[max(0, len(k.Out)-far):]
	for at := len(near); ; {
		if at = bytes.LastIndex(near[:at], []byte(word)); at < 0 {
			return false
		}
		if depth, ok := onOneLine(near[at:]); !ok {
			return false
		} else if depth == 0 && (at == 0 || !InWord(near[at-1])) {
			head := strings.TrimRight(string(near[at+len(word):]), " ")
			line := string(near[bytes.LastIndexByte(near[:at], '\n')+1 : at])
			return !InWord((head + " ")[0]) && !HasWord(line, "type") &&
				!slices.ContainsFunc(types, func(t string) bool { return strings.HasSuffix(head, t) })
		}
	}
}

// onOneLine tells how many brackets are open at the end of a text, -1 if one is closed that
// was not opened; false if a line ends outside of them.
func onOneLine(text []byte) (depth int, ok bool) {
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth < 0 {
			return depth, true
		}
		if depth == 0 && c == '\n' {
			return depth, false
		}
	}
	return depth, true
}
