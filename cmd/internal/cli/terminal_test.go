package cli

import (
	"strings"
	"testing"
)

// Control characters are shown, even if a write splits a character; other text, and control
// characters that this program wrote, stay unchanged.
func TestVisible(t *testing.T) {
	t.Parallel()
	const text = "é\t1\r\n\x1b[31m\x07\r\x7f\u009b2J\u202e\xff世\n"
	const want = "é\t1\r\n" + `\x1b[31m\x07\x0d\x7f\u009b2J\u202e\xff` + "世\n"
	if got := makeVisible(text); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	plain := strings.Repeat("world 世界 é\n", 50)
	for size := 1; size < 9; size++ {
		var b strings.Builder
		v := &Visible{To: &b}
		for rest := plain; rest != ""; {
			n := min(size, len(rest))
			if written, err := v.Write([]byte(rest[:n])); written != n || err != nil {
				t.Fatal(written, err)
			}
			rest = rest[n:]
		}
		if b.String() != plain {
			t.Errorf("in pieces of %d bytes: %q", size, b.String())
		}
	}
	for _, c := range []struct {
		terminal bool
		want     string
	}{{true, `\x1b[0m`}, {false, "\x1b[0m"}} {
		var b strings.Builder
		s := &Streams{Out: &b, OutTerminal: c.terminal}
		g := &Globals{color: "auto"}
		if err := g.Check(s); err != nil {
			t.Fatal(err)
		}
		if err := WriteProduct(s, "", "\x1b[0m"); err != nil || b.String() != c.want {
			t.Errorf("%+v: %q %v", c, b.String(), err)
		}
	}
}
