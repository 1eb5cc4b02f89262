package source

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// DefaultMaxBytes is the size limit of a file where none is given.
const DefaultMaxBytes = 10_000_000

// Tree is one opened root folder. It is safe for concurrent use. If a folder is replaced while the Tree is open,
// the old one may still be seen.
type Tree struct {
	folders *folders
	// The root's absolute path, as given and with links resolved; only for deciding whether an absolute path in a
	// list is below it.
	absolute []string
	// Opened, if not nil, is called for each file that was opened, with its bytes, by several goroutines. Tests count.
	Opened func(path string, bytes int)
}

// Open opens the root folder, which may be given through links. The Tree must
// be closed. It is an error if root is not a folder.
func Open(root string) (*Tree, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("open root %s: %w", root, err)
	}
	f, err := openRoot(abs)
	if err != nil {
		return nil, errorAt("open root", root, err)
	}
	t := &Tree{folders: &folders{most: keptHandles(), root: &openFolder{folder: f}, byKey: map[string]*openFolder{}}, absolute: []string{abs}}
	if real, err := filepath.EvalSymlinks(abs); err == nil && real != abs {
		t.absolute = append(t.absolute, real)
	}
	return t, nil
}

// Close releases the open folders. No other method may be running.
func (t *Tree) Close() { t.folders.close() }

// Tracked is the kind of an entry of git's index.
type Tracked uint8

// The relevant kinds: a tracked file or link is read as it is on disk, a submodule is not entered.
const (
	TrackedFile Tracked = iota
	TrackedSymlink
	TrackedSubmodule
)

// Options select what to walk and what to exclude. All paths are relative to the root, with slashes.
type Options struct {
	Paths            []string           // files and folders to walk; none means the root
	Include, Exclude []string           // see Globs
	MaxBytes         int64              // larger files are not read; 0 means DefaultMaxBytes
	Tracked          map[string]Tracked // git's index; nil if there is none
	InfoExclude      string             // text of .git/info/exclude
	GlobalExcludes   string             // text of the user's global excludes file
	ExcludesUnknown  string             // why there may be more such excludes, "" if there are none; otherwise untracked files are excluded
	Repository       bool               // the root is a work tree: repositories inside are not entered
	Outputs          []fs.FileInfo      // files that this run writes

	// Own reports whether a text looks like an output of this program, which is skipped as [Output]; nil means
	// never.
	Own func(text string) bool
}

// File is one path that was seen.
type File struct {
	// Path is relative to the root, with slashes, in the bytes that the file
	// system has; it ends in a slash if Dir is set.
	Path string
	Size int64 // bytes on disk; 0 unless it is a file
	// Detail names the rule that caused Skip, if there is one: `src/.gitignore:3: *.log`, or the glob, or the
	// vendored folder.
	Detail        string
	Skip          SkipReason // None for a file to read
	Executable    bool
	Documentation bool // .gitattributes says so: linguist-documentation
	Filtered      bool // .gitattributes says that git stores other bytes than those on disk
	// Dir is set for a folder that was not entered: an ignored one, a submodule, another repository. An ignored
	// folder with tracked files is listed, and so are the tracked files.
	Dir      bool
	named    bool  // an include glob brings it back
	written  bool  // .gitattributes says that it is not generated
	Modified int64 // nanoseconds since 1970
	Stamp    Stamp // zero where the system has none

	rules *fileRules // the rules that found it; nil for none
}

// mostBytes returns the maximum number of bytes to read.
func (f File) mostBytes() int64 {
	if f.rules == nil {
		return DefaultMaxBytes
	}
	return f.rules.limit
}

// Named reports whether an include glob names the file, or .gitattributes marks it as not generated, so that fewer
// content rules exclude it.
func (f File) Named() bool { return f.named || f.written }

// Stamp has the system's data about a file that changes with its contents. If two stamps of a path, not taken right
// after a change, are equal, the contents are the same.
type Stamp struct {
	Device, Inode     uint64
	Modified, Changed int64 // nanoseconds since 1970
}

// Valid reports whether the system supplied the stamp.
func (s Stamp) Valid() bool { return s.Inode != 0 }

// Problem is an error about one path. The walk continues.
type Problem struct {
	Path string // relative to the root; "" is the root itself
	Err  error  // names the path
}

func (t *Tree) lstat(path string) (entryInfo, error) {
	folder, name := splitPath(path)
	f, err := t.folders.get(folder)
	if err != nil {
		return entryInfo{}, err
	}
	defer t.folders.put(f)
	return f.lstat(name)
}

// validPath reports whether the path is one that Walk could return: clean, relative, and not the root. An index may
// contain others, made to lead outside.
func validPath(path string) bool {
	clean, err := cleanPath(path)
	return err == nil && clean == path && path != ""
}

// cleanPath checks a path relative to the root and cleans it; "" is the root.
func cleanPath(name string) (string, error) {
	if strings.HasPrefix(name, "/") || strings.IndexByte(name, 0) >= 0 {
		return "", fmt.Errorf("path %q: not relative to the root", name)
	}
	switch clean := path.Clean(name); {
	case clean == ".":
		return "", nil
	case clean == "..", strings.HasPrefix(clean, "../"):
		return "", fmt.Errorf("path %q: outside the root", name)
	default:
		return clean, nil
	}
}
