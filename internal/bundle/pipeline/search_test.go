package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/safe/redact/redacttest"
)

func TestParseSearch(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, task, err string }{
		{"load settings", "load settings", ""},
		{`/func New\w+Manager\(/`, "func New Manager(", ""},
		{"/LoadFile/i", "LOADFILE", ""},
		{"update", "", ""}, // an uninformative word
		{"->", "", ""},
		{"/^$/", "", ""},
		{"src/lib/", "src/lib/", ""},
		{" \n", "", "nothing to search for"},
		{"/(/", "", "missing closing )"},
		{"/" + strings.Repeat("a?", 600) + "/", "", "at most 1000 bytes"},
		{"/((a{1000}){1000}){1000}/", "", "invalid repeat count"},
		{strings.Repeat("- ", 1<<20), "", "more than"},
	} {
		q, err := pipeline.ParseSearch(test.text)
		switch {
		case test.err != "":
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%.40q: error %v, want %q", test.text, err, test.err)
			}
		case err != nil:
			t.Errorf("%.40q: %v", test.text, err)
		default:
			task := ""
			if by := q.RankedBy(); by != nil {
				task = by.Text
			}
			if task != test.task {
				t.Errorf("%.40q: ranked by %q, want %q", test.text, task, test.task)
			}
		}
	}
}

// search ranks a tree and searches it.
func search(t *testing.T, ctx context.Context, root, text string) (*pipeline.SearchResult, error) {
	t.Helper()
	q, err := pipeline.ParseSearch(text)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, root, 0, "markdown")
	o.Task, o.OrderOnly = q.RankedBy(), true
	r, err := pipeline.Rank(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	return r.Search(ctx, q, 20)
}

func TestSearch(t *testing.T) {
	t.Parallel()
	secret := redacttest.Tokens()[0].Make(1)
	root := writeTree(t, map[string]string{
		"a.py":  "class Loader:\n    \"\"\"Loads.\"\"\"\n\n    def read_settings(self):\n        return open('x')\n\n\nlimit = 3\n",
		"b.txt": "a text: " + strings.Repeat("x", 300_000) + " the needle " + strings.Repeat("y", 300_000) + "\n",
		"c.txt": strings.Repeat("row\r\n", 5000),
		"d.py":  "token = \"" + secret + "\"\n",
		"e.ipynb": `{"cells":[{"cell_type":"code","source":["def plotting():\n","    pass\n"],"outputs":[],"metadata":{}}],"metadata":{},` +
			`"nbformat":4,"nbformat_minor":5}`,
	})
	for _, test := range []struct{ text, path, name, line string }{
		{"ReadSettings", "a.py", "read_settings", ""},
		{"/def read/", "a.py", "read_settings", ""},
		{"/open\\('/", "a.py", "read_settings", "return open('x')"},
		{"/limit = 3$/", "a.py", "limit", ""},
		{"/needle/", "b.txt", "", ""},
		{"/^row$/", "c.txt", "", "row"},
		{"/(x+x+)+z/", "", "", ""},
		{"/plotting/", "e.ipynb", "plotting", ""},
		{"/" + secret + "/", "", "", ""},
		{"/" + secret[:12] + "/", "", "", ""},
	} {
		found, err := search(t, context.Background(), root, test.text)
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Passages) == 0 {
			if test.path != "" {
				t.Errorf("%s: nothing matches", test.text)
			}
			continue
		}
		p := found.Passages[0]
		if p.File.Name != test.path || test.name != "" && p.Name != test.name {
			t.Errorf("%s: %s %s, want %s %s", test.text, p.File.Name, p.Name, test.path, test.name)
		}
		for _, line := range p.Lines {
			if len(line.Text) > 300 || test.line != "" && line.Text != test.line {
				t.Errorf("%s: line %.300q, want %q", test.text, line.Text, test.line)
			}
		}
		if test.line != "" && len(p.Lines) == 0 {
			t.Errorf("%s: no line", test.text)
		}
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for _, text := range []string{"read settings", "/row/"} {
		if _, err := search(t, over, root, text); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v after the end of the context", text, err)
		}
	}
}

// A search stops at an answer: if an identifier or a phrase occurs exactly, only that is shown, and weak matches
// are counted.
func TestSearchEnds(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"jar.go":  "package jar\n\n// ReadAll reads the cookies of the jar.\nfunc ReadAll() {}\n\n// use reads all of them again.\nfunc use() { ReadAll() }\n",
		"more.go": "package jar\n\n// Cookies reads all cookies.\nfunc Cookies() {}\n",
	}
	for i := range 12 {
		files[fmt.Sprintf("part%d.go", i)] = fmt.Sprintf("package jar\n\n// Part%d has an aside on how somebody once reads one of the many other "+
			"things there are.\nfunc Part%d() {}\n", i, i)
	}
	root := writeTree(t, files)
	for query, want := range map[string]int{"ReadAll": 2, `"reads all cookies"`: 1} {
		if found, err := search(t, t.Context(), root, query); err != nil || len(found.Passages) != want {
			t.Errorf("%s: %d passages, %v, want %d", query, len(found.Passages), err, want)
		}
	}
	found, err := search(t, t.Context(), root, "read all the cookies of a jar")
	if err != nil || found.Weak == 0 || len(found.Passages) < 5 {
		t.Errorf("%d passages, %d weak, %v", len(found.Passages), found.Weak, err)
	}
}
