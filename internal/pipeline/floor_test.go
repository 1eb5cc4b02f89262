package pipeline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A file that only gives on what others declare has no symbols: its first lines
// stand for it, and they cost less than its outline would.
func TestFirstLinesOfReexports(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	list.WriteString("export {\n")
	for i := range 300 {
		fmt.Fprintf(&list, "                    aRatherLongName%d,\n", i)
	}
	list.WriteString("} from './module'\n")
	root := writeTree(t, map[string]string{"index.ts": list.String(), "module.ts": strings.Repeat("call(1, 2, 3);\n", 3000)})
	o := options(t, root, 1000, "markdown")
	got, _, _ := run(t, o)
	if !strings.Contains(got[0], "aRatherLongName7") {
		t.Errorf("what would have fitted is not there:\n%s", got[0])
	}
	o.Outlines = true
	if want, _, _ := run(t, o); !slices.Equal(got, want) {
		t.Errorf("other bytes when all files are outlined:\n%s\n%s", got[0], want[0])
	}
}
