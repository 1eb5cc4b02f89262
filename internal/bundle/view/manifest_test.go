package view

import (
	"fmt"
	"strings"
	"testing"
)

// What stands for a manifest is what it says of the project, not its first lines.
func TestManifestScreen(t *testing.T) {
	t.Parallel()
	words := func(text string) int { return len(strings.Fields(text)) }
	for name, c := range map[string]struct {
		file, text string
		most       int
		want       string
	}{
		"json": {"web/package.json", "{\n\"version\": \"1\",\n\"author\": {\n\"name\": \"A\"\n},\n\"name\": \"a\",\n\"files\": [],\n\"x\": 1,\n" +
			"\"scripts\": {\n\"build\": \"make\",\n\"long\": \"" + strings.Repeat("x", 120) + "\",\n\"test\": \"go\"\n},\n\"y\": 1,\n\"z\": 1,\n\"dependencies\": {\n\"lit\": \"3\"\n}\n}\n", 100,
			"[{6 6} {9 13} {16 18}]"},
		"half is scripts": {"package.json", "{\n\"name\": \"a\",\n\"scripts\": {\n\"a\": \"b\",\n\"c\": \"d\",\n\"e\": \"f\"\n},\n\"license\": \"x\",\n\"q\": 1,\n\"dependencies\": {\n\"lit\": \"3\",\n\"lat\": \"4\"\n}\n}\n", 10,
			"[{2 4} {10 11}]"},
		"toml": {"pyproject.toml", "[build-system]\nrequires = [\"x\"]\n\n[project]\nname = \"a\"\nauthors = [\n\"b\"\n]\nclassifiers = [\n\"c\"\n]\ndependencies = [\n\"d\",\n]\n" +
			"[tool.x]\nname = \"no\"\ny = 1\n[project.scripts]\nrun = \"a:main\"\n", 100,
			"[{4 5} {12 14} {18 19}]"},
		"workspace": {"Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\nresolver = \"2\"\n# a\n# b\n[workspace.dependencies]\na = { path = \"a\", features = [\n\"x\"\n] }\nb = { path = \"b\" }\nserde = \"1\"\n", 100,
			"[{1 2} {6 6} {11 11}]"},
		"another": {"settings.toml", "name = \"a\"\n", 100, "[]"},
		"empty":   {"package.json", "", 100, "[]"},
	} {
		if got := fmt.Sprint(manifestScreen(c.file, c.text, c.most, words)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func FuzzManifestScreen(f *testing.F) {
	f.Add("package.json", "{\n\"name\": \"a\",\n\"scripts\": {\n\"b\": \"c\"\n}\n}\n")
	f.Add("Cargo.toml", "[workspace.dependencies]\na = { path = \"a\", features = [\n\"x\"\n] }\n")
	f.Fuzz(func(t *testing.T, file, text string) {
		last := 0
		for _, s := range manifestScreen(file, text, 100, func(s string) int { return len(s) / 4 }) {
			if s.Start <= last || s.End < s.Start || s.End > strings.Count(text, "\n")+1 {
				t.Fatalf("%v", s)
			}
			last = s.End
		}
	})
}
