// Package worktree opens the folders that a user names, with the git work trees around them, lists their files, and
// returns the text of a file as the rest of the program sees it.
//
// The user chooses the folder, so links in its path are followed. Its contents are untrusted, and no link in them
// is followed.
//
// Concurrency: a [Set] is opened and walked by one goroutine; [File.TextOf] may be called from any number of them.
package worktree

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/mapped"
)

// Options select the folders to open and the files wanted.
type Options struct {
	Paths []string // folders and files; at least one
	// Files, if not nil, are the files of the only path, a folder, instead of the result of a walk.
	Files  []string
	Config config.Config // its globs are relative to the repository's top folder
	// Names are the names of folders in the set, by absolute path free of links, instead of their own: for example
	// of work trees in a cache.
	Names map[string]string
	// Around allows reading the files of the repositories around roots, see [Set.Around].
	Around bool
	// Globs of the command line, relative to each path; they add to Config's.
	Include, Exclude []string
	Outputs          []fs.FileInfo // files that this run writes
	// State are absolute paths of folders with the program's own files, which are not listed.
	State []string
	// Own reports whether this program wrote a text; nil for never.
	Own func(text string) bool
	// Vault redacts the secrets of all texts; nil leaves them in.
	Vault *redact.Vault
}

// Set is the opened roots, one for each folder.
type Set struct {
	Name     string // name of the common folder of all roots
	Roots    []*Root
	Warnings []string
	Problems []source.Problem // by name in the set

	options Options
}

// Root is one requested folder, or the common folder of requested files. A walk may find that a folder must be
// treated as one of its own; it then has another Top, and no repository.
type Root struct {
	Prefix string // prefix of its files' names in the set, "" or ending with "/"
	Top    string // absolute path of the open folder: the work tree's, or the root itself
	Sub    string // the root relative to Top, "" or without slashes at the ends
	Repo   bool   // Top is a git work tree
	Tree   *source.Tree

	vault   *redact.Vault
	files   []string // relative to the root; nil if it is walked
	index   *gitrepo.Index
	entries func() map[string]gitrepo.IndexEntry // by path
}

// Open determines the folders and repositories of the paths. It fails with a *PathError. The caller closes the set.
func Open(o Options) (*Set, error) {
	folders, files, err := resolve(o.Paths)
	if err != nil {
		return nil, err
	}
	if o.Files != nil && len(files) > 0 {
		return nil, &PathError{Path: o.Paths[0], Err: errNotFolder}
	}
	roots, lists := folders, make([][]string, len(folders))
	for _, group := range o.together(files) {
		folder := commonFolder(mapped.Of(group, filepath.Dir))
		roots, lists = append(slices.Clone(roots), folder), append(lists, relative(group, folder))
	}
	s := &Set{options: o}
	var prefixes []string
	s.Name, prefixes = o.place(roots)
	for i, folder := range roots {
		r, err := s.openRoot(folder)
		if err != nil {
			s.Close()
			return nil, err
		}
		r.Prefix, r.files, r.vault = prefixes[i], o.Files, o.Vault
		if lists[i] != nil {
			r.files = lists[i]
		}
		s.Roots = append(s.Roots, r)
	}
	return s, nil
}

// named returns the named folder that a path is or is inside, "" if there is none.
func (o Options) named(path string) string {
	for folder := range o.Names {
		if isInside(path, folder) {
			return folder
		}
	}
	return ""
}

// together groups files by their common roots: those of a named folder, and all others.
func (o Options) together(files []string) [][]string {
	byFolder := map[string][]string{}
	for _, f := range files {
		folder := o.named(f)
		byFolder[folder] = append(byFolder[folder], f)
	}
	return mapped.Of(slices.Sorted(maps.Keys(byFolder)), func(folder string) []string { return byFolder[folder] })
}

// place returns the name of the set, and for each root the prefix of its files' names.
func (o Options) place(roots []string) (name string, prefixes []string) {
	var here []string // the roots named by their location
	var names []string
	for _, r := range roots {
		if top := o.named(r); top != "" && len(roots) > 1 {
			names = append(names, o.Names[top])
		} else {
			here = append(here, r)
		}
	}
	common := ""
	if len(here) > 0 {
		common = commonFolder(here)
		names = append(names, filepath.Base(common))
	}
	if len(names) > 1 && slices.Contains(here, common) {
		common = filepath.Dir(common) // with siblings it needs a name of its own
	}
	slices.Sort(names)
	for _, folder := range roots {
		base, top := "", common
		if t := o.named(folder); t != "" && len(roots) > 1 {
			base, top = o.Names[t]+"/", t
		}
		if rel, err := filepath.Rel(top, folder); err == nil && rel != "." {
			base += filepath.ToSlash(rel) + "/"
		}
		prefixes = append(prefixes, base)
	}
	return strings.Join(slices.Compact(names), ", "), prefixes
}

// resolve returns the absolute paths of the folders and files that the user named. Files in one of the folders are
// dropped.
func resolve(paths []string) (folders, files []string, err error) {
	for _, p := range paths {
		real, isFolder, err := realPath(p)
		switch {
		case err != nil:
			return nil, nil, err
		case isFolder:
			folders = append(folders, real)
		default:
			files = append(files, real)
		}
	}
	folders = withoutNested(folders)
	slices.Sort(files)
	files = slices.DeleteFunc(slices.Compact(files), func(f string) bool {
		return slices.ContainsFunc(folders, func(folder string) bool { return isInside(f, folder) })
	})
	return folders, files, nil
}

// relative converts paths below folder to the form of a file list.
func relative(files []string, folder string) []string {
	var out []string
	for _, f := range files {
		if rel, err := filepath.Rel(folder, f); err == nil {
			out = append(out, filepath.ToSlash(rel))
		}
	}
	return out
}

