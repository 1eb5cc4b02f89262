package pipeline

import (
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/scorer"
	"ctxpack/scorer/terms"
	"ctxpack/scorer/uses"
)

// unused finds the declarations below a path that nothing in the tree uses, not even by the name alone. First come
// those that nothing outside of the tree can use either and whose name stands nowhere else, which are sure.
func (f *finding) unused(name string) (*UsesResult, error) {
	files, err := f.below(name)
	if err != nil {
		return nil, err
	}
	var wanted []uses.Target
	for _, open := range f.open(files) {
		for d := range open.Declarations {
			if mayBeUnused(open.File, d) {
				wanted = append(wanted, uses.Target{File: open.File, Decl: d})
			}
		}
	}
	f.index(wanted)
	f.used = map[uses.Target]bool{}
	result := &UsesResult{Looked: len(wanted)}
	for _, t := range wanted {
		if f.ctx.Err() == nil && !f.isUsed(t) && !f.isDispatched(t) {
			y := f.declared(t)
			y.Sure = !t.Declaration().Exported && !f.isNamed(t) && !f.finder.MayBeCalled(t)
			result.Declarations = append(result.Declarations, y)
		}
	}
	slices.SortStableFunc(result.Declarations, func(a, b Declared) int { return unsure(a.Sure) - unsure(b.Sure) })
	return result, f.ctx.Err()
}

// below are the files of code at a path: one, or the sources of a folder.
func (f *finding) below(name string) ([]*File, error) {
	found, err := f.ranking.Find(name)
	missing, ok := errors.AsType[*NoFileError](err)
	switch {
	case err == nil && !found.Dir:
		return slices.DeleteFunc([]*File{found}, func(file *File) bool { return f.byKey[file.Key] != file }), nil
	case !ok || !missing.Folder:
		return nil, err
	}
	var files []*File
	absolute, _ := filepath.Abs(name)
	for _, file := range f.ranking.Files {
		if f.byKey[file.Key] == file && file.Facts.Class == scorer.Source && file.within(path.Clean(filepath.ToSlash(name)), absolute) {
			files = append(files, file)
		}
	}
	return files, nil
}

// mayBeUnused reports whether a declaration is of a kind whose uses are found: fields and
// constants of types are used in too many ways, what is decorated or annotated is called
// through that, and what begins a program or has a name of the language's by that.
func mayBeUnused(file *uses.File, d int) bool {
	y := file.Declarations[d]
	switch {
	case y.At < 0 || len(y.Name) < terms.MinLength || y.Kind == "test" || file.IsDecorated(d):
		return false
	case y.Name == "main" || y.Name == "init" || y.Name == "constructor" || y.Name == y.Parent || strings.HasPrefix(y.Name, "__"):
		return false
	}
	return uses.IsFunction(y) || uses.IsType(y) || y.Parent == "" && (y.Kind == "const" || y.Kind == "var")
}

// index finds, in one pass, which files hold the names of some declarations.
func (f *finding) index(targets []uses.Target) {
	for _, t := range targets {
		f.held[terms.Of(t.Declaration().Name)] = nil
	}
	for _, file := range f.ranking.Files {
		if f.byKey[file.Key] != file || file.Contents.Terms.Len() == 0 {
			continue
		}
		file.Contents.Terms.Each(func(term terms.Term) {
			if list, ok := f.held[term]; ok {
				f.held[term] = append(list, file)
			}
		})
	}
}

// isNamed reports whether the name of a declaration stands anywhere but in it and in other declarations of that name.
func (f *finding) isNamed(t uses.Target) bool {
	y := t.Declaration()
	for _, file := range f.held[terms.Of(y.Name)] {
		for i, token := range f.open([]*File{file})[0].Tokens {
			own := file.Key == t.File.Path && y.Start <= int(token.Line) && int(token.Line) <= y.End
			if token.Kind == uses.Word && token.Text == y.Name && !own && !f.opened[file].Names(i) {
				return true
			}
		}
	}
	return false
}

// isDispatched reports whether a member of another type has the name of this one, and is
// used: which of them runs may be known only then.
func (f *finding) isDispatched(t uses.Target) bool {
	y := t.Declaration()
	if y.Parent == "" {
		return false
	}
	for _, file := range f.members[y.Name] {
		for d, other := range file.Declarations {
			if other.Name == y.Name && other.Parent != "" && other.Parent != y.Parent && other.At >= 0 && f.isUsed(uses.Target{File: file, Decl: d}) {
				return true
			}
		}
	}
	return false
}

// isUsed reports whether anything but its own body may mean a declaration.
func (f *finding) isUsed(t uses.Target) bool {
	used, known := f.used[t]
	if !known {
		used = f.seeUse(t)
		f.used[t] = used
	}
	return used
}

func (f *finding) seeUse(t uses.Target) bool {
	files := f.candidates(t, func(name string) []*File {
		return append([]*File{f.byKey[t.File.Path]}, f.held[terms.Of(name)]...)
	})
	for _, file := range files {
		for _, u := range f.finder.Uses(t, f.open([]*File{file})[0].File) {
			if u.Doubtful {
				continue
			}
			line := u.File.LineOf(u.At)
			if u.File != t.File || line < t.Declaration().Start || line > t.Declaration().End {
				return true
			}
		}
	}
	return false
}

func unsure(sure bool) int {
	if sure {
		return 0
	}
	return 1
}
