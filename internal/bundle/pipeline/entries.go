package pipeline

import (
	"path"
	"strings"

	"ctxpack/internal/repo/source"
	"ctxpack/scorer"
	"ctxpack/scorer/imports"
)

// Entry is why execution or use of the project starts in a file; the zero value if it does not.
type Entry struct {
	Manifest string // that names it
	Runs     bool   // its contents begin a program
	Name     bool   // it is called so
}

// entryFinder knows what tells entry points: manifests, and who imports whom.
type entryFinder struct {
	graph  *imports.Graph
	proper map[string]bool // keys of the source files
	cargo  bool            // manifests say what crates there are
}

func newEntryFinder(files []*File, graph *imports.Graph) entryFinder {
	e := entryFinder{graph: graph, proper: map[string]bool{}}
	for _, manifest := range graph.Entries() {
		e.cargo = e.cargo || path.Base(manifest) == "Cargo.toml"
	}
	for _, f := range files {
		if !f.Dir && f.Skip == source.None && f.Facts.Class == scorer.Source {
			e.proper[f.Key] = true
		}
	}
	return e
}

// mark notes in which files the project starts.
func (e entryFinder) mark(files []*File) {
	for _, f := range files {
		f.Facts.Entry = !f.Dir && e.of(f) != (Entry{})
	}
}

// of reports whether a file is an entry point, by the manifests that name files and by what it is. What can be run in a
// test or an example or builds the project, or is named by a manifest of its own, is not where the project starts.
func (e entryFinder) of(f *File) Entry {
	found := Entry{Manifest: e.graph.Entries()[f.Key], Name: scorer.EntryName(f.Name, f.Executable) && e.startsByName(f)}
	if scorer.AuxiliaryName(found.Manifest) || e.isPart(f, found.Manifest) {
		found.Manifest = ""
	}
	found.Runs = f.Contents.Outline.Main && !f.Facts.Test && !scorer.AuxiliaryName(f.Name) && !scorer.BuildName(f.Name) && !scorer.UpkeepName(f.Name)
	return found
}

// isPart reports whether a file is the library of a crate on which others of the workspace are
// built: most crates are parts of a program, and each has its manifest. Packages of other
// languages in a workspace are mostly published each by itself.
func (e entryFinder) isPart(f *File, manifest string) bool {
	folder := path.Dir(manifest)
	if path.Base(manifest) != "Cargo.toml" || folder == "." || f.Contents.Outline.Main {
		return false
	}
	for _, importer := range e.graph.Importers(f.Key) {
		if e.proper[importer] && !strings.HasPrefix(importer, folder+"/") {
			return true
		}
	}
	return false
}

// startsByName reports whether there is nothing in a file, or about it, that belies a name such as main or index: that
// it only gives on what others declare, that its language would say where a program begins, or that the project's own
// files import it as they do any other.
func (e entryFinder) startsByName(f *File) bool {
	c := &f.Contents
	switch {
	case path.Ext(f.Name) == ".rs" && e.cargo, scorer.StartsByContents(f.Name) && path.Base(f.Name) != "lib.rs" && !f.Unparsed:
		return false
	case strings.HasPrefix(path.Base(f.Name), "index.") && c.Exports > 0 && c.Names.Len() == 0 && len(c.Outline.Imports) > 0:
		return false
	}
	for _, importer := range e.graph.Importers(f.Key) {
		if e.proper[importer] {
			return false
		}
	}
	return true
}
