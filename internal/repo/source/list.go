package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	// maxListBytes bounds a list of files: a million paths of 64 bytes.
	maxListBytes   = 64_000_000
	maxListEntries = 1_000_000
)

// ReadList reads a list of paths: one per line, or separated by NULs if it contains one. The entry i of the result
// is line i+1: empty lines stay as empty entries, which List skips. A byte order mark and the CR of a CRLF are
// dropped.
func ReadList(r io.Reader) ([]string, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxListBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read list of files: %w", err)
	}
	if len(data) > maxListBytes {
		return nil, fmt.Errorf("read list of files: longer than %d bytes", maxListBytes)
	}
	text, separator := string(data), "\x00"
	if strings.IndexByte(text, 0) < 0 {
		text, separator = strings.TrimSuffix(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"), "\r"), "\n"
	}
	if strings.Count(text, separator) > maxListEntries {
		return nil, fmt.Errorf("read list of files: more than %d entries", maxListEntries)
	}
	if text = strings.TrimSuffix(text, separator); text == "" { // no entry follows a trailing separator
		return nil, nil
	}
	return strings.Split(text, separator), nil
}

// List returns the files of a list, as ReadList reads it, instead of walking. The paths are relative to the root,
// or absolute and below it; duplicates are merged, and the result is sorted as in Walk. Git's ignore rules and
// .ctxpackignore do not apply; globs, built-in exclusions, the size limit and the file type do. A file that does
// not exist is [Missing].
//
// It is an error, which names the entry and its line, if a path is outside of the root or names a folder that is
// not a submodule or another repository. o.Paths is not used.
func (t *Tree) List(ctx context.Context, paths []string, o Options) ([]File, []Problem, error) {
	o.InfoExclude, o.GlobalExcludes = "", ""
	w, err := newWalker(ctx, t, o)
	if err != nil {
		return nil, nil, err
	}
	w.listed = true
	entries, err := w.listEntries(paths)
	if err != nil {
		return nil, nil, err
	}
	states := pathStates{w: w}
	for i, e := range entries {
		if i > 0 && e.path == entries[i-1].path {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, fmt.Errorf("list files: %w", err)
		}
		if err := w.tooMuch(); err != nil {
			return nil, nil, fmt.Errorf("list files: %w", err)
		}
		folder, _ := splitPath(e.path)
		f, err := w.listedFile(states.get(folder), e.path)
		if err != nil {
			return nil, nil, fmt.Errorf("list of files: line %d: %q: %w", e.line, e.text, err)
		}
		w.files = append(w.files, f)
	}
	w.problems = append(w.problems, states.found.problems...)
	w.sort()
	return w.files, w.problems, nil
}

// listEntry is one entry of a list, its path relative to the root.
type listEntry struct {
	text, path string
	line       int
}

// listEntries returns the entries sorted by path.
func (w *walker) listEntries(paths []string) ([]listEntry, error) {
	var entries []listEntry
	for i, text := range paths {
		if text == "" {
			continue
		}
		if len(text) > maxPath {
			return nil, fmt.Errorf("list of files: line %d: %q…: the path has more than %d bytes", i+1, text[:40], maxPath)
		}
		path, err := w.rootPath(text)
		if err == nil && isGitPath(path) {
			err = errors.New("inside .git")
		}
		if err != nil {
			return nil, fmt.Errorf("list of files: line %d: %q: %w", i+1, text, err)
		}
		entries = append(entries, listEntry{text: text, path: path, line: i + 1})
	}
	slices.SortStableFunc(entries, func(a, b listEntry) int { return strings.Compare(a.path+"/", b.path+"/") })
	return entries, nil
}

// rootPath converts an entry to a path relative to the root.
func (w *walker) rootPath(text string) (string, error) {
	plain, err := w.plainPath(text)
	if err != nil {
		return "", err
	}
	// Without -z git quotes names with unusual characters.
	if unquoted, ok := unquote(text); ok {
		if _, err := w.tree.lstat(plain); err != nil && isGone(err) {
			return w.plainPath(unquoted)
		}
	}
	return plain, nil
}

func (w *walker) plainPath(text string) (string, error) {
	outside := errors.New("outside the root")
	rel := filepath.ToSlash(text)
	if filepath.IsAbs(text) {
		below, ok := w.tree.relative(text)
		if !ok {
			return "", outside
		}
		rel = below
	}
	switch path, err := cleanPath(rel); {
	case err != nil:
		return "", outside
	case path == "":
		return "", errListedFolder
	default:
		return path, nil
	}
}

// relative converts an absolute path to one below the root.
func (t *Tree) relative(absolute string) (string, bool) {
	clean := filepath.Clean(absolute)
	for _, root := range t.absolute {
		if rel, err := filepath.Rel(root, clean); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel), true
		}
	}
	return "", false
}

var errListedFolder = errors.New("is a folder: a list must name files only")

func (w *walker) listedFile(state *folderState, path string) (File, error) {
	_, name := splitPath(path)
	info, err := w.tree.lstat(path)
	switch {
	case err != nil:
		return w.rules.apply(state, absent(path, err)), nil
	case info.kind != kindFolder:
		return w.rules.classify(state, path, name, info), nil
	}
	skip := NestedRepository
	if kind, ok := w.o.Tracked[path]; ok && kind == TrackedSubmodule {
		skip = Submodule
	} else if !w.isOtherRepository(path) {
		return File{}, errListedFolder
	}
	return w.rules.apply(state, File{Path: path + "/", Dir: true, Skip: skip}), nil
}

func (w *walker) isOtherRepository(path string) bool {
	f, err := w.tree.folders.get(path)
	if err != nil {
		return false
	}
	defer w.tree.folders.put(f)
	return f.isRepository()
}

// unquote undoes git's quoting: C escapes, bytes in octal.
func unquote(text string) (string, bool) {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return "", false
	}
	s, err := strconv.Unquote(text)
	return s, err == nil
}
