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
		if metrics.Read(rate); rate[0].Value.Uint64() == percent {
			return
		}
	}
	t.Errorf("%d %% after collections, want %d", rate[0].Value.Uint64(), percent)
}
