package groovy

import (
	"strings"
	"testing"
)

// More statements than any file has are not rewritten, however they are written.
func TestGroovyStatements(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"int a\n", "int a;"} {
		if src := strings.Repeat(unit, maxStatements+1); mask(src) != src {
			t.Errorf("%q: rewritten", unit)
		}
		if src := "trait A { int a }\n" + strings.Repeat(unit, 100); mask(src) == src {
			t.Errorf("%q: not rewritten", unit)
		}
	}
}

func TestMaskGroovy(t *testing.T) {
	t.Parallel()
	src, want := "abstract class A implements B {\n    A(int b) {}\n}", "class          A              {\ndef x(     ) {}\n}"
	if got := mask(src); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if plain := "x = 1\n"; mask(plain) != plain {
		t.Error("a plain text is changed")
	}
}

// A text made to be looked at over and over keeps its length, and ends: what was
// quadratic took a minute at a size of 64 KB.
func TestMaskOfRepeatedParts(t *testing.T) {
	t.Parallel()
	const size = 1 << 13
	units := []string{
		"a\n", "\n", "a<\n", "a,\n", "public\n", "class A\n", "class A {", "class A {\n}", "{", "}", "(", `"${`, "/", "=/",
		"'", "'''", `"""`, "@A(", "@a\n", "def x(", "int a\n\n\n", "enum E {A,", "/**", "$/",
	}
	for _, unit := range units {
		src := strings.Repeat(unit, size/len(unit))
		if got := mask(src); len(got) != len(src) {
			t.Errorf("%q: %d bytes became %d", unit, len(src), len(got))
		}
	}
}

// What holds members is kept, what holds statements is emptied, comments stay.
func TestEmptied(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"class A {\n  def f() { a /* b */ }\n}":        "class A {\n  def f() {   /* b */ }\n}",
		`def f = "}${g { "}" }}"; class A { h { i } }`: `def f = "}${g { "}" }}"; class A { h {   } }`,
	} {
		if got := emptied(src); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
