package pipeline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
)

// A file without an outline is shown by its first lines; one that takes too much work, by the outline of its
// skeleton. Either way the bundle is the same as if every outline had been made.
func TestOutlinesOfFilesThatAreTooLarge(t *testing.T) {
	t.Parallel()
	bodies := func(start string) string { // together more than a parser accepts
		var text strings.Builder
		for i := range 40 {
			body := strings.Repeat("  a += 1\n", 4000)
			fmt.Fprintf(&text, start, i)
			fmt.Fprintf(&text, " {\n%s}\n", body)
		}
		return text.String()
	}
	tests := []struct {
		name, file, text, want string
		budget                 int
	}{
		{"skeleton", "index.ts", bodies("export function aRatherLongName%d(a: number)"), "aRatherLongName39", 1500},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{test.file: test.text}
			for i := range 30 { // others that would take its room
				files[fmt.Sprintf("notes%d.txt", i)] = strings.Repeat("word ", 60)
			}
			o := options(t, writeTree(t, files), test.budget, "markdown")
			o.Config.Context.Packing = pipeline.Tiers
			got, _, _ := run(t, o)
			if !strings.Contains(got[0], test.want) {
				t.Errorf("what would have fitted is not there:\n%s", got[0])
			}
			o.Outlines = true
			if want, _, _ := run(t, o); !slices.Equal(got, want) {
				t.Errorf("other bytes when all files are outlined:\n%s\n%s", got[0], want[0])
			}
		})
	}
}
