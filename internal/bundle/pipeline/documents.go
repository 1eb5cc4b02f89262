package pipeline

import (
	"path"
	"strings"

	"ctxpack/internal/repo/source"
	"ctxpack/scorer"
)

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
