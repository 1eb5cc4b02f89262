package redact

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// treeVariable names a folder to scan, in order to inspect findings and their cost: rule, file and line of each,
// without values.
const treeVariable = "CTXPACK_SCAN_TREE"

// treeFiles reads the texts of a folder, by path.
func treeFiles(t testing.TB) (names []string, texts map[string]string, size int64) {
	t.Helper()
	root := os.Getenv(treeVariable)
	if root == "" {
		t.Skip(treeVariable + " names no folder")
	}
	texts = map[string]string{}
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil || len(data) > 1<<20 || bytes.IndexByte(data, 0) >= 0 {
			return err
		}
		name, err = filepath.Rel(root, name)
		name = filepath.ToSlash(name)
		names, texts[name], size = append(names, name), string(data), size+int64(len(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names, texts, size
}

func TestTree(t *testing.T) {
	names, texts, _ := treeFiles(t)
	v := NewVault(Allow{})
	var all []Secret
	lines, rules := 0, map[string]int{}
	for _, name := range names {
		_, found := v.Read(name, texts[name])
		lines += bytes.Count([]byte(texts[name]), []byte("\n"))
		for _, s := range found.Secrets {
			rules[s.Rule]++
			t.Logf("%s %s:%d", s.Rule, name, s.Line)
		}
		all = append(all, found.Secrets...)
	}
	v.Number(all)
	for _, name := range names {
		_, found := v.Read(name, texts[name])
		for _, s := range found.Copies {
			rules["copies"]++
			t.Logf("copy of %s %s:%d", s.Rule, name, s.Line)
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		t.Logf("%6d %s", rules[rule], rule)
	}
	t.Logf("%d in %d lines of %d files", len(all), lines, len(names))
}
