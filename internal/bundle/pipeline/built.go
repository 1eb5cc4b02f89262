package pipeline

import (
	"path"
	"strings"

	"ctxpack/scorer"
	"ctxpack/scorer/imports"
)

// settleClasses gives files the classes that their names alone do not tell, and finds those
// that are much like another one.
func settleClasses(files []*File, graph *imports.Graph) {
	overruleFolders(files, graph)
	markBuilt(files)
	markTwins(files)
	markTranslations(files)
}

// markBuilt takes scripts and styles that a build has put into the tree for generated: one
// of the same name in the folder has a source map. That of a file that was only made smaller
// says nothing of the one that it was made of.
func markBuilt(files []*File) {
	stem := func(name string) string {
		dir, base := path.Split(name)
		first, _, _ := strings.Cut(base, ".")
		return dir + first
	}
	mapped := map[string]bool{}
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".map") && !strings.Contains(path.Base(f.Name), ".min.") {
			mapped[stem(f.Name)] = true
		}
	}
	for _, f := range files {
		switch path.Ext(f.Name) {
		case ".js", ".mjs", ".cjs", ".css":
			if code := f.Facts.Class == scorer.Source || f.Facts.Class == scorer.Test; code && mapped[stem(f.Name)] {
				f.Facts.Class, f.Facts.Test = scorer.Auxiliary, false
			}
		}
	}
}
