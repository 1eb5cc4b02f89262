package redact

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
)

// Finding is a secret in a text.
type Finding struct {
	Rule       string
	Start, End int // byte offsets
	// Allowed is set if a comment, or the user, allows showing it.
	Allowed bool
	// group is the same for all pieces of one secret: the first shows the placeholder, the others nothing. 0 for a
	// secret in one piece.
	group int
	local bool // the value is not searched for elsewhere
}

// Character classes of runs.
const (
	letter    = 1 << iota
	digit     //
	under     // _
	dotDash   // . and -
	slashPlus // the other characters of base64
	tilde     // ~
	equals    // =
	blank     // white space within a line
	breaks    // line ends
	quote     // quotes of strings
	escape    // \
	operator  // assignment operators
	symbol    // symbols in passwords, besides letters and digits
	joins     // characters allowed after a joined string
	follows   // characters allowed after a name with a value
	dash      // -
	less      // <
	greater   // >
	closing   // | and )
	parts     // characters of program arguments: user:password
	lines     // line ends, but for those of pages
	address   // not allowed in addresses before an @

	wordChar  = letter | digit | under
	nameChar  = wordChar | dotDash
	valueChar = nameChar | slashPlus | tilde
	plainChar = letter | under | dash // in a token without digits
	gapChar   = nameChar | blank      // between a name and its operator
	spaceMay  = blank | breaks | quote | escape
	quoting   = spaceMay | equals // between an operator and its value
)

// Read-only.
var kinds = func() (k [256]uint32) {
	for kind, chars := range map[uint32]string{
		letter: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", digit: "0123456789", under: "_", dash: "-", less: "<", greater: ">", closing: "|)", parts: ":,%", address: "<>@(){}",
		dotDash: ".-", slashPlus: "/+", tilde: "~",
		equals: "=", blank: " \t", breaks: "\r\n\v\f", lines: "\r\n", quote: "'\"`", escape: "\\", operator: "=>:|?,", symbol: symbols,
		joins: " \t\r\n,#/-\"'`" + stringOperators, follows: "\r\n_0123456789\\'\"`] \t=:<?|+>(,[{",
	} {
		for _, c := range []byte(chars) {
			k[c] |= kind
		}
	}
	return k
}()

func is(c byte, kind uint32) bool { return kinds[c]&kind != 0 }

// back returns the start of the run of a character class that ends before text[i], at most a given
// number of bytes long, and on returns the end of the run after it.
func back(text string, i, most int, kind uint32) int {
	for least := max(i-most, 0); i > least && is(text[i-1], kind); {
		i--
	}
	return i
}

func on(text string, i, most int, kind uint32) int {
	for end := min(i+most, len(text)); i < end && is(text[i], kind); {
		i++
	}
	return i
}

// backTo and to do the same up to a character of a class.
func backTo(text string, i, most int, kind uint32) int {
	for least := max(i-most, 0); i > least && !is(text[i-1], kind); {
		i--
	}
	return i
}

func to(text string, i, most int, kind uint32) int {
	for end := min(i+most, len(text)); i < end && !is(text[i], kind); {
		i++
	}
	return i
}

// far exceeds the length of any text.
const far = 1 << 30

type scanner struct {
	*rules
	path, base   string
	text         string
	found        []Finding
	words        []uint32 // hashes by which a value could be searched
	done         int      // text before it was examined
	groups       int
	tries        int    // remaining tries of patterns that need a name
	work         int    // remaining bytes for patterns of tokens, see affords
	doubts       int    // remaining tries of patterns that exclude values
	judged       string // the last value of isSecret, and its answer
	code         bool   // its language has code as unquoted values
	listened     int    // text before it was searched for secret words, see followsSecretWord
	word         int    // offset after the start of the last one; 0 for none
	secret, sure bool   // sure: find only secrets that do not depend on context
}

// Scan returns the secrets of a text in order, without overlaps. The path selects the rules for the file; "" is the
// path of a text without a file.
func Scan(path, text string) []Finding {
	found, _ := scan(path, text)
	return found
}

func scan(path, text string) ([]Finding, Words) { return newScanner(path, text).scan() }

func newScanner(path, text string) *scanner {
	base := path[strings.LastIndexByte(path, '/')+1:]
	dot := strings.LastIndexByte(base, '.')
	return &scanner{
		rules: theRules(), path: path, base: base, text: text, tries: leastTries + len(text)/bytesATry,
		work: leastWork + workAByte*len(text), doubts: mostDoubts, code: dot >= 0 && !pattern("settingFiles").MatchString(base[dot+1:]),
	}
}

func (s *scanner) scan() ([]Finding, Words) {
	s.wholeFile()
	s.digits()
	s.letters()
	s.addresses()
	if !s.sure {
		s.given()
	}
	s.fragments()
	found := s.settle()
	return found, newWords(s.words)
}

// alone finds secrets that need no context.
func (s *scanner) alone() []Finding {
	s.sure = true
	s.digits()
	s.letters()
	return s.settle()
}

const (
	leastCommand = 2  // minimum bytes of a run in a password with symbols
	leastValue   = 10 // minimum bytes of an assigned value
	leastToken   = 12 // minimum bytes of a token with a known prefix
	leastPlain   = 20 // minimum bytes of a token without a digit
)

