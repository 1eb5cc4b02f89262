package uses

import (
	"slices"

	"ctxpack/internal/text/kinds"
	"ctxpack/internal/text/mapped"
)

// isConstructor reports whether a declaration runs when its type is instantiated.
func (t Target) isConstructor() bool {
	y := t.Declaration()
	switch y.Name {
	case "__init__", "__construct", "constructor":
		return y.Parent != ""
	case "initialize":
		return t.File.language == "Ruby"
	}
	return y.Parent != "" && t.File.family == typed && (y.Kind == "constructor" || y.Name == y.Parent && IsFunction(y))
}

// makers returns the types whose names call a constructor: its own type and the subtypes without a constructor.
func (r *Finder) makers(t Target) []Target {
	if !t.isConstructor() {
		return nil
	}
	return memo(r.made, t, func() []Target { return r.findMakers(t) })
}

func (r *Finder) findMakers(t Target) []Target {
	list := []typ{r.parentOf(t.File, t.Decl, 0)}
	if !list[0].known() {
		return nil
	}
	var targets []Target
	for i := 0; i < len(list); i++ {
		targets = append(targets, Target{list[i].file, list[i].decl})
		for _, heir := range r.heirs(list[i]) {
			name := heir.declaration().Name
			has := slices.ContainsFunc(heir.file.Declarations, func(y Declaration) bool {
				return y.Parent == name && (y.Name == t.Declaration().Name || y.Name == name)
			})
			if !has && !slices.Contains(list, heir) {
				list = append(list, heir)
			}
		}
	}
	return targets
}

// heirs returns the types that extend a type.
func (r *Finder) heirs(t typ) []typ { return memo(r.below, t, func() []typ { return r.findHeirs(t) }) }

func (r *Finder) findHeirs(t typ) (list []typ) {
	for _, g := range r.tree.Holding(t.declaration().Name) {
		for d, y := range g.Declarations {
			if heir := (typ{file: g, decl: d}); IsType(y) && heir != t && g.family == t.file.family {
				if r.work = 0; slices.Contains(r.bases(heir, 0), t) {
					list = append(list, heir)
				}
			}
		}
	}
	return list
}

// constructs decides whether a word calls a constructor.
func (r *Finder) constructs(f *File, i int, t Target) verdict {
	if f.Names(i) {
		return no
	}
	makers := r.makers(t)
	first, called := i, f.text(i+1) == "("
	for f.text(first-1) == "." || f.text(first-1) == "::" || f.text(first-1) == "\\" {
		first -= 2
	}
	made := f.text(first-1) == "new"
	v := no
	switch word := f.text(i); word {
	case "super", "base", "this", "cls", "self", "static":
		if isCall := called && word != "self" && word != "static"; r.constructsSelf(f, i, t) && (isCall || made) {
			return yes
		}
		return no
	case "new":
		i -= 2 // Ruby's Foo.new
		made = f.text(i+1) == "."
	default:
		if f.language == "C++" {
			called = called || f.isWord(i+1) && (f.text(i+2) == "(" || f.text(i+2) == "{")
		}
		made = made || called && f.family != script && !slices.Contains([]string{"Java", "C#", "PHP", "Ruby"}, f.language)
	}
	for _, m := range makers {
		if made && f.isWord(i) {
			v = max(v, r.refers(f, i, m))
		}
	}
	several := 0
	for d, y := range t.File.Declarations {
		if y.Parent == t.Declaration().Parent && (Target{t.File, d}).isConstructor() {
			several++
		}
	}
	if v == yes && several > 1 {
		return maybe // the arguments decide which overload is called
	}
	return v
}

// constructsSelf reports whether self, base, super or a similar word refers to a type that the constructor t creates.
// Python's super() is an object of the base class; Ruby's super calls the method of the same name.
func (r *Finder) constructsSelf(f *File, i int, t Target) bool {
	within := f.Enclosing(f.LineOf(i), IsFunction)
	same := within >= 0 && f.Declarations[within].Name == t.Declaration().Name
	if constructs := f.family != python && (same || f.language != "Ruby"); f.text(i) == "super" && !constructs {
		return false
	}
	types := []typ{r.self(f, i, 0)}
	if f.text(i) == "super" || f.text(i) == "base" {
		types = r.bases(types[0], 0)
	}
	return slices.ContainsFunc(types, func(o typ) bool { return o.known() && slices.Contains(r.makers(t), Target{o.file, o.decl}) })
}

// Names returns the words by which a file may use a declaration, without those of Renamed.
func (r *Finder) Names(t Target) []string {
	return append([]string{t.Declaration().Name}, r.Makers(t)...)
}

// Makers returns the names of the types that a constructor creates. Files with a certain use of it contain one.
func (r *Finder) Makers(t Target) (names []string) {
	for _, m := range r.makers(t) {
		names = mapped.AppendNew(names, m.Declaration().Name)
	}
	return names
}

// MayBeCalled reports whether code outside the tree may call a method that nothing in the tree
// calls, because its type has an external base or trait.
func (r *Finder) MayBeCalled(t Target) bool {
	y := t.Declaration()
	if y.Parent == "" {
		return false
	}
	if t.File.family == rust {
		for k := t.File.open(y.At) - 1; k > 0 && t.File.text(k) != "}" && t.File.text(k) != ";"; k-- {
			if t.File.text(k) == "for" {
				return true
			}
		}
		return false
	}
	r.work = 0
	return r.hasOutside(r.parentOf(t.File, t.Decl, 0), 0)
}

func (r *Finder) hasOutside(t typ, depth int) bool {
	if !t.placed() || depth > deepest || t.file.family == goish {
		return false
	}
	return slices.ContainsFunc(t.file.baseNames(t.declaration()), func(k int) bool {
		if base := r.baseAt(t.file, k, depth); base.known() {
			return base != t && r.hasOutside(base, depth+1)
		}
		return !kinds.Is(t.file.text(k), "heads")
	})
}
