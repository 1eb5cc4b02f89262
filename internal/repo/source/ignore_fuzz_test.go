//go:build darwin || freebsd || linux || netbsd || openbsd

package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// fuzzTokens returns the pieces of the structured half of the inputs, so that most inputs are patterns that match
// something.
func fuzzTokens() []string {
	return []string{
		"a", "b", "c", "ab", "d.", "e ", ".", "-", " ", "\\", "\\ ", "\n", "\n", "\n", "/", "/", "\n/", "/\n", "*", "*", "**", "**/", "/**", "/**/",
		"***", "?", "[", "]", "[a-c]", "[!a]", "[^b]", "[]]", "[a", "[[:alpha:]]", "[[:punct:]]", "[[:x:]]", "[[:", ":]", "!", "\n!", "#", "\n#",
		"\r\n", "\t", "*a", "a*", "*b*", "\\*", "\\[", "\\!", "\\#", "\\/", "\xc3\xa9", "\xe9", "\ufeff", "\x00", "-]", "[--0]", "[+--]", "[\\]]",
	}
}

func fromTokens(s string) string {
	tokens := fuzzTokens()
	var b strings.Builder
	for i := 0; i < len(s) && i < 60; i++ {
		b.WriteString(tokens[int(s[i])%len(tokens)])
	}
	return b.String()
}

// buildFuzzTree makes a work tree of about 1,200 similar names that contain every special character of patterns.
func buildFuzzTree(t testing.TB, dir string) {
	t.Helper()
	files := []string{"f", "ac", "b.c", "x[", "]", "-", "c\\", "!f", "#f", "*", " f", "f ", "\xc3\xa9", "\xe9", "f\t", "F", ".h", "+"}
	folders := []string{"", "a/", "b/", "ab/", "d./", "e /"}
	var all []string
	for _, x := range folders {
		for _, y := range folders {
			for _, z := range []string{"", "a/", "c/"} {
				if (x == "") && (y != "" || z != "") || y == "" && z != "" {
					continue
				}
				for i, f := range files {
					if len(x+y+z) < 5 || i%3 == 0 {
						all = append(all, x+y+z+f)
					}
				}
			}
		}
	}
	writeTree(t, dir, all...)
	for _, link := range []string{"link", "a/link", "b/ab/link"} {
		if err := os.Symlink("a", filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := unix.Mkfifo(filepath.Join(dir, "b", "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	runGit(t, dir, "", "init", "-q", "a/b/nested")
	runGit(t, dir, "", "init", "-q", "nested")
	writeTree(t, dir, "nested/f", "a/b/nested/f")
	tracked := "a/f\x00a/b/f\x00ab/ab/a/f\x00b/ac\x00b/a/c/f\x00e /-\x00"
	runGit(t, dir, tracked, "update-index", "-z", "--add", "--stdin")
	runGit(t, dir, "", "update-index", "--add", "--cacheinfo", "100644,e69de29bb2d1d6434b8b29ae775ad8c2e48c5391,a/gone")
}

// FuzzIgnoreLikeGit compares the lists of git and Walk for the same ignore files over the same tree.
func FuzzIgnoreLikeGit(f *testing.F) {
	dir := newRepository(f)
	buildFuzzTree(f, dir)
	index := gitIndex(f, dir)
	for _, c := range ignoreCases() {
		f.Add(c.rules[".gitignore"], c.rules["a/.gitignore"], c.rules["a/b/.gitignore"], c.rules[".git/info/exclude"], false)
	}
	f.Add("\x00\x0b\x12\x18\x01", "\x02\x1d", "\x22", "\x09\x2a", true)
	places := []string{".gitignore", "a/.gitignore", "a/b/.gitignore", ".git/info/exclude"}
	f.Fuzz(func(t *testing.T, root, a, ab, info string, structured bool) {
		o := Options{Repository: true, Tracked: index}
		for i, text := range []string{root, a, ab, info} {
			if structured {
				text = fromTokens(text)
			}
			if len(text) > 2000 {
				t.Skip()
			}
			writeFile(t, dir, places[i], text)
			if i == 3 {
				o.InfoExclude = text
			}
		}
		reportDifference(t, gitSet(t, dir), ownSet(t, dir, o))
		if t.Failed() {
			for _, p := range places {
				text, _ := os.ReadFile(filepath.Join(dir, filepath.FromSlash(p)))
				t.Logf("%s: %q", p, text)
			}
		}
	})
}
