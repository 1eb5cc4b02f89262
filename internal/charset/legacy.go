package charset

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
)

// Detection of legacy encodings. Every candidate decodes the bytes above 0x7f
// and is given points for how much the result looks like writing: which letters
// stand there, next to what, in which case. See singlebyte.go and multibyte.go.

const (
	// sampleBytes is how many bytes above 0x7f are looked at.
	sampleBytes = 6000
	// enoughPoints is the least average, per byte above 0x7f, of a detection
	// that is believed. What is in a language that a candidate knows, in its
	// encoding, has 70 to 110; noise has less than 20.
	enoughPoints = 60
	// doubtPoints is by how many points in all, not on average, a detection must
	// be ahead of the next one that gives another text.
	doubtPoints = 25
)

// guess is one candidate's result.
type guess struct {
	name    string
	enc     encoding.Encoding
	points  int // average per byte, times 100
	western bool
}

// decodeLegacy detects the encoding of bytes that are not valid UTF-8, and
// decodes them. ok is false if no candidate is good enough.
func decodeLegacy(raw []byte) (text, name string, ok bool) {
	if brokenUTF8(raw) {
		return "", "", false
	}
	guesses := append(guessSingleByte(raw), guessMultiByte(raw)...)
	slices.SortStableFunc(guesses, func(a, b guess) int { return b.points - a.points })
	for i, g := range guesses {
		if g.points < enoughPoints*100 {
			break
		}
		if text, ok := decodeStrictly(g.enc, raw); ok {
			if doubtful(g, guesses[i+1:], raw) {
				break
			}
			return text, g.name, true
		}
	}
	return "", "", false
}

// doubtful reports whether another candidate reads the bytes differently and is
// nearly as good, in total over all bytes. The western European encodings are
// by far the most frequent ones in source code, so that they are believed on
// little evidence.
func doubtful(best guess, others []guess, raw []byte) bool {
	if best.western {
		return false
	}
	lines, count := highLines(sampleOf(raw))
	text, _ := decodeStrictly(best.enc, lines)
	tried := map[string]bool{best.name: true}
	for _, g := range others {
		if (best.points-g.points)*count > doubtPoints*100 {
			return false
		}
		if tried[g.name] {
			continue
		}
		tried[g.name] = true
		if other, ok := decodeStrictly(g.enc, lines); ok && other != text {
			return true
		}
	}
	return false
}

// highLines gives the lines that have bytes above 0x7f, up to a length that is
// cheap to decode often, and the number of those bytes in the whole sample.
func highLines(sample []byte) (lines []byte, count int) {
	const enough = 32 << 10
	for line := range bytes.Lines(sample) {
		high := 0
		for _, b := range line {
			if b >= 0x80 {
				high++
			}
		}
		count += high
		if room := enough - len(lines); high > 0 && room > 0 {
			lines = append(lines, line[:min(room, len(line))]...)
		}
	}
	return lines, count
}

// decodeStrictly decodes all or nothing. The text must lead back to itself: to
// the same bytes, or, where an encoding has two codes for a character, to bytes
// of the same meaning.
func decodeStrictly(enc encoding.Encoding, raw []byte) (string, bool) {
	out, err := enc.NewDecoder().Bytes(raw)
	if err != nil || !utf8.Valid(out) || bytes.ContainsRune(out, utf8.RuneError) || hasC1(out) {
		return "", false
	}
	back, err := enc.NewEncoder().Bytes(out)
	if err != nil {
		return "", false
	}
	if !bytes.Equal(back, raw) {
		again, err := enc.NewDecoder().Bytes(back)
		if err != nil || len(back) != len(raw) || !bytes.Equal(again, out) {
			return "", false
		}
	}
	return string(out), true
}

// hasC1 reports whether the UTF-8 text holds a C1 control character.
func hasC1(text []byte) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == 0xc2 && text[i+1] < 0xa0 {
			return true
		}
	}
	return false
}

// brokenUTF8 reports whether the bytes are UTF-8 with errors in it, such as a
// text that was cut or of which a part is in another encoding. Read in a legacy
// encoding, all of its letters would be wrong.
func brokenUTF8(raw []byte) bool {
	valid, invalid := 0, 0
	for i := 0; i < len(raw); {
		if raw[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && size == 1 {
			invalid++
		} else {
			valid += size
		}
		i += size
	}
	return valid > 3*invalid
}

// decodeISO2022JP decodes Japanese text in escape sequences, all of whose bytes
// are ASCII. It takes only what leads back to the same bytes.
func decodeISO2022JP(raw []byte) (string, bool) {
	if !bytes.Contains(raw, []byte("\x1b$B")) && !bytes.Contains(raw, []byte("\x1b$@")) {
		return "", false
	}
	out, err := japanese.ISO2022JP.NewDecoder().Bytes(raw)
	if err != nil || !utf8.Valid(out) || bytes.ContainsRune(out, utf8.RuneError) || bytes.IndexByte(out, 0x1b) >= 0 {
		return "", false
	}
	back, err := japanese.ISO2022JP.NewEncoder().Bytes(out)
	if err != nil || !bytes.Equal(normalizeJIS(back), normalizeJIS(raw)) {
		return "", false
	}
	return string(out), true
}

// normalizeJIS writes the escape sequences that mean the same as one.
func normalizeJIS(b []byte) []byte {
	s := strings.NewReplacer("\x1b$@", "\x1b$B", "\x1b(J", "\x1b(B").Replace(string(b))
	return bytes.TrimSuffix([]byte(s), []byte("\x1b(B"))
}