// Patterns are tried at keywords. A text that consists of keywords must not take forever; no real
// text has as many. A successful try does not count.
const (
	leastTries = 500
	bytesATry  = 2000
	leastWork  = 4 << 20
	workAByte  = 32
	// mostDoubts is the maximum number of values per text that are checked against patterns of names; all further
	// ones count as secrets.
	mostDoubts = 5000
)

// digits checks all runs of characters with a digit: nearly every secret has one, and most of the text has none. It
// tests eight bytes at once.
func (s *scanner) digits() {
	const (
		low   = 0x7f7f7f7f7f7f7f7f
		high  = 0x8080808080808080
		zeros = 0x3030303030303030
		above = 0x7676767676767676
	)
	text := s.text
	i := 0
	for i+8 <= len(text) {
		y := load(text, i) ^ zeros
		no := ((y&low + above) | y) & high // high bits of the bytes that are not digits
		if i += 8; no != high {
			i = s.run(i - 8 + bits.TrailingZeros64(^no&high)/8)
		}
	}
	for i = to(text, i, far, digit); i < len(text); i = to(text, i, far, digit) {
		i = s.run(i)
	}
}

func load(text string, i int) uint64 { return binary.LittleEndian.Uint64([]byte(text[i : i+8])) }

// run checks the run around the digit text[i], and returns where to continue.
func (s *scanner) run(i int) int {
	text := s.text
	a := back(text, i, i-s.done, valueChar)
	b := padded(text, on(text, i+1, far, valueChar))
	s.done = b
	if !s.sure && b-a >= leastCommand {
		s.mixed(a, b)
		s.command(a, b)
	}
	if b-a < leastWord {
		return b
	}
	s.keep(a, b)
	if b-a < leastValue {
		return b
	}
	before := len(s.found)
	s.block(a, b)
	if !s.sure {
		value := a
		if b-a > leastValue && isEscaped(text, a+2) {
			value += 2
		}
		for _, look := range [...]func(a, b int){s.named, s.credential} {
			if len(s.found) == before {
				look(value, b)
			}
		}
	}
	if b-a >= leastToken {
		s.tokens(a, b)
	}
	for _, f := range s.found[before:] {
		s.done = max(s.done, f.End)
	}
	return s.done
}

// isEscaped reports whether the text before text[i] is percent-encoded.
func isEscaped(text string, i int) bool { return i > 2 && text[i-3] == '%' && isHex(text[i-2:i]) }

// padded skips the padding of a base64 text that ends at text[b].
func padded(text string, b int) int {
	const most = 3
	e := on(text, b, most, equals)
	if e < len(text) && (text[e] == '=' || is(text[e], valueChar)) {
		return b // it is an assignment
	}
	return e
}

// letters checks long runs without a digit, since tokens of letters only are rare. One of the steps leads to eight
// bytes within any such run: all of these have the bit of letters, or bits of a dash.
func (s *scanner) letters() {
	const step, letterBits = leastPlain - 8 + 1, 0x4040404040404040
	text := s.text
	for i := 0; i+8 <= len(text); i += step {
		if y := load(text, i); (y|y<<1&(y<<3)&(y<<4)&(y<<6))&letterBits == letterBits && is(text[i], plainChar) {
			a, end := back(text, i, i, plainChar), on(text, i, far, plainChar)
			if end-a >= leastPlain {
				s.tokens(a, end)
			}
			i = end + 1 - step
		}
	}
}

// settle sorts the findings. Of overlapping ones, the more specific one stays, together with the parts of the other
// that it does not cover.
func (s *scanner) settle() []Finding {
	if len(s.found) == 0 {
		return nil
	}
	slices.SortStableFunc(s.found, func(a, b Finding) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return b.End - a.End
	})
	var out []Finding
	for _, f := range s.found {
		if f.Start >= f.End {
			continue
		}
		if len(out) == 0 || f.Start >= out[len(out)-1].End {
			out = append(out, f)
			continue
		}
		last := &out[len(out)-1]
		if last.Rule == genericName || last.Rule == envName && f.Rule != genericName {
			last.Rule = f.Rule
		}
		last.End = max(last.End, f.End)
	}
	for i := range out {
		if !strings.Contains(s.text, allowComment) {
			break
		}
		start := out[i].Start
		if out[i].group > 0 { // the comment may be next to its delimiter
			start = max(strings.LastIndexByte(s.text[:start], '\n'), 0)
		}
		out[i].Allowed = strings.Contains(s.line(start, out[i].End), allowComment)
	}
	return out
}

// allowComment, on the line of a secret, marks it as harmless.
const allowComment = "gitleaks:allow"

// line returns the lines of a range, up to a length that a person may have typed.
func (s *scanner) line(start, end int) string {
	const most = 2000
	from := max(start-most, 0)
	if n := strings.LastIndexByte(s.text[from:start], '\n'); n >= 0 {
		from += n + 1
	}
	to := min(end+most, len(s.text))
	if n := strings.IndexByte(s.text[end:to], '\n'); n >= 0 {
		to = end + n
	}
	return s.text[from:to]
}

// part adds a piece of a secret of several pieces.
func (s *scanner) part(rule string, start, end int) {
	s.found = append(s.found, Finding{Rule: rule, Start: start, End: end, group: s.groups})
}

func (s *scanner) add(rule string, start, end int) {
	s.tries++ // a successful try does not count
	s.found = append(s.found, Finding{Rule: rule, Start: start, End: end})
}
