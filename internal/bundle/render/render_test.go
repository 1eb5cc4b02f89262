package render_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/goldentest"
	"ctxpack/packer"
)

var update = flag.Bool("update", false, "write the golden files anew")

// nasty returns a document with everything that can go wrong.
func nasty() *render.Document {
	return &render.Document{
		Header: "Read this first.\n", Root: "my *repo*",
		Git:       &render.Git{Branch: "feature/`x`", Commit: "0123456789abcdef0123456789abcdef01234567", Differ: 2},
		Tokenizer: "o200k_base", Budget: 8000, Used: 1234,
		Counts: render.Counts{Full: 4, Signatures: 2, Skipped: 3},
		Task: &render.Task{
			Text: "Fix ``` and ]]>\n\nit <b>is</b> \x01", Again: true, Diff: "--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-```\n+]]>\n",
			Log: []render.Commit{{ID: "0123456789abcdef0123456789abcdef01234567", Subject: "Say <b>\x1b"}},
		},
		Tree: "src/\n  a.go\n  we`ird```.md\n",
		Files: []render.File{
			{Path: "src/a.go", Tier: packer.Full, Score: 69, Tokens: 12, FullTokens: 12, Lines: 3, Language: "Go", Fence: "go", Text: "package a\n\nfunc A() {}\n"},
			{Path: "docs/fence.md", Tier: packer.Full, Score: 5, Tokens: 9, FullTokens: 9, Lines: 4, Language: "Markdown", Fence: "markdown",
				Text: "````\n```go\n]]> & <b>\n````"},
			{Path: "empty.txt", Tier: packer.Full, Score: 0},
			{Path: "b\x01\n\"<`>\xff.bin.txt", Tier: packer.Full, Score: 1, Tokens: 3, FullTokens: 3, Lines: 1, Text: "nul \x00 esc \x1b fffe \uFFFE\r\n",
				Numbered: true},
			{
				Path: "big.py", Tier: packer.Signatures, Score: 40, Tokens: 30, FullTokens: 9000, Lines: 800, Language: "Python", Fence: "python",
				Text: "def a(x: int) -> int: ...\n", Numbered: true,
				Sections: []render.Section{
					{Range: render.Range{Start: 8, End: 11}, Text: "def a(x):\n    if x:\n        return 1\n    return 2\n"},
					{Range: render.Range{Start: 99, End: 100}, Text: "def b():\n    pass"},
				},
			},
			{Path: "notes.txt", Tier: packer.Signatures, Score: 0, Tokens: 2, FullTokens: 50, Lines: 60, Text: "one\ntwo\n", TextRange: render.Range{Start: 1, End: 2}},
			{Path: "whole.go", Tier: packer.Full, Score: 3, Tokens: 4, FullTokens: 4, Lines: 1, Language: "Go", Fence: "go", Text: "package whole\n"},
			{Path: "names.go", Tier: packer.Signatures, Tokens: 4, FullTokens: 90, Lines: 20, Names: "T, New, Run, …"},
			{
				Path: "excerpt.go", Tier: packer.Signatures, Tokens: 20, FullTokens: 900, Lines: 60, Language: "Go", Fence: "go",
				Names: "A, B",
				Sections: []render.Section{
					{Range: render.Range{Start: 1, End: 1}, Text: "package excerpt\n"},
					{Range: render.Range{Start: 3, End: 4}, Text: "// ```\nfunc A() {}\n"},
					{Range: render.Range{Start: 5, End: 5}, Text: "func B() {}\n"},
				},
			},
			{
				Path: "outline.go", Tier: packer.Signatures, Tokens: 9, FullTokens: 90, Language: "Go", Fence: "go", Lines: 60,
				Text: "… imports a.go\ntype T struct {\n\tA int\n}\nfunc (t *T) Do() error\n",
			},
			{
				Path: "parts.go", Tier: packer.Signatures, Tokens: 5, FullTokens: 900, Lines: 60, Numbered: true,
				Sections: []render.Section{{Range: render.Range{Start: 10, End: 10}, Text: "func c() {}\n"}, {Range: render.Range{Start: 60, End: 60}, Text: "// end"}},
			},
			{
				Path: "screen.md", Tier: packer.Signatures, Tokens: 5, FullTokens: 900, Lines: 60, Text: "# T\n", TextRange: render.Range{Start: 1, End: 1},
				Sections: []render.Section{{Range: render.Range{Start: 10, End: 11}, Text: "a\nb\n"}},
			},
		},
		Skipped: []render.Skipped{
			{Reason: "no-budget", Sentence: "no budget left", Count: 2, Names: []string{"x`y.go"}},
			{Reason: "binary", Sentence: "binary file", Count: 1},
		},
	}
}

