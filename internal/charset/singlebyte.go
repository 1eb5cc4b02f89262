package charset

import (
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"
)

// runeClass is what the context of a character depends on.
type runeClass uint8

const (
	classOther runeClass = iota // ASCII that is no letter
	classLower
	classUpper
	classLetter // without case
	classMark   // punctuation that stands anywhere
	classQuote  // punctuation that does not stand inside a word
	classSign   // a symbol that does not stand inside a word
	classBad    // not expected in text
)

func (c runeClass) letter() bool { return c >= classLower && c <= classLetter }

// glyph is a byte above 0x7f as one candidate reads it.
type glyph struct {
	class  runeClass
	points int
	alone  bool // a letter that is a word
	before bool // a sign that may come before a word
	after  bool // a mark that may follow a word, but not come before one
	place  place
}

// place is where in a word the spelling of a language has a letter.
type place uint8

const (
	placeAny    place = iota
	placeEnd          // nowhere but at the end
	placeInside       // not at the end, not before a vowel
	placeNasal        // before o, e, i, s and at the end, as Portuguese has its tilde
)

// fits reports whether a letter of the place can stand before the byte next.
func (p place) fits(next byte, letter bool) bool {
	vowel := strings.IndexByte("aeiouyAEIOUY", next) >= 0
	switch p {
	case placeEnd:
		return !letter
	case placeInside:
		return letter && !vowel
	case placeNasal:
		return !letter || strings.IndexByte("oeisOEIS", next) >= 0
	}
	return true
}

// candidate is a single-byte encoding together with a language.
type candidate struct {
	name           string
	chars          *charmap.Charmap
	latin, western bool
	table          [128]glyph
}

// guessSingleByte rates every single-byte candidate. Those that come first win
// a tie, since the highest points are looked for.
func guessSingleByte(raw []byte) []guess {
	sample := sampleOf(raw)
	var present [128]bool // the bytes above 0x7f that there are
	for _, b := range sample {
		if b >= 0x80 {
			present[b-0x80] = true
		}
	}
	var guesses []guess
	for _, l := range languages() {
		for _, name := range l.charsets {
			c := newCandidate(l, name, present)
			if points, ok := c.rate(sample); ok {
				guesses = append(guesses, guess{name: c.name, enc: c.chars, points: points - l.penalty*100, western: l.western})
			}
		}
	}
	for i := range guesses {
		if guesses[i].name == "windows-1252" && !hasByteBelow(sample, 0xa0) {
			guesses[i].name, guesses[i].enc = "iso-8859-1", charmap.ISO8859_1
		}
	}
	return guesses
}

// sampleOf gives the beginning of the bytes up to where enough of them are
// above 0x7f.
func sampleOf(raw []byte) []byte {
	high := 0
	for i, b := range raw {
		if b >= 0x80 {
			if high++; high == sampleBytes {
				return raw[:i+1]
			}
		}
	}
	return raw
}

func hasByteBelow(raw []byte, limit byte) bool {
	for _, b := range raw {
		if b >= 0x80 && b < limit {
			return true
		}
	}
	return false
}

func newCandidate(l language, name string, present [128]bool) *candidate {
	c := &candidate{name: name, chars: charsetNamed(name), latin: l.latin, western: l.western}
	for i := range c.table {
		if present[i] {
			c.table[i] = l.glyph(c.chars.DecodeByte(byte(0x80 + i)))
		}
	}
	return c
}

