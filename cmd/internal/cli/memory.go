package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// softMemory is the heap size in bytes from which the garbage collector runs more often.
	// Ordinary runs stay below half of it.
	softMemory = 380 << 20
	// memoryStep is the smallest increase of the limit: each change stops the program for a moment.
	memoryStep = 32 << 20
	// textPerFact is how many bytes of text cause about one byte of facts and of garbage.
	textPerFact = 3
	// spare is the divisor of the live memory that gives the room for garbage: with less, a run
	// spends most of its time collecting.
	spare = 16
	// firstPercent puts the first collection at 32 MB, 4 MB for each hundred: a run over a small tree ends before it.
	firstPercent = 800
	// percent saves a third of the collections for a sixth more memory: a run lasts seconds, and
	// most of what it allocates are facts that it keeps.
	percent = 140
)

// LimitMemory sets the memory limit of a run, unless the user set one.
func LimitMemory() {
	next := 0
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(firstPercent)
		next = percent
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
	afterCollection(next)
}

// afterCollection adapts the limit after each collection, and the percentage after the next one if
// it is not 0.
func afterCollection(percent int) {
	// The object is unreachable, so the next collection runs the function.
	runtime.AddCleanup(new([64]byte), func(percent int) {
		if percent > 0 {
			debug.SetGCPercent(percent)
		}
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		allowMemory(int64(live[0].Value.Uint64()) * (spare + 1) / spare)
		afterCollection(0)
	}, percent)
}

// allowMemory raises the limit to a number of bytes, unless the user set one.
func allowMemory(bytes int64) {
	if os.Getenv("GOMEMLIMIT") == "" && bytes >= debug.SetMemoryLimit(-1)+memoryStep {
		debug.SetMemoryLimit(bytes)
	}
}
