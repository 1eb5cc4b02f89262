//go:build darwin || freebsd || linux || netbsd || openbsd

package source

import (
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/repo/gitrepo/gittest"
)

// TestRandomAttributes compares with git the attributes from two .gitattributes files for each file of a tree whose
// names contain every special character of patterns.
func TestRandomAttributes(t *testing.T) {
	t.Parallel()
	dir := newRepository(t)
	buildFuzzTree(t, dir)
	var paths []string
	for path, f := range walkDir(t, dir, Options{Repository: true}) {
		if !f.Dir {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	random := rand.New(rand.NewPCG(3, 4)) // patterns, not secrets
	decided := 0
	for range 25 {
		var rules attributes
		var texts []string
		for _, base := range []string{"", "a"} {
			text := randomAttributes(random, 40)
			file := filepath.ToSlash(filepath.Join(base, ".gitattributes"))
			writeFile(t, dir, file, text)
			texts = append(texts, text)
			if !rules.push(file, base, text) {
				t.Fatal("not all rules were taken")
			}
			if base == "" {
				decided += compareAttributes(t, dir, &rules, paths, func(p string) bool { return !strings.HasPrefix(p, "a/") })
			}
		}
		decided += compareAttributes(t, dir, &rules, paths, func(p string) bool { return strings.HasPrefix(p, "a/") })
		if t.Failed() {
			t.Fatalf("%q", texts)
		}
	}
	if decided < 1000 {
		t.Errorf("only %d files were decided", decided)
	}
}

func randomAttributes(random *rand.Rand, lines int) string {
	words := []string{
		"linguist-vendored", "-linguist-vendored", "!linguist-vendored", "linguist-vendored=true", "linguist-vendored=false", "linguist-vendored=",
		"-linguist-vendored=x", "linguist-generated", "linguist-generated=false", "!linguist-generated", "linguist-documentation", "text=auto", "-diff",
	}
	blanks := []string{" ", "\t", "  ", "\r", " \t "}
	var b strings.Builder
	for line := range strings.Lines(randomRules(random, lines)) {
		pattern := strings.TrimRight(line, "\n")
		if random.IntN(4) == 0 {
			pattern = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "a", `\141`).Replace(pattern) + `"`
		}
		b.WriteString(pattern)
		for range 1 + random.IntN(3) {
			b.WriteString(blanks[random.IntN(len(blanks))] + words[random.IntN(len(words))])
		}
		if random.IntN(30) == 0 {
			b.WriteString(" 0$")
		}
		b.WriteString([]string{"\n", "\r\n"}[random.IntN(2)])
	}
	return b.String()
}

// compareAttributes returns how many attributes of the wanted paths are not unspecified.
func compareAttributes(t *testing.T, dir string, rules *attributes, paths []string, wanted func(string) bool) (decided int) {
	t.Helper()
	names := attributeNames()
	cmd := exec.Command("git", append([]string{"check-attr", "-z", "--stdin"}, names[:]...)...)
	cmd.Dir, cmd.Env = dir, gittest.Environment(noHome, gittest.Start)
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00") + "\x00")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git check-attr: %v", err)
	}
	fields := strings.Split(string(out), "\x00") // path, attribute, value
	for i := 0; i+2 < len(fields); i += 3 {
		path, value := fields[i], fields[i+2]
		if !wanted(path) {
			continue
		}
		want := isSet
		switch value {
		case "unspecified":
			want = unspecified
		case "unset", "false":
			want = isUnset
		}
		_, name := splitPath(path)
		got, detail := rules.find(attribute(slices.Index(names[:], fields[i+1])), path, name, new(int))
		if got != want {
			t.Errorf("%q %s: %d (%s), git says %q", path, fields[i+1], got, detail, value)
		}
		if want != unspecified {
			decided++
		}
	}
	return decided
}
