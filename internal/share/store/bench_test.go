//go:build unix

package store_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ctxpack/compressor/history"
	"ctxpack/internal/share/store"
)

// benchRecords returns the number of records in a benchmark's store: 100,000, or the value of
// CTXPACK_BENCH_RECORDS.
func benchRecords(b *testing.B) int {
	b.Helper()
	text := os.Getenv("CTXPACK_BENCH_RECORDS")
	if text == "" {
		return 100_000
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// benchStore makes a store of sessions of about a hundred messages each, whose texts have a few hundred bytes of
// words, code and occasional escapes. A store named in CTXPACK_BENCH_STORE is made once and reused.
func benchStore(b *testing.B) (*store.Store, int64) {
	b.Helper()
	path := os.Getenv("CTXPACK_BENCH_STORE")
	if path == "" {
		path = filepath.Join(b.TempDir(), "history.jsonl")
	}
	if _, err := os.Stat(path); err != nil {
		fillStore(b, path, benchRecords(b))
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	return store.Named(path, store.Options{}), info.Size()
}

func fillStore(b *testing.B, path string, records int) {
	b.Helper()
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	out := bufio.NewWriterSize(f, 1<<20)
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("the parser reads tokens until a budget is spent and func main() { return nil } \"quoted\" naïve café Größe " +
		"日本 path/to/file.go error: connection refused")
	for i := range records {
		session := fmt.Sprintf("sess_%d_%06x", 1_700_000_000_000+int64(i/100), i/100)
		var text strings.Builder
		for range 10 + random.IntN(60) {
			text.WriteString(words[random.IntN(len(words))])
			text.WriteString([]string{" ", " ", " ", "\n"}[random.IntN(4)])
		}
		if i == records/2 {
			text.WriteString("a needle in the haystack")
		}
		role := history.User
		if i%2 == 1 {
			role = history.Assistant
		}
		d := history.Draft{
			ID: fmt.Sprintf("%d-%08x", 1_700_000_000_000+i, i), Session: session,
			Timestamp: fmt.Sprintf("2023-11-%02dT%02d:%02d:%02d.%03dZ", 1+i/86_400_000%28, i/3600000%24, i/60000%60, i/1000%60, i%1000),
			Role:      role, Content: text.String(),
		}
		if _, err := out.Write(append(d.Line(), '\n')); err != nil {
			b.Fatal(err)
		}
	}
	if err := out.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}

// reportCPU reports the processor time of an operation, which other programs on the machine do not affect.
func reportCPU(b *testing.B) {
	b.Helper()
	start := cpuTime(b)
	b.Cleanup(func() { b.ReportMetric(float64(cpuTime(b)-start)/1e6/float64(b.N), "cpu-ms/op") })
}

func cpuTime(b *testing.B) int64 {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

func BenchmarkSessions(b *testing.B) {
	s, size := benchStore(b)
	b.SetBytes(size)
	b.ReportAllocs()
	reportCPU(b)
	for b.Loop() {
		if _, _, err := s.Sessions(context.Background(), 20); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	s, size := benchStore(b)
	for _, query := range []string{"needle in the HAYSTACK", "budget", "größe", "ß", "\"", "日本", "nothing like it"} {
		b.Run(query, func(b *testing.B) {
			b.SetBytes(size)
			reportCPU(b)
			for b.Loop() {
				q := store.Query{Matcher: history.NewMatcher(query), Limit: 50}
				if _, _, err := s.Search(context.Background(), q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRecords(b *testing.B) {
	s, size := benchStore(b)
	b.SetBytes(size)
	reportCPU(b)
	for b.Loop() {
		if _, _, err := s.Records(context.Background(), "sess_1700000000007_000007"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	s, _ := benchStore(b)
	for b.Loop() {
		if _, _, err := s.Append(history.Draft{Role: history.User, Content: "one more"}); err != nil {
			b.Fatal(err)
		}
	}
}
