package pipeline_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
)

// callers is a tree in which a program calls a function that stands behind many
// others, and a name that three packages declare.
func callers() map[string]string {
	var store strings.Builder
	store.WriteString("package store\n\n")
	for i := range 80 {
		fmt.Fprintf(&store, "// Filler%d does nothing of use.\nfunc Filler%d(input string) (output string, err error) {\n\treturn input + \"%d\", nil\n}\n\n", i, i, i)
	}
	store.WriteString("// OpenJournal opens it.\nfunc OpenJournal(path string) (*Journal, error) {\n\treturn nil, nil\n}\n\n// Journal is kept.\ntype Journal struct{ Path string }\n")
	files := map[string]string{
		"go.mod":         "module example.com/m\n\ngo 1.22\n",
		"main.go":        "package main\n\nimport \"example.com/m/store\"\n\nfunc main() {\n\tj, err := store.OpenJournal(\"x\")\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tRenderAll(j)\n}\n",
		"store/store.go": store.String(),
	}
	for _, name := range []string{"a", "b", "c"} {
		few, _, _ := strings.Cut(store.String(), "// Filler60 ")
		files[name+"/render.go"] = strings.Replace(few, "package store", "package "+name, 1) + "// RenderAll is declared three times.\nfunc RenderAll(x any) {}\n"
	}
	return files
}

// TestSlices: what a shown text calls is there by its signature; a name that several
// packages declare says nothing.
func TestSlices(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"markdown", "json", "xml"} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			files := callers()
			for _, name := range []string{"a", "b", "c"} {
				files[name+"/render.go"] = strings.ReplaceAll(files[name+"/render.go"], "Filler", "Other")
			}
			const head = "func OpenJournal(path string, mode, retries, window int, label string) (*Journal, error)"
			files["store/store.go"] = strings.Replace(files["store/store.go"], "func OpenJournal(path string) (*Journal, error)", head, 1)
			for _, name := range []string{"one", "two"} { // what is used more takes the room in the outline
				files[name+".go"] = "package main\n\nfunc " + name + "() {\n"
				for i := range 40 {
					files[name+".go"] += fmt.Sprintf("\tstore.Filler%d(\"\")\n", i)
				}
				files[name+".go"] += "}\n"
			}
			o := defaults(t, writeTree(t, files), 2000)
			o.Format = options(t, t.TempDir(), 900, format).Format
			result, err := pipeline.Run(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			text := result.Parts[0]
			if !strings.Contains(text, head) {
				t.Errorf("there is no %q:\n%s", head, text)
			}
			if strings.Contains(text, "func RenderAll") {
				t.Errorf("one of three RenderAll is there:\n%s", text)
			}
		})
	}
}

// With a task, lines are shown that use what it names, in other files and in tests; with a
// diff, those that use what it changes.
func TestUsesComeAlong(t *testing.T) {
	t.Parallel()
	files := callers()
	files["store/store.go"] = strings.Replace(files["store/store.go"], "// OpenJournal opens it.", strings.Repeat("// OpenJournal opens it.\n", 9), 1)
	var b strings.Builder
	b.WriteString(files["main.go"])
	for i := range 200 {
		fmt.Fprintf(&b, "\nfunc more%d() int { return %d * 1000 }\n", i, i)
	}
	files["main.go"] = b.String()
	files["store/journal_test.go"] = "package store\n\nimport \"testing\"\n\n" + strings.Repeat("func helper(t *testing.T) { t.Helper() }\n\n", 90) +
		"func TestIt(t *testing.T) {\n\tif _, err := OpenJournal(\"\"); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n"
	o := defaults(t, writeTree(t, files), 1500)
	o.Task = &pipeline.Task{Text: "OpenJournal should create a journal that is not there"}
	result, err := pipeline.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"6: j, err := store.OpenJournal(\"x\")", ": if _, err := OpenJournal(\"\"); err != nil {"} {
		if !strings.Contains(result.Parts[0], want) {
			t.Errorf("there is no %q:\n%s", want, result.Parts[0])
		}
	}
	if strings.Contains(result.Parts[0], ": import") {
		t.Errorf("an import is there:\n%s", result.Parts[0])
	}
}
