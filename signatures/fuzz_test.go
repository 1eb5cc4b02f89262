package signatures

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// fuzzLanguages checks the outlines of any text in one of a family's languages, selected by the first argument of
// the fuzz function.
func fuzzLanguages(f *testing.F, names ...string) {
	f.Helper()
	for i, name := range names {
		for _, path := range fixtures(f, name) {
			f.Add(byte(i), readFixture(f, path))
		}
	}
	f.Fuzz(func(t *testing.T, which byte, src string) {
		s := specFor(names[int(which)%len(names)])
		path := "a" + s.Extensions[0]
		o := Extract(context.Background(), path, src)
		checkOutline(t, src, o)
		if o.Fallback == outline.FallbackTimedOut {
			return // depends on the machine
		}
		scanned, _ := ExtractFacts(context.Background(), path, src)
		checkOutline(t, src, scanned)
		heads := Extract(WithoutBodies(context.Background()), path, src)
		checkOutline(t, src, heads)
		if heads.Fallback == outline.FallbackFailed && o.Fallback != outline.FallbackFailed {
			t.Error("without bodies, making the outline fails")
		}
		if again := Extract(context.Background(), path, src); !reflect.DeepEqual(o, again) {
			t.Errorf("two outlines differ:\n%s\n%s", dump(o), dump(again))
		}
	})
}

func FuzzGo(f *testing.F) { fuzzLanguages(f, "Go") }

func FuzzScript(f *testing.F) { fuzzLanguages(f, "TypeScript", "TSX", "JavaScript") }

func FuzzPython(f *testing.F) { fuzzLanguages(f, "Python") }

func FuzzRust(f *testing.F) { fuzzLanguages(f, "Rust") }

func FuzzJava(f *testing.F) { fuzzLanguages(f, "Java") }

func FuzzC(f *testing.F) { fuzzLanguages(f, "C", "C++") }

// The properties without a grammar hold for any name and text.
func FuzzText(f *testing.F) {
	for _, path := range []string{"a.go", "Makefile", "x.h", ".env.local", "tool", "a.ini", "a.html", "a.d.ts"} {
		f.Add(path, "#!/usr/bin/env python3\n// TODO\n/* FIXME */\n# HACK\n; XXX\n<!-- TODO -->\n")
	}
	f.Fuzz(func(t *testing.T, path, src string) {
		name := Language(path, src)
		if name != "" && specFor(name) == nil {
			t.Errorf("no language is called %q", name)
		}
		_ = FenceTag(name)
		if s := specFor(name); s != nil {
			markers := lex.Markers(s.Comments, src)
			checkOutline(t, src, Outline{Markers: markers})
		}
		for n := range 3 {
			if first := FirstLines(src, n); !strings.HasPrefix(src, first) || strings.Count(first, "\n") > n {
				t.Errorf("FirstLines(%q, %d) = %q", src, n, first)
			}
		}
	})
}
