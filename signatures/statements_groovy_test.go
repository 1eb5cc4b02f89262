package signatures

import (
	"strings"
	"testing"
)

// More statements than any file has are not rewritten, however they are written.
func TestGroovyStatements(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"int a\n", "int a;"} {
		if src := strings.Repeat(unit, maxGroovyStatements+1); maskGroovy(src) != src {
			t.Errorf("%q: rewritten", unit)
		}
		if src := "trait A { int a }\n" + strings.Repeat(unit, 100); maskGroovy(src) == src {
			t.Errorf("%q: not rewritten", unit)
		}
	}
}
