//go:build unix

package redact

import (
	"syscall"
	"testing"
	"time"
)

func BenchmarkTree(b *testing.B) {
	names, texts, size := treeFiles(b)
	theRules()
	before := processor(b)
	n := int64(0)
	for b.Loop() {
		n++
		for _, name := range names {
			scan(name, texts[name])
		}
	}
	b.ReportMetric(float64(n*size)/1e6/(processor(b)-before).Seconds(), "MB/processor-s")
}

// processor returns the processor time of the process, which does not depend on other load.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
