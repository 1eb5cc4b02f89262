package tokens

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func allWays(t testing.TB) []*Counter {
	t.Helper()
	var list []*Counter
	for _, name := range Names() {
		for _, factor := range []int{exact, 1150} {
			c, err := newCounter(name, factor)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, c)
		}
	}
	return list
}

// A Memo counts like its Counter, whatever it has counted before.
func TestMemo(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"func main() {\n", "\treturn a / b\n", "word ", "12345 6 7", " a", "é漢字 x", "🙂 🙂", "\n\n", "    ", "\xff a b",
		"don't we'll ", "//\n/", "\r\n"}
	for _, c := range allWays(t) {
		m := NewMemo(c)
		var b strings.Builder
		for b.Len() < 120_000 {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		text := b.String()
		for range 8 {
			at, end := r.IntN(len(text)), r.IntN(len(text))
			text = text[:at] + fmt.Sprint(" changed ", r.IntN(1000)) + text[at:]
			part := text[:end]
			want := c.Count(part)
			if got := m.Count(part); got != want {
				t.Fatalf("%s: %d, not %d", c.Key(), got, want)
			}
		}
	}
}

// Text that two texts share is counted once.
func TestMemoRemembers(t *testing.T) {
	t.Parallel()
	c, err := New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	m := NewMemo(c)
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, "line %d of a text with some words in it\n", i*i)
	}
	m.Count("head one\n" + b.String())
	before := len(m.counts)
	m.Count("another head that is longer\n" + b.String())
	if more := len(m.counts) - before; before < 20 || more > 3 {
		t.Errorf("%d chunks, then %d more", before, more)
	}
}

func FuzzMemo(f *testing.F) {
	if testing.Short() {
		f.Skip("runs no goroutines")
	}
	f.Add("a b", uint16(3))
	f.Add("1 2\n/", uint16(9))
	list := allWays(f)
	f.Fuzz(func(t *testing.T, piece string, at uint16) {
		text := strings.Repeat(piece, 1+3*longText/(1+len(piece)))
		if len(text) > 20*longText {
			return
		}
		text = text[min(int(at), len(text)):]
		for _, c := range list {
			if got, want := NewMemo(c).Count(text), c.Count(text); got != want {
				t.Errorf("%s: %d, not %d", c.Key(), got, want)
			}
		}
	})
}
