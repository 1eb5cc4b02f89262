package source

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
)

const (
	// maxPath is the most bytes of a folder's path: no more than that deep a tree is
	// entered. Systems take 4,096 at once, and git knows no longer ones.
	maxPath = 8192
	// maxEntries and maxPaths bound what a walk lists: names, and bytes of the paths of files.
	maxEntries = 500_000
	maxPaths   = 50_000_000
	// maxUnseen is how many tracked files the walk lists that it did not come to: mostly those that are not on disk.
	maxUnseen = 100_000
	// maxTrackedWork bounds the tracked paths: their bytes times the folders above each. If
	// there is more, those below more than maxTrackedDepth folders are not listed.
	maxTrackedWork, maxTrackedDepth = 2_000_000_000, 100
	// maxUnseenFolders is about how many folders of such files are looked at.
	maxUnseenFolders = 500_000
)

// Walk lists the files of the tree, sorted by the bytes of their paths, each with the reason why it is not to be
// read, if there is one. What could not be looked at is a problem and does not end the walk; the error is that of a
// pattern that does not compile, of a path in o.Paths that is not there, or of ctx.
//
// The files that are neither in the folders marked Dir nor [Ignored] are those that git lists. Nothing below an
// ignored folder is looked at except what is tracked there.
func (t *Tree) Walk(ctx context.Context, o Options) ([]File, []Problem, error) {
	w, err := newWalker(ctx, t, o)
	if err != nil {
		return nil, nil, err
	}
	starts, err := startPaths(o.Paths)
	if err != nil {
		return nil, nil, err
	}
	for _, start := range starts {
		n, err := w.start(start)
		if err != nil {
			return nil, nil, err
		}
		if err := w.explore(n); err != nil {
			return nil, nil, err
		}
		w.collect(n)
	}
	if err := w.unseen(starts); err != nil {
		return nil, nil, err
	}
	if err := w.tooMuch(); err != nil {
		return nil, nil, fmt.Errorf("walk: %w", err)
	}
	w.sort()
	return w.files, w.problems, nil
}

