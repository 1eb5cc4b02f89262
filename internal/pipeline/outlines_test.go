package pipeline_test

import (
	"context"
	"strings"
	"testing"

	"ctxpack/internal/cache"
	"ctxpack/internal/pipeline"
	"ctxpack/internal/render"
)

const journalOutline = `package journal
// Journal is kept.
type Journal struct { … }
// Open opens a journal.
// It may fail.
func Open(path string) (*Journal,
	error)
func (j *Journal) Close() error
`

func journalDeclarations() []cache.Declaration {
	return []cache.Declaration{
		{Name: "Journal", Kind: "struct", Head: "type Journal struct { … }", StartLine: 3, EndLine: 6},
		{Name: "Open", Kind: "func", Head: "func Open(path string) (*Journal, error)", StartLine: 8, EndLine: 13},
		{Name: "Close", Kind: "method", Head: "func (j *Journal) Close() error", StartLine: 15, EndLine: 17},
	}
}

// TestOutlineWithoutShown: what stands in full beside an outline is not in it, and
// nothing else is lost.
func TestOutlineWithoutShown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		shown []render.Range
		lost  string
	}{
		{"nothing shown", nil, ""},
		{"a function", []render.Range{{Start: 8, End: 13}}, "// Open opens a journal.\n// It may fail.\nfunc Open(path string) (*Journal,\n\terror)\n"},
		{"part of a function", []render.Range{{Start: 9, End: 13}}, ""},
		{"all but the first", []render.Range{{Start: 7, End: 30}},
			"// Open opens a journal.\n// It may fail.\nfunc Open(path string) (*Journal,\n\terror)\nfunc (j *Journal) Close() error\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := pipeline.WithoutShown(journalOutline, journalDeclarations(), c.shown)
			if want := strings.Replace(journalOutline, c.lost, "", 1); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
	strange := []cache.Declaration{{Name: "Open", Head: "func Other()", StartLine: 1, EndLine: 2}}
	if got := pipeline.WithoutShown(journalOutline, strange, []render.Range{{Start: 1, End: 9}}); got != journalOutline {
		t.Errorf("a signature that is not there takes away\n%s", got)
	}
}

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
