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

// Where there is not room for all, what is used most stays, in the file's order: all that
// many files use, wherever it stands.
func TestFoldedByUse(t *testing.T) {
	t.Parallel()
	files := map[string]string{"lib.go": "package p\n"}
	for i := range 300 {
		files["lib.go"] += fmt.Sprintf("\n// Step%d does one thing after the other.\nfunc Step%d(first, second, third string, count int) (string, error) {\n\tif first == second {\n\t\treturn third, nil\n\t}\n\treturn first + second + third, nil\n}\n", i, i)
	}
	for i := range 9 {
		text := fmt.Sprintf("package p\n\nfunc use%d() {\n", i)
		for n := 260; n > 240; n-- {
			text += fmt.Sprintf("\tStep%d(\"\", \"\", \"\", 1)\n", n)
		}
		files[fmt.Sprintf("user%d.go", i)] = text + "\tStep17(\"\", \"\", \"\", 2)\n}\n"
	}
	result, err := pipeline.Run(t.Context(), options(t, writeTree(t, files), 2000, "markdown"))
	if err != nil {
		t.Fatal(err)
	}
	text := result.Parts[0]
	at := 0
	for _, n := range []int{17, 241, 250, 260} {
		next := strings.Index(text, fmt.Sprintf("func Step%d(", n))
		if next < at || next < 0 {
			t.Fatalf("it does not show Step%d in its place:\n%s", n, text)
		}
		at = next
	}
	if !strings.Contains(text, "… 279 more\n") || strings.Contains(text, "func Step1(") {
		t.Errorf("it does not leave out what nobody uses:\n%s", text)
	}
	if !strings.Contains(text, "// Step250 does") || strings.Contains(text, "// Step2 does") {
		t.Errorf("it does not begin with the parts that are used:\n%s", text)
	}
}

// A file of which each of many files uses something else is folded as any other.
func TestFoldedByFewUses(t *testing.T) {
	t.Parallel()
	files := map[string]string{"lib.go": "package p\n"}
	for i := range 90 {
		files["lib.go"] += fmt.Sprintf("\n// Step%d does one thing after the other.\nfunc Step%d(first, second, third string, count int) (string, error) {\n\treturn first + second + third, nil\n}\n", i, i)
	}
	for i := range 9 {
		files[fmt.Sprintf("user%d.go", i)] = fmt.Sprintf("package p\n\nfunc use%d() {\n\tStep%d(\"\", \"\", \"\", 1)\n}\n", i, 50+i)
	}
	result, err := pipeline.Run(t.Context(), options(t, writeTree(t, files), 600, "markdown"))
	if err != nil {
		t.Fatal(err)
	}
	if s := result.Spent; s.Frame <= 0 || s.Headings <= 0 {
		t.Errorf("beside the texts it takes %+v", s)
	}
}

// Of a type's many members those stay that are used most, in the file's order, also of one
// among many functions.
func TestMembersByUse(t *testing.T) {
	t.Parallel()
	for name, functions := range map[string]int{"alone": 0, "among functions": 60} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"lib.py": "class Options:\n"}
			for i := range 40 {
				files["lib.py"] += fmt.Sprintf("    def option%d(self, value):\n        \"\"\"Changes what comes out in one way or the other.\"\"\"\n        return value * %d\n\n", i, i)
			}
			for i := range functions {
				files["lib.py"] += fmt.Sprintf("\ndef step%d(first, second, third, count=1):\n    return first + second + third + %d\n", i, i)
			}
			for i := range 3 {
				files[fmt.Sprintf("user%d.py", i)] = "from lib import Options\n\no = Options()\nprint(o.option37(1), o.option21(2))\n"
			}
			result, err := pipeline.Run(t.Context(), options(t, writeTree(t, files), 500, "markdown"))
			if err != nil {
				t.Fatal(err)
			}
			if text := result.Parts[0]; !strings.Contains(text, "class Options … option0, ") || !strings.Contains(text, "option9, option21, option37 … (40)") {
				t.Errorf("it does not show the members that are used:\n%s", text)
			}
		})
	}
}
