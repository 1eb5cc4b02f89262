package source

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/repo/gitrepo/gittest"
)

// The git binary is the reference for all ignore rules: these tests build work trees and compare the lists of Walk
// and git.

const noHome = "/nonexistent"

func runGit(t testing.TB, dir string, stdin string, args ...string) string {
	t.Helper()
	r := &gittest.Repo{T: t, Top: dir, Home: noHome}
	return r.GitAt(gittest.Start, stdin, args...)
}

// gitIndex returns git's index for Options.Tracked.
func gitIndex(t testing.TB, dir string) map[string]Tracked {
	t.Helper()
	index := map[string]Tracked{}
	for _, line := range strings.Split(runGit(t, dir, "", "ls-files", "-s", "-z"), "\x00") {
		mode, path, ok := strings.Cut(line, "\t")
		if !ok {
			continue
		}
		switch mode[:6] {
		case "120000":
			index[path] = TrackedSymlink
		case "160000":
			index[path] = TrackedSubmodule
		default:
			index[path] = TrackedFile
		}
	}
	return index
}

// gitSet returns git's list, sorted.
func gitSet(t testing.TB, dir string, paths ...string) []string {
	t.Helper()
	args := append([]string{"--literal-pathspecs", "ls-files", "--cached", "--others", "--exclude-standard", "-z", "--"}, paths...)
	list := strings.Split(strings.TrimSuffix(runGit(t, dir, "", args...), "\x00"), "\x00")
	if len(list) == 1 && list[0] == "" {
		list = nil
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// ownSet returns Walk's list, in git's form.
func ownSet(t testing.TB, dir string, o Options) []string {
	t.Helper()
	tree, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	files, problems, err := tree.Walk(context.Background(), o)
	if err != nil {
		t.Fatalf("walk: %v", err)
	}
	for _, p := range problems {
		t.Logf("problem: %v", p.Err)
	}
	if !slices.IsSortedFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) }) {
		t.Errorf("the files are not sorted")
	}
	var list []string
	for _, f := range files {
		_, tracked := o.Tracked[f.Path]
		switch {
		case f.Skip == Ignored, f.Skip == Special && !tracked:
		case f.Skip == Submodule:
			list = append(list, strings.TrimSuffix(f.Path, "/"))
		default:
			list = append(list, f.Path)
		}
	}
	if i := firstDuplicate(list); i != "" {
		t.Errorf("%q is listed twice", i)
	}
	slices.Sort(list)
	return list
}

func firstDuplicate(list []string) string {
	seen := map[string]bool{}
	for _, p := range list {
		if seen[p] {
			return p
		}
		seen[p] = true
	}
	return ""
}

// compareWithGit fails for every path that only one of both lists.
func compareWithGit(t testing.TB, dir string, paths ...string) {
	t.Helper()
	o := Options{Repository: true, Tracked: gitIndex(t, dir), Paths: paths}
	info, err := os.ReadFile(filepath.Join(dir, ".git", "info", "exclude"))
	if err == nil {
		o.InfoExclude = string(info)
	}
	want, got := gitSet(t, dir, paths...), ownSet(t, dir, o)
	reportDifference(t, want, got)
}

func reportDifference(t testing.TB, want, got []string) {
	t.Helper()
	for _, p := range want {
		if _, ok := slices.BinarySearch(got, p); !ok {
			t.Errorf("git lists %q, Walk does not", p)
		}
	}
	for _, p := range got {
		if _, ok := slices.BinarySearch(want, p); !ok {
			t.Errorf("Walk lists %q, git does not", p)
		}
	}
}

