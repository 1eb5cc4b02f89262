// Package imports resolves what files import to files of the same tree and keeps the result as a graph: which file
// imports which, and which files the manifests name as entry points.
//
// Invariants:
//   - An edge joins two distinct files of the tree. Edges are never guessed: a
//     specifier that names an external package, leaves the root or matches
//     several files equally well resolves to nothing.
//   - The result depends only on the set of files and the manifests' texts,
//     not on the order of the input.
//   - Manifests are untrusted. One that cannot be read or parsed becomes a
//     warning, and resolution continues.
//   - Building is linear in files plus imports: whole packages (Go, Java
//     wildcards, C# namespaces, Swift modules) are stored as groups and expanded
//     only on request.
//
// Concurrency: New runs on the caller's goroutine and calls the Reader only from it. A Graph is immutable
// afterwards and safe for concurrent use.
//
// To add a language, add a row to the table in languages.go and a constructor.
package imports

import (
	"slices"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures"
)

// File holds the facts about one file that resolution needs.
type File struct {
	Path       string              // slash-separated, relative to the root
	Language   string              // as package signatures names it; "" if unknown
	Package    string              // declared package or namespace
	Namespaces []string            // all declared namespaces or modules, for languages that allow several
	Exports    []string            // exported names; needed only for Kotlin, Scala and Groovy
	Imports    []signatures.Import // imports as written
}

// Reader returns the text of a file of the tree. It enforces the size limits.
type Reader func(path string) (string, error)

// Graph is the resolved import graph of a tree.
type Graph struct {
	paths         []string // sorted; the index is the fileID
	ids           map[string]fileID
	out           [][]target // per file: what it imports, sorted
	in            [][]fileID // per file: the files that import it directly
	groups        [][]fileID // the members of each group
	groupIn       [][]fileID // per group: the files that import it
	memberOf      [][]int32  // per file: the groups that contain it
	entries       map[string]string
	warningsFound []string
}

// New resolves every import of files. The slice must contain every file of the tree, also files
// without imports, because resolution finds only listed files; paths must be distinct. New never
// fails: problems with manifests are in Warnings.
func New(files []File, read Reader) *Graph {
	t := newTree(files, read)
	p := newProject(t)
	g := &Graph{ids: t.ids, out: make([][]target, len(t.files))}
	resolvers := map[string]resolver{}
	for id := range t.files {
		f := &t.files[id]
		if len(f.Imports) == 0 {
			continue
		}
		resolve, seen := resolvers[f.Language]
		if !seen {
			resolve = p.resolverFor(f.Language)
			resolvers[f.Language] = resolve
		}
		if resolve == nil {
			continue
		}
		g.out[id] = resolveFile(resolve, fileID(id), f.Imports)
	}
	g.entries = p.entries()
	g.finish(t)
	return g
}

// resolveFile returns the distinct targets of one file, except the file itself.
func resolveFile(resolve resolver, from fileID, imps []signatures.Import) []target {
	var out []target
	for i := range imps {
		if s := imps[i].Specifier; s == "" || len(s) > maxSpecifier {
			continue
		}
		out = resolve(out, from, &imps[i])
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if i, found := slices.BinarySearch(out, target(from)); found {
		out = slices.Delete(out, i, i+1)
	}
	return slices.Clip(out)
}

// finish builds the lookup tables from the tree and the outgoing edges.
func (g *Graph) finish(t *tree) {
	g.paths = make([]string, len(t.files))
	for i := range t.files {
		g.paths[i] = t.files[i].Path
	}
	g.groups = t.groups
	g.in = make([][]fileID, len(t.files))
	g.groupIn = make([][]fileID, len(t.groups))
	g.memberOf = make([][]int32, len(t.files))
	for from, targets := range g.out {
		for _, to := range targets {
			if group, ok := to.group(); ok {
				g.groupIn[group] = append(g.groupIn[group], fileID(from))
			} else {
				g.in[to] = append(g.in[to], fileID(from))
			}
		}
	}
	for group, members := range g.groups {
		if len(g.groupIn[group]) == 0 {
			continue
		}
		for _, id := range members {
			g.memberOf[id] = append(g.memberOf[id], int32(group))
		}
	}
	g.warningsFound = t.sortedWarnings()
}

// Importers returns the distinct files that import path, without path, sorted. It is nil for a path
// that is not in the tree.
func (g *Graph) Importers(path string) []string {
	id, ok := g.ids[path]
	if !ok {
		return nil
	}
	found := slices.Clone(g.in[id])
	for _, group := range g.memberOf[id] {
		found = append(found, g.groupIn[group]...)
	}
	return g.names(found, id)
}

// Imports returns the distinct files that path imports, without path, sorted. It is nil for a path
// that is not in the tree.
func (g *Graph) Imports(path string) []string {
	id, ok := g.ids[path]
	if !ok {
		return nil
	}
	var found []fileID
	for _, to := range g.out[id] {
		if group, ok := to.group(); ok {
			found = append(found, g.groups[group]...)
		} else {
			found = append(found, fileID(to))
		}
	}
	return g.names(found, id)
}

// names returns the sorted, distinct paths of ids without self. It may reorder ids.
func (g *Graph) names(ids []fileID, self fileID) []string {
	slices.Sort(ids)
	others := slices.DeleteFunc(slices.Compact(ids), func(id fileID) bool { return id == self })
	return mapped.Of(others, func(id fileID) string { return g.paths[id] })
}

// Entries maps each file that a manifest names as an entry point to the path of that manifest: package.json (main,
// module, browser, bin, exports), Cargo.toml, pyproject.toml, setup.cfg, setup.py, composer.json and gemspecs. The
// caller must not change the map.
func (g *Graph) Entries() map[string]string { return g.entries }

// Warnings returns the problems with manifests, one sentence each, sorted.
func (g *Graph) Warnings() []string { return slices.Clone(g.warningsFound) }

// Files are numbered in path order. Callers that visit all files use the numbers to avoid looking paths up.

// Index returns the number of a file; ok is false for a path that is not in the tree.
func (g *Graph) Index(path string) (file int, ok bool) {
	id, ok := g.ids[path]
	return int(id), ok
}

// Path returns the path of the numbered file.
func (g *Graph) Path(file int) string { return g.paths[file] }

// Len returns the number of files.
func (g *Graph) Len() int { return len(g.paths) }

// Each calls file for each file that the numbered file imports directly, and group for each whole
// package, both in ascending order. A group may contain the importing file.
func (g *Graph) Each(from int, file func(to int), group func(number int)) {
	for _, to := range g.out[from] {
		if n, ok := to.group(); ok {
			group(int(n))
		} else {
			file(int(to))
		}
	}
}

// Groups returns the number of packages that are imported as a whole.
func (g *Graph) Groups() int { return len(g.groups) }

// Members calls f for each file of a package.
func (g *Graph) Members(group int, f func(file int)) {
	for _, id := range g.groups[group] {
		f(int(id))
	}
}
