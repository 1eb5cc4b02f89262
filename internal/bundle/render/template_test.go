package render_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/goldentest"
	"ctxpack/packer"
)

func template(t *testing.T, text string) render.Format {
	t.Helper()
	f, err := render.Template("t.tmpl", text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestTemplates: templates see the contents of a JSON bundle, by the same names, and errors are reported.
func TestTemplates(t *testing.T) {
	t.Parallel()
	d := nasty()
	for text, want := range map[string]string{
		"{{.root}} {{.tokens}} of {{.budget}}":                              "my *repo* 1234 of 8000",
		"{{if .tree}}yes{{end}}{{if .part.of}}parts{{end}}":                 "yes",
		"{{.git.commit}} {{.git.differing_files}}":                          "0123456789abcdef0123456789abcdef01234567 2",
		"{{(index .files 0).path}}: {{(index .files 0).content}}":           "src/a.go: package a\n\nfunc A() {}\n",
		"{{with index .files 4}}{{.outline}}{{len .ranges}}{{end}}":         "def a(x: int) -> int: ...\n2",
		"{{with index .files 5}}{{.ranges}}{{.tier}}{{.level}}{{end}}":      "[[1 2]]signaturesin part",
		"{{range .files}}{{.index}} {{end}}":                                "1 2 3 4 5 6 7 8 9 10 11 12 ",
		"{{with index .files 3}}{{.path}}{{.path_escaped}}{{end}}":          "b\\x01\\n\\\"<`>\\xff.bin.txttrue",
		"{{with index .files 1}}{{fence .content}}{{rule .content}}{{end}}": "`````---",
		"{{(index .skipped 0).names}}{{(index .skipped 1).names}}":          "[x`y.go][]",
		"{{range .log}}{{.commit | printf \"%.7s\"}}{{end}}":                "0123456",
		"{{cdata \"a]]>b\"}}{{xml \"<&\"}}{{json \"<\\n\"}}":                "<![CDATA[a]]]]><![CDATA[>b]]>&lt;&amp;\"<\\n\"",
		"{{join (index .skipped 0).names \", \"}}":                          "x`y.go",
		"{{html \"<\"}}{{println 1 \"a\"}}{{print .tokens}}":                "&lt;1 a\n1234",
		"{{range 3}}{{.}}{{end}}":                                           "012",
	} {
		f := template(t, text)
		if got := written(f, d); got != want || f.Failed() != nil {
			t.Errorf("%s: got %q, %v, want %q", text, got, f.Failed(), want)
		}
	}
}

func TestTemplateErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                              "t.tmpl: it is empty",
		" \n":                           "t.tmpl: it is empty",
		"a\n{{if}}":                     "t.tmpl:2: missing value for if",
		"a\n{{nothing .root}}":          `t.tmpl:2: function "nothing" not defined`,
		"{{ctxpackStep}}":               `t.tmpl:1: function "ctxpackStep" not defined`,
		"a\nb {{.rot}}":                 `t.tmpl:2:4: executing "t.tmpl" at <.rot>: map has no entry for key "rot"`,
		"{{.git.who}}":                  `t.tmpl:1:6: executing "t.tmpl" at <.git.who>: map has no entry for key "who"`,
		"{{range .files}}{{.pth}}":      "t.tmpl:1: unexpected EOF",
		"{{index .files 99}}":           `t.tmpl:1:2: executing "t.tmpl" at <index .files 99>: error calling index: index out of range: 99`,
		"\n{{range 1000000000}}{{end}}": `t.tmpl:2:20: executing "t.tmpl": the template does not end within 1000000 steps`,
		"{{range .files}}{{range 10000000}}{{if true}}{{end}}{{end}}{{end}}": `the template does not end within 1000000 steps`,
		`{{define "x"}}{{template "x" .}}{{end}}{{template "x" .}}`:          `exceeded maximum template depth`,
		`{{define "x"}}{{if .}}{{template "x" slice . 1}}{{template "x" slice . 1}}{{end}}{{end}}` +
			`{{template "x" printf "%40d" 1}}`: `does not end within`,
		`{{$x := "aa"}}{{range 60}}{{$x = print $x $x}}{{end}}`: `the template writes more than 64 MB`,
		`{{$x := "\\"}}{{range 60}}{{$x = js $x}}{{end}}`:       `the template writes more than 64 MB`,
		`{{range 100000}}{{printf "%100000d" 1}}{{end}}`:        `the template writes more than 64 MB`,
		"{{" + strings.Repeat("json (", 39) + "json .root" + strings.Repeat(")", 39) +
			"}}": `the template writes more than 64 MB`,
		"{{range 1000000}}{{$x := json $.root | printf \"%100000s\"}}{{end}}":               `the template processes too much text`,
		"{{$x := printf \"%1000000s\" \"\\\"\"}}{{range 1000000}}{{$y := fence $x}}{{end}}": `the template processes too much text`,
		"{{range 1000000}}{{$x := join $.files (printf \"%100000s\" \"\")}}{{end}}":         `the template`,
		strings.Repeat("a", 1<<20+1): "t.tmpl: it has more than 1048576 bytes",
	} {
		if limit := strings.Contains(want, "template ") || strings.Contains(want, "does not end"); limit && testing.Short() {
			continue
		}
		f, err := render.Template("t.tmpl", text)
		if err == nil {
			written(f, nasty())
			err = f.Failed()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: got %v, want %s", text, err, want)
		}
	}
}

// TestTemplateNames: templates have all names of the schema of JSON bundles.
func TestTemplateNames(t *testing.T) {
	t.Parallel()
	type object struct {
		Properties map[string]any `json:"properties"`
	}
	data, err := os.ReadFile("../../../docs/bundle.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	file := schema.Defs["file"].Properties
	if len(schema.Properties) < 10 || len(file) < 10 {
		t.Fatalf("the schema has %d members, %d of a file", len(schema.Properties), len(file))
	}
	for name := range schema.Properties {
		f := template(t, "{{."+name+"}}")
		written(f, &render.Document{})
		if f.Failed() != nil {
			t.Error(f.Failed())
		}
	}
	for name := range file {
		f := template(t, "{{range .files}}{{."+name+"}}{{end}}")
		written(f, nasty())
		if f.Failed() != nil {
			t.Error(f.Failed())
		}
	}
}

// TestTemplateEntry: the cost of a file is known before the bundle is written.
func TestTemplateEntry(t *testing.T) {
	t.Parallel()
	file := render.File{Path: "a.go", Tier: packer.Full, Text: "package a\n", Fence: "go"}
	for text, want := range map[string]string{
		"{{.root}}{{range .files}}\n<{{.path}}>{{.shown}}{{end}}\nend": "<a.go>package a\n\n",
		"nothing":                           "",
		"{{(index .files 0).path}}":         "a.go",
		"{{range .files}}{{.none}}{{end}} ": "",
	} {
		if got := template(t, text).Entry(file); strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestContributedTemplates: contents of files cannot end their frames.
func TestContributedTemplates(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("../../../contrib/templates/*.tmpl")
	if err != nil || len(names) < 2 {
		t.Fatalf("%d templates, %v", len(names), err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := render.Template(filepath.Base(name), string(text))
			if err != nil {
				t.Fatal(err)
			}
			got := written(f, nasty())
			if f.Failed() != nil {
				t.Fatal(f.Failed())
			}
			goldentest.Compare(t, filepath.Join("testdata", filepath.Base(name)+".txt"), got, *update)
		})
	}
}
