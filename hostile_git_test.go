//go:build unix

package main_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/tokens"
)

// TestHostileGit packs work trees whose repository was made by hand.
func TestHostileGit(t *testing.T) {
	t.Parallel()
	source := func(h *hostileTree) {
		h.git("init", "-q", "-b", "main")
		h.write("a.go", "package a\n")
	}
	ok := "package a"
	cases := []hostileCase{
		{name: "index of many paths", stderr: "the index has more than 500000 entries", stdout: ok, build: func(h *hostileTree) {
			source(h)
			h.index(2, func(yield func(string)) {
				for i := range 500_001 {
					yield(fmt.Sprintf("d%03d/f%07d", i/1000, i))
				}
			})
		}, slow: true},
		{name: "index of paths that are not there", codes: []int{3}, stderr: "more tracked files are not on disk", stdout: ok, build: func(h *hostileTree) {
			source(h)
			h.index(2, func(yield func(string)) {
				for i := range 200_000 {
					yield(fmt.Sprintf("d%03d/f%07d", i/1000, i))
				}
			})
		}, slow: true},
		{name: "index of deep paths", stderr: "the index has too long paths", stdout: ok, build: func(h *hostileTree) {
			source(h)
			deep := strings.Repeat("d/", 2000)
			h.index(4, func(yield func(string)) {
				for i := range 20_000 {
					yield(fmt.Sprintf("%s%06d", deep, i))
				}
			})
		}},
		{name: "index that leads outside", stderr: "a path that leaves the work tree", stdout: ok, build: func(h *hostileTree) {
			source(h)
			h.index(2, func(yield func(string)) { yield("../outside/secret.txt") })
		}},
		{name: "index with git's own files", stderr: "a path that leaves the work tree", stdout: ok, build: func(h *hostileTree) {
			source(h)
			h.index(2, func(yield func(string)) { yield(".git/config") })
		}},
		{name: "trees that hold themselves many times", stderr: "too many tree entries", stdout: ok, build: func(h *hostileTree) { h.treeBomb(10, 10, "d") }},
		{name: "wide trees of long names", stderr: "too many tree entries|names over", stdout: ok,
			build: func(h *hostileTree) { h.treeBomb(14, 2, strings.Repeat("n", 200)) }},
		{name: "trees of many trees", slow: true, stdout: ok, build: func(h *hostileTree) { h.treeBomb(3, 60, "n") }},
		{name: "two commits of such trees", slow: true, stdout: ok, build: func(h *hostileTree) {
			h.treeBomb(6, 10, "e")
			first, err := os.ReadFile(h.path(".git/refs/heads/main"))
			h.must(err)
			h.treeBomb(6, 10, "d")
			second, err := os.ReadFile(h.path(".git/refs/heads/main"))
			h.must(err)
			tree := h.treeOf(strings.TrimSpace(string(second)))
			text := "tree " + tree + "\nparent " + strings.TrimSpace(string(first)) +
				"\nauthor a <a@example.com> 1700000001 +0000\ncommitter a <a@example.com> 1700000001 +0000\n\nx\n"
			h.write(".git/refs/heads/main", fmt.Sprintf("%x\n", h.object("commit", []byte(text))))
		}},
		{name: "changes against a tree of many files that are gone", args: []string{"pack", ".", "--diff", "--with-diff"}, stdout: ok, build: func(h *hostileTree) {
			source(h)
			blob := h.object("blob", []byte("x\n"))
			var tree []byte
			for i := range 150_000 {
				tree = append(tree, treeEntry("100644", fmt.Sprintf("f%06d", i), blob)...)
			}
			h.head(h.object("tree", tree))
		}, slow: true},
		{name: "borrowed objects", stderr: "CTXPACK_OBJECTS_FROM=FOLDER allows", stdout: ok, build: func(h *hostileTree) { h.sharedClone() }},
		{name: "borrowed objects that are allowed", env: []string{"CTXPACK_OBJECTS_FROM=../outside"}, never: "no git activity|borrowed",
			stdout: `commit [0-9a-f]{40}`, build: func(h *hostileTree) { h.sharedClone() }},
		{name: "borrowed objects allowed elsewhere", env: []string{"CTXPACK_OBJECTS_FROM=../home"}, stderr: "CTXPACK_OBJECTS_FROM=FOLDER allows",
			build: func(h *hostileTree) { h.sharedClone() }},
		{name: "folder to borrow from that is not there", env: []string{"CTXPACK_OBJECTS_FROM=nowhere"}, codes: []int{2},
			stderr: "context.git.objectsFrom .environment CTXPACK_OBJECTS_FROM.: nowhere: ", build: source},
		{name: "bundle's mark in a tracked source", stderr: `tracked files that begin like a bundle of ctxpack are omitted: 1 \(hidden\.js\)`, stdout: ok,
			build: func(h *hostileTree) {
				h.write("a.go", "package a\n")
				h.write("hidden.js", "<!-- ctxpack bundle 2 -->\nevil()\n")
				h.commit("a.go", "hidden.js")
			}},
		{name: "text in escape sequences that holds a NUL", never: "\x00", stdout: ok, build: func(h *hostileTree) {
			source(h)
			h.write("jp.txt", "$3;@\x00;BNNNNN\x1b$B^(")
		}},
		{name: "names that look alike", args: []string{"score", ".", "--json"}, build: func(h *hostileTree) {
			for _, name := range []string{"a\nb.go", `a\nb.go`, "a\xffb.go", `a\xffb.go`, `a\\xffb.go`} {
				h.write(name, "package a\n")
			}
		}, check: func(t *testing.T, _ *hostileTree, stdout, _ string) {
			seen := map[string]bool{}
			for line := range strings.Lines(stdout) {
				if path, found := strings.CutPrefix(strings.TrimSpace(line), `"path": `); found {
					if seen[path] {
						t.Errorf("two files are called %s", path)
					}
					seen[path] = true
				}
			}
			if len(seen) != 5 {
				t.Errorf("names: %v", seen)
			}
		}},
	}
	// What may be in the place of a control file.
	for _, file := range []string{"HEAD", "config", "index", "packed-refs", "shallow", "info/exclude", "info/grafts", "refs/heads/main",
		"objects/info/alternates", "commondir", "objects/pack/pack-1.idx", "objects/pack/pack-1.pack"} {
		for kind, make := range map[string]func(h *hostileTree, name string){
			"FIFO":            func(h *hostileTree, name string) { h.fifo(name) },
			"folder":          func(h *hostileTree, name string) { h.folder(name) },
			"garbage":         func(h *hostileTree, name string) { h.write(name, garbage(5000)) },
			"hole":            func(h *hostileTree, name string) { h.write(name, ""); h.must(os.Truncate(h.path(name), 1<<32)) },
			"link to outside": func(h *hostileTree, name string) { h.link(name, filepath.Join(h.outside, "secret.txt")) },
		} {
			c := hostileCase{name: fmt.Sprintf(".git/%s as %s", file, kind), codes: []int{0, 2, 3}, stdout: ok, build: func(h *hostileTree) {
				h.write("a.go", "package a\n")
				h.commit("a.go")
				h.must(os.RemoveAll(h.path(".git/" + file)))
				make(h, ".git/"+file)
			}}
			if file == "info/exclude" && kind == "hole" { // it may keep out what the user ignores
				c.codes, c.stderr = []int{3}, "untracked files are omitted"
			}
			cases = append(cases, c)
		}
	}
	for kind, text := range map[string]string{"outside": "gitdir: ../outside\n", "root": "gitdir: /\n", "itself": "gitdir: .git\n",
		"device": "gitdir: /dev/zero\n", "network": "gitdir: //host/share\n", "nothing": "gitdir: \n", "long": "gitdir: " + strings.Repeat("a/", 5000) + "\n"} {
		cases = append(cases, hostileCase{name: "pointer to " + kind, codes: []int{0, 2, 3}, stdout: ok, build: func(h *hostileTree) {
			h.write("a.go", "package a\n")
			h.write(".git", text)
		}})
	}
	for name, text := range map[string]string{
		"programs": "[core]\n\tfsmonitor = touch ../outside/ran\n\tsshCommand = touch ../outside/ran\n\thooksPath = .\n\tpager = touch " +
			"../outside/ran\n[filter \"x\"]\n\tclean = touch ../outside/ran\n\tprocess = touch ../outside/ran\n[diff \"x\"]\n\ttextconv = touch " +
			"../outside/ran\n\tcommand = touch ../outside/ran\n",
		"includes": "[include]\n\tpath = ../../outside/secret.txt\n\tpath = config\n", "excludes": "[core]\n\texcludesFile = ../outside/secret.txt\n",
		"a work tree":  "[core]\n\tworktree = ../../outside\n",
		"an extension": "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tunheard = of\n", "lines": strings.Repeat("[a \"b\"]\n\tc = d\n", 60_000),
	} {
		cases = append(cases, hostileCase{name: "settings of git with " + name, slow: name == "lines", stdout: ok, codes: []int{0, 3}, build: func(h *hostileTree) {
			h.write("a.go", "package a\n")
			h.write(".gitattributes", "* filter=x diff=x\n")
			h.commit("a.go", ".gitattributes")
			h.write(".git/config", text)
		}})
	}
	testHostile(t, cases)
}