// writeTree makes files from paths; a path that ends in a slash is a folder.
func writeTree(t testing.TB, dir string, paths ...string) {
	t.Helper()
	for _, p := range paths {
		full := filepath.Join(dir, filepath.FromSlash(p))
		if strings.HasSuffix(p, "/") {
			if err := os.MkdirAll(full, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		writeFile(t, dir, p, "text of "+p+"\n")
	}
}

func writeFile(t testing.TB, dir, path, text string) {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func newRepository(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	runGit(t, dir, "", "init", "-q", "-b", "main")
	return dir
}

// ignoreCase is one repository of the table, which also seeds the fuzz target.
type ignoreCase struct {
	name   string
	rules  map[string]string // ignore file -> text
	paths  []string
	forced []string // tracked although ignored
}

func ignoreCases() []ignoreCase {
	return []ignoreCase{
		{"plain names", map[string]string{".gitignore": "a\n/b\nc/\nd/e\n"},
			[]string{"a", "x/a", "b", "x/b", "c", "x/c/y", "d/e", "x/d/e", "ac"}, nil},
		{"negation", map[string]string{".gitignore": "*.log\n!keep.log\n/out/*\n!/out/in\n"},
			[]string{"a.log", "keep.log", "x/keep.log", "out/a", "out/in/b", "out/in/c.log"}, nil},
		{"an excluded parent", map[string]string{".gitignore": "dir/\n!dir/keep\n!dir/sub/\n", "dir/.gitignore": "!*\n"},
			[]string{"dir/keep", "dir/sub/a", "x/dir/keep"}, nil},
		{"deep stars", map[string]string{".gitignore": "**/a\nb/**\nc/**/d\n**/e/**/f\ng**/h\ni/**j\n**k\nl**\n"},
			[]string{"a", "x/a", "b/x", "b/y/z", "c/d", "c/x/d", "c/x/y/d", "e/f", "x/e/y/f", "gx/h", "g/h", "gx/y/h", "i/xj", "i/x/j", "xk", "y/xk", "lx", "l/m"}, nil},
		{"prefix before stars", map[string]string{".gitignore": "x/a**/b\nq/?**/r\ns/**t/u\nv/***/w\n"},
			[]string{"x/ab/b", "x/a/b", "x/aq/r/b", "x/a/q/b", "q/z/r", "q/zy/r", "q/zy/x/r", "s/t/u", "s/at/u", "s/a/t/u", "v/w", "v/a/w", "v/a/b/w"}, nil},
		{"escapes and spaces", map[string]string{".gitignore": "\\#a\n\\!b\nc\\ \nd \ne\\*\nf\\\n\\g\nh\\ \\ \n i\nj\\\\\nk\\\\ \n#c\n"},
			[]string{"#a", "!b", "c ", "c", "d", "d ", "e*", "ex", "f", "f\\", "g", "h  ", "h ", " i", "i", "j\\", "k\\", "k\\ ", "#c"}, nil},
		{"classes", map[string]string{".gitignore": "a[0-9]\nb[!0-9]\nc[^0-9]\nd[]]\ne[]-]\nf[[:alpha:]]\ng[[:alpha:][:digit:]]\nh[[:nope:]]\n" +
			"i[a\nj[a-]\nk[\\]]\nl[[]\nm[[:]\nn[[:alpha:]\no[z-a]\np[a-c-e]\nq[!a/]\n"},
			[]string{"a1", "ax", "b1", "bx", "c1", "cx", "d]", "dx", "e]", "e-", "fx", "f1", "gx", "g1", "g-", "h1", "hn", "i[a", "ia", "ja", "j-", "k]",
				"k\\", "l[", "m[", "m:", "m]", "na", "n:", "n[", "ob", "oz", "p-", "pd", "pe", "qb", "qa"}, nil},
		{"posix classes", map[string]string{".gitignore": "1[[:space:]]\n2[[:punct:]]\n3[[:cntrl:]]\n4[[:blank:]]\n5[[:xdigit:]]\n6[[:print:]]\n" +
			"7[[:graph:]]\n8[[:upper:]]\n9[[:lower:]]\n"},
			[]string{"1 ", "1\v", "1\f", "1\t", "2~", "2a", "2_", "3\x01", "3\x7f", "4 ", "4\t", "4\v", "5f", "5g", "6 ", "6\x7f", "6\xc3", "7 ", "7a", "8A",
				"8a", "9a", "9A", "9\xe9"}, nil},
		{"line ends and marks", map[string]string{".gitignore": "\ufeffa\r\nb\r\n\r\n#c\r\nd \r\ne\r", "x/.gitignore": "f\r\n!a\r\n"},
			[]string{"a", "b", "#c", "d", "d ", "e", "e\r", "x/f", "x/a", "b\r"}, nil},
		{"slashes", map[string]string{".gitignore": "/\n//\na//\n//b\nc//d\n/e/\nf/g/\n!/\n./h\n"},
			[]string{"a/x", "b", "c/d", "e/x", "x/e/y", "f/g/h", "x/f/g/h", "h"}, nil},
		{"nested files", map[string]string{".gitignore": "*.o\n/top\n", "a/.gitignore": "!*.o\n/only\nb/only2\n", "a/b/.gitignore": "*.o\n"},
			[]string{"x.o", "a/x.o", "a/b/x.o", "top", "a/top", "a/only", "a/c/only", "a/b/only2", "a/c/b/only2"}, nil},
		{"tracked files stay", map[string]string{".gitignore": "*.log\nbuild/\nvendor/\n!vendor/a\n"},
			[]string{"a.log", "b.log", "build/x", "build/deep/y", "build/deep/z", "vendor/a", "vendor/b", "build/.gitignore"},
			[]string{"a.log", "build/deep/y", "vendor/b"}},
		{"directory only", map[string]string{".gitignore": "a/\n*b/\nc/d/\n**/e/\nf/*/\n"},
			[]string{"a", "x/a/y", "xb", "x/xb/y", "c/d/x", "x/c/d/y", "e", "x/e/y", "f/g/h", "f/i"}, nil},
		{"info exclude", map[string]string{".git/info/exclude": "*.x\n/root\n!y.z\n", ".gitignore": "!a.x\n*.z\n"},
			[]string{"a.x", "b.x", "root", "s/root", "y.z"}, nil},
		{"only stars", map[string]string{".gitignore": "*\n!*/\n!*.c\n!.gitignore\n"},
			[]string{"a.c", "x/a.c", "x/b.h", "x/y/z/a.c"}, nil},
		{"case and bytes", map[string]string{".gitignore": "README\n\xe9?\n[\xc3]\xa9\nä*\n"},
			[]string{"readme", "README", "\xe9x", "é", "äx"}, nil},
	}
}

func buildCase(t testing.TB, dir string, c ignoreCase) {
	t.Helper()
	writeTree(t, dir, c.paths...)
	for name, text := range c.rules {
		writeFile(t, dir, name, text)
	}
	if len(c.forced) > 0 {
		runGit(t, dir, strings.Join(c.forced, "\x00")+"\x00", "update-index", "-z", "--add", "--stdin")
	}
}

func TestWalkListsWhatGitLists(t *testing.T) {
	t.Parallel()
	for _, c := range ignoreCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := newRepository(t)
			buildCase(t, dir, c)
			compareWithGit(t, dir)
			for _, p := range c.paths { // every subfolder separately
				if folder, _ := splitPath(p); folder != "" {
					compareWithGit(t, dir, folder)
				}
			}
		})
	}
}
