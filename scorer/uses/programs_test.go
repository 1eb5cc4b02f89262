package uses_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// The programs in testdata and their uses: "path:Type.name = path:line", with "~" before an
// uncertain place.
func TestPrograms(t *testing.T) {
	t.Parallel()
	names, _ := filepath.Glob("testdata/*.txt")
	count := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for program := range strings.SplitSeq("\n"+string(text), "\n=== ") {
			title, rest, _ := strings.Cut(program, "\n")
			archive := txtar.Parse([]byte(rest))
			if len(archive.Files) == 0 {
				continue
			}
			count++
			t.Run(filepath.Base(name)+"/"+title, func(t *testing.T) {
				t.Parallel()
				if testing.Short() && (strings.HasPrefix(title, "Scala") || strings.HasPrefix(title, "Swift")) {
					t.Skip("its grammar is rare")
				}
				texts := map[string]string{}
				for _, f := range archive.Files {
					texts[f.Name] = string(f.Data)
				}
				world := newTree(texts)
				for line := range strings.Lines(string(archive.Comment)) {
					target, want, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " =")
					if got := world.find(target); ok && got != strings.TrimSpace(want) {
						t.Errorf("uses of %s:\n%s\nwant\n%s", target, got, strings.TrimSpace(want))
					}
				}
			})
		}
	}
	if count < 150 {
		t.Errorf("only %d programs", count)
	}
}
