//go:build darwin || freebsd || linux || netbsd || openbsd

package source

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ctxpack/internal/repo/gitrepo/gittest"
)

// TestRandomRules compares with git which line of an ignore file decides each path. This is finer than comparing
// lists of files: a wrong match shows even if a later rule has the same result.
func TestRandomRules(t *testing.T) {
	t.Parallel()
	dir := newRepository(t)
	buildFuzzTree(t, dir)
	folders := map[string]bool{}
	var paths []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, p)
		switch {
		case err != nil:
			return err
		case d.Name() == ".git", d.Name() == "nested": // git refuses paths in another repository
			return filepath.SkipDir
		case rel != ".":
			rel = filepath.ToSlash(rel)
			paths = append(paths, rel)
			folders[rel] = d.IsDir()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2)) // patterns, not secrets
	for range 25 {
		text := randomRules(random, 40)
		writeFile(t, dir, ".gitignore", text)
		list := parseIgnore(".gitignore", "", text)
		want := decidingLines(t, dir, paths)
		for _, p := range paths {
			if got := ownDecidingLine(list, p, folders[p]); got != want[p] {
				t.Errorf("%q: line %d, git says %d, in %q", p, got, want[p], text)
			}
		}
		if t.Failed() {
			return
		}
	}
}

func randomRules(random *rand.Rand, lines int) string {
	tokens := fuzzTokens()
	var b strings.Builder
	for range lines {
		for range 1 + random.IntN(7) {
			token := tokens[random.IntN(len(tokens))]
			if !strings.Contains(token, "\n") || random.IntN(3) == 0 {
				b.WriteString(token)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// decidingLines returns the line by which git decides each path, 0 for none.
func decidingLines(t *testing.T, dir string, paths []string) map[string]int {
	t.Helper()
	cmd := exec.Command("git", "check-ignore", "--no-index", "--verbose", "--non-matching", "-z", "--stdin")
	cmd.Dir, cmd.Env = dir, gittest.Environment(noHome, gittest.Start)
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00") + "\x00")
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // 1: nothing is ignored
		t.Fatalf("git check-ignore: %v", err)
	}
	lines := map[string]int{}
	fields := strings.Split(string(out), "\x00") // source, line, pattern, path
	for i := 0; i+3 < len(fields); i += 4 {
		lines[fields[i+3]], _ = strconv.Atoi(fields[i+1])
	}
	return lines
}

// ownDecidingLine descends the path like the walk.
func ownDecidingLine(list *ruleList, path string, folder bool) int {
	if list == nil {
		return 0
	}
	work := 0
	for i := range path {
		if path[i] != '/' {
			continue
		}
		_, name := splitPath(path[:i])
		if r := list.last(path[:i], name, true, &work); r != nil && !r.negate {
			return int(r.line)
		}
	}
	_, name := splitPath(path)
	if r := list.last(path, name, folder, &work); r != nil {
		return int(r.line)
	}
	return 0
}
