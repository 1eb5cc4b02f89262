package pipeline_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/pipeline"
)

// A file that only gives on what others declare has no symbols: its first lines
// stand for it, and they may cost far less than its outline would.
func TestFirstLinesOfReexports(t *testing.T) {
	t.Parallel()
	var names strings.Builder
	for i := range 300 {
		fmt.Fprintf(&names, "export { someRatherLongName%d } from './some/module/of/this/tree%d'\n", i, i)
	}
	root := writeTree(t, map[string]string{"index.ts": names.String(), "main.ts": strings.Repeat("call(1, 2, 3);\n", 3000)})
	o := options(t, root, 2000, "markdown")
	result, err := pipeline.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if text := result.Parts[0]; !strings.Contains(text, "someRatherLongName7") {
		t.Errorf("what would have fitted is not there:\n%s", text)
	}
}
