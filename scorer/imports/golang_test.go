package imports

import "testing"

func TestGo(t *testing.T) {
	t.Parallel()
	fixture{tree: `
		main.go pkg=main
		internal/a/a.go pkg=a
		internal/a/a_linux.go pkg=a
		internal/a/a_test.go pkg=a
		internal/a/x_test.go pkg=a_test
		internal/a/gen.go pkg=main
		internal/a/_skip.go pkg=a
		internal/a/data.txt
		internal/onlytest/x_test.go pkg=onlytest
		tool/main.go pkg=main
		tool/main_test.go pkg=main_test
		nested/n.go pkg=nested
		nested/sub/s.go pkg=sub
		forked/y/y.go pkg=y
		shared/s.go pkg=shared
		vendor/github.com/x/y/y.go pkg=y
		twin1/t.go pkg=t
		twin2/t.go pkg=t
		broken/b.go pkg=b
		loose.go pkg=main
	`, manifests: map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.30\n\nreplace github.com/x => ./forked\nreplace github.com/up => ../up\nreplace example.com/v => " +
			"example.com/w v1.0.0\n",
		"go.work":       "go 1.22\nuse .\nreplace github.com/s => ./shared\n",
		"forked/go.mod": "module github.com/fork/x\n",
		"shared/go.mod": "module example.com/shared\n",
		"nested/go.mod": "module example.com/m/nested\n",
		"twin1/go.mod":  "module example.com/twin\n",
		"twin2/go.mod":  "module example.com/twin\n",
		"broken/go.mod": "module \"\nfoo(",
	}}.check(t, []resolution{
		{from: "main.go", specifier: "example.com/m/internal/a", want: "internal/a/a.go internal/a/a_linux.go"},
		{name: "external test package", from: "internal/a/x_test.go", specifier: "example.com/m/internal/a", want: "internal/a/a.go internal/a/a_linux.go"},
		{from: "main.go", specifier: "example.com/m/internal/onlytest"},
		{name: "program under test", from: "tool/main_test.go", specifier: "example.com/m/tool", want: "tool/main.go"},
		{from: "internal/a/a.go", specifier: "example.com/m", want: "loose.go main.go"},
		{from: "main.go", specifier: "example.com/m/nested", want: "nested/n.go"},
		{from: "main.go", specifier: "example.com/m/nested/sub", want: "nested/sub/s.go"},
		{from: "nested/n.go", specifier: "example.com/m/internal/a", want: "internal/a/a.go internal/a/a_linux.go"},
		{name: "replaced by a folder", from: "main.go", specifier: "github.com/x/y", want: "forked/y/y.go"},
		{name: "replaced for another module", from: "nested/n.go", specifier: "github.com/x/y"},
		{name: "replaced outside the root", from: "main.go", specifier: "github.com/up/a"},
		{name: "replaced in the workspace", from: "nested/n.go", specifier: "github.com/s", want: "shared/s.go"},
		{name: "two modules of the path", from: "main.go", specifier: "example.com/twin"},
		{from: "main.go", specifier: "fmt"},
		{from: "main.go", specifier: "C"},
		{from: "main.go", specifier: "example.com/m/missing"},
		{from: "main.go", specifier: "example.com/mm"},
		{from: "broken/b.go", specifier: "example.com/m/internal/a", want: "internal/a/a.go internal/a/a_linux.go"},
	})
}

func TestGoStandardLibrary(t *testing.T) {
	t.Parallel()
	fixture{
		tree:      "fmt/print.go pkg=fmt\nos/file.go pkg=os\ncmd/go/main.go pkg=main\ncmd/internal/x/x.go pkg=x",
		manifests: map[string]string{"go.mod": "module std\n", "cmd/go.mod": "module cmd\n"},
	}.check(t, []resolution{
		{from: "fmt/print.go", specifier: "os", want: "os/file.go"},
		{from: "cmd/go/main.go", specifier: "fmt", want: "fmt/print.go"},
		{from: "cmd/go/main.go", specifier: "cmd/internal/x", want: "cmd/internal/x/x.go"},
	})
}
