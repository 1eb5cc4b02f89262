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

// usesTask packs a tree of a declaration with users, for a task.
func usesTask(t *testing.T, files map[string]string, budget int, task string) string {
	t.Helper()
	filler := func(head, comment string) string {
		var b strings.Builder
		b.WriteString(head)
		for i := range 120 {
			fmt.Fprintf(&b, comment, i)
		}
		return b.String()
	}
	for name, text := range files {
		if strings.HasSuffix(name, ".py") {
			files[name] = filler(text, "\n\ndef other_%d(a):\n    return a * 1000\n")
		} else {
			files[name] = filler(text, "\nfunc other%d() int { return 1000 }\n")
		}
	}
	o := defaults(t, writeTree(t, files), budget)
	o.Task = &pipeline.Task{Text: task}
	result, err := pipeline.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return result.Parts[0]
}

// With a task, lines are shown that use what it names, in other files and in tests, which
// come with the head of the smallest one; whole calls, no imports, and nothing that means
// another declaration of the name.
func TestUsesComeAlong(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, task string
		files      map[string]string
		want, not  []string
	}{
		{
			"Go", "OpenJournal should create a journal that is not there", map[string]string{
				"go.mod":         "module example.com/m\n",
				"store/store.go": "package store\n\n// OpenJournal opens a journal.\nfunc OpenJournal(path string) (*Journal, error) {\n\treturn nil, nil\n}\n\n// Journal is kept.\ntype Journal struct{ Path string }\n",
				"main.go":        "package main\n\nimport \"example.com/m/store\"\n\nfunc main() {\n\t_, err := store.OpenJournal(\n\t\t\"x\",\n\t)\n" + strings.Repeat("\tprintln(1000 * 1000)\n", 60) + "\tpanic(err)\n}\n",
			},
			[]string{"6: _, err := store.OpenJournal(\"x\",)"}, []string{"3: import"},
		},
		{
			"tests", "OpenJournal should create a journal that is not there", map[string]string{
				"store/store.go":        "package store\n\n// OpenJournal opens a journal.\nfunc OpenJournal(path string) (*Journal, error) {\n\treturn nil, nil\n}\n",
				"store/journal_test.go": "package store\n\nfunc TestLong(t *testing.T) {\n\tOpenJournal(\"\")\n" + strings.Repeat("\tt.Log(1000 * 1000)\n", 90) + "}\n\nfunc TestIt(t *testing.T) {\n" + strings.Repeat("\tt.Log(1000 * 1000)\n", 60) + "\tOpenJournal(\"1\")\n}\n",
			},
			[]string{"97: func TestIt(t *testing.T) {\n158: OpenJournal(\"1\")"}, []string{"3: func TestLong"},
		},
		{
			"a method by its receiver", "Fix Jar.drain_all: the lid stays open", map[string]string{
				"jar.py":  "class Jar:\n    def drain_all(self, lid):\n        return lid\n",
				"cup.py":  "class Cup:\n    def drain_all(self):\n        return 1\n",
				"use.py":  "from jar import Jar\n\n\ndef empty(jar: Jar):\n    jar.drain_all(1)\n",
				"sips.py": "from cup import Cup\n\n\ndef sip(cup: Cup):\n    cup.drain_all(2)\n",
			},
			[]string{"5: jar.drain_all(1)"}, []string{"cup.drain_all(2)"},
		},
		{
			"a method of Go, which its head tells", "Jar.DrainAll leaves the lid open", map[string]string{
				"go.mod":       "module example.com/m\n",
				"jar/jar.go":   "package jar\n\n// Jar is one.\ntype Jar struct{}\n",
				"jar/drain.go": "package jar\n\n// DrainAll drains.\nfunc (j *Jar) DrainAll(lid bool) {\n}\n",
				"main.go":      "package main\n\nimport \"example.com/m/jar\"\n\nfunc empty(j *jar.Jar) {\n\tj.DrainAll(true)\n" + strings.Repeat("\tprintln(1000 * 1000)\n", 60) + "}\n",
			},
			[]string{"6: j.DrainAll(true)"}, nil,
		},
		{
			"what matches best, without a name", "Journals that are opened twice lose their lines", map[string]string{
				"journals.py": "def reopen_lines(journal):\n    # journals that are opened twice lose lines\n    return journal.lines\n",
				"use.py":      "from journals import reopen_lines\n\n\ndef again(x):\n    return reopen_lines(x)\n",
			},
			[]string{"5: return reopen_lines(x)"}, nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := usesTask(t, tt.files, 900, tt.task)
			for _, want := range tt.want {
				if !strings.Contains(text, want) {
					t.Errorf("there is no %q:\n%s", want, text)
				}
			}
			for _, not := range tt.not {
				if strings.Contains(text, not) {
					t.Errorf("there is %q:\n%s", not, text)
				}
			}
		})
	}
}
