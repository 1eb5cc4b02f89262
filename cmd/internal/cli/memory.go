package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// firstPercent puts the first collection at 32 MB, 4 for each hundred: a run over a small tree ends before it.
	firstPercent = 800
	// mostPercent is half the collections for a third more memory: a run lives for seconds, and what it keeps are facts.
	mostPercent = 200
	// leastPercent is for a tree so large that its facts fill enough by themselves.
	leastPercent = 60
	// enough is how many bytes a run should take, all in all, if leastPercent allows it.
	enough = 380 << 20
)

// LimitMemory sets how often memory is collected, unless the user did.
func LimitMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(firstPercent)
		afterCollection(firstPercent)
	}
}

// afterCollection adapts the percentage after each collection: near a fixed limit, a large tree is collected all the time.
func afterCollection(percent int) {
	// The next collection finds that nobody has the object.
	runtime.AddCleanup(new([64]byte), func(before int) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		now := percentOf(int(live[0].Value.Uint64())) // memory is less than 2^63
		if now != before {
			debug.SetGCPercent(now)
		}
		afterCollection(now)
	}, percent)
}

// percentOf returns by how much so many live bytes may grow until the next collection.
func percentOf(live int) int {
	return min(max(100*enough/max(live, 1)-100, leastPercent), mostPercent)
}
