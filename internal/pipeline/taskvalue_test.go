package pipeline_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/pipeline"
)

// TestTopFileIsFinished: the file that a task asks for most is shown with its parts that
// have none of the task's words, before parts of files that it hardly asks for.
func TestTopFileIsFinished(t *testing.T) {
	t.Parallel()
	functions := func(pkg, word string, n int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "package %s\n", pkg)
		for i := range n {
			if i > 0 {
				word = "other"
			}
			fmt.Fprintf(&b, "\n// %s%d works.\nfunc %s%d(input string) string {\n", strings.ToUpper(pkg), i, strings.ToUpper(pkg), i)
			for k := range 6 {
				fmt.Fprintf(&b, "\tinput = strings.ReplaceAll(input, %q, \"%d\")\n", word, k)
			}
			b.WriteString("\treturn input\n}\n")
		}
		return b.String()
	}
	files := map[string]string{"go.mod": "module example.com/m\n\ngo 1.22\n", "journal.go": functions("journal", "journal checkpoint", 16)}
	for i := range 8 {
		name := fmt.Sprintf("p%d", i)
		files[name+"/x.go"] = functions(name, "journal checkpoint", 12)
	}
	o := defaults(t, writeTree(t, files), 2600)
	o.Task = &pipeline.Task{Text: "journal checkpoint is lost"}
	result, err := pipeline.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Document.Files {
		if f.Path == "journal.go" && f.Level.String() == "full" {
			return
		}
	}
	t.Errorf("journal.go is not there in full:\n%s", result.Parts[0])
}
