package pipeline_test

import (
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