// Close releases the folders that are open.
func (s *Set) Close() {
	for _, r := range s.Roots {
		r.Tree.Close()
	}
}

func (s *Set) warn(format string, args ...any) {
	s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...))
}

// realPath returns the absolute path of a folder or file that the user named, with links resolved.
func realPath(p string) (real string, folder bool, err error) {
	absolute, err := filepath.Abs(p)
	if err != nil {
		return "", false, fmt.Errorf("find %s: %w", p, err)
	}
	if real, err = filepath.EvalSymlinks(absolute); err != nil {
		return "", false, &PathError{Path: p, Err: err}
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return "", false, &PathError{Path: p, Err: err}
	case !info.IsDir() && !info.Mode().IsRegular():
		return "", false, &PathError{Path: p, Err: errSpecial}
	}
	return real, info.IsDir(), nil
}

// openRoot opens a folder, or the work tree around it.
func (s *Set) openRoot(folder string) (*Root, error) {
	r := &Root{Top: folder}
	if top, ok := gitrepo.Find(folder); ok {
		r.Repo, r.Top = true, top
		if rel, err := filepath.Rel(top, folder); err == nil && rel != "." {
			r.Sub = filepath.ToSlash(rel)
		}
		index, err := gitrepo.ReadIndex(top)
		if err != nil {
			s.warn("read the git index: %v; which files are tracked is not known", err)
			index = &gitrepo.Index{}
		}
		r.setIndex(index)
	}
	tree, err := source.Open(r.Top)
	if err != nil {
		return nil, &PathError{Path: folder, Err: err}
	}
	r.Tree = tree
	return r, nil
}

func (r *Root) setIndex(index *gitrepo.Index) {
	r.index = index
	r.entries = sync.OnceValue(func() map[string]gitrepo.IndexEntry {
		return mapped.By(index.Entries, func(e gitrepo.IndexEntry) string { return e.Path })
	})
}

// tracked returns the paths of git's index for the walk.
func (r *Root) tracked() map[string]source.Tracked {
	if r.index == nil {
		return nil
	}
	set := make(map[string]source.Tracked, len(r.index.Entries))
	for _, e := range r.index.Entries {
		switch e.Kind {
		case gitrepo.Submodule:
			set[e.Path] = source.TrackedSubmodule
		case gitrepo.Symlink:
			set[e.Path] = source.TrackedSymlink
		default:
			set[e.Path] = source.TrackedFile
		}
	}
	return set
}

// unchanged returns the index entry of a file that, by its size and time, was not written since git last checked
// it. Like git, it does not trust the time if the index was written in the same instant.
func (r *Root) unchanged(f source.File) (gitrepo.IndexEntry, bool) {
	if r.index == nil {
		return gitrepo.IndexEntry{}, false
	}
	e, ok := r.entries()[f.Path]
	if isFile := ok && e.Kind != gitrepo.Submodule && e.Kind != gitrepo.Symlink; !isFile || e.Unmerged || e.Blob == "" {
		return e, false
	}
	return e, e.Size == uint32(f.Size) && // as git does
		e.ModTime.UnixNano() == f.Modified && e.ModTime.Before(r.index.ModTime)
}

// Tracks reports whether git's index has a file.
func (r *Root) Tracks(f source.File) bool {
	if r.index == nil {
		return false
	}
	_, ok := r.entries()[f.Path]
	return ok
}

// IndexedBlob returns the blob id of a file in git's index, "" if the file may have changed since git last checked
// it, or if a git filter may have changed its contents on checkout. If line ends are converted, it is the id of a
// text of another size.
func (r *Root) IndexedBlob(f source.File) string {
	e, ok := r.unchanged(f)
	if sameInode := e.Inode != 0 && e.Inode == uint32(f.Stamp.Inode); !sameInode || !ok || f.Filtered { // as git does
		return ""
	}
	return e.Blob
}

// Indexed lists the files of git's index with their blob ids, sorted by the bytes of their paths, changed or not.
func (r *Root) Indexed() iter.Seq2[string, string] {
	return func(yield func(path, blob string) bool) {
		if r.index == nil {
			return
		}
		for _, e := range r.index.Entries {
			switch e.Kind {
			case gitrepo.Regular, gitrepo.Executable:
				if !e.Unmerged && e.Blob != "" && !yield(e.Path, e.Blob) {
					return
				}
			}
		}
	}
}

// name returns the path in the set of a file of the tree.
func (r *Root) name(p string) string {
	if r.Sub != "" {
		p = strings.TrimPrefix(p, r.Sub+"/")
	}
	return r.Prefix + p
}

// Globs converts globs relative to the root to the whole tree. One without a slash matches at any depth and is not
// changed.
func (r *Root) Globs(globs []string) []string {
	var out []string
	for _, g := range globs {
		if r.Sub != "" && strings.Contains(strings.TrimSuffix(g, "/"), "/") && !strings.HasPrefix(g, "**/") {
			g = r.Sub + "/" + strings.TrimPrefix(g, "/")
		}
		out = append(out, g)
	}
	return out
}

var (
	errNotFolder = errors.New("it is a file, not a folder")
	errSpecial   = errors.New("it is neither a folder nor a regular file")
)

// PathError is returned for a requested path that cannot be packed.
type PathError struct {
	Path string
	Err  error
}

func (e *PathError) Error() string {
	if errors.Is(e.Err, fs.ErrNotExist) {
		return fmt.Sprintf("open %s: there is no such file or folder", e.Path)
	}
	return fmt.Sprintf("open %s: %v", e.Path, e.Err)
}

func (e *PathError) Unwrap() error { return e.Err }

// IsFile reports whether the path names a file where a folder is required.
func (e *PathError) IsFile() bool { return errors.Is(e.Err, errNotFolder) }
