package main_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ctxpack/cmd"
	"ctxpack/internal/text/goldentest"
)

var update = flag.Bool("update", false, "write the golden files of testdata/golden anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"ctxpack": func() { os.Exit(cmd.Main()) },
	})
}

// TestGolden packs each tree of testdata with the program itself and compares
// all that it writes with the files in testdata/golden.
func TestGolden(t *testing.T) {
	t.Parallel()
	for name, history := range readHistories(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := home{t, t.TempDir()}
			root := filepath.Join(h.folder, name)
			h.makeRepository(root, readTree(t, filepath.Join("testdata", name)), history)
			golden := func(file string, written []byte) {
				goldentest.Compare(t, filepath.Join("testdata", "golden", name, file), string(written), *update)
			}
			pack := func(file, budget string) {
				bundle, report := filepath.Join(h.folder, file), filepath.Join(h.folder, "report.json")
				h.run(nil, "ctxpack", "pack", "-q", root, "--no-cache", "-b", budget, "-o", bundle, "--report", report)
				golden(file, readFile(t, bundle))
			}
			golden("score.txt", h.run(nil, "ctxpack", "score", root, "--no-cache"))
			pack("bundle-all.md", "100k")
			pack("bundle-2k.json", "2k")
			pack("bundle-2k.xml", "2k")
			pack("bundle-2k.md", "2k")
			golden("report.json", readFile(t, filepath.Join(h.folder, "report.json"))) // of the last one
		})
	}
}

// treeFile is a file of a tree, under the name that it has in the repository.
type treeFile struct {
	data []byte
	mode string // git's: 100644 or 100755
}

// readTree reads a tree of testdata and gives the files their real names
// (testdata/README.md says why they have others).
func readTree(t *testing.T, folder string) map[string]treeFile {
	t.Helper()
	files := map[string]treeFile{}
	err := filepath.WalkDir(folder, func(stored string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		f := treeFile{data: readFile(t, stored), mode: "100644"}
		if info.Mode()&0o100 != 0 {
			f.mode = "100755"
		}
		below, err := filepath.Rel(folder, stored)
		files[realName(filepath.ToSlash(below))] = f
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func realName(stored string) string {
	dir, name := path.Split(stored)
	if rest, ok := strings.CutPrefix(name, "dot-"); ok {
		name = "." + rest
	}
	if name == "go.mod.txt" {
		name = "go.mod"
	}
	return dir + name
}

// history is how a tree came about: testdata/history.json.
type history struct {
	Commits []struct {
		DaysAgo int
		Message string
		Paths   []string // globs
	}
	Untracked []string // these are in the work tree and in no commit
}

func readHistories(t *testing.T) map[string]history {
	t.Helper()
	var all map[string]history
	if err := json.Unmarshal(readFile(t, filepath.Join("testdata", "history.json")), &all); err != nil {
		t.Fatalf("read histories: %v", err)
	}
	return all
}

// headTime is the time of the last commit of each history.
const headTime = 1_700_000_000

// stream writes a history for git fast-import. A file grows with every commit
// that names it and is whole after the last one; a file that none names is in
// the first.
func (h history) stream(t *testing.T, files map[string]treeFile) []byte {
	t.Helper()
	touched := h.touched(t, slices.Sorted(maps.Keys(files)))
	total, seen := map[string]int{}, map[string]int{}
	for _, names := range touched {
		for _, name := range names {
			total[name]++
		}
	}
	var b bytes.Buffer
	for i, c := range h.Commits {
		who := fmt.Sprintf("Test <test@example.com> %d +0000", headTime-c.DaysAgo*24*60*60)
		fmt.Fprintf(&b, "commit refs/heads/main\nauthor %s\ncommitter %s\ndata %d\n%s\n", who, who, len(c.Message), c.Message)
		for _, name := range touched[i] {
			seen[name]++
			lines := bytes.SplitAfter(files[name].data, []byte("\n"))
			data := bytes.Join(lines[:len(lines)*seen[name]/total[name]], nil)
			fmt.Fprintf(&b, "M %s inline %s\ndata %d\n%s\n", files[name].mode, name, len(data), data)
		}
	}
	return b.Bytes()
}

// touched returns the names of the files that each commit changes.
func (h history) touched(t *testing.T, names []string) [][]string {
	t.Helper()
	touched, known := make([][]string, len(h.Commits)), map[string]bool{}
	for i, c := range h.Commits {
		for _, glob := range c.Paths {
			found := false
			for _, name := range names {
				if matches, err := path.Match(glob, name); err != nil {
					t.Fatal(err)
				} else if matches {
					found = true
					if !slices.Contains(h.Untracked, name) && !slices.Contains(touched[i], name) {
						touched[i], known[name] = append(touched[i], name), true
					}
				}
			}
			if !found {
				t.Fatalf("commit %q names %s, which no file matches", c.Message, glob)
			}
		}
	}
	for _, name := range names {
		if !known[name] && !slices.Contains(h.Untracked, name) {
			touched[0] = append(touched[0], name)
		}
	}
	return touched
}

// home is a folder in which programs run, away from the user's settings.
type home struct {
	t      *testing.T
	folder string
}

// run runs a program that must succeed and have nothing to say in addition to its output.
func (h home) run(input []byte, program string, args ...string) []byte {
	h.t.Helper()
	c := exec.Command(program, args...)
	c.Dir, c.Stdin = h.folder, bytes.NewReader(input)
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + h.folder, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GORACE=" + os.Getenv("GORACE")}
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil || stderr.Len() > 0 {
		h.t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, stderr.String())
	}
	return stdout.Bytes()
}

// makeRepository makes a repository whose commits, and so their ids, are the
// same on every machine.
func (h home) makeRepository(root string, files map[string]treeFile, past history) {
	h.t.Helper()
	h.run(nil, "git", "init", "-q", "-b", "main", root)
	h.run(past.stream(h.t, files), "git", "-C", root, "fast-import", "--quiet")
	h.run(nil, "git", "-C", root, "reset", "-q", "--hard")
	for _, name := range past.Untracked {
		full := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			h.t.Fatal(err)
		}
		if err := os.WriteFile(full, files[name].data, 0o644); err != nil {
			h.t.Fatal(err)
		}
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
