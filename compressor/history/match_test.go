package history

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"ctxpack/internal/text/jsondoc"
)

func TestMatcher(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		query, text string
		want        bool
	}{
		{"needle", "a NEEDLE in it", true},
		{"NEEDLE", "needle", true},
		{"needle", "need le", false},
		{"größe", "GRÖSSE", false},
		{"größe", "GRÖẞE", true},
		{"ärger", "ÄRGER", true},
		{"k", "\u212A", true}, // Kelvin
		{"\u212A", "k", true},
		{"sister", "ſiſter", true},
		{"Σ", "ς", true},
		{"日本", "日本語", true},
		{"i", "İ", false},
		{`say "hi"`, `Say "Hi"`, true},
		{"a/b", "A/B", true},
		{"a\nb", "A\nB", true},
		{"\\", "a\\b", true},
		{"<b>", "<B>", true},
		{"\U00010400", "\U00010428", true},
		{"\ufffd", "\ufffd", true},
	} {
		m := NewMatcher(c.query)
		if got := m.MatchText(c.text); got != c.want {
			t.Errorf("%q in %q: %v", c.query, c.text, got)
		}
		for _, line := range writings(t, c.text) {
			if got := m.Match([]byte(line)); got != c.want {
				t.Errorf("%q in %s: %v", c.query, line, got)
			}
		}
	}
	for _, blank := range []string{"", " ", "\t\n"} {
		if NewMatcher(blank) != nil {
			t.Errorf("%q is searched for", blank)
		}
	}
}

// writings returns different JSON encodings of a string.
func writings(t testing.TB, text string) []string {
	t.Helper()
	plain := string(jsondoc.Encode(text))
	html, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	var ascii strings.Builder
	for _, r := range text {
		for _, u := range utf16Of(r) {
			ascii.WriteString(`\u` + string(hex4(u)))
		}
	}
	return []string{plain, string(html), strings.ReplaceAll(plain, "/", `\/`), `"` + ascii.String() + `"`}
}

func utf16Of(r rune) []rune {
	if r < 0x10000 {
		return []rune{r}
	}
	r -= 0x10000
	return []rune{0xd800 + r>>10, 0xdc00 + r&0x3ff}
}

func hex4(r rune) []byte {
	const digits = "0123456789aBcDeF"
	return []byte{digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15]}
}

func TestFind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ query, text, want string }{
		{"needle", "die Größe der NEEDLE da", "NEEDLE"},
		{"k", "10 \u212A", "\u212A"},
		{"x", "nothing", ""},
		{"end", "the END", "END"},
	} {
		start, end := NewMatcher(c.query).Find(c.text)
		if got := c.text[start:max(start, end)]; got != c.want {
			t.Errorf("%q in %q: found %q", c.query, c.text, got)
		}
	}
}

// slowFold is the definition of folding, character by character.
func slowFold(text string) string {
	return strings.Map(func(r rune) rune {
		minimum := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			minimum = min(minimum, f)
		}
		return minimum
	}, text)
}

// FuzzMatcher checks that the fast and the slow way find the same, however the text is encoded.
func FuzzMatcher(f *testing.F) {
	f.Add("needle", "A NEEDLE in the haystack")
	f.Add("Kſ", "\u212AS")
	f.Add("größe/\"", "GRÖSSE/\"")
	f.Add("\x00\u2028", "\x00\u2028<>")
	f.Fuzz(func(t *testing.T, query, text string) {
		m := NewMatcher(query)
		if m == nil || !utf8.ValidString(text) || !utf8.ValidString(query) {
			return
		}
		want := strings.Contains(slowFold(text), slowFold(query))
		for _, line := range writings(t, text) {
			if got := m.Match([]byte(line)); got != want {
				t.Fatalf("%q in %s: %v, want %v", query, line, got, want)
			}
		}
		if start, end := m.Find(text); want && !strings.EqualFold(text[start:end], query) || !want && end != 0 {
			t.Fatalf("%q in %q: found %d to %d", query, text, start, end)
		}
	})
}
