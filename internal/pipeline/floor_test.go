package pipeline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Where a file has no outline, its first lines stand for it; they cost less than
// the outline that its skeleton may have.
func TestFirstLinesInPlaceOfAnOutline(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	for i := range 300 { // together more than is given to a parser
		body := strings.Repeat("  a += 1;\n", 400)
		fmt.Fprintf(&list, "export function aRatherLongName%d(a: number) {\n%s}\n", i, body)
	}
	files := map[string]string{"index.ts": list.String()}
	for i := range 30 { // others that would take its room
		files[fmt.Sprintf("notes%d.txt", i)] = strings.Repeat("word ", 60)
	}
	root := writeTree(t, files)
	o := options(t, root, 1000, "markdown")
	got, _, _ := run(t, o)
	if !strings.Contains(got[0], "aRatherLongName0") {
		t.Errorf("what would have fitted is not there:\n%s", got[0])
	}
	o.Outlines = true
	if want, _, _ := run(t, o); !slices.Equal(got, want) {
		t.Errorf("other bytes when all files are outlined:\n%s\n%s", got[0], want[0])
	}
}
