package pipeline_test

import (
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/cache"
	"ctxpack/internal/pipeline"
)

func TestFoldedOutline(t *testing.T) {
	t.Parallel()
	class := cache.Declaration{Name: "A", Kind: "class", Head: "class A", Exported: true}
	method := cache.Declaration{Name: "run", Kind: "method", Exported: true, Depth: 1}
	module := cache.Declaration{Name: "M", Kind: "module", Head: "module M", Exported: true}
	inside := cache.Declaration{Name: "B", Kind: "class", Head: "class B", Exported: true, Depth: 1}
	main := cache.Declaration{Name: "main", Kind: "func", Head: "func main()"}
	private := cache.Declaration{Name: "serve", Kind: "func"}
	value := cache.Declaration{Name: "V", Kind: "const", Head: "const V", Exported: true}
	for _, tt := range []struct {
		name string
		all  []cache.Declaration
		most int
		want string
	}{
		{"members as names", []cache.Declaration{class, method, method}, 100, "class A … run\n"},
		{"no constructors", []cache.Declaration{class, {Name: "A", Kind: "constructor", Exported: true, Depth: 1}, method}, 100, "class A … run\n"},
		{"modules are looked into", []cache.Declaration{module, inside}, 100, "class B\n"},
		{"a row of values", []cache.Declaration{value, value, value, class}, 100, "const V … V (3)\nclass A\n"},
		{"what is private names a program", []cache.Declaration{main, private}, 100, "func main()\n… serve\n"},
		{"the rest is counted", []cache.Declaration{class, class, class}, 5, "class A\n… 2 more\n"},
		{"nothing", nil, 100, ""},
	} {
		if got := pipeline.FoldedOutline(tt.all, tt.most); got != tt.want {
			t.Errorf("%s:\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

func TestNameLine(t *testing.T) {
	t.Parallel()
	exported := func(name, kind string, depth int) cache.Declaration {
		return cache.Declaration{Name: name, Kind: kind, Head: kind + " " + name, Exported: true, Depth: depth}
	}
	many := []cache.Declaration{exported("V", "const", 0)}
	for k := range 100 {
		many = append(many, exported(fmt.Sprintf("F%d", k), "func", 0))
	}
	for _, tt := range []struct {
		name   string
		all    []cache.Declaration
		folded int
		want   string
	}{
		{"values last, overloaded once", []cache.Declaration{exported("V", "const", 0), exported("A", "class", 0), exported("f", "func", 0), exported("f", "func", 0), exported("g", "func", 0)}, 100, "A, f, g, V\n"},
		{"few with their members", []cache.Declaration{exported("A", "class", 0), exported("run", "method", 1), exported("run", "method", 1), exported("stop", "method", 1)}, 100, "A … run, stop\n"},
		{"what is not exported", []cache.Declaration{{Name: "main", Kind: "func", Head: "func main()"}, {Name: "serve", Kind: "func", Head: "func serve()"}}, 100, "main, serve\n"},
		{"one name", []cache.Declaration{exported("A", "class", 0)}, 100, ""},
		{"hardly shorter than what is folded", []cache.Declaration{exported("A", "class", 0), exported("B", "class", 0)}, 3, ""},
		{"the rest is counted", many, 150, "F0, F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12, F13, F14, F15, F16, F17, F18, F19, F20, F21, F22, F23, F24, F25 … (101)\n"},
		{"a long name is cut", []cache.Declaration{exported(strings.Repeat("long", 1000), "func", 0), exported("B", "func", 0)}, 150, strings.Repeat("long", 35) + "… … (2)\n"},
		{"nothing", nil, 100, ""},
	} {
		got, tokens := pipeline.NameLine(tt.all, tt.folded)
		if got != tt.want || tokens != pipeline.Count(got) {
			t.Errorf("%s: %d tokens\n%swant\n%s", tt.name, tokens, got, tt.want)
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
