package signatures

import (
	"strings"
	"testing"
)

// The rules look ahead and back from every place that may be a macro; on texts
// that repeat such a place they must not look at all of the text each time.
func TestMasksAreLinear(t *testing.T) {
	t.Parallel()
	masks := map[string]func(string) string{"maskC": maskC, "sureC": sureC}
	for _, piece := range []string{
		"#if 0\n", "#if 0\n#if 0\n#endif\n", "class AAA x : ", "struct AAA(", ") AAA(", ") AAA ", "enum : ", "template x ", "template<a> #if\n",
		"#define a \\\n/*\n", ".operator ", "decltype(", ";AAA", "\nAAA(", "}\nAAA b (* ", "va_arg(", "typedef AAA(", "f(a) AAA\n", "typename a", "if AAA ",
	} {
		text := strings.Repeat(piece, 1<<20/len(piece))
		for name, mask := range masks {
			if got := mask(text); len(got) != len(text) || strings.Count(got, "\n") != strings.Count(text, "\n") {
				t.Errorf("%s(%q…) has another shape than the text", name, piece)
			}
		}
	}
}
