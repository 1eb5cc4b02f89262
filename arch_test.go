package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// row is one line of the table of packages in ARCHITECTURE.md: a package
// imports only packages of lower rows.
type row struct {
	level int
	path  string // below the module; "…/*" stands for every package below
	owns  []string
}

func table() []row {
	return []row{
		{0, "internal/tokens", []string{"github.com/pkoukk/tiktoken-go", "github.com/pkoukk/tiktoken-go-loader"}},
		{0, "internal/tokens/*", []string{"github.com/pkoukk/tiktoken-go", "github.com/pkoukk/tiktoken-go-loader"}},
		{0, "internal/source", []string{"golang.org/x/text", "golang.org/x/sys"}},
		{0, "internal/config", []string{"gopkg.in/yaml.v3"}},
		{0, "internal/atomicfile", []string{"github.com/google/renameio"}},
		{0, "internal/jsondoc", nil},
		{0, "gitstats", []string{"github.com/go-git"}},
		{0, "signatures/internal/lex", nil},
		{1, "signatures/internal/lex/lextest", nil},
		{1, "signatures/internal/outline", []string{"github.com/smacker/go-tree-sitter"}},
		{2, "signatures/internal/lang/*", grammars()},
		{2, "signatures/internal/text", nil},
		{3, "signatures", nil},
		{1, "compressor", nil},
		{1, "compressor/*", nil},
		{4, "internal/imports", []string{"github.com/pelletier/go-toml", "github.com/tailscale/hujson", "golang.org/x/mod"}},
		{4, "internal/cache", nil},
		{4, "internal/store", nil},
		{4, "scripts/outlinedump", nil},
		{5, "scripts/edgedump", nil},
		{5, "scorer", nil},
		{6, "packer", nil},
		{7, "internal/render", nil},
		{8, "internal/pipeline", []string{"golang.org/x/sync"}},
		{9, "cmd", []string{"github.com/spf13", "golang.org/x/term"}},
		{10, "", nil},
	}
}

// grammars are the packages of go-tree-sitter that hold a grammar each. Those of
// languages hand one to signatures/internal/outline and never use the library.
func grammars() []string {
	var list []string
	for _, name := range []string{"bash", "c", "cpp", "csharp", "elixir", "golang", "groovy", "java", "javascript", "kotlin", "lua", "php", "python", "ruby", "rust", "scala", "swift", "typescript"} {
		list = append(list, "github.com/smacker/go-tree-sitter/"+name)
	}
	return list
}

// pure packages compute: no file, clock, process, network, environment or
// random number.
func pure() []string { return []string{"scorer", "packer", "compressor"} }

func impure() []string {
	return []string{"os", "os/exec", "net", "net/http", "time", "math/rand", "math/rand/v2", "crypto/rand", "syscall", "io/ioutil"}
}

type pkg struct {
	ImportPath string
	Imports    []string
}

func TestArchitecture(t *testing.T) {
	t.Parallel()
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, "ctxpack"), "/")
		own, ok := find(name)
		if !ok {
			t.Errorf("package %q is in no row of the table", name)
			continue
		}
		for _, imported := range p.Imports {
			checkImport(t, name, own, imported)
		}
	}
}

func checkImport(t *testing.T, name string, own row, imported string) {
	t.Helper()
	if imported == "ctxpack" || strings.HasPrefix(imported, "ctxpack/") {
		target := strings.TrimPrefix(strings.TrimPrefix(imported, "ctxpack"), "/")
		if r, ok := find(target); ok && r.level >= own.level {
			t.Errorf("%s (row %d) imports %s (row %d): a package imports only packages of lower rows", name, own.level, target, r.level)
		}
		return
	}
	for _, p := range pure() {
		if name != p && !strings.HasPrefix(name, p+"/") {
			continue
		}
		for _, banned := range impure() {
			if imported == banned {
				t.Errorf("%s is pure and imports %s", name, imported)
			}
		}
	}
	if !strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") {
		return // standard library
	}
	for _, owned := range own.owns {
		if imported == owned || strings.HasPrefix(imported, owned+"/") {
			return
		}
	}
	t.Errorf("%s (row %d) imports %s, which is not among what it owns: %v", name, own.level, imported, own.owns)
}

func find(name string) (row, bool) {
	for _, r := range table() {
		if below, ok := strings.CutSuffix(r.path, "/*"); ok && strings.HasPrefix(name, below+"/") || r.path == name {
			return r, true
		}
	}
	return row{}, false
}

func listPackages(t *testing.T) []pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("list packages: %v", err)
	}
	var packages []pkg
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("decode package list: %v", err)
		}
		packages = append(packages, p)
	}
	if len(packages) < 5 {
		t.Fatalf("only %d packages listed", len(packages))
	}
	return packages
}