func written(f render.Format, d *render.Document) string {
	head, rest := f.Writer(d)()
	return head + rest
}

func TestGolden(t *testing.T) {
	t.Parallel()
	split := nasty()
	split.Part = &render.Part{Number: 1, Of: 2, Budget: 4000, Index: []render.PartIndex{
		{Number: 1, Files: 2, Paths: []string{"src/a.go", "docs/fence.md"}}, {Number: 2, Files: 9, Paths: []string{"a", "z"}, Ends: true},
	}}
	for _, f := range render.Formats() {
		for name, d := range map[string]*render.Document{"nasty": nasty(), "part": split, "empty": {Root: "r", Tokenizer: "chars4", Estimated: true}} {
			extension := f.Extension
			if extension == "" {
				extension = "." + f.Name
			}
			t.Run(name+extension, func(t *testing.T) {
				t.Parallel()
				got := written(f, d)
				goldentest.Compare(t, filepath.Join("testdata", name+extension), got, *update)
				if !utf8.ValidString(got) {
					t.Error("not UTF-8")
				}
				if !render.Opens(got) {
					t.Error("not recognised as a bundle")
				}
			})
		}
	}
}

func format(t *testing.T, name string) render.Format {
	t.Helper()
	f, err := render.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestOpens(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"<!-- ctxpack bundle 1 -->\n": true, "<!-- ctxpack bundle 2 -->\n": true, "<?xml version=\"1.0\"?>\n<ctxpack-bundle version=\"1\">\n": true,
		"{\n  \"format\": \"ctxpack-bundle\"\n}\n": true, `{"format":"ctxpack-report"}`: true,
		"ctxpack bundle 2 of app\n": true, "ctxpack bundle of app\n": false, "ctxpack bundle 2\n": false,
		"": false, "{}": false, " <!-- ctxpack bundle 1 -->": false, "see <ctxpack-bundle ": false, `{"format":"other"}`: false,
	} {
		if render.Opens(text) != want {
			t.Errorf("%q: %t, want %t", text, !want, want)
		}
	}
}

func TestJSONRoundTrip(t *testing.T) {
	t.Parallel()
	d := nasty()
	for i := range d.Files {
		d.Files[i].Numbered = false
	}
	text := written(format(t, "json"), d)
	var bundle struct {
		Files []struct {
			Content, Outline *string
		}
	}
	if err := json.Unmarshal([]byte(text), &bundle); err != nil {
		t.Fatal(err)
	}
	for i, file := range bundle.Files {
		f := d.Files[i]
		var content, outline *string
		if f.Tier == packer.Full || len(f.Ranges()) > 0 {
			all := ""
			if f.Tier == packer.Full || f.TextRange.Start > 0 {
				all = f.Text
			}
			for _, s := range f.Sections {
				all += strings.TrimSuffix(s.Text, "\n") + "\n"
			}
			content = &all
		}
		if f.Form() == render.Outlined || f.Tier != packer.Full && f.Text != "" && f.TextRange.Start == 0 {
			outline = &f.Text
		}
		for _, c := range []struct{ got, want *string }{{file.Content, content}, {file.Outline, outline}} {
			if (c.got == nil) != (c.want == nil) || c.got != nil && *c.got != *c.want {
				t.Errorf("%s: got %q, want %q", f.Path, deref(c.got), deref(c.want))
			}
		}
	}
}

func deref(s *string) string {
	if s == nil {
		return "nothing"
	}
	return *s
}

