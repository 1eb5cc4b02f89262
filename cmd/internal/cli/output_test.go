package cli

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestWrap(t *testing.T) {
	t.Parallel()
	const text = "Usage:\n  pack     Pack a repository into a bundle\n      --budget TOKENS   at most TOKENS\n" +
		"ééé ééé ééé ééé ééé é\na-word-that-is-longer-than-all b\n\nend"
	const want = "Usage:\n  pack     Pack a\n           repository\n           into a bundle\n      --budget TOKENS\n          at most TOKENS\n" +
		"ééé ééé ééé ééé ééé é\n" +
		"a-word-that-is-longer-than-all\nb\n\nend"
	if got := Wrap(text, 24); got != want {
		t.Errorf("%s", got)
	}
	for width := range 30 {
		got := Wrap(text, width)
		if width == 0 && got != text || strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(text), " ") {
			t.Errorf("%d columns: %s", width, got)
		}
	}
}

// A line of progress that a terminal wraps would stay there: what erases a line does not know of the one above.
func TestProgressDoesNotWrap(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out guarded
		p := StartProgress(&Globals{}, &Streams{Err: &out, ErrTerminal: true, ErrWidth: 40})
		p.Tell(strings.Repeat("x", 100))
		time.Sleep(progressDelay + progressInterval)
		p.Stop()
		for line := range strings.SplitSeq(out.String(), "\r\x1b[K") {
			if n := len([]rune(line)); n >= 40 {
				t.Errorf("%d columns: %s", n, line)
			}
		}
		if !strings.Contains(out.String(), "xx") {
			t.Error("nothing is shown")
		}
	})
}

// guarded is a text that may be written and read at once.
type guarded struct {
	mu sync.Mutex
	b  strings.Builder
}

func (g *guarded) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.Write(p)
}

func (g *guarded) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.String()
}