// glyph rates a character by itself.
func (l *language) glyph(r rune) glyph {
	switch {
	case r == unicode.ReplacementChar || r >= 0x80 && r < 0xa0:
		return glyph{class: classBad}
	case strings.ContainsRune("\u00a0\u00ad\u200c\u200d\u200e\u200f", r):
		return glyph{class: classMark, points: 60}
	case strings.ContainsRune("’·–—", r):
		return glyph{class: classMark, points: 100, after: r == '’'}
	case strings.ContainsRune("«»“”‘„‚‹›…", r):
		return glyph{class: classQuote, points: 100, after: r == '…'}
	case strings.ContainsRune("°µ", r): // °C, µs, 20°
		return glyph{class: classSign, points: 80, after: true, before: true}
	case strings.ContainsRune("©®™ªº²³", r):
		return glyph{class: classSign, points: 80, after: true}
	case strings.ContainsRune("§€£•¿¡½№", r):
		return glyph{class: classSign, points: 80}
	case strings.ContainsRune("±×÷¶¥¢¹¼¾†‡‰", r):
		return glyph{class: classSign, points: 60}
	}
	lower := unicode.ToLower(r)
	g := glyph{class: classLetter, alone: strings.ContainsRune(l.alone, lower)}
	switch {
	case strings.ContainsRune(l.end, lower):
		g.place = placeEnd
	case strings.ContainsRune(l.inside, lower):
		g.place = placeInside
	case strings.ContainsRune(l.nasal, lower):
		g.place = placeNasal
	}
	switch {
	case unicode.IsUpper(r):
		g.class = classUpper
	case unicode.IsLower(r):
		g.class = classLower
	case !unicode.IsLetter(r) && !unicode.IsMark(r):
		return glyph{class: classSign, points: -60}
	}
	switch {
	case strings.ContainsRune(l.frequent, lower):
		g.points = 100
	case strings.ContainsRune(l.other, lower):
		g.points = 75
	case strings.ContainsRune(l.rare, lower):
		g.points = 25
	default:
		g.points = -40
	}
	if g.class == classUpper {
		g.points -= 3
	}
	return g
}

// rate gives the average points per byte above 0x7f, times 100. ok is false if
// a byte has no meaning.
func (c *candidate) rate(sample []byte) (points int, ok bool) {
	total, count, words := 0, 0, 0
	run := 0 // letters above 0x7f in a row, up to this one
	for i, b := range sample {
		if b < 0x80 {
			run = 0
			continue
		}
		g := c.table[b-0x80]
		if g.class == classBad {
			return 0, false
		}
		if run++; !g.class.letter() {
			run = 0
		}
		prev, next, after := classOther, classOther, byte(0)
		if i > 0 {
			prev = c.classOf(sample[i-1])
		}
		if i+1 < len(sample) {
			after = sample[i+1]
			next = c.classOf(after)
		}
		p := g.inContext(prev, next)
		if !g.place.fits(after, next.letter()) {
			p -= 60
		}
		switch {
		case !g.class.letter():
		case c.latin:
			p += g.latinContext(run, prev, next)
		default:
			p += g.otherContext(i, sample, prev, next)
		}
		if g.class.letter() && (prev.letter() || next.letter()) {
			words++
		}
		total += p
		count++
	}
	// A byte or two that stand by themselves tell no language.
	if count == 0 || !c.western && words == 0 || !c.latin && words == 1 {
		return 0, false
	}
	return total * 100 / count, true
}

func (c *candidate) classOf(b byte) runeClass {
	switch {
	case b >= 0x80:
		return c.table[b-0x80].class
	case 'a' <= b && b <= 'z':
		return classLower
	case 'A' <= b && b <= 'Z':
		return classUpper
	}
	return classOther
}

// inContext gives the points of a character between two others, by the rules
// that hold in every script.
func (g glyph) inContext(prev, next runeClass) int {
	switch {
	case g.class >= classQuote && prev.letter() && next.letter():
		return -120
	case g.class == classSign && next.letter() && !g.before:
		return g.points - 100
	case g.class == classSign && prev.letter() && !g.after:
		return g.points - 80
	case g.class == classUpper && prev == classLower:
		return -150
	case g.class >= classMark && g.after && !g.before && !prev.letter() && next.letter():
		return -60
	case g.class == classLower && prev == classUpper && next == classUpper:
		return -100
	}
	return g.points
}

// latinContext: letters above 0x7f stand among those of ASCII, seldom many in a
// row.
func (g glyph) latinContext(run int, prev, next runeClass) int {
	switch {
	case run > 3:
		return -160
	case run == 3:
		return -60
	case !prev.letter() && !next.letter() && !g.alone:
		return -40
	}
	return 0
}

// otherContext: letters above 0x7f do not stand beside those of ASCII.
func (g glyph) otherContext(i int, sample []byte, prev, next runeClass) int {
	asciiLetter := func(i int, class runeClass) bool {
		return i >= 0 && i < len(sample) && sample[i] < 0x80 && class.letter()
	}
	switch {
	case asciiLetter(i-1, prev), asciiLetter(i+1, next):
		return -180
	case !prev.letter() && !next.letter() && !g.alone:
		return -40
	case prev == classUpper && next != classLower:
		return -30
	}
	return 0
}
