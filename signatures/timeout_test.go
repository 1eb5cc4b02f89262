package signatures_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"ctxpack/signatures"
)

// hasty is a context that never ends, but requests results at once.
type hasty struct{ context.Context }

func (hasty) Deadline() (time.Time, bool) { return time.Now(), true }

// TestTimedOutWork: a parse stopped by the time limit counts as work even though no counter saw it, so that a run
// does few of them.
func TestTimedOutWork(t *testing.T) {
	t.Parallel()
	src := strings.Repeat("a: b & ", 36_000)
	o := signatures.Extract(hasty{t.Context()}, "a.lua", src)
	if o.Fallback != "timed out" || o.Work <= signatures.OrdinaryWork(len(src)) {
		t.Errorf("fallback %q, work %d, ordinary %d", o.Fallback, o.Work, signatures.OrdinaryWork(len(src)))
	}
}

// TestLookahead: a scanner that scans the rest of a text for each token allocates nothing, and its work limit stops
// it anyway.
func TestLookahead(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	for name, from := range map[string][]string{"a.lua": {"{}", "=", "a", ",", ";"}, "a.sh": {"()", ".", "=", "a"}} {
		random := rand.New(rand.NewPCG(1, 2))
		var src strings.Builder
		for range 100_000 {
			src.WriteString(from[random.IntN(len(from))])
		}
		if o := signatures.Extract(t.Context(), name, src.String()); o.Fallback != "too much work" {
			t.Errorf("%s: fallback %q, work %d", name, o.Fallback, o.Work)
		}
	}
}
