package signatures

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// place is what Scan promises to find as Extract does.
func place(o Outline) Outline {
	return Outline{
		Language: o.Language, Imports: o.Imports, Exports: o.Exports, Package: o.Package, Namespaces: o.Namespaces,
		Main: o.Main, Markers: o.Markers, Generated: o.Generated,
	}
}

func TestScanAgreesOnFixtures(t *testing.T) {
	t.Parallel()
	for _, s := range outlined() {
		if s.skeleton == nil {
			continue
		}
		for _, path := range fixtures(t, s.name) {
			src := readFixture(t, path)
			got, _ := Scan(context.Background(), path, src)
			if want := Extract(context.Background(), path, src); !reflect.DeepEqual(place(got), place(want)) {
				t.Errorf("%s:\nscan    %+v\nextract %+v", path, place(got), place(want))
			}
		}
	}
}

// On the standard library, the skeleton gives what the whole text gives.
func TestScanAgreesOnStandardLibrary(t *testing.T) {
	t.Parallel()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"fmt", "go/ast", "net", "os", "strconv", "text/template"} {
		files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", folder, len(files), err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got, exact := Scan(context.Background(), name, string(text))
			if exact {
				t.Errorf("%s: no skeleton", name)
			}
			if want := Extract(context.Background(), name, string(text)); !reflect.DeepEqual(place(got), place(want)) {
				t.Errorf("%s:\nscan    %+v\nextract %+v", name, place(got), place(want))
			}
		}
	}
}

func TestSkeleton(t *testing.T) {
	t.Parallel()
	tests := []skeletonTest{
		{"body", "a.go", "package a\nfunc F() {\n\tg(\"}\")\n\t// }\n}\nvar x = 1\n", "package a\nfunc F() {\n\n\n}\nvar x = 1\n"},
		{"comments", "a.go", "/* {\n */\npackage a // {\n", "/* {\n */\npackage a // {\n"},
		{"raw strings and runes", "a.go", "package a\nvar x = `{`\nvar y = '{'\nvar z = '\\''\n", "package a\nvar x = `{`\nvar y = '{'\nvar z = '\\''\n"},
		{"division", "a.go", "package a\nconst c = 1 / 2\n", "package a\nconst c = 1 / 2\n"},
		{"open body", "a.go", "package a\nfunc F() {\n", ""},
		{"closed too often", "a.go", "package a\n}\n", ""},
		{"open string", "a.go", "package a\nvar x = \"a\n", ""},
		{"open comment", "a.go", "package a\n/* a\n", ""},
	}
	skeletonTests(t, func(string) *skeletonRules { return goSpec().skeleton }, tests)
}
