package pipeline

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/imports"
	"ctxpack/scorer/terms"
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

// markTwins finds files that are variants of the one beside them, for another system or way
// to build, by their names and what they declare: binding_nomsgpack.go beside binding.go. A
// reader needs one of them.
func markTwins(files []*File) {
	names := map[string]*File{} // source files by path without extension
	for _, f := range files {
		if f.Facts.Class == scorer.Source {
			names[strings.TrimSuffix(f.Name, path.Ext(f.Name))] = f
		}
	}
	for stem, f := range names {
		dir, base := path.Split(stem)
		for at := strings.LastIndexAny(base, "_-."); at > 0; at = strings.LastIndexAny(base[:at], "_-.") {
			of := names[dir+base[:at]]
			if of != nil && path.Ext(of.Name) == path.Ext(f.Name) && declaresAlike(f, of) {
				f.Facts.Twin = of.Name
				break
			}
		}
	}
}

// declaresAlike reports whether most of what each of two files declares is what the other
// declares, and that is more than one name.
func declaresAlike(f, other *File) bool {
	declared := map[terms.Term]bool{}
	other.Contents.Names.Each(func(t terms.Term) { declared[t] = true })
	all, both := 0, 0
	f.Contents.Names.Each(func(t terms.Term) {
		if all++; declared[t] {
			both++
		}
	})
	return both > 1 && both*1000 >= max(all, len(declared))*fitted.TwinShare
}

// markTranslations finds documents that are translations of another one: their path has a
// language other than English as a folder or behind the name, and there is one without it, or
// with English there. A reader needs one of them.
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

// copyDepth is how many of the folders of a path, from the innermost on, may be the one in which
// copies differ.
const copyDepth = 4

// markCopies finds files that stand under one name in each of many folders beside one another,
// and that no other file uses: queries for each language, messages for each country. A reader
// needs one of them: the English one, or the longest.
func markCopies(files []*File) {
	var unused []*File
	named := map[string]int{}
	for _, f := range files {
		if facts := &f.Facts; facts.Class == scorer.Source && facts.Users+facts.Importers == 0 && !facts.Entry {
			unused = append(unused, f)
			named[path.Base(f.Name)]++
		}
	}
	beside := map[string][]*File{} // by the path with * for one of the folders
	for _, f := range unused {
		if named[path.Base(f.Name)] < fitted.CopyFolders {
			continue
		}
		end := strings.LastIndexByte(f.Name, '/')
		for n := 0; end > 0 && n < copyDepth; n++ {
			start := strings.LastIndexByte(f.Name[:end], '/')
			key := f.Name[:start+1] + "*" + f.Name[end:]
			beside[key] = append(beside[key], f)
			end = start
		}
	}
	for _, key := range slices.Sorted(maps.Keys(beside)) {
		list := beside[key]
		if len(list) < fitted.CopyFolders {
			continue
		}
		one := slices.MaxFunc(list, func(a, b *File) int { return cmp.Or(a.Contents.Tokens-b.Contents.Tokens, cmp.Compare(b.Name, a.Name)) })
		english := strings.Replace(key, "*", "en", 1)
		if i := slices.IndexFunc(list, func(f *File) bool { return f.Name == english }); i >= 0 {
			one = list[i]
		}
		for _, f := range list {
			if f != one {
				f.Facts.Twin = one.Name
			}
		}
	}
}
