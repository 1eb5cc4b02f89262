package pipeline

import (
	"path"
	"strings"

	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/mapped"
	"ctxpack/scorer"
	"ctxpack/scorer/imports"
)

// settleClasses sets the classes of files that their names alone do not determine, and finds translations.
func settleClasses(files []*File, graph *imports.Graph) {
	overruleFolders(files, graph)
	markBuilt(files)
	markTranslations(files)
}

// markBuilt marks scripts and styles that a build wrote into the tree as generated: a source map in the folder has
// the same name. A source map of a minified file says nothing about the original.
func markBuilt(files []*File) {
	stem := func(name string) string {
		dir, base := path.Split(name)
		first, _, _ := strings.Cut(base, ".")
		return dir + first
	}
	isMap := func(f *File) bool {
		return strings.HasSuffix(f.Name, ".map") && !strings.Contains(path.Base(f.Name), ".min.")
	}
	sources := mapped.Set(mapped.Of(mapped.Where(files, isMap), func(f *File) string { return stem(f.Name) }))
	for _, f := range files {
		switch path.Ext(f.Name) {
		case ".js", ".mjs", ".cjs", ".css":
			if code := f.Facts.Class == scorer.Source || f.Facts.Class == scorer.Test; code && sources[stem(f.Name)] {
				f.Facts.Class, f.Facts.Test = scorer.Auxiliary, false
			}
		}
	}
}

// markTranslations marks documents that are translations of another one: their path has a language other than
// English as a folder or after the name, and the same path without it, or with English, exists. A reader needs one
// of them.
func markTranslations(files []*File) {
	prose := mapped.Where(files, func(f *File) bool { return f.Facts.Class == scorer.Prose })
	documents := mapped.By(prose, func(f *File) string { return f.Name })
	for name, f := range documents {
		for _, original := range scorer.Untranslated(name) {
			if documents[original] != nil && f.Facts.Document == scorer.Plain {
				f.Facts.Twin = original
			}
		}
	}
}

// Overview documents.

// findOverviews marks the overview documents.
func (r *Ranking) findOverviews(files []*File) {
	followReadmes(files)
	named := map[string]bool{} // by file name
	for _, f := range files {
		if f.Facts.Document == scorer.Readme {
			for _, word := range f.Contents.Mentions {
				named[f.tree.Prefix+path.Clean(word)] = true
			}
		}
	}
	for _, f := range files {
		if scorer.OverviewName(strings.TrimPrefix(f.Name, f.tree.Prefix), named[f.Name]) {
			f.Facts.Document = scorer.Overview
		}
	}
}

// followReadmes treats the target of a link called README at a root as the README.
func followReadmes(files []*File) {
	type place struct {
		tree *tree
		path string
	}
	targets := map[place]bool{}
	for _, f := range files {
		if f.Skip == source.Symlink && f.tree.Tree != nil && scorer.DocumentName(f.Path) == scorer.Readme {
			if target, ok := f.tree.Tree.LinkTarget(f.Path); ok {
				targets[place{f.tree, target}] = true
			}
		}
	}
	for _, f := range files {
		if targets[place{f.tree, f.Path}] && f.Skip == source.None && f.Facts.Class == scorer.Prose {
			f.Facts.Document = scorer.Readme
		}
	}
}
