package view

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/share/cache"
	"ctxpack/internal/text/lineindex"
	"ctxpack/internal/text/tokens"
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// declarations returns views of files that are only split into parts.
func declarations(t *testing.T, format string, files ...*File) *Declarations {
	t.Helper()
	counter, err := tokens.New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	f, err := render.ByName(format)
	if err != nil {
		t.Fatal(err)
	}
	d := NewDeclarations(files, Options{Counter: counter, Format: f, Jobs: 1})
	for i, file := range files {
		d.texts[i] = strings.Repeat(" a", file.Contents.Tokens)
	}
	return d
}

func fileOf(name string, class scorer.Class, parts ...signatures.Part) *File {
	f := &File{Facts: scorer.Facts{Path: name, Class: class}, Contents: cache.Facts{Parts: cache.PartsOf(parts), Tokens: 100}}
	f.Name = name
	var names []string
	for _, p := range parts {
		names = append(names, p.Name)
	}
	f.Contents.Names = terms.Names(names)
	return f
}

func (d *Declarations) row(i int) string { return d.rowOf(i, d.partsOf(d.files[i])) }

func TestRowOf(t *testing.T) {
	t.Parallel()
	many := make([]signatures.Part, 0, 40)
	for i := range 40 {
		many = append(many, signatures.Part{Name: fmt.Sprint("f", i), Kind: "func", StartLine: i + 1, Inside: -1, Bytes: 1 + i%10*100})
	}
	for name, c := range map[string]struct {
		parts []signatures.Part
		want  string
	}{
		"in the order of the source": {[]signatures.Part{{Name: "b", Kind: "func", StartLine: 1, Inside: -1, Bytes: 9},
			{Name: "a", Kind: "func", StartLine: 5, Inside: -1, Bytes: 99}}, "b, a"},
		"without fields, runs and what types have by the language": {[]signatures.Part{
			{Name: "A", Kind: "class", StartLine: 1, Inside: -1, Bytes: 9}, {Kind: "", StartLine: 9, Inside: -1, Bytes: 9},
			{Name: "__init__", Kind: "method", StartLine: 2, Inside: 0, Bytes: 9}, {Name: "of", Kind: "field", StartLine: 3, Inside: 0},
			{Name: "Max", Kind: "const", StartLine: 9, Inside: 1},
		}, "A, Max"},
		"without namespaces, destructors and operators": {[]signatures.Part{
			{Name: "db", Kind: "namespace", StartLine: 1, Inside: -1, Bytes: 9}, {Name: "T", Kind: "class", StartLine: 2, Inside: 0, Bytes: 9},
			{Name: "~T", Kind: "method", StartLine: 3, Inside: 1, Bytes: 9}, {Name: "operator=", Kind: "method", StartLine: 4, Inside: 1, Bytes: 9},
			{Name: "operator bool", Kind: "method", StartLine: 5, Inside: 1, Bytes: 9}, {Name: "operatorOf", Kind: "method", StartLine: 6, Inside: 1, Bytes: 9},
		}, "T, operatorOf"},
		"without computed keys": {[]signatures.Part{
			{Name: "A", Kind: "class", StartLine: 1, Inside: -1, Bytes: 9}, {Name: "[Symbol.iterator]", Kind: "method", StartLine: 2, Inside: 0, Bytes: 9},
		}, "A"},
		"with a field that no other file declares": {[]signatures.Part{
			{Name: "A", Kind: "class", StartLine: 1, Inside: -1, Bytes: 9}, {Name: "retryableCodes", Kind: "field", StartLine: 2, Inside: 0},
			{Name: "sharedSize", Kind: "field", StartLine: 3, Inside: 0},
		}, "A, retryableCodes"},
		"with a type that has its line from its method": {[]signatures.Part{
			{Name: "run", Kind: "method", StartLine: 1, Inside: -1, Bytes: 9}, {Name: "Job", Kind: "class", StartLine: 1, Inside: 0},
		}, "run, Job"},
		"each name once": {[]signatures.Part{{Name: "a", Kind: "func", StartLine: 1, Inside: -1, Bytes: 9},
			{Name: "a", Kind: "func", StartLine: 5, Inside: -1, Bytes: 9}}, "a"},
	} {
		other := fileOf("b.x", scorer.Source, signatures.Part{Name: "sharedSize"})
		if got := declarations(t, "markdown", fileOf("a.x", scorer.Source, c.parts...), other).row(0); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	d := declarations(t, "markdown", fileOf("a.x", scorer.Source, many...))
	row := d.row(0)
	if !strings.HasSuffix(row, ", …") || strings.Count(row, ",") != mostNames || strings.Contains(row, "f0,") || !strings.Contains(row, "f9,") {
		t.Errorf("of many names: %q", row)
	}
	if d.room = largeRoom; strings.Count(d.row(0), ",") != len(many)-1 {
		t.Errorf("in a large bundle: %q", d.row(0))
	}
}

// A name that is a keyword has no users, however often the word is used.
func TestUsersOfKeywords(t *testing.T) {
	t.Parallel()
	var files []*File
	for _, name := range []string{"this", "default", "constructor", "Jar"} {
		files = append(files, fileOf(name+".cs", scorer.Source, signatures.Part{Name: name}))
	}
	for i := range 5 {
		files = append(files, fileOf(fmt.Sprint(i), scorer.Source))
		files[len(files)-1].Contents.Terms = terms.Read("this.Jar = default; constructor")
	}
	d := declarations(t, "markdown", files...)
	for name, want := range map[string]int{"this": 0, "default": 0, "constructor": 0, "Jar": 4} {
		if got := d.users(name); got != want {
			t.Errorf("%s has %d users, want %d", name, got, want)
		}
	}
}

// A part that a file of a higher rank has too comes after all others. Names that a header declares and its source
// defines are in one row.
func TestRowOfHeader(t *testing.T) {
	t.Parallel()
	run := signatures.Part{Name: "run", Kind: "func", StartLine: 1, Inside: -1, Bytes: 9}
	state := signatures.Part{Name: "state", Kind: "struct", StartLine: 2, Inside: -1, Bytes: 9}
	d := declarations(t, "markdown", fileOf("a/x.h", scorer.Source, run, state), fileOf("a/x.c", scorer.Source, run),
		fileOf("b/x.h", scorer.Source, run), fileOf("a/x.py", scorer.Source, run))
	if got := [4]string{d.row(0), d.row(1), d.row(2), d.row(3)}; got != [4]string{"state", "run", "run", "run"} {
		t.Errorf("got %q", got)
	}
}

func TestCopies(t *testing.T) {
	t.Parallel()
	section := signatures.Part{Name: "Reporting bugs", Kind: "heading", StartLine: 1, EndLine: 9, Inside: -1, Bytes: 400}
	other := section
	other.Bytes = 401
	small := signatures.Part{Name: "Links", Kind: "heading", StartLine: 10, EndLine: 11, Inside: -1, Bytes: 40}
	d := declarations(t, "markdown", fileOf("a.md", scorer.Prose, section, small), fileOf("b.md", scorer.Prose, section, small, other))
	d.Prepare(t.Context(), 8000, 0)
	for i, want := range [][]bool{{false, false}, {true, false, false}} {
		for k, p := range d.by.Offers[i].Parts {
			if got := p.Worth < -afterAll/2; got != want[k] {
				t.Errorf("part %d of file %d: %v, want %v", k, i, got, want[k])
			}
		}
	}
}

// A large manifest is shown by its first lines, without its licence.
func TestManifest(t *testing.T) {
	t.Parallel()
	file := fileOf("pom.xml", scorer.Other)
	file.Facts.Manifest = true
	text := "<!-- Copyright -->\n<project>\n" + strings.Repeat("  <name>one two three four</name>\n", 200)
	file.Size, file.Contents.Lines, file.Contents.Tokens = int64(len(text)), 202, 2000
	d := declarations(t, "json", file, fileOf("a.go", scorer.Source))
	d.texts[0], d.files[1].Contents.Tokens = text, 100_000
	for budget, want := range map[int]int{8000: leastManifest, 32_000: 224, 128_000: mostManifest} {
		d.Prepare(t.Context(), budget, 0)
		first := d.by.Offers[0].First
		entry, ok := d.Entry(t.Context(), packer.Entry{Candidate: 0, Tier: packer.Signatures, First: first})
		if shown := entry.Ranges(); first != want || !ok || len(shown) != 1 || shown[0].Start != 2 || entry.Tokens > first || entry.Tokens < first*8/10 {
			t.Errorf("at %d: lines %v for %d tokens, want %d", budget, shown, first, want)
		}
	}
	d.options.Task = true
	if d.Prepare(t.Context(), 8000, 0); d.by.Offers[0].First != 0 {
		t.Error("with a task, a manifest has a beginning")
	}
}

// The dependencies and scripts of a manifest come before its classifiers and authors.
func TestManifestKeys(t *testing.T) {
	t.Parallel()
	list := strings.Repeat("  \"one two three\",\n", 60)
	for name, text := range map[string]string{
		"a/pyproject.toml": "[project]\nname = \"a\"\nclassifiers = [\n" + list + "]\ndependencies = [\n  \"anyio\",\n]\n\n[project.scripts]\nrun = \"a:run\"\n" +
			"\n[tool.x]\nselect = [\n" + list + "]\n",
		"a/package.json": "{\n  \"name\": \"a\",\n  \"files\": [\n" + strings.TrimSuffix(list, ",\n") + "\n  ],\n  \"scripts\": {\n    \"run\": \"a\"\n  },\n" +
			"  \"dependencies\": {\n    \"anyio\": \"1\"\n  },\n  \"keywords\": [\n" + strings.TrimSuffix(list, ",\n") + "\n  ]\n}\n",
	} {
		file := fileOf(name, scorer.Other)
		file.Path, file.Facts.Manifest = name, true
		file.Size, file.Contents.Lines = int64(len(text)), strings.Count(text, "\n")
		d := declarations(t, "markdown", file)
		d.texts[0] = text
		entry, ok := d.Entry(t.Context(), packer.Entry{Candidate: 0, Tier: packer.Signatures, First: 150})
		shown := ""
		for _, s := range entry.Sections {
			shown += s.Text
		}
		if all := strings.Contains(shown, "name") && strings.Contains(shown, "run") && strings.Contains(shown, "anyio"); !ok || !all || entry.Tokens > 160 {
			t.Errorf("%s: %d tokens: %s", name, entry.Tokens, shown)
		}
	}
}

// The reasons of a value add up to it.
func TestReasons(t *testing.T) {
	t.Parallel()
	part := func(name, kind string, at int) signatures.Part {
		return signatures.Part{Name: name, Kind: kind, StartLine: at, EndLine: at + 3, Inside: -1, Bytes: 170 + 10*at, Branches: at}
	}
	d := declarations(t, "markdown", fileOf("a.go", scorer.Source, part("Run", "func", 1), part("T", "struct", 9)),
		fileOf("a.md", scorer.Prose, part("Use", "heading", 1), part("More", "heading", 9)), fileOf("b.md", scorer.Prose, part("Use", "heading", 1)))
	for _, d.options.Task = range []bool{false, true} {
		d.Prepare(t.Context(), 8000, 0)
		for i := range d.files {
			for _, w := range d.PartWorths(i) {
				sum := 0.0
				for _, r := range w.Reasons {
					sum += r.Doublings
				}
				if got := 100 * math.Exp2(sum); math.Abs(got-w.Value) > w.Value/1000 {
					t.Errorf("%s of %s: the reasons %v make %f, not %f", w.Name, d.files[i].Name, w.Reasons, got, w.Value)
				}
			}
		}
	}
}

// The lines of a type are those outside of its methods; a method has all of its lines.
func TestOwnLines(t *testing.T) {
	t.Parallel()
	parts := []signatures.Part{
		{Name: "A", StartLine: 1, EndLine: 20, Inside: -1, Bytes: 1}, {Name: "f", StartLine: 3, EndLine: 6, Inside: 0, Bytes: 1},
		{Name: "g", StartLine: 8, EndLine: 12, Inside: 0, Bytes: 1}, {StartLine: 22, EndLine: 23, Inside: -1, Bytes: 1},
		{Name: "n", StartLine: 2, EndLine: 2, Inside: 0},
	}
	for chosen, want := range map[int]string{0: "[{1 2} {7 7} {13 20}]", 1: "[{3 6}]", 3: "[{22 23}]"} {
		if got := fmt.Sprint(ownLines(parts, []int{chosen})); got != want {
			t.Errorf("part %d: %s, want %s", chosen, got, want)
		}
	}
	if got := fmt.Sprint(ownLines(parts, []int{0, 1, 2})); got != "[{1 20}]" {
		t.Errorf("all of it: %s", got)
	}
}

// A cut part ends with a whole line and within its room.
func TestCutLines(t *testing.T) {
	t.Parallel()
	d := declarations(t, "markdown")
	text := strings.Repeat("one two three four\n", 50)
	lines := lineindex.New(text)
	for _, room := range []int{0, 10, 40, 1000} {
		got := d.cutLines(true, []render.Range{{Start: 5, End: 50}}, room, lines)
		used := 0
		for _, r := range got {
			used += d.Count(lines.Slice(r.Start, r.End))
		}
		if used > room || room >= 10 && (len(got) != 1 || got[0].Start != 5) || room == 1000 && got[0].End != 50 {
			t.Errorf("%d tokens: %v, which take %d", room, got, used)
		}
	}
}

// A cut part shows its head before its long documentation. It does not end inside a code block, at a heading, or in a
// comment whose code is not shown.
func TestCutEnds(t *testing.T) {
	t.Parallel()
	words := strings.Repeat("word ", 20) + "\n"
	for name, c := range map[string]struct {
		prose bool
		text  string
		room  int
		want  string
	}{
		"long documentation": {
			false, "/**\n" + strings.Repeat(" * "+words, 8) + " */\nfun await() {\n  a()\n" + strings.Repeat("  b() // "+words, 8) + "}\n", 60, "[{11 14}]",
		},
		"a long docstring": {
			false, "def f(a):\n    \"\"\"\n" + strings.Repeat("    "+words, 8) + "    \"\"\"\n    g()\n" + strings.Repeat("    h('"+words, 8), 60,
			"[{1 1} {12 14}]",
		},
		"short documentation":  {false, "# Does\n# it\n# in\n# five\n# lines.\ndef f(a):\n" + strings.Repeat("    h(a)\n", 80), 60, "[{1 16}]"},
		"a comment of a field": {false, "class A {\n  int a;\n  /* One\n" + strings.Repeat("  "+words, 4) + "  */\n  int b;\n}\n", 60, "[{1 2}]"},
		"a long string":        {false, "X = \"\"\"\n" + strings.Repeat(words, 40), 640, "[{1 31}]"},
		"a code block":         {true, "## Use\n\nRun:\n```bash\n" + strings.Repeat("run "+words, 8) + "```\n", 60, "[{1 3}]"},
		"a heading":            {true, "Words.\n\n## Use\n\n" + strings.Repeat(words, 4), 12, "[{1 1}]"},
	} {
		lines := lineindex.New(c.text)
		if got := fmt.Sprint(declarations(t, "markdown").cutLines(c.prose, []render.Range{{Start: 1, End: lines.Count()}}, c.room, lines)); got != c.want {
			t.Errorf("%s: lines %s, want %s", name, got, c.want)
		}
	}
}

func TestMapShare(t *testing.T) {
	t.Parallel()
	last, rows := 1000, 0
	for budget := 1000; budget <= 1<<20; budget *= 2 {
		share := mapShare(budget)
		if share > last || share < 250 || share > 400 || share*budget < rows {
			t.Errorf("%d tokens: %d, after %d", budget, share, last)
		}
		last, rows = share, share*budget
	}
}

// Documents come first, then source by folders, tests and examples last. A folder comes before its subfolders, and
// before one of which less is shown, whatever the ranks.
func TestReadingOrder(t *testing.T) {
	t.Parallel()
	manifest := fileOf("go.mod", scorer.Other)
	manifest.Facts.Manifest = true
	files := []*File{
		fileOf("demo/app.go", scorer.Source), fileOf("lib/sub/z.go", scorer.Source), fileOf("x_test.go", scorer.Test), fileOf("lib/y.go", scorer.Source),
		fileOf("lib/sub/a.go", scorer.Source), fileOf("data.json", scorer.Other), fileOf("examples/e.go", scorer.Auxiliary), manifest,
		fileOf("lib2.go", scorer.Source), fileOf("lib/sub2/z.go", scorer.Source),
	}
	var entries []packer.Entry
	for i := range files {
		entries = append(entries, packer.Entry{Candidate: i, Cost: 100})
	}
	entries[0].Cost = 300
	var order []string
	for _, e := range InReadingOrder(files, entries) {
		order = append(order, files[e.Candidate].Name)
	}
	const want = "go.mod lib2.go lib/y.go lib/sub/a.go lib/sub/z.go lib/sub2/z.go demo/app.go data.json x_test.go examples/e.go"
	if got := strings.Join(order, " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The cost of a file excludes its row, and the entry keeps it.
func TestCalibrationKeepsNames(t *testing.T) {
	t.Parallel()
	file := fileOf("a.go", scorer.Source, signatures.Part{Name: "F", Kind: "func", StartLine: 1, EndLine: 1, Inside: -1, Bytes: 12})
	file.Size, file.Contents.Lines = 12, 1
	d := declarations(t, "json", file)
	d.texts[0] = "func F() {}\n"
	d.Prepare(t.Context(), 1000, 0)
	filler := declarationsFiller{d, t.Context()}
	e := packer.Entry{Candidate: 0, Tier: packer.Signatures, Named: true, Sections: []int{0}, Cost: 100}
	filler.calibrate([]packer.Entry{e})
	entry, ok := d.Entry(t.Context(), e)
	if text := d.options.Format.Entry(entry); !ok || !strings.Contains(text, `"names":"F"`) || !strings.Contains(text, `"ranges":[[1,1]]`) {
		t.Errorf("the entry is %s", text)
	}
}
