package render

import (
	"testing"

	"ctxpack/compressor/recent"
)

func TestClips(t *testing.T) {
	t.Parallel()
	clips := []recent.Clip{
		{Path: "a.go", Text: "x\ny", StartLine: 11, EndLine: 12, TotalLines: 30},
		{Path: "`b\n.md", Text: "```\nz\n```\n", StartLine: 1, EndLine: 4, TotalLines: 4},
		{Path: "empty", StartLine: 1, EndLine: 1, TotalLines: 1},
	}
	want := "### `a.go` (lines 11-12 of 30)\n\n```go\nx\ny\n```\n\n" +
		"### `` `b\\n.md `` (lines 1-4 of 4)\n\n````x\n```\nz\n```\n````\n\n" +
		"### `empty` (lines 1-1 of 1)\n\n```x\n\n```\n"
	got := Clips(clips, func(c recent.Clip) string {
		if c.Path == "a.go" {
			return "go"
		}
		return "x"
	})
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := ClipWrapper(clips[0], "go"); got != "### `a.go` (lines 11-12 of 30)\n\n```go\n```\n\n" {
		t.Errorf("%q", got)
	}
}
