package imports

import (
	"fmt"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
)

// maxSpecifier is the longest specifier, in bytes, that is resolved. Real specifiers are far
// shorter; the limit bounds the work per import.
const maxSpecifier = 1024

// fileID is the index of a file in the sorted list of the tree's files.
type fileID int32

// noFile means that nothing was found.
const noFile fileID = -1

// target is what an import resolves to: a file, or a group of files such as all files of a Go
// package. Groups are encoded as -1-group, so that targets sort and compare as plain numbers.
type target int32

// group returns the number of the group if the target is one.
func (t target) group() (int32, bool) { return int32(-1 - t), t < 0 }

// tree is the index of files that all resolvers use.
type tree struct {
	files    []File // sorted by path, distinct
	ids      map[string]fileID
	folders  map[string][]fileID // every folder, "" for the root -> the files directly in it
	subs     map[string][]string // folder -> the folders directly in it
	byBase   map[string][]fileID // last path element -> files
	groups   [][]fileID
	reader   Reader
	warnings map[string]struct{}
	tomlWork int // sum of the squared key counts of the manifests so far
}

func newTree(files []File, read Reader) *tree {
	sorted := slices.Clone(files)
	slices.SortStableFunc(sorted, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	sorted = slices.CompactFunc(sorted, func(a, b File) bool { return a.Path == b.Path })
	t := &tree{
		files:    sorted,
		ids:      make(map[string]fileID, len(sorted)),
		folders:  map[string][]fileID{"": nil},
		subs:     map[string][]string{},
		byBase:   make(map[string][]fileID, len(sorted)),
		reader:   read,
		warnings: map[string]struct{}{},
	}
	for i := range sorted {
		p := sorted[i].Path
		t.ids[p] = fileID(i)
		t.byBase[baseOf(p)] = append(t.byBase[baseOf(p)], fileID(i))
		dir := dirOf(p)
		_, known := t.folders[dir]
		t.folders[dir] = append(t.folders[dir], fileID(i))
		for d := dir; !known; {
			parent := dirOf(d)
			t.subs[parent] = append(t.subs[parent], d)
			if _, known = t.folders[parent]; !known {
				t.folders[parent] = nil
			}
			d = parent
		}
	}
	return t
}

func (t *tree) path(id fileID) string { return t.files[id].Path }

// file returns the file at path.
func (t *tree) file(path string) (fileID, bool) {
	id, ok := t.ids[path]
	return id, ok
}

func (t *tree) isFolder(path string) bool {
	_, ok := t.folders[path]
	return ok
}

// subfolders returns the folders directly in dir.
func (t *tree) subfolders(dir string) []string { return t.subs[dir] }

// named returns the files whose last path element is base, sorted by path.
func (t *tree) named(base string) []fileID { return t.byBase[base] }

// at returns the file at a path relative to a folder.
func (t *tree) at(dir, rel string) fileID {
	if path, ok := join(dir, rel); ok {
		if id, exists := t.file(path); exists {
			return id
		}
	}
	return noFile
}

// unique maps keys to the only file that has them.
type unique map[string]fileID

func (u unique) add(name string, id fileID) {
	if _, twice := u[name]; twice {
		id = noFile
	}
	u[name] = id
}

func (u unique) find(name string) fileID {
	if id, ok := u[name]; ok {
		return id
	}
	return noFile
}

// memo returns the value of a key, computing and storing it if it is missing.
func memo[K comparable, V any](known map[K]V, key K, make func() V) V {
	v, ok := known[key]
	if !ok {
		v = make()
		known[key] = v
	}
	return v
}

// belowFolders indexes files by their paths relative to each parent folder that isRoot accepts.
func (t *tree) belowFolders(isRoot func(dir string) bool, keep func(path string) bool) unique {
	out := unique{}
	for i := range t.files {
		p := t.files[i].Path
		if !keep(p) {
			continue
		}
		for dir := range ancestors(dirOf(p)) {
			if isRoot(dir) {
				out.add(relTo(p, dir), fileID(i))
			}
		}
	}
	return out
}

// newGroup stores a set of files that are imported together.
func (t *tree) newGroup(members []fileID) target {
	t.groups = append(t.groups, members)
	return target(-len(t.groups))
}

// read returns the text of a manifest of the tree and records a warning if it cannot be read.
func (t *tree) read(path string) (string, bool) {
	if _, ok := t.file(path); !ok || t.reader == nil {
		return "", false
	}
	text, err := t.reader(path)
	if err != nil {
		t.warn(path, fmt.Errorf("read manifest: %w", err))
		return "", false
	}
	return text, true
}

// texts yields the paths and texts of the files with one of these names.
func (t *tree) texts(names ...string) iter.Seq2[string, string] {
	return manifests(t, t.read, names...)
}

// manifests yields the path and contents of each readable file with one of the names.
func manifests[V any](t *tree, read func(path string) (V, bool), names ...string) iter.Seq2[string, V] {
	return func(yield func(path string, v V) bool) {
		for _, name := range names {
			for _, id := range t.named(name) {
				if v, ok := read(t.path(id)); ok && !yield(t.path(id), v) {
					return
				}
			}
		}
	}
}

// warn records a problem with the manifest at path.
func (t *tree) warn(path string, err error) {
	const longest = 300 // a parser may quote a whole literal of a hostile file
	msg := path + ": " + strings.ToValidUTF8(err.Error(), "\uFFFD")
	if len(msg) > longest {
		msg = strings.ToValidUTF8(msg[:longest], "") + "…"
	}
	t.warnings[msg] = struct{}{}
}

func (t *tree) sortedWarnings() []string { return slices.Sorted(maps.Keys(t.warnings)) }

// dirOf returns the folder of path, "" for the root.
func dirOf(path string) string { return beforeLast(path, "/") }

// beforeLast returns the text before the last separator, "" if there is none.
func beforeLast(text, separator string) string {
	return text[:max(0, strings.LastIndex(text, separator))]
}

// baseOf returns the last element of path.
func baseOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// stemOf returns the last element of path up to its first dot.
func stemOf(path string) string {
	base := baseOf(path)
	if i := strings.IndexByte(base, '.'); i > 0 {
		return base[:i]
	}
	return base
}

// under joins a folder and a clean relative path.
func under(dir, rel string) string {
	switch {
	case dir == "":
		return rel
	case rel == "":
		return dir
	}
	return dir + "/" + rel
}

// join resolves rel, which may contain `.` and `..`, against the folder dir. It fails if rel is
// absolute or leaves the root.
func join(dir, rel string) (string, bool) {
	if strings.HasPrefix(rel, "/") {
		return "", false
	}
	rel = path.Clean(strings.TrimPrefix(rel, "./"))
	for rel == ".." || strings.HasPrefix(rel, "../") {
		if dir == "" {
			return "", false
		}
		dir = dirOf(dir)
		rel = strings.TrimPrefix(strings.TrimPrefix(rel, ".."), "/")
	}
	if strings.HasPrefix(rel, "/") { // `.//x`: an absolute rest
		return "", false
	}
	if rel == "." {
		rel = ""
	}
	return under(dir, rel), true
}

// ancestors yields dir, its parent and so on up to the root "".
func ancestors(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			if !yield(dir) || dir == "" {
				return
			}
			dir = dirOf(dir)
		}
	}
}

// within reports whether path is dir or below it.
func within(path, dir string) bool {
	return dir == "" || path == dir || len(path) > len(dir) && path[len(dir)] == '/' && path[:len(dir)] == dir
}

// relTo returns path relative to dir, which contains it.
func relTo(path, dir string) string {
	if dir == "" {
		return path
	}
	return strings.TrimPrefix(strings.TrimPrefix(path, dir), "/")
}

// sharedDepth counts the leading folders that two paths share.
func sharedDepth(a, b string) int {
	depth := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			depth++
		}
	}
	return depth
}

// maxCandidates is how many files with the same name are compared. Above it the name carries no
// information, and the limit bounds the work per import.
const maxCandidates = 64

// nearest picks the candidate that shares the most folders with the file from, and nothing if two share equally many.
func (t *tree) nearest(from fileID, candidates []fileID) fileID {
	if len(candidates) > maxCandidates {
		return noFile
	}
	best, depth, tie := noFile, -1, false
	for _, id := range candidates {
		d := sharedDepth(t.path(from), t.path(id))
		switch {
		case d > depth:
			best, depth, tie = id, d, false
		case d == depth:
			tie = true
		}
	}
	if tie {
		return noFile
	}
	return best
}
