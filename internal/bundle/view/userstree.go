package view

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"ctxpack/scorer/terms"
	"ctxpack/scorer/uses"
	"ctxpack/signatures"
)

// usersTree shows files to package uses, as far as their summaries and facts tell it.
type usersTree struct {
	*Levels
	ctx     context.Context
	members map[string][]*uses.File
	seen    map[int]bool
}

func newUsersTree(ctx context.Context, f *Levels) *usersTree {
	return &usersTree{f, ctx, map[string][]*uses.File{}, map[int]bool{}}
}

// open reads a file; nil if it cannot be read again.
func (t *usersTree) open(i int) *uses.File {
	f, ok := t.slicer.read[i]
	if !ok {
		f = t.read(i)
		t.slicer.read[i] = f
	}
	if f != nil && !t.seen[i] {
		t.seen[i] = true
		for _, y := range f.Declarations {
			if list := t.members[y.Name]; len(list) == 0 || list[len(list)-1] != f {
				t.members[y.Name] = append(list, f)
			}
		}
	}
	return f
}

func (t *usersTree) read(i int) *uses.File {
	if !t.summarised(t.ctx, i) {
		return nil
	}
	text, ok := t.Text(t.ctx, i)
	if !ok {
		return nil
	}
	file := t.files[i]
	outline := file.Contents.Outline
	outline.Symbols = slices.Clone(file.Summary().Declarations)
	owners, _ := ownersOf(outline.Symbols)
	for k, owner := range owners {
		switch y := &outline.Symbols[k]; {
		case y.Parent != "":
		case owner >= 0:
			y.Parent = outline.Symbols[owner].Name
		default:
			y.Parent = typeInHead(y.Head, y.Name)
		}
	}
	return uses.Read(file.Key, text, &outline)
}

// typeInHead is the type that the head of a method names, where it stands apart from it: as a
// receiver of Go, or before the name as in C++. It is "" for none.
func typeInHead(head, name string) string {
	if receiver, ok := strings.CutPrefix(head, "func ("); ok {
		receiver, _, _ = strings.Cut(receiver, ")")
		receiver, _, _ = strings.Cut(receiver, "[")
		return receiver[strings.LastIndexAny(receiver, " *")+1:]
	}
	return lastName(qualifierIn(head, name))
}

// qualifierIn is what stands before a name in a head of C++, "" for nothing.
func qualifierIn(head, name string) string {
	before, _, ok := strings.Cut(head, "::"+name)
	if !ok {
		return ""
	}
	return before[1+strings.LastIndexFunc(before, func(r rune) bool { return r != '_' && r != ':' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }):]
}

// target is a declaration of a file as package uses has it.
func (t *usersTree) target(i int, d *signatures.Symbol) (uses.Target, bool) {
	open := t.open(i)
	if open == nil {
		return uses.Target{}, false
	}
	k := slices.IndexFunc(open.Declarations, func(y uses.Declaration) bool {
		return y.Name == d.Name && y.Start == d.StartLine && y.At >= 0
	})
	return uses.Target{File: open, Decl: k}, k >= 0
}

// Declaring implements uses.Tree: of a name that many files declare, none.
func (t *usersTree) Declaring(name string) []*uses.File {
	list := slices.Clone(t.members[name])
	if len(name) >= terms.MinLength {
		by := t.slicer.definers.Get(terms.Of(name))
		for _, n := range [...]int32{by.first, by.second} {
			if n > 0 {
				if open := t.open(int(n) - 1); open != nil && !slices.Contains(list, open) {
					list = append(list, open)
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b *uses.File) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// Imports implements uses.Tree.
func (t *usersTree) Imports(path string) []string { return t.options.Imported(path) }

// PassesOn implements uses.Tree.
func (t *usersTree) PassesOn(path, name string) bool {
	if t.slicer.byKey == nil {
		t.slicer.byKey = make(map[string]*File, len(t.files))
		for _, file := range t.files {
			t.slicer.byKey[file.Key] = file
		}
	}
	file := t.slicer.byKey[path]
	return file != nil && file.PassesOn(name)
}

// Holds tells whether the text of a file has a name. One that is too short for the sets of
// terms may be in each.
func (f *File) Holds(name string) bool {
	if len(name) < terms.MinLength || f.Contents.Terms.Len() == 0 { // a table of data has no set
		return true
	}
	return f.Contents.Terms.Has(terms.Of(name))
}

// PassesOn tells whether a file may give a name on that it has from another.
func (f *File) PassesOn(name string) bool {
	switch f.Contents.Outline.Language {
	case "C", "C++", "Objective-C", "Objective-C++", "CUDA", "Cuda":
		return true // what a header includes
	}
	for _, m := range f.Contents.Outline.Imports {
		if m.Kind == "export-from" || m.Kind == "wildcard" || strings.HasSuffix(m.Specifier, "*") {
			return true
		}
	}
	return f.Holds(name)
}
