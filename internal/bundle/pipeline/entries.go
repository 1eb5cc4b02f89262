package pipeline

import (
	"path"
	"slices"
	"strings"

	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/mapped"
	"ctxpack/scorer"
	"ctxpack/scorer/imports"
)

// Entry is why a file is an entry point; the zero value if it is none.
type Entry struct {
	Manifest string // manifest that names it
	Runs     bool   // its contents start a program
	Name     bool   // its name is conventional
}

// entryFinder has the data for finding entry points: manifests, and importers.
type entryFinder struct {
	graph  *imports.Graph
	proper map[string]bool // keys of the source files
	cargo  bool            // manifests list the crates
}

func newEntryFinder(files []*File, graph *imports.Graph) entryFinder {
	isProper := func(f *File) bool { return !f.Dir && f.Skip == source.None && f.Facts.Class == scorer.Source }
	keys := mapped.Of(mapped.Where(files, isProper), func(f *File) string { return f.Key })
	e := entryFinder{graph: graph, proper: mapped.Set(keys)}
	for _, manifest := range graph.Entries() {
		e.cargo = e.cargo || path.Base(manifest) == "Cargo.toml"
	}
	return e
}

// mark sets the entry points among files.
func (e entryFinder) mark(files []*File) {
	for _, f := range files {
		f.Facts.Entry = !f.Dir && e.of(f) != (Entry{})
	}
}

// of returns why a file is an entry point, by the manifests that name files and by its contents. Programs in tests
// and examples, build scripts, and files named by manifests of their own are not entry points of the project.
func (e entryFinder) of(f *File) Entry {
	found := Entry{Manifest: e.graph.Entries()[f.Key], Name: scorer.EntryName(f.Name, f.Executable) && e.startsByName(f)}
	if scorer.AuxiliaryName(found.Manifest) || e.isPart(f, found.Manifest) {
		found.Manifest = ""
	}
	found.Runs = f.Contents.Outline.Main && !f.Facts.Test && !scorer.AuxiliaryName(f.Name) && !scorer.BuildName(f.Name) && !scorer.UpkeepName(f.Name)
	return found
}

// isPart reports whether a file is the library of a crate on which others of the workspace depend: most crates are
// parts of a program, and each has its manifest. In workspaces of other languages, most packages are published
// separately.
func (e entryFinder) isPart(f *File, manifest string) bool {
	folder := path.Dir(manifest)
	if path.Base(manifest) != "Cargo.toml" || folder == "." || f.Contents.Outline.Main {
		return false
	}
	return slices.ContainsFunc(e.graph.Importers(f.Key), func(importer string) bool {
		return e.proper[importer] && !strings.HasPrefix(importer, folder+"/")
	})
}

// startsByName reports whether nothing contradicts a name such as main or index: that the file only re-exports,
// that its language would show where a program begins, or that the project's own files import it like any other.
func (e entryFinder) startsByName(f *File) bool {
	c := &f.Contents
	reexports := c.Exports > 0 && c.Names.Len() == 0 && len(c.Outline.Imports) > 0
	switch {
	case path.Ext(f.Name) == ".rs" && e.cargo, scorer.StartsByContents(f.Name) && path.Base(f.Name) != "lib.rs" && !f.Unparsed:
		return false
	case strings.HasPrefix(path.Base(f.Name), "index.") && reexports:
		return false
	}
	return !slices.ContainsFunc(e.graph.Importers(f.Key), func(importer string) bool { return e.proper[importer] })
}
