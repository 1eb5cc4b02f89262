package pipeline

import (
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/scorer"
	"ctxpack/scorer/terms"
	"ctxpack/scorer/uses"
)

// unused finds the declarations below a path that the tree does not use, not even by name. First come the certain
// ones: no code outside the tree can use them, and their name occurs nowhere else.
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

// below returns the files of code at a path: a single file, or the sources of a folder.
func (f *finding) below(name string) ([]*File, error) {
	found, err := f.ranking.Find(name)
	missing, ok := errors.AsType[*NoFileError](err)
	switch {
	case err == nil && !found.Dir:
		return slices.DeleteFunc([]*File{found}, func(file *File) bool { return f.byKey[file.Key] != file }), nil
	case !ok || !missing.Folder:
		return nil, err
	}
	absolute, _ := filepath.Abs(name)
	return mapped.Where(f.ranking.Files, func(file *File) bool {
		return f.byKey[file.Key] == file && file.Facts.Class == scorer.Source && file.within(path.Clean(filepath.ToSlash(name)), absolute)
	}), nil
}

// mayBeUnused reports whether the uses of a kind of declaration can be found. They cannot for fields and constants
// of types, which are used in too many ways, for decorated or annotated declarations, for entry points, and for
// names with a meaning in the language.
func mayBeUnused(file *uses.File, d int) bool {
	y := file.Declarations[d]
	switch {
	case y.At < 0, len(y.Name) < terms.MinLength, y.Kind == "test", file.IsDecorated(d):
		return false
	case slices.Contains([]string{"main", "init", "constructor", y.Parent}, y.Name), strings.HasPrefix(y.Name, "__"):
		return false
	}
	return uses.IsFunction(y) || uses.IsType(y) || y.Parent == "" && (y.Kind == "const" || y.Kind == "var")
}

// index finds, in one pass, which files contain the names of some declarations.
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

// isNamed reports whether the name of a declaration occurs outside of it and of other declarations of that name.
func (f *finding) isNamed(t uses.Target) bool {
	y := t.Declaration()
	for _, file := range f.held[terms.Of(y.Name)] {
		for i, token := range f.open([]*File{file})[0].Tokens {
			own := file.Key == t.File.Path && y.Start <= int(token.Line) && int(token.Line) <= y.End
			if isWord := token.Kind == uses.Word && token.Text == y.Name; isWord && !own && !f.opened[file].Names(i) {
				return true
			}
		}
	}
	return false
}

// isDispatched reports whether a member of another type has the same name, and is used: the called one may be known
// only at run time.
func (f *finding) isDispatched(t uses.Target) bool {
	y := t.Declaration()
	if y.Parent == "" {
		return false
	}
	for _, file := range f.members[y.Name] {
		for d, other := range file.Declarations {
			isMember := other.Name == y.Name && other.Parent != "" && other.At >= 0
			if isMember && other.Parent != y.Parent && f.isUsed(uses.Target{File: file, Decl: d}) {
				return true
			}
		}
	}
	return false
}

// isUsed reports whether anything but its own body may refer to a declaration.
func (f *finding) isUsed(t uses.Target) bool {
	used, known := f.used[t]
	if !known {
		used = f.seeUse(t)
		f.used[t] = used
	}
	return used
}

func (f *finding) seeUse(t uses.Target) bool {
	files := f.candidates(t, f.finder.Names(t), func(name string) []*File {
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
