package render_test

import (
	"strings"
	"testing"

	"ctxpack/internal/bundle/render"
	"ctxpack/packer"
)

// A description lists up to five runs of lines; of more it has the number and the extent. JSON keeps them all.
func TestManyRanges(t *testing.T) {
	t.Parallel()
	file := render.File{Path: "a.go", Tier: packer.Signatures, Lines: 90, Fence: "go"}
	for _, c := range []struct {
		runs                  int
		markdown, plain, json string
	}{
		{5, "(lines 4-5, 14-15, 24-25, 34-35, 44 of 90)", "lines 4-5, 14-15, 24-25, 34-35, 44, of 90 lines", "[34,35],[44,44]]"},
		{6, "(6 runs in lines 4-54 of 90)", "6 runs in lines 4-54, of 90 lines", "[44,45],[54,54]]"},
	} {
		for file.Sections = nil; len(file.Sections) < c.runs; {
			start := 4 + 10*len(file.Sections)
			file.Sections = append(file.Sections, render.Section{Range: render.Range{Start: start, End: start + 1}, Text: "a\nb\n"})
		}
		file.Sections[c.runs-1].End--
		for name, want := range map[string]string{"markdown": c.markdown, "plain": c.plain, "json": c.json} {
			format, err := render.ByName(name)
			if err != nil {
				t.Fatal(err)
			}
			if got := format.Entry(file); !strings.Contains(got, want) {
				t.Errorf("%d runs in %s: %s, want %s", c.runs, name, got, want)
			}
		}
	}
}
