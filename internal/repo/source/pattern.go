package source

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

type opKind uint8

const (
	opText    opKind = iota // the given text
	opAny                   // any one character except a slash
	opClass                 // one character of a set, never a slash
	opStar                  // any run of characters without a slash
	opDeep                  // any run of characters
	opDeepDir               // nothing, or any run that ends in a slash
)

type op struct {
	kind opKind
	text string
	set  *charSet
}

// dialect describes the differences between pattern syntaxes.
type dialect struct {
	runes bool // characters are runes, not bytes
	stars int  // the maximum number of asterisks in a `**`
	// set parses a bracket expression after its opening bracket; n is its length with the closing bracket.
	set func(p string) (set *charSet, n int, err error)
}

var errOpenSet = errors.New("a [ is not closed")

// parsePattern compiles a pattern without braces.
func parsePattern(p string, d dialect) ([]op, error) {
	var ops []op
	for i := 0; i < len(p); {
		switch p[i] {
		case '?':
			ops = append(ops, op{kind: opAny})
			i++
		case '*':
			var kind opKind
			kind, i = parseStars(p, i, d.stars)
			if n := len(ops); n == 0 || kind != opStar || ops[n-1].kind != opStar { // a second one adds nothing
				ops = append(ops, op{kind: kind})
			}
		case '[':
			set, n, err := d.set(p[i+1:])
			if err != nil {
				return nil, err
			}
			ops = append(ops, op{kind: opClass, set: set})
			i += 1 + n
		default:
			text, n := parseText(p[i:])
			if text == "" {
				return nil, errors.New(`nothing follows the last \`)
			}
			ops = append(ops, op{kind: opText, text: text})
			i += n
		}
	}
	return ops, nil
}

// parseText parses the characters at the start of p up to the next special one; n is their length with escapes. The
// text is "" if a backslash ends p.
func parseText(p string) (text string, n int) {
	if n = strings.IndexAny(p, wildcards); n < 0 {
		return p, len(p)
	}
	if p[n] != '\\' {
		return p[:n], n
	}
	b := []byte(p[:n])
	for n < len(p) && (p[n] == '\\' || strings.IndexByte(wildcards, p[n]) < 0) {
		if p[n] == '\\' {
			if n++; n == len(p) {
				return "", n
			}
		}
		b = append(b, p[n])
		n++
	}
	return string(b), n
}

// parseStars parses the run of asterisks at pattern[i:], and the slash after `**/`. Two to most asterisks are `**`,
// but only as a whole path component.
func parseStars(pattern string, i, most int) (kind opKind, next int) {
	start := i
	for i < len(pattern) && pattern[i] == '*' {
		i++
	}
	rest := pattern[i:]
	switch {
	case i-start == 1, i-start > most, start > 0 && pattern[start-1] != '/':
		return opStar, i
	case rest == "":
		return opDeep, i
	case rest[0] == '/':
		return opDeepDir, i + 1
	case len(rest) > 1 && rest[0] == '\\' && rest[1] == '/':
		return opDeep, i
	}
	return opStar, i
}

type program struct {
	ops    []op
	utf8   bool   // characters are runes, not bytes
	head   string // literal prefix of every match
	tail   string // literal suffix of every match
	minLen int    // minimum length of a match in bytes
}

func newProgram(ops []op, runes bool) *program {
	p := &program{ops: ops, utf8: runes}
	if n := len(ops); n > 0 {
		p.head, p.tail = ops[0].text, ops[n-1].text
	}
	for _, o := range ops {
		switch o.kind {
		case opText:
			p.minLen += len(o.text)
		case opAny, opClass:
			p.minLen++
		}
	}
	return p
}

// match reports whether the whole text matches or, with below, a folder above it. It adds the approximate cost to
// work, in units of a few nanoseconds.
func (p *program) match(text string, below bool, work *int) bool {
	*work++
	if starts := len(text) >= p.minLen && strings.HasPrefix(text, p.head); !starts || !below && !strings.HasSuffix(text, p.tail) {
		return false
	}
	return p.search(text, below, work)
}

// search matches from the left. Where a step fails, the last `*` takes one more character or, once it has reached a
// slash, the last `**`; never an earlier one, since the last one can reach every position that a longer run of an
// earlier one would leave. So the cost is at most len(text) × len(pattern).
func (p *program) search(text string, below bool, work *int) bool {
	i, next := 0, 0        // matched parts of text and ops
	star, deep := -1, -1   // the steps after the last of each
	starAt, deepAt := 0, 0 // where the steps after them were tried last
	for {
		*work++
		if next < len(p.ops) {
			switch o := &p.ops[next]; o.kind {
			case opStar:
				next++
				if i = p.skip(text, i, next, work); i >= 0 {
					star, starAt = next, i
					continue
				}
				star = -1
			case opDeep, opDeepDir:
				next++
				star, deep, deepAt = -1, next, i
				continue
			default:
				if n := p.one(o, text[i:]); n > 0 {
					i += n
					next++
					continue
				}
			}
		} else if ends := !below && i == len(text) || below && i < len(text) && text[i] == '/'; ends {
			return true
		}
		i = -1
		if star >= 0 && starAt < len(text) && text[starAt] != '/' {
			if i = p.skip(text, starAt+p.width(text[starAt:]), star, work); i >= 0 {
				next, starAt = star, i
				continue
			}
		}
		if star = -1; deep < 0 {
			return false
		}
		if deepAt = p.deeper(text, deepAt, deep); deepAt < 0 {
			return false
		}
		i, next = deepAt, deep
	}
}

// one returns the length of the text that a one-character or literal step matches, 0 if none.
func (p *program) one(o *op, text string) int {
	if o.kind == opText {
		if strings.HasPrefix(text, o.text) {
			return len(o.text)
		}
		return 0
	}
	if text == "" || text[0] == '/' {
		return 0
	}
	c, size := rune(text[0]), 1
	if p.utf8 && c >= utf8.RuneSelf {
		c, size = utf8.DecodeRuneInString(text)
	}
	if o.kind == opClass && !o.set.has(c) {
		return 0
	}
	return size
}

// width returns the length of the first character of the text.
func (p *program) width(text string) int {
	if !p.utf8 {
		return 1
	}
	_, size := utf8.DecodeRuneInString(text)
	return size
}

// skip returns the first position from i on where step next may match, within the reach of a `*`; -1 if there is
// none.
func (p *program) skip(text string, i, next int, work *int) int {
	if next == len(p.ops) || p.ops[next].kind != opText {
		return i
	}
	end, want := strings.IndexByte(text[i:], '/'), p.ops[next].text
	if end < 0 {
		end = len(text) - i
	}
	const bytesPerWork = 16
	*work += end / bytesPerWork
	at := strings.Index(text[i:min(i+end+len(want), len(text))], want)
	if at < 0 {
		return -1
	}
	return i + at
}

// deeper returns the position after at from which step next is tried when the `**` before it takes more; -1 if it
// cannot.
func (p *program) deeper(text string, at, next int) int {
	if p.ops[next-1].kind == opDeepDir {
		if end := strings.IndexByte(text[at:], '/'); end >= 0 {
			return at + end + 1
		}
		return -1
	}
	if at == len(text) {
		return -1
	}
	return at + p.width(text[at:])
}

type charSet struct {
	negate bool
	ranges []charRange
}

// charRange is inclusive; an inverted range holds nothing.
type charRange struct{ lo, hi rune }

func (s *charSet) add(lo, hi rune) { s.ranges = append(s.ranges, charRange{lo, hi}) }

func (s *charSet) has(c rune) bool {
	return s.negate != slices.ContainsFunc(s.ranges, func(r charRange) bool { return r.lo <= c && c <= r.hi })
}
