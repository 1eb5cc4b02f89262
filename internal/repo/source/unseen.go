package source

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// unseen lists the tracked files that the walk did not reach: those that are not on disk, and those in ignored
// folders. It checks the latter one by one and ignores everything else in those folders.
func (w *walker) unseen(starts []string) error {
	paths := w.unseenPaths(starts)
	if len(paths) == 0 {
		return nil
	}
	if more := len(paths) - maxUnseen; more > 0 {
		err := fmt.Errorf("this and %d more tracked files are not on disk, or in ignored folders: they are not listed", more-1)
		w.problems = append(w.problems, Problem{Path: paths[maxUnseen], Err: err})
		paths = paths[:maxUnseen]
	}
	states := pathStates{w: w}
	for i, path := range paths {
		if err := w.ctx.Err(); err != nil {
			return fmt.Errorf("walk: %w", err)
		}
		if states.work > maxUnseenFolders {
			err := fmt.Errorf("this and %d more tracked files are not on disk, or in ignored folders, and too deep: they are not listed", len(paths)-i-1)
			w.problems = append(w.problems, Problem{Path: path, Err: err})
			break
		}
		if err := w.tooMuch(); err != nil {
			return fmt.Errorf("walk: %w", err)
		}
		folder, name := splitPath(path)
		f := w.unseenFile(states.get(folder), path, name)
		if f.Skip == Unreadable {
			w.problems = append(w.problems, Problem{Path: path, Err: errors.New(f.Detail)})
		}
		w.files = append(w.files, f)
	}
	w.problems = append(w.problems, states.found.problems...)
	return nil
}

// unseenPaths returns the tracked paths below starts that are not among the files.
func (w *walker) unseenPaths(starts []string) []string {
	total := 0
	if len(w.o.Tracked) == 0 {
		return nil
	}
	wanted := func(path string) bool {
		return slices.ContainsFunc(starts, func(start string) bool { return isBelow(path, start) })
	}
	for path := range w.o.Tracked {
		if wanted(path) {
			total++
		}
	}
	if total == w.seen {
		return nil
	}
	listed := make(map[string]bool, len(w.files))
	for _, f := range w.files {
		listed[strings.TrimSuffix(f.Path, "/")] = !f.Dir || f.Skip != Ignored
	}
	var paths []string
	for path := range w.o.Tracked {
		if isNew := wanted(path) && !listed[path]; isNew && !isGitPath(path) && validPath(path) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

func (w *walker) unseenFile(state *folderState, path, name string) File {
	if w.o.Tracked[path] == TrackedSubmodule {
		return w.rules.apply(state, File{Path: path + "/", Dir: true, Skip: Submodule})
	}
	info, err := w.tree.lstat(path)
	switch {
	case err != nil:
		return w.rules.apply(state, absent(path, err))
	case info.kind == kindFolder: // a folder replaced the file
		return w.rules.apply(state, File{Path: path, Skip: Missing})
	}
	return w.rules.classify(state, path, name, info)
}

// absent returns the File of a path that cannot be accessed.
func absent(path string, err error) File {
	if isGone(err) {
		return File{Path: path, Skip: Missing}
	}
	return File{Path: path, Skip: Unreadable, Detail: errorAt("open", path, err).Error()}
}
