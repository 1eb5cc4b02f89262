package pipeline_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/gitrepo/gittest"
)

// TestQuotedMessage: a file with the exact message of an error ranks before those with only its words, and the part
// with the message is shown.
func TestQuotedMessage(t *testing.T) {
	t.Parallel()
	files := map[string]string{"go.mod": "module example.com/m\n\ngo 1.22\n"}
	for i := range 6 {
		var b strings.Builder
		fmt.Fprintf(&b, "package p%d\n", i)
		for k := range 30 {
			fmt.Fprintf(&b, "\n// Serializable%d says of the value of a type whether JSON stops: an error that is not serializable, or fails.\nfunc "+
				"Serializable%d(object, json string) bool {\n\treturn object != json && json != \"type %d\"\n}\n", k, k, k)
		}
		files[fmt.Sprintf("p%d/x.go", i)] = b.String()
	}
	var b strings.Builder
	b.WriteString("package q\n")
	for k := range 30 {
		fmt.Fprintf(&b, "\n// Walk%d goes on.\nfunc Walk%d(from, to string) bool {\n\treturn from != to && from != \"%d\"\n}\n", k, k, k)
	}
	b.WriteString("\nfunc fail(name string) error {\n\treturn fmt.Errorf(\"value of type %s is not JSON serializable\", name)\n}\n")
	files["q/x.go"] = b.String()
	o := defaults(t, writeTree(t, files), 1500)
	o.Task = &pipeline.Task{Text: "It stops.\n\nerror: value of type \"Decimal128\" is not JSON serializable"}
	result, err := pipeline.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	first := result.Document.Files[0]
	if first.Path != "q/x.go" || !strings.Contains(result.Parts[0], "func fail(name string) error {") {
		t.Errorf("%s is first:\n%s", first.Path, result.Parts[0])
	}
}

// TestLargeFileLeavesRoom: one file that matches a task in all its parts does not displace the other matching
// files.
func TestLargeFileLeavesRoom(t *testing.T) {
	t.Parallel()
	functions := func(name string, n int) string {
		var b strings.Builder
		fmt.Fprintf(&b, "package main\n\ntype %s struct{ kept []string }\n", name)
		for i := range n {
			fmt.Fprintf(&b, "\n// Put%d keeps cookies of the jar until they expire, as %d others do.\nfunc (s *%s) Put%d(name string) {\n\tif name "+
				"== \"cookies of the jar %d\" {\n\t\ts.kept = append(s.kept, name, \"cookies of the jar expire\")\n\t}\n}\n", i, i, name, i, i)
		}
		return b.String()
	}
	files := map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.22\n", "shop/jar.go": functions("Jar", 100),
		"shop/shelf.go": functions("Shelf", 30), "shop/drawer.go": functions("Drawer", 30),
	}
	o := defaults(t, writeTree(t, files), 9000)
	o.Task = &pipeline.Task{Text: "Cookies of the jar expire\n\nsee shop/jar.go"}
	result, err := pipeline.Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	others := 0
	for _, f := range result.Document.Files[1:] {
		if f.Form() >= render.InPart {
			others++
		}
	}
	if first := result.Document.Files[0]; first.Path != "shop/jar.go" || others < 2 {
		t.Errorf("%s is first, of %d other files lines are shown:\n%s", first.Path, others, result.Parts[0])
	}
}

// TestChangedBySimilarCommit: of parts that say the same of a task, the one that a commit with a similar message
// changed is shown, unless its versions are too large to be read.
func TestChangedBySimilarCommit(t *testing.T) {
	t.Parallel()
	functions := func(changed string) string {
		var b strings.Builder
		b.WriteString("package steps\n")
		for i := range 40 {
			fmt.Fprintf(&b, "\nfunc Step%d(from, to int) int {\n\tif from > to+%d {\n\t\treturn from - to\n\t}\n", i, i)
			if i == 27 {
				b.WriteString(changed)
			}
			b.WriteString("\treturn to\n}\n")
		}
		return b.String()
	}
	for filler, want := range map[string]bool{"// A line.\n": true, strings.Repeat("// A line of a large version.\n", 40_000): false} {
		repo := gittest.New(t)
		repo.Write("go.mod", "module example.com/m\n\ngo 1.22\n")
		repo.Write("steps/steps.go", functions("\tto += from\n")+filler)
		repo.Commit(1)
		repo.Write("steps/steps.go", functions("\tto += from * from\n")+filler)
		repo.Git("commit", "-q", "-a", "-m", "Keep cookies of the jar until they expire")
		repo.Edit("steps/steps.go", functions("\tto += from * from\n"), 2)
		o := defaults(t, repo.Top, 700)
		o.Task = &pipeline.Task{Text: "Cookies of the jar expire too early"}
		result, err := pipeline.Run(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(result.Parts, "")
		if got := strings.Contains(text, "func Step27(") && !strings.Contains(text, "func Step28("); got != want {
			t.Errorf("versions of %d bytes: the changed function is preferred: %t, want %t:\n%s", len(filler), got, want, text)
		}
	}
}
