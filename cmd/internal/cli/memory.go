package cli

import (
	"os"
	"runtime"
	"runtime/debug"
)

const (
	// softMemory is from how many bytes on memory is collected sooner. Ordinary runs stay below half of it.
	softMemory = 380 << 20
	// memoryStep is by how much it is raised at least: to do so stops all that runs.
	memoryStep = 32 << 20
	// textPerFact is how many bytes of text have about one byte of facts, and of what
	// the collector leaves for a while.
	textPerFact = 3
	// firstPercent puts the first collection at 32 MB, 4 for each hundred: a run over a small tree ends before it.
	firstPercent = 800
	// percent is half the collections for a third more memory: a run lives for seconds, and what it keeps are facts.
	percent = 200
)

// LimitMemory sets the memory limit of a run, unless the user did.
func LimitMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(firstPercent)
		// The first collection finds that nobody has the object.
		runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		// Not where memory is much: a tree of many small files is all facts.
		debug.SetMemoryLimit(softMemory)
	}
}

// allowMemory raises the limit for a run that has gone through so much text: near its
// limit, the collector does little else than to look at the facts of a large tree.
func allowMemory(text int64) {
	wanted := softMemory + text/textPerFact
	if os.Getenv("GOMEMLIMIT") == "" && wanted >= debug.SetMemoryLimit(-1)+memoryStep {
		debug.SetMemoryLimit(wanted)
	}
}