func TestJSONSchema(t *testing.T) {
	t.Parallel()
	schema, err := jsonschema.NewCompiler().Compile("../../../docs/bundle.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	d := nasty()
	d.Part = &render.Part{Number: 1, Of: 1, Budget: 10, Index: []render.PartIndex{{Number: 1, Files: 6, Paths: []string{"a"}, Ends: true}}}
	several := nasty()
	several.Git, several.Repositories = nil, []render.Git{
		{Name: "a`\xff", Branch: "main", Commit: strings.Repeat("ab", 20)}, {Name: "b", Commit: strings.Repeat("cd", 20), Differ: 1, Shallow: true},
	}
	for _, d := range []*render.Document{d, nasty(), several, {Root: "r", Tokenizer: "chars4"}} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(written(format(t, "json"), d)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{`{}`, `{"format":"ctxpack-bundle","version":2,"root":"r","unknown":1}`} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(bad))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(value) == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

func FuzzWellFormed(f *testing.F) {
	f.Add("a.go", "package a\n")
	f.Add("`]]>\"<&\x00\xff", "]]>]]>````\x00\x0b\ufffe</file>")
	f.Add("\u202e\n", "~~~\n```\r\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		if name == "" {
			t.Skip("no file is without a name")
		}
		text = strings.ToValidUTF8(text, "\uFFFD")
		d := &render.Document{Root: name, Header: text, Tokenizer: "t", Tree: text + "\n", Files: []render.File{
			{Path: name, Tier: packer.Full, Text: text},
			{Path: name, Tier: packer.Signatures, Lines: 9, Text: text, Sections: []render.Section{{Range: render.Range{Start: 2, End: 3}, Text: text}}, Numbered: true},
			{Path: name, Tier: packer.Signatures, Lines: 9, Sections: []render.Section{{Range: render.Range{Start: 2, End: 3}, Text: text}}},
			{Path: name, Tier: packer.Signatures, Lines: 9, Text: text},
			{Path: "d/x", Tier: packer.Signatures, Lines: 9, Names: text},
			{Path: "d/y", Tier: packer.Signatures, Lines: 9, Text: text},
		}}
		checkXML(t, written(format(t, "xml"), d), "file", text, 6)
		checkXML(t, written(format(t, "documents"), d), "document_content", text, 5)
		checkJSON(t, written(format(t, "json"), d), text)
		checkMarkdown(t, written(format(t, "markdown"), d), name)
		checkPlain(t, written(format(t, "plain"), d), name)
	})
}

// checkXML reads a bundle with so many entries; element holds the text of a full file.
func checkXML(t *testing.T, bundle, element, text string, want int) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(bundle))
	var first string
	inFile, inside := 0, false
	entries := 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%q", err, bundle)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local == element {
				inFile++
				inside = true
			}
			if token.Name.Local == "file" || token.Name.Local == "document" {
				entries++
			}
		case xml.EndElement:
			inside = inside && token.Name.Local != element
		case xml.CharData:
			if inFile == 1 && inside {
				first += string(token)
			}
		}
	}
	wanted := strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return 0xFFFD
		}
		return r
	}, text)
	// An XML parser reads every kind of line end as a newline.
	wanted = strings.ReplaceAll(strings.ReplaceAll(wanted, "\r\n", "\n"), "\r", "\n")
	if first != wanted || entries != want {
		t.Fatalf("text %q became %q, %d entries", wanted, first, entries)
	}
}

func checkJSON(t *testing.T, bundle, text string) {
	t.Helper()
	var d struct {
		Files []struct{ Content *string }
	}
	if err := json.Unmarshal([]byte(bundle), &d); err != nil {
		t.Fatalf("not JSON: %v\n%q", err, bundle)
	}
	if *d.Files[0].Content != text {
		t.Fatalf("text %q became %q", text, *d.Files[0].Content)
	}
}

