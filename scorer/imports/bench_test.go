package imports

import (
	"fmt"
	"strings"
	"testing"

	"ctxpack/signatures"
)

// wideTree is a monorepo of n source files in several languages with about
// eight imports each, most of them of external packages and neighbours.
func wideTree(n int) ([]File, map[string]string) {
	manifests := map[string]string{
		"package.json":  `{"workspaces": ["js/*"]}`,
		"tsconfig.json": `{"compilerOptions": {"baseUrl": ".", "paths": {"@app/*": ["js/p0/src/*"]}}}`,
		"go.mod":        "module example.com/m\n",
	}
	var files []File
	spec := func(kind string, specs ...string) []signatures.Import {
		var out []signatures.Import
		for _, s := range specs {
			out = append(out, signatures.Import{Kind: kind, Specifier: s})
		}
		return out
	}
	for i := range n / 8 {
		dir, k := i/20, i%20
		js := fmt.Sprintf("js/p%d/src/deep/er", dir)
		for _, ext := range []string{"ts", "tsx", "js"} {
			files = append(files, File{Path: fmt.Sprintf("%s/f%d.%s", js, k, ext), Language: languageOf("x." + ext), Imports: spec("import",
				"react", "lodash/fp", "node:fs", fmt.Sprintf("./f%d", (k+1)%20), fmt.Sprintf("../../deep/er/f%d.js", (k+2)%20),
				fmt.Sprintf("pkg%d", (dir+1)%(n/160+1)), "@app/deep/er/f1", "./missing")})
		}
		files = append(files,
			File{Path: fmt.Sprintf("py/a%d/b/f%d.py", dir, k), Language: "Python", Imports: spec("import",
				"os", "sys", "numpy", "django.db.models", fmt.Sprintf("py.a%d.b.f%d", dir, (k+1)%20), ".f1", "..b", fmt.Sprintf("a%d.b.f2", dir))},
			File{Path: fmt.Sprintf("go/a%d/f%d.go", dir, k), Language: "Go", Package: "a", Imports: spec("import",
				"fmt", "os", "strings", "github.com/x/y/z", fmt.Sprintf("example.com/m/go/a%d", dir/2), fmt.Sprintf("example.com/m/go/a%d",
					dir/3), "golang.org/x/sync/errgroup")},
			File{Path: fmt.Sprintf("c/l%d/src/f%d.c", dir, k), Language: "C", Imports: append(spec("include",
				fmt.Sprintf("f%d.h", k), "../include/x.h", "config.h", "util.h"), spec("include-system", "stdio.h", "vector", "sys/types.h", "boost/x.hpp")...)},
			File{Path: fmt.Sprintf("c/l%d/include/f%d.h", dir, k), Language: "C"},
			File{Path: fmt.Sprintf("java/m%d/src/main/java/com/x/p%d/F%d.java", dir, dir, k), Language: "Java", Package: fmt.Sprintf("com.x.p%d", dir),
				Imports: spec("import",
					"java.util.List", "java.io.IOException", "org.springframework.stereotype.Service", fmt.Sprintf("com.x.p%d.F1",
						dir/2), fmt.Sprintf("com.x.p%d.F2.Inner", dir/3))})
		if k == 0 {
			manifests[fmt.Sprintf("js/p%d/package.json",
				dir)] = fmt.Sprintf(`{"name": "pkg%d", "main": "dist/deep/er/f1.js", "dependencies": {"react": "^18", "lodash": "4"}}`, dir)
			manifests[fmt.Sprintf("js/p%d/tsconfig.json", dir)] = `{"extends": "../../tsconfig.json"}`
		}
	}
	for path := range manifests {
		files = append(files, File{Path: path})
	}
	return files, manifests
}

func BenchmarkNew80k(b *testing.B) {
	files, manifests := wideTree(80000)
	read := fixture{manifests: manifests}.read
	b.ReportMetric(float64(len(files)), "files")
	b.ReportAllocs()
	for b.Loop() {
		New(files, read)
	}
}

// BenchmarkHostile resolves imports that are as long as they may be, which is
// what the loops over prefixes are slowest on.
func BenchmarkHostile(b *testing.B) {
	files, manifests := randomFixture(7)
	long := []string{
		strings.Repeat("a/", maxSpecifier/2), strings.Repeat("a.", maxSpecifier/2), strings.Repeat("a::", maxSpecifier/3),
		strings.Repeat("../", maxSpecifier/3), "crate::" + strings.Repeat("a::", maxSpecifier/4), strings.Repeat(`a\`, maxSpecifier/2),
	}
	for i := range files {
		for n := range 1000 {
			s := long[n%len(long)]
			files[i].Imports = append(files[i].Imports, signatures.Import{Kind: "use", Specifier: s[:min(len(s), maxSpecifier-8)] + fmt.Sprint(n)})
		}
	}
	read := fixture{manifests: manifests}.read
	for b.Loop() {
		New(files, read)
	}
}
