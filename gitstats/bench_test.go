package gitstats

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
)

// benchRepo returns a packed repository of 1,000 commits over 5,000 files, or the repository in the variable
// GITSTATS_BENCH.
func benchRepo(b *testing.B) string {
	if top := os.Getenv("GITSTATS_BENCH"); top != "" {
		return top
	}
	r := newRepo(b)
	var in strings.Builder
	path := func(i int) string { return fmt.Sprintf("d%d/e%d/file%d.go", i%20, i%400/20, i) }
	for c := range 1000 {
		fmt.Fprintf(&in, "commit refs/heads/main\ncommitter C <c@example.com> %d +0000\ndata 1\nx\n", start+c*3600)
		files := []int{c * 7 % 5000, c * 31 % 5000, c % 50}
		if c == 0 {
			files = nil
			for i := range 5000 {
				files = append(files, i)
			}
		}
		for _, i := range files {
			text := fmt.Sprintf("%d %d", i, c)
			fmt.Fprintf(&in, "M 100644 inline %s\ndata %d\n%s\n", path(i), len(text), text)
		}
	}
	r.GitAt(start, in.String(), "fast-import", "--quiet")
	r.Git("repack", "-q", "-adf")
	return r.Top
}

func BenchmarkRead(b *testing.B) {
	top := benchRepo(b)
	o := Options{Window: days(36500), MaxCommits: 1000}
	b.ReportAllocs()
	for b.Loop() {
		a, err := Read(context.Background(), top, o)
		if err != nil || a.Scanned == 0 {
			b.Fatal(a, err)
		}
	}
}
