package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// softMemory is the number of bytes at which garbage is collected more often. Ordinary runs stay below half of it.
	softMemory = 380 << 20
	// memoryStep is the least by which the limit is raised: each change stops the program for a moment.
	memoryStep = 32 << 20
	// textPerFact is how many bytes of text have about one byte of facts and of garbage.
	textPerFact = 3
	// spare is the part of the live memory, one in so many, that garbage may take besides: with less, a run mostly collects.
	spare = 16
	// firstPercent puts the first collection at 32 MB, 4 for each hundred: a run over a small tree ends before it.
	firstPercent = 800
	// percent is half the collections for a third more memory: a run lives for seconds, and what it keeps are facts.
	percent = 200
)

// LimitMemory sets the memory limit of a run, unless the user did.
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

// afterCollection adapts the limit after each collection, and the percentage after the next one if it is not 0.
func afterCollection(percent int) {
	// The next collection finds that nobody has the object.
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

// allowMemory raises the limit to so many bytes, unless the user set one.
func allowMemory(bytes int64) {
	if os.Getenv("GOMEMLIMIT") == "" && bytes >= debug.SetMemoryLimit(-1)+memoryStep {
		debug.SetMemoryLimit(bytes)
	}
}
