package relations_test

import (
	"reflect"
	"testing"

	"ctxpack/scorer/imports"
	"ctxpack/scorer/relations"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// Explain lists exactly the files that Find counts.
func TestExplain(t *testing.T) {
	t.Parallel()
	python := func(path string, imported ...string) imports.File {
		f := imports.File{Path: path, Language: "Python"}
		for _, name := range imported {
			f.Imports = append(f.Imports, signatures.Import{Specifier: name})
		}
		return f
	}
	graph := imports.New([]imports.File{
		python("README.md"), python("deep.py"), python("main.py", "server"), python("server.py", "deep"),
	}, func(string) (string, error) { return "", nil })
	files := []relations.File{
		{Path: "README.md", Document: true, Mentions: []string{"./server.py", "README.md", "server.py"}},
		{Path: "deep.py", Source: true, Names: terms.Names([]string{"Deep"}), Terms: terms.Read("Deep")},
		{Path: "main.py", Source: true, Entry: true, Terms: terms.Read("import server")},
		{Path: "server.py", Source: true, Names: terms.Names([]string{"serve"}), Terms: terms.Read("import deep; Deep()")},
	}
	found := relations.Find(files, graph, relations.InTurn)
	want := []relations.Evidence{
		{},
		{Users: []int{3}, Way: []int{2, 3, 1}},
		{Way: []int{2}},
		{Users: []int{2}, Mentions: []relations.Mention{{Document: 0, Word: "./server.py"}}, Way: []int{2, 3}},
	}
	got := relations.Explain(files, graph, []int{0, 1, 2, 3})
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	for i, e := range got {
		r := relations.Relation{Users: len(e.Users), Mentions: len(e.Mentions), Steps: len(e.Way) - 1}
		if r != found[i] {
			t.Errorf("%s: evidence of %+v, found %+v", files[i].Path, r, found[i])
		}
	}
}
