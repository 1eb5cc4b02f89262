package lex

import (
	"bytes"
	"slices"
	"strings"
)

// FindBodies finds the bodies of functions in a text, and the imports and markers in them. It returns nil if the rules do
// not distinguish bodies from other blocks, or do not fit the text.
func FindBodies(name, src string, rules *Rules) *Skeleton {
	if rules.Block == nil {
		return nil
	}
	k := NewSkeleton(name, src, rules)
	k.finding = true
	if !k.build() {
		return nil
	}
	k.Out = nil
	return k
}

// FindsBodies reports whether the skeleton is made only to find the bodies of functions; all other text stays.
func (k *Skeleton) FindsBodies() bool { return k.finding }

// leastBody is the minimum length of an omitted body. A shorter one may be in a value that an outline shows.
const leastBody = 64

// BodyEnds records a body by its offsets.
func (k *Skeleton) BodyEnds(start, end int) {
	switch {
	case start == 0 || end-start < leastBody:
	default:
		k.Unread(start, end)
	}
}

// Unread records a part that is not parsed.
func (k *Skeleton) Unread(start, end int) { k.bodies = append(k.bodies, Span{start, end}) }

// Statement records a statement that was read here: the parser sees an empty one.
func (k *Skeleton) Statement(start, end int) {
	if k.finding {
		k.statements = append(k.statements, Span{start, end})
	}
}

// Blanked returns a text with spaces in place of some parts, except their line ends.
func Blanked(text string, parts []Span) string {
	if len(parts) == 0 {
		return text
	}
	m := Masker{Src: text, Out: []byte(text)}
	for _, p := range parts {
		m.Blank(p.Start, p.End)
	}
	return string(m.Out)
}

// Without returns a text without the contents of the bodies that [FindBodies] found.
func (k *Skeleton) Without(text string) string {
	if len(k.bodies)+len(k.statements) == 0 {
		return text
	}
	m := Masker{Src: text, Out: []byte(text)}
	for _, b := range k.bodies {
		m.Blank(b.Start, b.End)
		if n := len(k.rules.Hollow); n > 0 {
			m.Out[b.Start], m.Out[b.End-1] = k.rules.Hollow[0], k.rules.Hollow[n-1]
		}
	}
	for _, s := range k.statements {
		m.Blank(s.Start, s.End)
		m.Out[s.Start] = ';'
	}
	return string(m.Out)
}

// A Block is the kind of block that a brace opens, for finding the bodies of functions.
type Block uint8

// A brace can open a block without relevant functions, a function, or a block with functions in it, such as a class.
const (
	Passed Block = iota
	Function
	Holder
)

// Declares is a Block function for languages whose rules alone decide what opens a function.
func Declares(*Skeleton) Block { return Function }

// Callable classifies the next brace in languages whose function bodies follow parameters, `int f(int a) const {`,
// and whose types that hold functions begin with one of some words.
func Callable(k *Skeleton, holders ...string) Block {
	text, _ := k.Head()
	if at := strings.LastIndex("\n"+text, "\n#"); at >= 0 { // preprocessor lines come before
		_, text, _ = strings.Cut(text[at:], "\n")
	}
	outer, ok := outside(text)
	if ok && HasWord(outer, holders...) {
		return Holder
	}
	at := strings.LastIndex(outer, "()")
	if !ok || at < 0 {
		return Passed
	}
	after := strings.TrimSpace(outer[at+2:])
	switch {
	case strings.Contains(outer, "=") && !strings.Contains(outer, "operator"),
		strings.Contains(text[strings.LastIndexByte(text, '('):], `"`), // a macro call
		after != "" && !strings.HasPrefix(after, "->") && !HasWord(after, "const", "noexcept", "override", "final", "volatile", "throws"),
		HasWord(outer, "if", "else", "for", "foreach", "while", "switch", "catch", "try", "do", "using", "lock", "fixed", "new", "return"),
		HasWord(outer, "__attribute__", "__declspec", "alignas", "asm", "__asm__"):
		return Passed
	}
	return Function
}

// outside returns a text without the contents of its round and square brackets; false if they do not pair.
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

// Declared classifies the next brace in languages with keywords for functions and their containers: `fn f() -> T
// where T: X {`.
func Declared(k *Skeleton, functions, holders []string) Block {
	text, _ := k.Head()
	outer, ok := outside(text)
	switch {
	case !ok || strings.Contains(outer, "="):
	case HasWord(outer, holders...):
		return Holder
	case HasWord(outer, functions...):
		return Function
	}
	return Passed
}

// DeclaredOnLine does the same where a line end ends a statement, and functions are anywhere: `func
// f(a interface{}) error {`. A head that ends with one of the types is not a function.
func DeclaredOnLine(k *Skeleton, word string, types ...string) Block {
	const far = 4 << 10
	near := k.Out[max(0, len(k.Out)-far):]
	for at := len(near); ; {
		if at = bytes.LastIndex(near[:at], []byte(word)); at < 0 {
			return Holder
		}
		if depth, ok := onOneLine(near[at:]); !ok {
			return Holder
		} else if depth == 0 && (at == 0 || !InWord(near[at-1])) {
			head := strings.TrimRight(string(near[at+len(word):]), " ")
			line := string(near[bytes.LastIndexByte(near[:at], '\n')+1 : at])
			if InWord((head + " ")[0]) || HasWord(line, "type") || slices.ContainsFunc(types, func(t string) bool { return strings.HasSuffix(head, t) }) {
				return Holder
			}
			return Function
		}
	}
}

// onOneLine returns the number of brackets open at the end of a text, -1 if one closes without opening; false if a
// line ends outside of them.
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
