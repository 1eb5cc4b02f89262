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
	// maxPath is the maximum length of a folder's path in bytes: deeper folders are not entered. Systems take 4,096
	// at once, and git has no longer ones.
	maxPath = 8192
	// maxEntries and maxPaths bound the result of a walk: names, and bytes of the paths of files.
	maxEntries = 500_000
	maxPaths   = 50_000_000
	// maxUnseen is the maximum number of tracked files that the walk lists without reaching them: mostly those that
	// are not on disk.
	maxUnseen = 100_000
	// maxTrackedWork bounds the tracked paths: their bytes times the folders above each. Beyond it, those below
	// more than maxTrackedDepth folders are not listed.
	maxTrackedWork, maxTrackedDepth = 2_000_000_000, 100
	// maxUnseenFolders is the approximate maximum number of folders checked for such files.
	maxUnseenFolders = 500_000
)

// Walk lists the files of the tree, sorted by the bytes of their paths, each with the reason to skip it, if there
// is one. Paths that cannot be accessed are problems and do not end the walk; the error is that of a pattern that
// does not compile, of a missing path in o.Paths, or of ctx.
//
// The files that are neither in the folders marked Dir nor [Ignored] are those that git lists. Below an ignored
// folder, only tracked files are examined.
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

// sort sorts the result, if the walk has not done so.
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
	// Sorted as folders, a path comes after those above it.
	slices.SortFunc(clean, func(a, b string) int { return strings.Compare(a+"/", b+"/") })
	return slices.CompactFunc(clean, func(above, p string) bool { return isBelow(p, above) }), nil
}

// isBelow reports whether path is folder or below it.
func isBelow(path, folder string) bool {
	return folder == "" || strings.HasPrefix(path, folder) && (len(path) == len(folder) || path[len(folder)] == '/')
}

func isGitPath(path string) bool { return slices.Contains(strings.Split(path, "/"), ".git") }

// walker is one run of Walk or List.
type walker struct {
	ctx   context.Context
	tree  *Tree
	o     Options
	rules *fileRules
	// The folders with tracked files; such a folder is entered even if it is a repository of its own, as in git.
	trackedFolders map[string]bool
	listed         bool // the files come from a list: ignore files do not apply

	entries, paths atomic.Int64 // counted for the limits

	files    []File
	problems []Problem
	seen     int // number of tracked paths among the files
}

// tooMuch returns the error of a tree that exceeds a limit. Whether there is one does not depend on timing.
func (w *walker) tooMuch() error {
	switch {
	case w.entries.Load() > maxEntries:
		return fmt.Errorf("more than %d files and folders: name a folder of the tree, or list files", maxEntries)
	case w.paths.Load() > maxPaths:
		return fmt.Errorf("the paths have more than %d bytes together: name a folder of the tree, or list files", maxPaths)
	}
	return w.rules.tooMuch()
}

// node is a folder of the walk. A single goroutine fills it in; it is read after all are done.
type node struct {
	above    *folderState // state of its parent
	name     string
	steps    []step // its contents, in order
	problems []Problem
	seen     int // number of tracked paths directly in the folder
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

// leaveDeep drops tracked paths with very many folders above them if there are too many such paths, since each
// folder of each is checked.
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

// start returns a node with the path, which is one of Options.Paths.
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
		// It will be reported as missing.
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

type entry struct {
	name string
	info entryInfo
}

// enter fills in a node from its folder. With above.outside that is the root.
func (w *walker) enter(n *node) {
	path := join(n.above.path, n.name)
	defer func() { n.above = nil }() // its rules are no longer needed
	f, err := w.tree.folders.get(path)
	if err != nil {
		n.unreadable(path, err)
		return
	}
	defer w.tree.folders.put(f)
	var names []string
	err = w.tree.folders.patient(func() (err error) { names, err = f.names(); return err })
	if err != nil {
		n.unreadable(path, err) // the entries read so far count
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
	// A folder is sorted with a slash: after a-b, since "-" is below "/".
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

// nextByte returns byte n of the path, where a folder's name ends in a slash.
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
		return // the result must not depend on earlier runs
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
		return // tracked files in it are found at the end
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
