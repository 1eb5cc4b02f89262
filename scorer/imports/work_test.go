package imports

import (
	"fmt"
	"strings"
	"testing"
)

// TestManifestWork: one crafted manifest cannot keep the parser busy, which compares all
// keys of a table with each other, and takes no room from ordinary ones.
func TestManifestWork(t *testing.T) {
	t.Parallel()
	many := func(format string) string {
		var b strings.Builder
		for i := range 80_000 {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	const ordinary = "[package]\nname = \"x\"\n[dependencies]\nserde = { version = \"1.0\", features = [\"derive\"] }\n"
	texts := map[string]string{"z/Cargo.toml": ordinary}
	for i, text := range []string{
		"[dependencies]\n" + many("d%d=1\n"), many("[t%d]\n"), many("[[a.t%d]]\n"), "x = {" + many("k%d=1,") + "}", "x = {" + many("k%d.a.b=1,") +
			"}", many("a.b%d.c=1\n"), strings.ReplaceAll(many("d%d=1\n"), "\n", "\r\n"),
	} {
		texts[fmt.Sprintf("bad%d/Cargo.toml", i)] = text
	}
	var files []File
	for path := range texts {
		files = append(files, File{Path: path})
	}
	tree := newTree(files, func(path string) (string, error) { return texts[path], nil })
	for path := range texts {
		if _, ok := tree.readTOML(path); ok != (path == "z/Cargo.toml") {
			t.Errorf("%s: read %t", path, ok)
		}
	}
	if tree.tomlWork > 100 || len(tree.warnings) != len(texts)-1 {
		t.Errorf("work %d, warnings %v", tree.tomlWork, tree.sortedWarnings())
	}
	if n := tomlKeys(ordinary); n < 5 || n > 10 {
		t.Errorf("%d keys", n)
	}
}

// TestGlobWork: patterns of workspaces do not grow by their alternatives, and are compared
// with folders only so often.
func TestGlobWork(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines")
	}
	wide := "{" + strings.Repeat("a,", 60_000) + "}" + strings.Repeat("x", 400_000)
	if g := (folderGlobs)(nil).add([]string{wide, "a/*"}); len(g) != 1 {
		t.Errorf("%d patterns, want the short one", len(g))
	}
	alternatives := "{" + strings.Repeat("a,", 400) + "b}"
	g := (folderGlobs)(nil).add([]string{alternatives, alternatives, alternatives, alternatives})
	if len(g) != maxMembers {
		t.Errorf("%d patterns, want %d", len(g), maxMembers)
	}
	work, calls := 0, 0
	for ; work <= maxGlobWork && calls < maxGlobWork; calls++ {
		g.match("no/such/folder", &work)
	}
	if most := maxGlobWork / len(g); calls > most {
		t.Errorf("%d folders, want at most %d", calls, most)
	}
	if g.match("b", &work) {
		t.Error("named, after too much work")
	}
}
