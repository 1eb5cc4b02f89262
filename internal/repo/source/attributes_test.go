package source

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

func TestAttributes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for path, text := range map[string]string{
		".gitattributes": "# comment linguist-vendored\n*.bt linguist-vendored\ndeps/* linguist-vendored\nlib/** text linguist-generated=true -diff\n" +
			"third_party/ours/** -linguist-vendored\n*.pb.go linguist-generated=false\nmanual/** linguist-documentation\nbuilt/ linguist-generated\n" +
			"\"with space/*\" linguist-vendored\n*.x linguist-vendored !linguist-vendored\n*.y linguist-vendored 0bad$\ngo.sum linguist-generated\n" +
			"__pycache__/keep.py -linguist-generated\nnoted.js -linguist-generated\n",
		"lib/own/.gitattributes": "*.c !linguist-generated\n",
		"a.c":                    "", "a.bt": "", "x/a.bt": "", "deps/a.c": "", "deps/in/a.c": "", "lib/a.c": "", "lib/in/a.c": "", "lib/own/a.c": "",
		"lib/own/a.h":     "",
		"third_party/a.c": "", "third_party/ours/a.c": "", "third_party/ours/b.go": "", "a.pb.go": "", "manual/a.c": "", "manual/a.bt": "", "built/a.c": "",
		"with space/a.c": "", "a.x": "", "a.y": "", "go.sum": "", "__pycache__/keep.py": "", "__pycache__/a.py": "",
		"noted.js": "// This is generated, do not " + "edit.\n", "noted.ts": "// This is generated, do not " + "edit.\n",
	} {
		writeFile(t, dir, path, text)
	}
	want := map[string]SkipReason{
		".gitattributes": None, "lib/own/.gitattributes": Generated, "a.c": None, "a.bt": None, "x/a.bt": None, "deps/a.c": Vendored,
		"deps/in/a.c": None, "lib/a.c": Generated, "lib/in/a.c": Generated, "lib/own/a.c": None, "lib/own/a.h": Generated,
		"third_party/a.c": Vendored, "third_party/ours/a.c": None, "third_party/ours/b.go": None, "a.pb.go": None, "manual/a.c": None,
		"manual/a.bt": None, "built/a.c": None, "with space/a.c": Vendored, "a.x": None, "a.y": None, "go.sum": LockFile,
		"__pycache__/keep.py": None, "__pycache__/a.py": Generated, "noted.js": None, "noted.ts": None,
	}
	files := walkDir(t, dir, Options{})
	wantReasons(t, files, want)
	for path, detail := range map[string]string{
		"deps/a.c": ".gitattributes:3: deps/* linguist-vendored", "lib/a.c": ".gitattributes:4: lib/** linguist-generated=true",
		"with space/a.c": `.gitattributes:9: "with space/*" linguist-vendored`, "third_party/a.c": "third_party/",
	} {
		if got := files[path].Detail; got != detail {
			t.Errorf("%s: detail %q, want %q", path, got, detail)
		}
	}
	if !files["manual/a.c"].Documentation || files["a.c"].Documentation {
		t.Error("documentation is not told from the rest")
	}
	tree := openTree(t, dir)
	for path, reason := range map[string]SkipReason{"noted.js": None, "noted.ts": Generated} {
		if _, got, err := tree.Read(context.Background(), files[path], ""); got != reason || err != nil {
			t.Errorf("read %s: %v, %v", path, got, err)
		}
	}
	// A list has the same reasons as a walk.
	var paths []string
	for p := range want {
		paths = append(paths, p)
	}
	wantReasons(t, listDir(t, dir, Options{}, paths...), want)
	// Include globs bring back the same files as from the built-in exclusions.
	files = walkDir(t, dir, Options{Include: []string{"deps/**", "lib", "*.sum"}})
	for _, path := range []string{"deps/a.c", "lib/a.c", "lib/own/a.h", "go.sum"} {
		if files[path].Skip != None {
			t.Errorf("%s did not come back: %v", path, files[path].Skip)
		}
	}
}

// TestHostileAttributes: rules beyond the limits are reported and not applied; the others apply.
func TestHostileAttributes(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 20_000 { // plain ones have no limit
		fmt.Fprintf(&b, "/x/%d linguist-vendored\n", i)
	}
	for range 200 {
		b.WriteString(strings.Repeat("*a", 900) + "b linguist-generated\n")
	}
	b.WriteString(strings.Repeat("y", maxAttributesLine) + " linguist-vendored\n/last linguist-vendored\n")
	dir := t.TempDir()
	writeFile(t, dir, ".gitattributes", b.String())
	writeTree(t, dir, "x/19999", "last", strings.Repeat("a", 250), "sub/a")
	writeFile(t, dir, "sub/.gitattributes", strings.Repeat("*a linguist-generated\n", 50_000))
	tree := openTree(t, dir)
	files, problems, err := tree.Walk(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(problems) != 2 || problems[0].Path != ".gitattributes" || problems[1].Path != "sub/.gitattributes" {
		t.Errorf("problems: %v", problems)
	}
	reasons := map[string]SkipReason{}
	for _, f := range files {
		reasons[f.Path] = f.Skip
	}
	for path, want := range map[string]SkipReason{"x/19999": Vendored, "last": Vendored, strings.Repeat("a", 250): None} {
		if reasons[path] != want {
			t.Errorf("%.10s: %v, want %v", path, reasons[path], want)
		}
	}
}
