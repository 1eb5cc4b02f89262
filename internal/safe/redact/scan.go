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
	Start, End int // bytes of the text
	// Allowed is set if a comment, or the user, says that it may be shown.
	Allowed bool
	// group is the same in the pieces of one secret: the first shows the
	// placeholder, the others nothing. 0 for a secret in one piece.
	group int
	local bool // the value is looked for nowhere else
}

// The kinds of characters that runs are made of.
const (
	letter    = 1 << iota
	digit     //
	under     // _
	dotDash   // . and -
	slashPlus // what base64 has more
	tilde     // ~
	equals    // =
	blank     // in a line
	breaks    // of lines
	quote     // of strings
	escape    // \
	operator  // before a value
	symbol    // of passwords, beside letters and digits
	joins     // what may stand behind a string that is joined to another
	follows   // and behind a name that has a value
	dash      // -
	less      // <
	greater   // >
	closing   // | and )
	parts     // of what a program is given: user:password
	address   // what addresses do not have before an @

	wordChar  = letter | digit | under
	nameChar  = wordChar | dotDash
	valueChar = nameChar | slashPlus | tilde
	plainChar = letter | under | dash // in a token without digits
	gapChar   = nameChar | blank      // between a name and the operator behind it
	spaceMay  = blank | breaks | quote | escape
	quoting   = spaceMay | equals // between an operator and a value
)

// Read-only.
var kinds = func() (k [256]uint32) {
	for kind, chars := range map[uint32]string{
		letter: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", digit: "0123456789", under: "_", dash: "-", less: "<", greater: ">", closing: "|)", parts: ":,%", address: "<>@(){}",
		dotDash: ".-", slashPlus: "/+", tilde: "~",
		equals: "=", blank: " \t", breaks: "\r\n\v\f", quote: "'\"`", escape: "\\", operator: "=>:|?,", symbol: symbols,
		joins: " \t\r\n,#/-\"'`" + stringOperators, follows: "\r\n_0123456789\\'\"`] \t=:<?|+>(,[{",
	} {
		for _, c := range []byte(chars) {
			k[c] |= kind
		}
	}
	return k
}()

func is(c byte, kind uint32) bool { return kinds[c]&kind != 0 }

// back returns where the characters of a kind begin that stand before text[i], of at most so many, and on where those
// end that begin there.
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

// backTo and to are the same up to a character of a kind.
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

// far is more bytes than any text has.
const far = 1 << 30

// scanner goes through one text.
type scanner struct {
	*rules
	path, base string
	text       string
	found      []Finding
	words      []uint32 // hashes of what a value could be looked for by
	done       int      // what is before was looked at
	groups     int
	tries      int  // that are left of patterns that need a name
	work       int  // bytes that are left for patterns of tokens, see affords
	doubts     int  // that are left of patterns of what is no secret
	code       bool // it is of a language in which a value without quotes is code
	listened   int  // what is before was searched for words of secrets, see heard
	word       int  // behind the beginning of the last one; 0 for none
	sure       bool // only what is a secret whatever stands around it
}

// Scan finds the secrets of a text, in their order and apart from each other. The
// path says which rules hold for the file; "" is the path of a text without a file.
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

// alone finds what is a secret by its own characters.
func (s *scanner) alone() []Finding {
	s.sure = true
	s.digits()
	s.letters()
	return s.settle()
}

const (
	leastCommand = 2  // bytes of a run in a password with symbols
	leastValue   = 10 // bytes of the shortest value of an assignment
	leastToken   = 12 // and of a token that its first bytes tell
	leastPlain   = 20 // and of one without a digit
)

// Patterns are tried where keywords stand. A text of nothing but keywords must not
// take forever: no real one has as many. A try that finds something is not counted.
const (
	leastTries = 500
	bytesATry  = 2000
	leastWork  = 4 << 20
	workAByte  = 32
	// mostDoubts are the values of a text that may turn out to be none by patterns of
	// their names; all further ones are taken for secrets.
	mostDoubts = 5000
)

// digits looks at all runs of characters with a digit: nearly every secret has one,
// and most of the text has none. Eight bytes are looked at together.
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
		no := ((y&low + above) | y) & high // of each byte that is no digit
		if no == high {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(^no&high) / 8
		i = s.run(i)
	}
	for i < len(text) {
		if is(text[i], digit) {
			i = s.run(i)
		} else {
			i++
		}
	}
}

func load(text string, i int) uint64 { return binary.LittleEndian.Uint64([]byte(text[i : i+8])) }

// run looks at the run around text[i], which is a digit, and returns where to go on.
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

// isEscaped reports whether what stands before text[i] is escaped as in addresses.
func isEscaped(text string, i int) bool { return i > 2 && text[i-3] == '%' && isHex(text[i-2:i]) }

// padded moves over the padding of a base64 text that ends at text[b].
func padded(text string, b int) int {
	const most = 3
	e := on(text, b, most, equals)
	if e < len(text) && (text[e] == '=' || is(text[e], valueChar)) {
		return b // it is an assignment
	}
	return e
}

// letters looks at long runs without a digit: a token of letters alone is rare. Each look goes
// back from where the shortest one behind text[a-1], which is in none, would end.
func (s *scanner) letters() {
	text := s.text
	for end := leastPlain; end <= len(text); {
		a := back(text, end, leastPlain, plainChar)
		if end-a == leastPlain {
			end = on(text, end, far, plainChar)
			s.tokens(a, end)
			a = end + 1
		}
		end = a + leastPlain
	}
}

// settle puts the findings in order. Where two are at one place, the more special
// one stays, and what it does not cover of the other is covered all the same.
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
		if out[i].group > 0 { // the comment may stand beside its mark
			start = max(strings.LastIndexByte(s.text[:start], '\n'), 0)
		}
		out[i].Allowed = strings.Contains(s.line(start, out[i].End), allowComment)
	}
	return out
}

// allowComment on the line of a secret says that it is none.
const allowComment = "gitleaks:allow"

// line is the lines from one place to another, as far as they are of a size that a
// person may have written.
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
	s.tries++ // the one that it took, if it took any
	s.found = append(s.found, Finding{Rule: rule, Start: start, End: end})
}
