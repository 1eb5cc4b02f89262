package imports

import (
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"ctxpack/signatures"
)

// fixture is a small tree: one file per line, with its path, its facts (pkg=, ns=, exports=,
// imp=kind:specifier@scope), and the manifests.
type fixture struct {
	tree      string
	manifests map[string]string
}

// resolution is one import and the files that it must lead to.
type resolution struct {
	name      string
	from      string
	kind      string
	specifier string
	names     []string
	scope     string
	want      string // paths, separated by spaces
}

func languageOf(p string) string {
	switch ext := path.Ext(p); ext {
	case ".ts", ".mts", ".cts":
		return "TypeScript"
	case ".tsx":
		return "TSX"
	case ".js", ".jsx", ".mjs", ".cjs":
		return "JavaScript"
	case ".vue":
		return "Vue"
	default:
		return map[string]string{
			".py": "Python", ".pyi": "Python", ".go": "Go", ".rs": "Rust", ".java": "Java", ".kt": "Kotlin",
			".scala": "Scala", ".c": "C", ".h": "C", ".cc": "C++", ".cs": "C#", ".rb": "Ruby", ".php": "PHP",
			".lua": "Lua", ".zig": "Zig", ".r": "R", ".psm1": "PowerShell", ".ps1": "PowerShell", ".dart": "Dart", ".ex": "Elixir", ".sh": "Shell", ".swift": "Swift",
			".css": "CSS", ".scss": "SCSS", ".less": "Less", ".html": "HTML", ".proto": "Protocol Buffers",
			".thrift": "Thrift", ".graphql": "GraphQL", ".tf": "HCL", ".elm": "Elm", "": "Makefile",
		}[ext]
	}
}

func (f fixture) files() []File {
	var out []File
	for line := range strings.Lines(f.tree) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		file := File{Path: fields[0], Language: languageOf(fields[0])}
		for _, field := range fields[1:] {
			key, value, _ := strings.Cut(field, "=")
			switch key {
			case "pkg":
				file.Package = value
			case "ns":
				file.Namespaces = strings.Split(value, ",")
			case "exports":
				file.Exports = strings.Split(value, ",")
			case "imp":
				for _, one := range strings.Split(value, ",") {
					kind, spec, _ := strings.Cut(one, ":")
					spec, scope, _ := strings.Cut(spec, "@")
					file.Imports = append(file.Imports, signatures.Import{Kind: kind, Specifier: spec, Scope: scope})
				}
			}
		}
		out = append(out, file)
	}
	for _, p := range slices.Sorted(maps.Keys(f.manifests)) {
		if !slices.ContainsFunc(out, func(o File) bool { return o.Path == p }) {
			out = append(out, File{Path: p})
		}
	}
	return out
}

func (f fixture) read(p string) (string, error) {
	text, ok := f.manifests[p]
	if !ok {
		return "", errors.New("no such file")
	}
	return text, nil
}

// check resolves each import alone, so that one does not hide another.
func (f fixture) check(t *testing.T, cases []resolution) {
	t.Helper()
	for _, c := range cases {
		name := c.name
		if name == "" {
			name = c.from + " " + c.specifier
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := f.files()
			i := slices.IndexFunc(files, func(o File) bool { return o.Path == c.from })
			if i < 0 {
				t.Fatalf("%s is not in the tree", c.from)
			}
			files[i].Imports = append(files[i].Imports, signatures.Import{
				Kind: c.kind, Specifier: c.specifier, Names: c.names, Scope: c.scope,
			})
			g := New(files, f.read)
			var before []string
			if plain := files[i].Imports[:len(files[i].Imports)-1]; len(plain) > 0 {
				files[i].Imports = plain
				before = New(files, f.read).Imports(c.from)
			}
			got := slices.DeleteFunc(g.Imports(c.from), func(p string) bool {
				return slices.Contains(before, p) && !slices.Contains(strings.Fields(c.want), p)
			})
			want := strings.Fields(c.want)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s imports %q (%s): got %q, want %q; warnings %q", c.from, c.specifier, c.kind, got, want, g.Warnings())
			}
			for _, p := range got {
				if !slices.Contains(g.Importers(p), c.from) {
					t.Errorf("%s is not among the importers of %s", c.from, p)
				}
			}
		})
	}
}

func TestGraph(t *testing.T) {
	t.Parallel()
	f := fixture{tree: `
		a.ts imp=import:./b,import:./b.js,import:./a,import:react
		b.ts imp=import:./c
		c.ts imp=import:../up,import:./b
		README.md
	`}
	g := New(f.files(), f.read)
	for _, c := range []struct {
		got, want []string
	}{
		{g.Imports("a.ts"), []string{"b.ts"}},
		{g.Imports("c.ts"), []string{"b.ts"}},
		{g.Importers("b.ts"), []string{"a.ts", "c.ts"}},
		{g.Importers("a.ts"), nil},
		{g.Importers("README.md"), nil},
		{g.Importers("missing"), nil},
		{g.Imports("missing"), nil},
		{g.Warnings(), nil},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestGraphWithoutFiles(t *testing.T) {
	t.Parallel()
	g := New(nil, nil)
	if len(g.Entries()) != 0 || len(g.Warnings()) != 0 || g.Importers("") != nil {
		t.Error("an empty tree has an empty graph")
	}
}

// A group is counted once however often and through whatever it is imported.
func TestGroupsAreExpandedOnDemand(t *testing.T) {
	t.Parallel()
	f := fixture{
		tree: `
			p/a.go pkg=p
			p/b.go pkg=p imp=import:example.com/m/p
			p/a_test.go pkg=p
			main.go pkg=main imp=import:example.com/m/p,import:example.com/m/p
		`,
		manifests: map[string]string{"go.mod": "module example.com/m\n"},
	}
	g := New(f.files(), f.read)
	if got, want := g.Imports("main.go"), []string{"p/a.go", "p/b.go"}; !slices.Equal(got, want) {
		t.Errorf("imports: got %q, want %q", got, want)
	}
	if got, want := g.Importers("p/b.go"), []string{"main.go"}; !slices.Equal(got, want) {
		t.Errorf("importers: got %q, want %q (a file is not its own importer)", got, want)
	}
	if got, want := g.Importers("p/a.go"), []string{"main.go", "p/b.go"}; !slices.Equal(got, want) {
		t.Errorf("importers: got %q, want %q", got, want)
	}
}

func TestJoin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dir, rel, want string
		ok             bool
	}{
		{"a/b", "./c", "a/b/c", true},
		{"a/b", "../c", "a/c", true},
		{"a/b", "../../c", "c", true},
		{"a/b", "../../../c", "", false},
		{"", "..", "", false},
		{"", ".", "", true},
		{"a", "", "a", true},
		{"a", "/etc/passwd", "", false},
		{"a", ".//etc/passwd", "", false},
		{"a", "b/../../..", "", false},
		{"a", "b/../c/./d", "a/c/d", true},
		{"a", "...", "a/...", true},
		{"a", "..b", "a/..b", true},
	} {
		if got, ok := join(c.dir, c.rel); got != c.want || ok != c.ok {
			t.Errorf("join(%q, %q) = %q, %v; want %q, %v", c.dir, c.rel, got, ok, c.want, c.ok)
		}
	}
}