// sort puts the result in order, where the walk has not done so.
func (w *walker) sort() {
	byPath := func(a, b File) int { return strings.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(w.files, byPath) {
		slices.SortFunc(w.files, byPath)
	}
	slices.SortStableFunc(w.problems, func(a, b Problem) int { return strings.Compare(a.Path, b.Path) })
	w.problems = slices.CompactFunc(w.problems, func(a, b Problem) bool { return a.Path == b.Path })
}

// startPaths cleans and sorts the paths, and drops those below others.
func startPaths(paths []string) ([]string, error) {
	if len(paths) == 0 {
		return []string{""}, nil
	}
	var clean []string
	for _, p := range paths {
		c, err := cleanPath(p)
		if err != nil {
			return nil, fmt.Errorf("walk: %w", err)
		}
		if c == "" {
			return []string{""}, nil
		}
		if isGitPath(c) {
			return nil, fmt.Errorf("walk: path %q: inside .git", p)
		}
		clean = append(clean, c)
	}
	// Sorted as if each were a folder, one that is above another comes first.
	slices.SortFunc(clean, func(a, b string) int { return strings.Compare(a+"/", b+"/") })
	return slices.CompactFunc(clean, func(above, p string) bool { return below(p, above) }), nil
}

// below reports whether path is folder or lies below it.
func below(path, folder string) bool {
	return folder == "" || strings.HasPrefix(path, folder) && (len(path) == len(folder) || path[len(folder)] == '/')
}

func isGitPath(path string) bool { return slices.Contains(strings.Split(path, "/"), ".git") }

// walker is one run of Walk or List.
type walker struct {
	ctx   context.Context
	tree  *Tree
	o     Options
	rules *fileRules
	// The folders that hold tracked files; such a folder is entered even if it
	// is a repository of its own, as git does.
	trackedFolders map[string]bool
	listed         bool // the files are those of a list: no ignore file counts

	entries, paths atomic.Int64 // what the limits bound

	files    []File
	problems []Problem
	seen     int // tracked paths among files
}

// tooMuch is the error of a tree that goes beyond a limit. Whether there is one does not depend on timing.
func (w *walker) tooMuch() error {
	switch {
	case w.entries.Load() > maxEntries:
		return fmt.Errorf("more than %d files and folders: name a folder of the tree, or list files", maxEntries)
	case w.paths.Load() > maxPaths:
		return fmt.Errorf("the paths have more than %d bytes together: name a folder of the tree, or list files", maxPaths)
	}
	return w.rules.tooMuch()
}

// node is a folder of the walk. It is filled in by one goroutine, and read when all are done.
type node struct {
	above    *folderState // the folder that it is in
	name     string
	steps    []step // what is in it, in order
	problems []Problem
	seen     int // tracked paths among its own files
}

// step is a file, or a folder that was entered.
type step struct {
	file  File
	child *node
}

func newWalker(ctx context.Context, t *Tree, o Options) (*walker, error) {
	rules, err := newFileRules(o)
	if err != nil {
		return nil, err
	}
	w := &walker{ctx: ctx, tree: t, o: o, rules: rules, trackedFolders: map[string]bool{}}
	w.leaveDeep()
	for path := range w.o.Tracked {
		for folder, _ := splitPath(path); folder != "" && !w.trackedFolders[folder]; folder, _ = splitPath(folder) {
			w.trackedFolders[folder] = true
		}
	}
	return w, nil
}

// leaveDeep leaves out tracked paths with very many folders above them if there are very
// many such: each folder of each has to be looked at.
func (w *walker) leaveDeep() {
	work := 0
	for path := range w.o.Tracked {
		work += len(path) * strings.Count(path, "/")
	}
	if work <= maxTrackedWork {
		return
	}
	all, first := w.o.Tracked, ""
	w.o.Tracked = maps.Clone(all)
	maps.DeleteFunc(w.o.Tracked, func(path string, _ Tracked) bool {
		deep := strings.Count(path, "/") > maxTrackedDepth
		if deep && (first == "" || path < first) {
			first = path
		}
		return deep
	})
	if n := len(all) - len(w.o.Tracked); n > 0 {
		err := fmt.Errorf("this and %d more tracked files are below more than %d folders: they are not listed", n-1, maxTrackedDepth)
		w.problems = append(w.problems, Problem{Path: first, Err: err})
	}
}

// start gives a node that holds the path, which is one of Options.Paths.
func (w *walker) start(path string) (*node, error) {
	n := &node{}
	if path == "" {
		n.steps = []step{{child: &node{above: &folderState{outside: true}}}}
		return n, nil
	}
	above, name := splitPath(path)
	states := pathStates{w: w}
	state := states.get(above)
	n.problems = states.found.problems
	info, err := w.tree.lstat(path)
	switch {
	case err != nil && isGone(err) && w.isTracked(path):
		// It will be found to be missing.
	case err != nil:
		return nil, errorAt("walk", path, err)
	case state.nested:
		n.list(File{Path: path + "/", Dir: true, Skip: NestedRepository})
	case state.ignored != "":
		if !w.isTracked(path) {
			n.list(File{Path: slashed(path, info), Dir: info.kind == kindFolder, Skip: Ignored, Detail: state.ignored})
		}
	default:
		w.visit(n, state, name, info)
	}
	return n, nil
}

func slashed(path string, info entryInfo) string {
	if info.kind == kindFolder {
		return path + "/"
	}
	return path
}

// isTracked reports whether the path is tracked or holds tracked files.
func (w *walker) isTracked(path string) bool {
	_, ok := w.o.Tracked[path]
	return ok || w.trackedFolders[path]
}

func (n *node) list(f File) { n.steps = append(n.steps, step{file: f}) }

func (n *node) problem(path string, err error) {
	n.problems = append(n.problems, Problem{Path: path, Err: errorAt("read", path, err)})
}

// unreadable records a folder that could not be listed.
func (n *node) unreadable(path string, err error) {
	n.problem(path, err)
	if path != "" {
		n.list(File{Path: path + "/", Dir: true, Skip: Unreadable, Detail: errorAt("read", path, err).Error()})
	}
}

// entry is one name in a folder.
type entry struct {
	name string
	info entryInfo
}

// enter fills in a node from the folder that it stands for. With above.outside that is the root.
func (w *walker) enter(n *node) {
	path := join(n.above.path, n.name)
	defer func() { n.above = nil }() // its rules are of no more use
	f, err := w.tree.folders.get(path)
	if err != nil {
		n.unreadable(path, err)
		return
	}
	defer w.tree.folders.put(f)
	var names []string
	err = w.tree.folders.patient(func() (err error) { names, err = f.names(); return err })
	if err != nil {
		n.unreadable(path, err) // what was read of it is used
	}
	slices.Sort(names)
	holds := func(name string) bool {
		_, ok := slices.BinarySearch(names, name)
		return ok
	}
	state := w.newState(n, n.above, path, f, holds)
	if state.nested {
		n.list(w.rules.apply(n.above, File{Path: path + "/", Dir: true, Skip: NestedRepository}))
		return
	}
	entries := make([]entry, 0, len(names))
	for _, name := range names {
		if name == ".git" {
			continue
		}
		info, err := f.lstat(name)
		if err != nil {
			if !isGone(err) { // removed since it was listed
				n.problem(join(path, name), err)
			}
			continue
		}
		entries = append(entries, entry{name: name, info: info})
	}
	// A folder stands where its contents do: after a-b, since "-" is below "/".
	slices.SortFunc(entries, compareEntries)
	n.steps = slices.Grow(n.steps, len(entries))
	for _, e := range entries {
		if w.ctx.Err() != nil || w.tooMuch() != nil {
			return // many names under many rules may take long
		}
		w.visit(n, state, e.name, e.info)
	}
}

func compareEntries(a, b entry) int {
	n := min(len(a.name), len(b.name))
	if c := strings.Compare(a.name[:n], b.name[:n]); c != 0 {
		return c
	}
	return int(nextByte(a, n)) - int(nextByte(b, n))
}

// nextByte is the byte of the path at n, where a folder's name ends in a slash.
func nextByte(e entry, n int) byte {
	switch {
	case n < len(e.name):
		return e.name[n]
	case e.info.kind == kindFolder:
		return '/'
	}
	return 0
}

// visit adds one name of a folder to its node.
func (w *walker) visit(n *node, state *folderState, name string, info entryInfo) {
	path := join(state.path, name)
	w.entries.Add(1)
	kind, tracked := w.o.Tracked[path]
	if info.kind == kindFolder {
		w.visitFolder(n, state, name, path, tracked && kind == TrackedSubmodule)
		return
	}
	w.paths.Add(int64(len(path)))
	if tracked {
		n.seen++
	}
	if w.rules.writes(info) {
		return // what is packed does not depend on whether it was packed before
	}
	if !tracked {
		if detail, ok := w.rules.ignored(state.git, path, false); ok {
			n.list(fileOf(path, info, Ignored, detail))
			return
		}
	}
	n.list(w.rules.classify(state, path, name, info))
}

func (w *walker) visitFolder(n *node, state *folderState, name, path string, submodule bool) {
	if submodule {
		n.seen++
		n.list(w.rules.apply(state, File{Path: path + "/", Dir: true, Skip: Submodule}))
		return
	}
	if detail, ok := w.rules.ignored(state.git, path, true); ok {
		n.list(File{Path: path + "/", Dir: true, Skip: Ignored, Detail: detail})
		return // what is tracked in there is found at the end
	}
	if len(path) > maxPath {
		n.unreadable(path, fmt.Errorf("its path has more than %d bytes", maxPath))
		return
	}
	n.steps = append(n.steps, step{child: &node{above: state, name: name}})
}

func fileOf(path string, info entryInfo, skip SkipReason, detail string) File {
	f := File{Path: path, Executable: info.executable, Skip: skip, Detail: detail, Modified: info.modTime.UnixNano(), Stamp: info.stamp()}
	if info.kind == kindRegular {
		f.Size = info.size
	} else {
		f.Executable = false
	}
	return f
}