// treeOf reads the tree of a commit.
func (h *hostileTree) treeOf(commit string) string {
	h.t.Helper()
	r, _, _ := strings.Cut(h.output("cat-file", "commit", commit), "\n")
	return strings.TrimPrefix(r, "tree ")
}

// sharedClone makes the repository one that borrows all its objects.
func (h *hostileTree) sharedClone() {
	h.write("a.go", "package a\n")
	h.commit("a.go")
	h.must(os.Rename(h.path(".git/objects"), filepath.Join(h.outside, "own-objects")))
	h.write(".git/objects/info/alternates", filepath.Join(h.outside, "own-objects")+"\n")
}

// TestHostileLeavesNothing: a run leaves neither goroutines nor descriptors behind,
// whatever it met.
func TestHostileLeavesNothing(t *testing.T) {
	h := newHostileTree(t)
	h.write("a.go", "package a\n")
	h.write("deep/er/b.scala", strings.Repeat("a b ", 30_000))
	h.write("c.py", garbage(20_000))
	h.commit("a.go")
	h.fifo("fifo")
	h.link("link", h.outside)
	h.write(".git/objects/info/alternates", h.outside+"\n")
	h.write("closed/.gitignore", strings.Repeat("#", 16_000_001))
	counter, err := tokens.New(tokens.Names()[0])
	if err != nil {
		t.Fatal(err)
	}
	run := func(ctx context.Context) {
		_, _ = pipeline.Run(ctx, pipeline.Options{
			Paths: []string{h.work}, Config: config.NewTable(config.Given{}).Default(), Counter: counter,
			Format: render.Formats()[0], Budget: 5000, Cache: filepath.Join(h.home, "cache"),
		})
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	run(t.Context())
	goroutines, descriptors := runtime.NumGoroutine(), openFiles()
	for range 5 {
		run(t.Context())
		run(cancelled)
	}
	for range 60_000 { // what ended may still be counted; only a hang takes ten minutes
		if runtime.NumGoroutine() <= goroutines {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		buf := make([]byte, 1<<16)
		t.Errorf("%d goroutines, %d before:\n%s", n, goroutines, buf[:runtime.Stack(buf, true)])
	}
	if now := openFiles(); len(now) > len(descriptors) {
		t.Errorf("open files %q, before %q", now, descriptors)
	}
}

// openFiles lists the files that this process has open below the folders of tests, none on systems
// without /proc.
func openFiles() []string {
	entries, _ := os.ReadDir("/proc/self/fd")
	var names []string
	for _, e := range entries {
		if name, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && strings.Contains(name, "TestHostileLeavesNothing") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
