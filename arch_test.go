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
		{0, "internal/charset", []string{"golang.org/x/text"}},
		{0, "internal/config", []string{"gopkg.in/yaml.v3"}},
		{0, "internal/atomicfile", []string{"github.com/google/renameio"}},
		{0, "internal/jsondoc", nil},
		{0, "internal/gitrepo", []string{"github.com/go-git"}},
		{0, "internal/gitrepo/gittest", nil},
		{1, "internal/source", []string{"golang.org/x/sys"}},
		{1, "gitstats", nil},
		{1, "signatures", []string{"github.com/smacker/go-tree-sitter"}},
		{1, "compressor", nil},
		{1, "compressor/*", nil},
		{2, "internal/imports", []string{"github.com/pelletier/go-toml", "github.com/tailscale/hujson", "golang.org/x/mod"}},
		{2, "internal/cache", nil},
		{2, "internal/store", nil},
		{2, "scripts/outlinedump", nil},
		{3, "scripts/edgedump", nil},
		{3, "scorer", nil},
		{4, "packer", nil},
		{5, "internal/render", nil},
		{5, "internal/worktree", nil},
		{6, "internal/pipeline", []string{"golang.org/x/sync"}},
		{7, "cmd", []string{"github.com/spf13", "golang.org/x/term"}},
		{8, "", nil},
	}
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
