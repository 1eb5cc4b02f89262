package prose

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// checkText checks the invariants of a single text.
func checkText(t *testing.T, text string, o Options) {
	t.Helper()
	r := trimmed(t, text, o)
	measure := Words
	if o.Tokens != nil {
		measure = o.Tokens
	}
	if n := measure(r.Text); n > o.Limit {
		t.Fatalf("%d units, limit %d: %q", n, o.Limit, r.Text)
	}
	if measure(text) <= o.Limit && r.Text != text {
		t.Fatalf("changed although it fits: %q", r.Text)
	}
	if again := trimmed(t, r.Text, o); again.Text != r.Text || again.Trimmed {
		t.Fatalf("again: %q, then %q", r.Text, again.Text)
	}
	if !madeOf(text, r.Text, o.Ends) {
		t.Fatalf("%q is not made of the ends of %q", r.Text, text)
	}
	if utf8.ValidString(text) && !utf8.ValidString(r.Text) {
		t.Fatalf("cut within a character: %q", r.Text)
	}
	if o.Tokens == nil && !o.Ends && r.Trimmed {
		given := o.Limit - Words(r.Text)
		start, end := lastWord(r.Text, len(r.Text))
		if end != len(r.Text) || given >= Window || given > 0 && !endsSentence(text, start, end) {
			t.Fatalf("cut at %q, %d words given up", r.Text[start:], given)
		}
	}
}

// madeOf reports whether kept is the beginning of text, or its two ends with the mark between.
func madeOf(text, kept string, ends bool) bool {
	if strings.HasPrefix(text, kept) {
		return true
	}
	for at := 0; ends && at < len(kept); at++ {
		tail, ok := strings.CutPrefix(kept[at:], "\n\n"+Gap)
		tail = strings.TrimPrefix(tail, "\n\n")
		if ok && at+len(tail) <= len(text) && strings.HasPrefix(text, kept[:at]) && strings.HasSuffix(text, tail) {
			return true
		}
	}
	return false
}

// prosaic makes a text of words, ends of sentences and white space.
func prosaic(random *rand.Rand) string {
	words := []string{"a", "word", "Dr.", "e.g.", "J.", "end.", "end!", "(end?)", "»end.«", "1.", ".", "...", "日本語。", "x\xff", "[…]", "\u0085"}
	spaces := []string{" ", "  ", "\n", "\n\n", "\r\n", "\t", "\u00A0", "\uFEFF", "\u2028"}
	var b strings.Builder
	if random.IntN(3) == 0 {
		b.WriteString(spaces[random.IntN(len(spaces))])
	}
	for range random.IntN(200) {
		b.WriteString(words[random.IntN(1+random.IntN(len(words)))])
		b.WriteString(spaces[random.IntN(1+random.IntN(len(spaces)))])
	}
	return b.String()
}

func TestProperties(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 1500 {
		o := Options{Limit: 1 + random.IntN(150), Ends: random.IntN(2) == 1}
		if random.IntN(2) == 0 {
			o.Tokens = pieces
		}
		checkText(t, prosaic(random), o)
	}
}

// Parts that may be cut: those cut more have the lower priority, and the limit applies unless the protected ones
// exceed it.
func TestPartProperties(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for range 800 {
		var parts []Part
		for range random.IntN(6) {
			parts = append(parts, Part{Text: prosaic(random), Priority: random.IntN(3), Protected: random.IntN(4) == 0})
		}
		o := Options{Limit: 1 + random.IntN(500)}
		if random.IntN(2) == 0 {
			o.Tokens = pieces
		}
		r, err := Trim(parts, o)
		if err != nil {
			t.Fatal(err)
		}
		measure := (&fitter{options: o}).measure
		protected := &fitter{options: o}
		trimmedAgain := slices.Clone(parts)
		for i, p := range parts {
			trimmedAgain[i].Text = r.Parts[i].Text
			if p.Protected {
				protected.texts = append(protected.texts, p.Text)
			}
			if p.Protected && r.Parts[i].Text != p.Text || !strings.HasPrefix(p.Text, r.Parts[i].Text) {
				t.Fatalf("part %d is %q", i, r.Parts[i].Text)
			}
			for k, q := range parts {
				if r.Parts[i].Text != p.Text && !q.Protected && q.Priority < p.Priority && r.Parts[k].Text != "" {
					t.Fatalf("priority %d is cut, %d is not empty", p.Priority, q.Priority)
				}
			}
		}
		over := max(0, measure(protected.joined())-o.Limit)
		if got := max(0, measure(r.Text)-o.Limit); got != over || r.Over != over {
			t.Fatalf("over by %d, said %d, want %d", got, r.Over, over)
		}
		if again, _ := Trim(trimmedAgain, o); again.Text != r.Text {
			t.Fatalf("again: %q, then %q", r.Text, again.Text)
		}
	}
}

func FuzzTrim(f *testing.F) {
	random := rand.New(rand.NewPCG(5, 6))
	for i := range 20 {
		f.Add(prosaic(random), 1+i*5, i%2 == 0, i%3 == 0)
	}
	f.Fuzz(func(t *testing.T, text string, limit int, ends, tokens bool) {
		o := Options{Limit: 1 + limit&0xfff}
		if ends {
			o.Ends = true
		}
		if tokens {
			o.Tokens = pieces
		}
		checkText(t, text, o)
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"excerpt":"a b c","context":"d","guides":"e f"}`, `[{"name":"a","text":"b","priority":-1,"protected":true},{"text":null}]`,
		`[{"priority":1e3}]`, `{"excerpt":1}`, `[`, "\uFEFF[]",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func([]byte) ([]Part, error){ParseParts, ParseAnalysis} {
			parts, err := read(data)
			if err != nil {
				if !strings.HasPrefix(err.Error(), "read parts: line ") {
					t.Fatalf("no place: %v", err)
				}
				continue
			}
			if _, err := Trim(parts, Options{Limit: 3}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