// checkMarkdown tracks the fences like a reader: text outside of them is ctxpack's, so no line there may come from
// a file or its name.
func checkMarkdown(t *testing.T, bundle, name string) {
	t.Helper()
	body := bundle[strings.Index(bundle, "\n## Map\n"):]
	open, entries, outlines, names := "", 0, false, 0
	for line := range strings.SplitSeq(body, "\n") {
		run := len(line) - len(strings.TrimLeft(line, "`"))
		switch {
		case open == "" && run >= 3:
			open = strings.Repeat("`", run)
		case open != "" && line == open:
			open = ""
		case open == "" && strings.HasPrefix(line, "### "):
			entries++
		case open == "" && (line == "## Outlines" || line == "## Map"):
			outlines = true
		case open == "" && line == "## Files":
			outlines = false
		case outlines && open != "" && !strings.HasPrefix(line, " ") && line != "d/":
			names++
		case open == "" && line != "" && !strings.HasPrefix(line, "What these files declare") && !strings.HasPrefix(line, "The names that each file"):
			t.Fatalf("line %q is outside of every fence; name %q", line, name)
		}
	}
	if open != "" || entries != 3 || names != 3 {
		t.Fatalf("fence %q is open at the end, %d entries, %d names\n%q", open, entries, names, bundle)
	}
}

// checkPlain tracks the rules: text outside of them is ctxpack's.
func checkPlain(t *testing.T, bundle, name string) {
	t.Helper()
	_, body, _ := strings.Cut(bundle, "\ntree\n") // a header is the user's
	open, entries, before := "", 0, "tree"
	for line := range strings.FieldsFuncSeq(body, func(r rune) bool { return r == '\n' || r == '\r' }) {
		switch {
		case open == "" && len(line) >= 3 && strings.Trim(line, "-") == "" && before != "":
			open, before = line, ""
		case open != "" && line == open:
			open = ""
			entries++
		case open == "" && before == "":
			before = line
		case open == "":
			t.Fatalf("line %q is outside of every text; name %q", line, name)
		}
	}
	if open != "" || entries != 6 {
		t.Fatalf("rule %q is open at the end, %d texts\n%q", open, entries, bundle)
	}
}

func TestDisplayPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"src/a.go": "src/a.go", "ü/日本.ts": "ü/日本.ts", "a b[1]*.go": "a b[1]*.go", "a\nb": `a\nb`, "a\x00": `a\x00`, "\xff": `\xff`,
		`a\nb`: `a\\nb`, `"q"`: `\"q\"`, "\u202e": `\u202e`,
	} {
		if got := render.DisplayPath(path); got != want {
			t.Errorf("%q is shown as %s, want %s", path, got, want)
		}
	}
}

// TestTreeFits: the most important folders are opened first, as far as there is room.
func TestTreeFits(t *testing.T) {
	t.Parallel()
	paths := []string{"a.go", "src/core/deep.go", "src/core/deeper.go", "src/one.go", "src/three.go", "src/two.go", "tests/data/x.txt", "tests/run.go",
		"vendor/y.go"}
	weight := func(i int) int {
		if strings.HasPrefix(paths[i], "src/") {
			return 1
		}
		return 0
	}
	for _, tt := range []struct {
		room, aside int
		want        string
	}{
		{10, 10, ""},
		{70, 70, "src/ (5 files)\ntests/ (2 files)\nvendor/ (1 file)\na.go\n"},
		{86, 86, "src/ (3 more files)\n  core/ (2 files)\ntests/ (2 files)\nvendor/ (1 file)\na.go\n"},
		{92, 92, "src/\n  core/ (2 files)\n  one.go\n  three.go\n  two.go\ntests/ (2 files)\nvendor/ (1 file)\na.go\n"},
		{1000, 0, "src/\n  core/\n    deep.go\n    deeper.go\n  one.go\n  three.go\n  two.go\ntests/ (2 files)\nvendor/ (1 file)\na.go\n"},
		{1000, 1000, "src/\n  core/\n    deep.go\n    deeper.go\n  one.go\n  three.go\n  two.go\ntests/\n  data/\n    x.txt\n  run.go\nvendor/\n  y.go\na.go\n"},
	} {
		got := render.NewTree(paths, weight).Fit(func(text string, aside bool) bool {
			return len(text) <= tt.room && (!aside || len(text) <= tt.aside)
		})
		if got != tt.want {
			t.Errorf("within %d and %d bytes:\n%s\nwant:\n%s", tt.room, tt.aside, got, tt.want)
		}
	}
}

