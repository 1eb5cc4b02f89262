package cli

import (
	"runtime"
	"runtime/metrics"
	"testing"
)

// TestLimitMemory sees the first collection put off, and the next ones not.
func TestLimitMemory(t *testing.T) {
	t.Setenv("GOGC", "")
	LimitMemory()
	t.Cleanup(runtime.GC)
	rate := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(rate)
	if got := rate[0].Value.Uint64(); got != firstPercent {
		t.Errorf("%d %% before a collection, want %d", got, firstPercent)
	}
	for range 1000 { // what a collection sets off runs in addition to the others
		runtime.GC()
		if metrics.Read(rate); rate[0].Value.Uint64() == mostPercent {
			return
		}
	}
	t.Errorf("%d %% after collections, want %d", rate[0].Value.Uint64(), mostPercent)
}

func TestPercentOf(t *testing.T) {
	t.Parallel()
	for live, want := range map[int]int{0: mostPercent, 100 << 20: mostPercent, 190 << 20: 100, 1 << 30: leastPercent} {
		if got := percentOf(live); got != want {
			t.Errorf("%d bytes may grow by %d %%, want %d", live, got, want)
		}
	}
}
