package pipeline_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
)

// TestOutlinesOfABundle: an outline says what the file imports from the tree and, if
// asked, where its declarations are.
func TestOutlinesOfABundle(t *testing.T) {
	t.Parallel()
	files := callers()
	// A large program, of which there is an outline first.
	var b strings.Builder
	b.WriteString(files["main.go"])
	for _, name := range []string{"Alpha", "Beta", "Gamma", "Delta"} {
		b.WriteString("\n// " + name + " is long.\nfunc " + name + "() {\n" + strings.Repeat("\tprintln(\"a line of a long function\")\n", 120) + "}\n")
	}
	files["main.go"] = b.String()
	for _, numbers := range []bool{false, true} {
		o := defaults(t, writeTree(t, files), 1500)
		o.LineNumbers = numbers
		o.Scores = map[string]float64{"main.go": 95}
		result, err := pipeline.Run(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		text := result.Parts[0]
		if !strings.Contains(text, "… imports store/\n") {
			t.Errorf("the outline does not say what it imports:\n%s", text)
		}
		if got := strings.Contains(text, "14: func Alpha()"); got != numbers {
			t.Errorf("line numbers of the outline: %v, want %v:\n%s", got, numbers, text)
		}
	}
}

// Where there is not room for all, what is used most stays, in the file's order.
func TestFoldedByUse(t *testing.T) {
	t.Parallel()
	files := map[string]string{"lib.go": "package p\n"}
	for i := range 60 {
		files["lib.go"] += fmt.Sprintf("\n// Step%d does one thing after the other.\nfunc Step%d(first, second, third string, count int) (string, error) {\n\tif first == second {\n\t\treturn third, nil\n\t}\n\treturn first + second + third, nil\n}\n", i, i)
	}
	for i := range 9 {
		files[fmt.Sprintf("user%d.go", i)] = fmt.Sprintf("package p\n\nfunc use%d() {\n\tStep57(\"\", \"\", \"\", 1)\n\tStep41(\"\", \"\", \"\", 2)\n}\n", i)
	}
	result, err := pipeline.Run(t.Context(), options(t, writeTree(t, files), 900, "markdown"))
	if err != nil {
		t.Fatal(err)
	}
	text := result.Parts[0]
	first, second := strings.Index(text, "func Step41("), strings.Index(text, "func Step57(")
	if first < 0 || second < first || !strings.Contains(text, " more\n") {
		t.Errorf("it does not show Step41 and Step57 in this order:\n%s", text)
	}
}
