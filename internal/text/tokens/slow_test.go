//go:build slow

package tokens

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// The tests here take minutes: go test -tags slow -timeout 60m ./internal/text/tokens

// TestAllGoSources compares every file of the toolchain's library.
func TestAllGoSources(t *testing.T) {
	t.Parallel()
	all := counters(t)
	for _, text := range goSources(t, 1) {
		for _, c := range all {
			compare(t, c, text)
		}
	}
}

// TestEveryCharacter compares every code point next to the characters that the patterns distinguish.
func TestEveryCharacter(t *testing.T) {
	t.Parallel()
	all := counters(t)
	for first := rune(0); first <= utf8.MaxRune; first += 64 {
		var b strings.Builder
		for r := first; r < first+64; r++ {
			c := string(r)
			b.WriteString("a" + c + "b A" + c + "B" + c + " " + c + c + "1" + c + "\n" + c + "'s'" + c + "! " + c + "\u0301" + c + "x  " + c + "\n")
		}
		for _, c := range all {
			compare(t, c, b.String())
		}
	}
}

// TestRandom compares random texts of relevant characters.
func TestRandom(t *testing.T) {
	t.Parallel()
	all := counters(t)
	runes := []rune("aAbBzZ''sStTreREVvlLmMdD019\u00b2\u0661 \t\n\r\u00a0\u2003/!-_.\u0301\u0302\u01c5\u02b0\u00aa\u4e2d\u0e01\U0001F600\ufffd\x00\u017f")
	random := rand.New(rand.NewPCG(5, 6))
	for range 200_000 {
		var b strings.Builder
		for range 1 + random.IntN(40) {
			b.WriteRune(runes[random.IntN(len(runes))])
		}
		for _, c := range all {
			compare(t, c, b.String())
		}
	}
}
