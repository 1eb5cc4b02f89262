package signatures_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"ctxpack/signatures"
)

// hasty is a context that is never done, but asks for results at once.
type hasty struct{ context.Context }

func (hasty) Deadline() (time.Time, bool) { return time.Now(), true }

// TestTimedOutWork: what the limit of time stops counts as work of which a run takes
// little, although no counter saw it.
func TestTimedOutWork(t *testing.T) {
	t.Parallel()
	src := strings.Repeat("a: b & ", 36_000)
	o := signatures.Extract(hasty{t.Context()}, "a.lua", src)
	if o.Fallback != "timed out" || o.Work <= signatures.OrdinaryWork(len(src)) {
		t.Errorf("fallback %q, work %d, ordinary %d", o.Fallback, o.Work, signatures.OrdinaryWork(len(src)))
	}
}
