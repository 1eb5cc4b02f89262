package source

import (
	"errors"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// opKind is one step of a compiled pattern.
type opKind uint8

const (
	opChar    opKind = iota // the given character
	opAny                   // any one character except a slash
	opClass                 // one character of a set, never a slash
	opStar                  // any run of characters without a slash
	opDeep                  // any run of characters
	opDeepDir               // nothing, or any run that ends in a slash
)

type op struct {
	kind opKind
	ch   rune
	set  *charSet
}

// dialect is in what the syntaxes of patterns differ.
type dialect struct {
	runes bool // characters are runes; otherwise they are bytes
	stars int  // the most asterisks that make a `**`
	// set reads a bracket expression from after its bracket on; n is its length
	// with the closing bracket.
	set func(p string) (set *charSet, n int, err error)
}

var errOpenSet = errors.New("a [ is not closed")

// parsePattern gives the steps of a pattern without braces.
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
			ops = append(ops, op{kind: kind})
		case '[':
			set, n, err := d.set(p[i+1:])
			if err != nil {
				return nil, err
			}
			ops = append(ops, op{kind: opClass, set: set})
			i += 1 + n
		case '\\':
			if i++; i == len(p) {
				return nil, errors.New(`nothing follows the last \`)
			}
			fallthrough
		default:
			c, size := rune(p[i]), 1
			if d.runes {
				c, size = utf8.DecodeRuneInString(p[i:])
			}
			ops = append(ops, op{kind: opChar, ch: c})
			i += size
		}
	}
	return ops, nil
}

// parseStars reads the run of asterisks at pattern[i:], and the slash after
// `**/`. Two and, up to the given number, more asterisks are `**`, but only as a
// whole path component.
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

// program is a compiled pattern. It is matched by simulating all of its states
// at once, so that the cost is at most len(text) × len(ops), whatever the
// pattern: there is no backtracking.
type program struct {
	ops    []op
	utf8   bool   // characters are runes; otherwise they are bytes
	head   string // literal text that every match begins with
	tail   string // literal text that every match ends with
	minLen int    // least number of characters of a match
	shape  shape
}

// shape names the forms of pattern that need no simulation.
type shape uint8

const (
	shapeGeneral  shape = iota
	shapeExact          // head
	shapeOneStar        // head * tail
	shapeDeepTail       // **/ tail
)

func newProgram(ops []op, runes bool) *program {
	p := &program{ops: ops, utf8: runes}
	first, last := 0, len(ops)
	for first < last && ops[first].kind == opChar {
		first++
	}
	for last > first && ops[last-1].kind == opChar {
		last--
	}
	p.head, p.tail = literal(ops[:first], runes), literal(ops[last:], runes)
	for _, o := range ops {
		if o.kind <= opClass {
			p.minLen++
		}
	}
	switch {
	case first == last:
		p.shape = shapeExact
	case last-first == 1 && ops[first].kind == opStar:
		p.shape = shapeOneStar
	case first == 0 && last == 1 && ops[0].kind == opDeepDir:
		p.shape = shapeDeepTail
	}
	return p
}

func literal(ops []op, runes bool) string {
	var b strings.Builder
	for _, o := range ops {
		if runes {
			b.WriteRune(o.ch)
		} else {
			b.WriteByte(byte(o.ch))
		}
	}
	return b.String()
}

// match reports whether the whole text matches.
func (p *program) match(text string) bool {
	if len(text) < p.minLen || !strings.HasPrefix(text, p.head) || !strings.HasSuffix(text, p.tail) {
		return false
	}
	switch p.shape {
	case shapeExact:
		return text == p.head
	case shapeOneStar:
		if len(text) < len(p.head)+len(p.tail) {
			return false
		}
		return strings.IndexByte(text[len(p.head):len(text)-len(p.tail)], '/') < 0
	case shapeDeepTail:
		return len(text) == len(p.tail) || text[len(text)-len(p.tail)-1] == '/'
	}
	return p.simulate(text)
}

// simulate runs all states over the text. State i means: the steps before i
// have matched what was read so far; state len(ops) means a match.
func (p *program) simulate(text string) bool {
	words := len(p.ops)/64 + 1
	var small [2][4]uint64
	cur, next := small[0][:], small[1][:]
	if words > len(cur) {
		both := make([]uint64, 2*words)
		cur, next = both[:words], both[words:]
	} else {
		cur, next = cur[:words], next[:words]
	}
	p.reach(cur, 0)
	for i := 0; i < len(text); {
		c, size := rune(text[i]), 1
		if p.utf8 && c >= utf8.RuneSelf {
			c, size = utf8.DecodeRuneInString(text[i:])
		}
		i += size
		clear(next)
		if !p.step(cur, next, c) {
			return false
		}
		cur, next = next, cur
	}
	n := len(p.ops)
	return cur[n/64]&(1<<(n%64)) != 0
}

// step fills next with the states that follow cur after reading c. It reports
// whether there is any.
func (p *program) step(cur, next []uint64, c rune) bool {
	alive := false
	for w, word := range cur {
		for ; word != 0; word &= word - 1 {
			i := w*64 + bits.TrailingZeros64(word)
			if i == len(p.ops) {
				continue
			}
			o := &p.ops[i]
			switch o.kind {
			case opChar:
				if c != o.ch {
					continue
				}
				p.reach(next, i+1)
			case opAny:
				if c == '/' {
					continue
				}
				p.reach(next, i+1)
			case opClass:
				if c == '/' || !o.set.has(c) {
					continue
				}
				p.reach(next, i+1)
			case opStar:
				if c == '/' {
					continue
				}
				p.reach(next, i)
			case opDeep:
				p.reach(next, i)
			case opDeepDir:
				// Inside the run the rest may not begin until a slash was read.
				next[i/64] |= 1 << (i % 64)
				if c == '/' {
					p.reach(next, i+1)
				}
			}
			alive = true
		}
	}
	return alive
}

// reach adds state i and the states that follow it without reading anything.
func (p *program) reach(states []uint64, i int) {
	for {
		states[i/64] |= 1 << (i % 64)
		if i == len(p.ops) || p.ops[i].kind < opStar {
			return
		}
		i++
	}
}

// charSet is the set of a bracket expression.
type charSet struct {
	negate bool
	ranges []charRange
}

// charRange is inclusive; an inverted range holds nothing.
type charRange struct{ lo, hi rune }

func (s *charSet) add(lo, hi rune) { s.ranges = append(s.ranges, charRange{lo, hi}) }

func (s *charSet) has(c rune) bool {
	for _, r := range s.ranges {
		if r.lo <= c && c <= r.hi {
			return !s.negate
		}
	}
	return s.negate
}
