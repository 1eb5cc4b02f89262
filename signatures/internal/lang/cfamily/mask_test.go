package cfamily

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The rules look ahead and back from every possible macro; on texts that repeat one, they must not scan the whole
// text each time.
func TestMasksAreLinear(t *testing.T) {
	t.Parallel()
	size := 1 << 20
	if testing.Short() {
		size = 1 << 16
	}
	masks := map[string]func(string) string{"maskC": mask, "sureC": preprocess}
	for _, piece := range []string{
		"#if 0\n", "#if 0\n#if 0\n#endif\n", "class AAA x : ", "struct AAA(", ") AAA(", ") AAA ", "enum : ", "template x ", "template<a> #if\n",
		"#define a \\\n/*\n", ".operator ", "decltype(", ";AAA", "\nAAA(", "}\nAAA b (* ", "typedef AAA(", "f(a) AAA\n", "typename a", "if AAA ",
	} {
		text := strings.Repeat(piece, size/len(piece))
		for name, mask := range masks {
			if got := mask(text); len(got) != len(text) || strings.Count(got, "\n") != strings.Count(text, "\n") {
				t.Errorf("%s(%q…) has another shape than the text", name, piece)
			}
		}
	}
}

// Masking keeps every line end and every offset.
func FuzzMask(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "c*", "*"))
	if err != nil || len(files) == 0 {
		f.Fatalf("%d fixtures, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("#if 0\n{\n#else\n}\n#endif\nclass API X;\nA_B(\"(\") int f() C_D;\n")
	f.Fuzz(func(t *testing.T, src string) {
		masked := mask(src)
		if len(masked) != len(src) {
			t.Fatalf("%d bytes became %d", len(src), len(masked))
		}
		for i := range len(src) {
			if masked[i] != src[i] && (masked[i] != ' ' || src[i] == '\n' || src[i] == '\r') {
				t.Fatalf("byte %d: %q became %q", i, src[i], masked[i])
			}
		}
	})
}
