package pipeline

import (
	"path"
	"strings"

	"ctxpack/scorer"
	"ctxpack/scorer/imports"
)

// settleClasses gives files the classes that their names alone do not tell, and finds translations.
func settleClasses(files []*File, graph *imports.Graph) {
	overruleFolders(files, graph)
	markBuilt(files)
	markTranslations(files)
}

// markBuilt takes scripts and styles that a build has put into the tree for generated: one of the same name in the
// folder has a source map. That of a file that was only made smaller says nothing of the one that it was made of.
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

// markTranslations finds documents that are translations of another one: their path has a language other than English
// as a folder or behind the name, and there is one without it, or with English there. A reader needs one of them.
func markTranslations(files []*File) {
	documents := map[string]*File{}
	for _, f := range files {
		if f.Facts.Class == scorer.Prose {
			documents[f.Name] = f
		}
	}
	for name, f := range documents {
		for _, original := range scorer.Untranslated(name) {
			if documents[original] != nil && f.Facts.Document == scorer.Plain {
				f.Facts.Twin = original
			}
		}
	}
}