// TestTreeCounts: of many folders, the most important are shown, and the others are counted.
func TestTreeCounts(t *testing.T) {
	t.Parallel()
	var paths []string
	for k := range 16 {
		paths = append(paths, fmt.Sprintf("crates/c%02d/lib.rs", k))
	}
	got := render.NewTree(paths, func(i int) int { return i }).Fit(func(text string, _ bool) bool { return len(text) < 160 })
	const want = "crates/\n  c12/\n    lib.rs\n  c13/\n    lib.rs\n  c14/\n    lib.rs\n  c15/\n    lib.rs\n  … 12 folders (12 files)\n"
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestTreeLeads: the way to a folder is opened first, and its surroundings as far as there is room.
func TestTreeLeads(t *testing.T) {
	t.Parallel()
	paths := []string{"app/pool/queue/deep.go", "app/pool/queue/more.go", "app/main.go"}
	for _, name := range []string{"alpha", "beta", "gamma", "delta"} {
		paths = append(paths, name+"-of-the-root.md", name+"/a.md", "app/"+name+"/a.go", "app/pool/"+name+"/a.go")
	}
	tree := render.NewTree(paths, func(int) int { return 1 })
	tree.Lead("app/pool/queue")
	const (
		queue  = "    queue/\n      deep.go\n      more.go\n"
		pool   = "  pool/\n" + queue + "    … 4 folders (4 files)\n"
		app    = "app/ (1 more file)\n" + pool + "  … 4 folders (4 files)\n"
		beside = "beta/\n  a.md\ndelta/\n  a.md\ngamma/\n  a.md\n"
	)
	for room, want := range map[int]string{
		20:  "",
		160: app + "… 4 folders (4 files)\n… 4 files\n",
		200: "alpha/\n  a.md\n" + app + beside + "… 4 files\n",
		999: tree.Full(),
	} {
		if got := tree.Fit(func(text string, _ bool) bool { return len(text) <= room }); got != want {
			t.Errorf("within %d bytes:\n%s\nwant:\n%s", room, got, want)
		}
	}
	got := tree.Fit(func(text string, _ bool) bool { return len(text) <= 330 })
	if !strings.Contains(got, queue) || !strings.Contains(got, "gamma-of-the-root.md") || !strings.Contains(got, "  beta/\n    a.go\n") ||
		strings.Contains(got, "… 4 files") {
		t.Errorf("with more room:\n%s", got)
	}
}

// TestTreeCountsAll: after any earlier listing, each one names or counts every file.
func TestTreeCountsAll(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	r := rand.New(rand.NewPCG(1, 2))
	counted := regexp.MustCompile(`(\d+) (more )?files?\)?$`)
	for range 300 {
		paths := make([]string, 1+r.IntN(60))
		for i := range paths {
			for range r.IntN(5) {
				paths[i] += fmt.Sprintf("d%d/", r.IntN(1+r.IntN(5)))
			}
			paths[i] += fmt.Sprint("f", i)
		}
		tree := render.NewTree(paths, func(i int) int { return i % 7 })
		for room := range 4 {
			tree.Fit(func(text string, _ bool) bool {
				files := 0
				for line := range strings.Lines(text) {
					if m := counted.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
						n, _ := strconv.Atoi(m[1])
						files += n
					} else if !strings.HasSuffix(line, "/\n") {
						files++
					}
				}
				if files != len(paths) {
					t.Fatalf("%d of %d files in\n%s", files, len(paths), text)
				}
				return len(text) <= 200*room
			})
		}
	}
}

func TestTree(t *testing.T) {
	t.Parallel()
	tree := render.NewTree([]string{"a.go", "src/x/y/deep.go", "src/x/y/deeper.go", "src/x/one.go", "docs/only/here/a.md", "z/\n.go"}, func(int) int { return 0 })
	want := "docs/only/here/\n  a.md\nsrc/x/\n  y/\n    deep.go\n    deeper.go\n  one.go\nz/\n  \\n.go\na.go\n"
	if got := tree.Full(); got != want {
		t.Errorf("all of it:\n%s\nwant:\n%s", got, want)
	}
}
