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
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"func main() {\n", "\treturn a / b\n", "word ", "12345 6 7", " a", "é漢字 x", "🙂 🙂", "\n\n", "    ", "\xff a b",
		"don't we'll ", "//\n/", "\r\n"}
	for _, c := range allWays(t) {
		m := NewMemo(c, "")
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
			if at = r.IntN(end + 1); m.Joined(part[at:])(part[:at]) != want {
				t.Fatalf("%s: not %d of two texts that meet at %d", c.Key(), want, at)
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
	m := NewMemo(c, "")
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, "line %d of a text with some words in it\n", i*i)
	}
	m.Count("head one\n" + b.String())
	before := len(m.fresh)
	m.Count("another head that is longer\n" + b.String())
	if more := len(m.fresh) - before; before < 20 || more > 3 {
		t.Errorf("%d chunks, then %d more", before, more)
	}
}

func FuzzMemo(f *testing.F) {
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
			if got, want := NewMemo(c, "").Count(text), c.Count(text); got != want {
				t.Errorf("%s: %d, not %d", c.Key(), got, want)
			}
		}
	})
}

// The next Memo does not count kept texts again; a damaged one keeps nothing.
func TestMemoKept(t *testing.T) {
	t.Parallel()
	texts := func(from, to int) (list []string) {
		for i := from; i < to; i++ {
			list = append(list, strings.Repeat(fmt.Sprintf("line %d of many\n", i), 3+i%7))
		}
		return list
	}
	for _, c := range allWays(t) {
		m, kept := NewMemo(c, ""), ""
		for round := range 3 {
			for _, text := range texts(round*100, 200+round*300) {
				if got, want := m.Count(text), c.Count(text); got != want {
					t.Fatalf("%s, round %d: %d, not %d of %q", c.Key(), round, got, want, text)
				}
			}
			more, ok := m.Kept()
			if ok == c.rough() {
				t.Errorf("%s, round %d: there is news: %v", c.Key(), round, ok)
			}
			if _, again := m.Kept(); again {
				t.Errorf("%s, round %d: the same news twice", c.Key(), round)
			}
			if ok {
				kept = more
			}
			m = NewMemo(c, kept)
		}
		for _, text := range texts(0, 800) { // everything seen so far
			m.Count(text)
		}
		if _, ok := m.Kept(); ok {
			t.Errorf("%s: what was kept was counted again", c.Key())
		}
		for _, bad := range []string{"x", kept + "x", kept[:len(kept)/2], strings.Repeat("\xff", len(kept))} {
			if got, want := NewMemo(c, bad).Count(texts(0, 1)[0]), c.Count(texts(0, 1)[0]); got != want {
				t.Errorf("%s: %d, not %d, with what is no table", c.Key(), got, want)
			}
		}
	}
}
