package groovy

import (
	"strings"
	"testing"
)

// More statements than any file has are not rewritten, however they are written.
func TestGroovyStatements(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"int a\n", "int a;"} {
		if src := strings.Repeat(unit, maxGroovyStatements+1); mask(src) != src {
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
