package signatures

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// plainNames returns file names of the languages with plain rules.
func plainNames() []string {
	return []string{
		"a.md", "a.mdx", "a.json", "a.json5", "a.yaml", "a.toml", "a.css", "a.scss", "a.less", "a.html", "Makefile", "Dockerfile", "a.sql",
		"a.vue", "a.svelte", "a.astro", "a.ipynb", "a.proto", "a.tf", "a.graphql", "a.thrift", "a.capnp", "a.elm", "a.ml", "a.mli", "a.dart", "a.ps1", "a.groovy",
	}
}

func TestPlainNames(t *testing.T) {
	t.Parallel()
	known := make(map[string]bool)
	for _, name := range plainNames() {
		known[Language(name, "")] = true
	}
	for _, s := range outlined() {
		if s.Plain != nil && !known[s.Name] {
			t.Errorf("no file name for %s: add one to plainNames", s.Name)
		}
	}
}

// TestPlainRepetitions gives each language long runs of opening constructs. It must return a valid outline.
func TestPlainRepetitions(t *testing.T) {
	t.Parallel()
	openers := []string{
		"> ", "- ", "#\n", "```\n", "[", "{", "(", "<", "[{", "{\"a\":", "\"", "'", "`", "\\\"", "\"\\", "/*", "//", "--", "{-", "(*", "(*)", "{|",
		"<!--", "<a ", "</", "<h1>", "a:\n", "- - ", "a: |\n", "a: [\n", "a: \"\n", "[a]\n", "[[a]]\n", "a=\"\"\"\n", "a{", "}", "#{", "@{", "${", "$a$",
		"BEGIN ", "CREATE TABLE a(", "define a\n", "\\\n", "RUN <<A\n", "let a = ", "module M = struct ", "message a {", "<<A\n", "\"\"\"", "map<",
		"url(", "---\n", "=/", "$/", "@A(", "class A {\n", "enum E {A,", "def x(", "\x00", "\xff", "a\n===\n", "{{", "{\"cells\":[", "# %%\n",
	}
	for _, name := range plainNames() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, opener := range openers {
				src := strings.Repeat(opener, 20_000/len(opener))
				checkOutline(t, src, Extract(context.Background(), name, src))
			}
		})
	}
}

func FuzzPlain(f *testing.F) {
	for i, name := range plainNames() {
		for _, path := range fixtures(f, Language(name, "")) {
			f.Add(uint8(i), readFixture(f, path))
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, src string) {
		names := plainNames()
		name := names[int(i)%len(names)]
		o := Extract(context.Background(), name, src)
		checkOutline(t, src, o)
		if text, ok := Notebook(src); ok {
			checkOutline(t, text, Extract(context.Background(), "a.ipynb", text))
		}
	})
}

func TestNotebook(t *testing.T) {
	t.Parallel()
	src := readFixture(t, filepath.Join("internal", "text", "testdata", "jupyter-notebook", "analysis.ipynb"))
	percent, ok := Notebook(src)
	if !ok {
		t.Fatal("not taken for a notebook")
	}
	for _, want := range []string{
		"# %% [markdown]\n# # Analysis\n#\n", "data:…", "# %%\n# %matplotlib inline\n# !pip install pandas\nimport pandas as pd\n",
		"# ### One string\n# with a second line\n",
	} {
		if !strings.Contains(percent, want) {
			t.Errorf("%q is missing in\n%s", want, percent)
		}
	}
	for _, never := range []string{"OUTPUT", "iVBOR", "not a cell", "left out"} {
		if strings.Contains(percent, never) {
			t.Errorf("%q is in the text", never)
		}
	}
	again := Extract(context.Background(), "analysis.ipynb", percent)
	direct := Extract(context.Background(), "analysis.ipynb", src)
	if again.Text() != direct.Text() || again.Text() == "" {
		t.Errorf("outline of the text:\n%s\nof the file:\n%s", again.Text(), direct.Text())
	}
	for _, no := range []string{"", "{}", "[]", "# %%", `{"cells": 1}`, `{"cells": [{"cell_type": 1}]}`, strings.Repeat("[", 100_000)} {
		if _, ok := Notebook(no); ok {
			t.Errorf("%.40q is taken for a notebook", no)
		}
	}
}
