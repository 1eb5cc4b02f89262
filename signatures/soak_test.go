package signatures

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
)

// resident returns the resident memory of the process in bytes, 0 if unknown.
func resident() int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(fields[1])
	return pages * os.Getpagesize()
}

// Go's collector does not see memory held by a parser or a tree; many parses of one file would show a leak.
// CTXPACK_SOAK=1 takes 10,000 parses of each language's fixtures, a minute or two.
func TestMemoryStaysFlat(t *testing.T) {
	if resident() == 0 {
		t.Skip("the system does not tell the resident memory")
	}
	parses := 150
	if os.Getenv("CTXPACK_SOAK") == "1" {
		parses = 10_000
	} else if testing.Short() {
		parses = 20
	}
	const slack = 24 << 20 // bytes that the collectors of both sides may hold on to
	for _, s := range outlined() {
		if s.Grammar == nil {
			continue
		}
		path := fixtures(t, s.Name)[0]
		src := readFixture(t, path)
		again := func(n int) {
			for range n {
				Extract(context.Background(), path, src)
				ExtractFacts(context.Background(), path, src)
			}
		}
		again(parses / 10)
		before := resident()
		again(parses)
		if grown := resident() - before; grown > slack {
			t.Errorf("%s: %d parses left %d KB", s.Name, parses, grown>>10)
		} else {
			t.Logf("%s: %d parses, %d KB", s.Name, parses, grown>>10)
		}
	}
}
