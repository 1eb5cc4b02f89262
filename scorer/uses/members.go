package uses

import (
	"path"
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
)

// onMember decides whether x.name is a member of a type.
func (r *Finder) onMember(f *File, i int, t Target) verdict {
	y := t.Declaration()
	if f.family == rust && f.text(i-1) == "." && (f.text(i+1) == "(" || f.text(i+1) == "::") != IsFunction(y) {
		return no
	}
	receiver := r.receiverOf(f, i, y.Name)
	switch {
	case t.isExtension() && f.text(i-2) != y.Parent:
		if _, _, has := r.memberOf(receiver, y.Name, 0); !has && r.near(f, t.File, y.Parent) {
			return maybe
		}
		return no
	case receiver.module != "" || receiver.outside:
		return no
	case receiver.known():
		v := r.fits(receiver, t, 0)
		if v == maybe && (slices.Contains([]string{"super", "parent", "base"}, f.text(i-2)) || f.isSuperCall(i-2)) {
			return no // belongs to the base type
		}
		if v != no || f.family != script || receiver.declaration().Kind != "type" {
			return v
		} // otherwise an alias of something unreadable
	}
	if f.text(i-1) == "::" { // an external type, or a module
		return no
	}
	if y.Kind == "method" && f.family != python && f.text(i+1) == "=" {
		return no
	}
	if kinds.Is(y.Name, "members "+f.family.String()) || strings.HasPrefix(y.Name, "__") {
		return doubtful
	}
	return r.guess(f, t)
}

// isExtension reports whether t is an extension method of C#, which is called on its first parameter.
func (t Target) isExtension() bool {
	f, k := t.File, t.Declaration().At+1
	if f.text(k) == "<" {
		k = f.angleEnd(k) + 1
	}
	return f.language == "C#" && f.text(k) == "(" && f.text(k+1) == "this"
}

// guess decides for a receiver of unknown type. If several types have a member with the name, it
// prefers a type that the file names, then one that the file can see.
func (r *Finder) guess(f *File, t Target) verdict {
	y := t.Declaration()
	named, others := false, false
	all := map[string]bool{}
	for _, g := range r.tree.Declaring(y.Name) {
		for _, d := range g.Declarations {
			if isMember := d.Name == y.Name && d.Parent != ""; isMember && g.family == f.family && !all[d.Parent] {
				all[d.Parent] = true
				if f.mentions(d.Parent) {
					named = named || d.Parent == y.Parent
					others = others || d.Parent != y.Parent
				}
			}
		}
	}
	switch {
	case len(all) <= 1:
		return maybe
	case f.family == rust && r.traitHas(y.Name) && r.parentOf(t.File, t.Decl, 0).kind() != "trait":
		return no // usually called through the trait
	case named || !others && r.near(f, t.File, y.Parent):
		return maybe
	}
	return doubtful
}

// traitHas reports whether a trait declares a method.
func (r *Finder) traitHas(name string) bool {
	for _, g := range r.tree.Declaring(name) {
		for d, y := range g.Declarations {
			if y.Name == name && g.family == rust && r.parentOf(g, d, 0).kind() == "trait" {
				return true
			}
		}
	}
	return false
}

// mentions reports whether a word is in the file.
func (f *File) mentions(word string) bool {
	if f.words == nil {
		f.words = map[string]bool{}
		for _, t := range f.Tokens {
			if t.Kind == Word {
				f.words[t.Text] = true
			}
		}
	}
	return f.words[word]
}

// receiverOf returns the type of the receiver of a member: after Python's super(), the first base class that has the
// member.
func (r *Finder) receiverOf(f *File, i int, name string) typ {
	if f.family == python && f.isSuperCall(i-2) {
		for _, base := range r.bases(r.self(f, i, 0), 0) {
			if _, _, has := r.memberOf(base, name, 0); has {
				return base
			}
		}
	}
	return r.receiver(f, i-2)
}

// isSuperCall reports whether super() ends at a token.
func (f *File) isSuperCall(end int) bool {
	return f.text(end) == ")" && f.text(f.partner(end)-1) == "super"
}

// receiver returns the type of the expression before a dot.
func (r *Finder) receiver(f *File, end int) typ {
	return memo(r.types, place{f, end}, func() typ { return r.typeOf(f, end, 0, 0) })
}

// fits decides whether the member of a value's type is the target.
func (r *Finder) fits(t typ, target Target, depth int) verdict {
	if depth > deepest {
		return no
	}
	y, name := target.Declaration(), t.declaration().Name
	if name == y.Parent && r.sameType(t, target) {
		return yes
	}
	g, d, ok := r.own(t, y.Name)
	if ok {
		if (Target{g, d}) == target {
			return yes
		}
		return r.related(t, target)
	}
	result := no
	for _, base := range r.bases(t, depth+1) {
		if v := r.fits(base, target, depth+1); v > result {
			result = v
		}
	}
	mayExtend := depth == 0 && t.file.family != goish && t.file.family != rust
	if parent := r.parentOf(target.File, target.Decl, 0); mayExtend && result == no && r.descends(parent, t, 0) {
		return maybe // the value's type may extend it
	}
	return result
}

// sameType reports whether a type is the one that a member belongs to, in languages that allow
// members in other files of the same folder.
func (r *Finder) sameType(t typ, target Target) bool {
	if t.file == target.File {
		return true
	}
	parent := memo(r.parents, target, func() typ { return r.parentOf(target.File, target.Decl, 0) })
	return parent == t || path.Dir(t.file.Path) == path.Dir(target.File.Path) && t.file.Package == target.File.Package
}

// related decides for a member with the same name in another type: the two correspond if one type
// is an interface that the other implements.
func (r *Finder) related(t typ, target Target) verdict {
	kind := t.declaration().Kind
	parent := r.parentOf(target.File, target.Decl, 0)
	switch t.file.family {
	case goish:
		if !parent.known() || (kind == "interface") == (parent.declaration().Kind == "interface") {
			return no
		}
		concrete, abstract := parent, t
		if kind != "interface" {
			concrete, abstract = t, parent
		}
		if r.implements(concrete, abstract) {
			return maybe
		}
	case script, typed, python, other:
		if isRelated := r.descends(parent, t, 0) || parent.known() && t.file.family != python && r.descends(t, parent, 0); isRelated {
			return maybe
		}
	}
	return no
}

// implements reports whether a Go type has all methods of an interface, by name.
func (r *Finder) implements(concrete, abstract typ) bool {
	name := abstract.declaration().Name
	for _, y := range abstract.file.Declarations {
		if y.Parent != name || y.Kind != "method" {
			continue
		}
		if _, _, ok := r.memberOf(concrete, y.Name, 0); !ok {
			return false
		}
	}
	return true
}

// descends reports whether a type extends another, directly or not.
func (r *Finder) descends(t, from typ, depth int) bool {
	if t == from || depth > deepest || !t.known() {
		return t == from
	}
	return slices.ContainsFunc(r.bases(t, depth+1), func(base typ) bool { return r.descends(base, from, depth+1) })
}

// own finds a member that a type declares itself.
func (r *Finder) own(t typ, name string) (*File, int, bool) {
	parent := t.declaration().Name
	for d, y := range t.file.Declarations {
		if y.Name == name && y.Parent == parent {
			return t.file, d, true
		}
	}
	switch t.file.family {
	case goish, rust, typed:
	default:
		return nil, 0, false
	}
	for _, g := range r.tree.Declaring(name) {
		if g == t.file || g.family != t.file.family {
			continue
		}
		near := path.Dir(g.Path) == path.Dir(t.file.Path)
		for d, y := range g.Declarations {
			if y.Name != name || y.Parent != parent {
				continue
			}
			if near || t.file.family != goish && r.near(g, t.file, parent) {
				return g, d, true
			}
		}
	}
	return nil, 0, false
}

// memberOf finds a member of a type or of one that it extends.
func (r *Finder) memberOf(t typ, name string, depth int) (*File, int, bool) {
	if depth > deepest || !t.known() {
		return nil, 0, false
	}
	if g, d, ok := r.own(t, name); ok {
		return g, d, true
	}
	for _, base := range r.bases(t, depth+1) {
		if g, d, ok := r.memberOf(base, name, depth+1); ok {
			return g, d, true
		}
	}
	return nil, 0, false
}

// bases returns the types that a type extends, embeds or implements.
func (r *Finder) bases(t typ, depth int) []typ {
	if !t.placed() || depth > deepest {
		return nil
	}
	var list []typ
	for _, k := range t.file.baseNames(t.declaration()) {
		if b := r.baseAt(t.file, k, depth); b.known() && b != t {
			list = append(list, b)
		}
	}
	return list
}

// baseAt returns the type that a name in another type's header refers to.
func (r *Finder) baseAt(f *File, k, depth int) typ {
	qualifier := ""
	if f.text(k-1) == "." || f.text(k-1) == "::" {
		qualifier = f.text(k - 2)
	}
	return r.named(f, qualifier, f.text(k), depth+1)
}

// baseNames returns the words in a type's header that may name its bases.
func (f *File) baseNames(y Declaration) (list []int) {
	if f.family == goish {
		return f.embedded(y.At)
	}
	for k := y.At + 1; k < len(f.Tokens) && f.LineOf(k) <= y.End; k++ {
		switch word := f.text(k); {
		case isOneOf(word, "{;="), f.open(k) < 0 && f.family == python && isOneOf(word, ":)"),
			f.family == other && f.LineOf(k) > f.LineOf(y.At):
			return list
		case word == "(" && f.family != python || word == "[":
			k = f.past(k) - 1
		case word == "<" && f.family != other && f.angleEnd(k) > 0:
			k = f.angleEnd(k)
		case f.isWord(k) && f.text(k+1) != "." && f.text(k+1) != "::":
			list = append(list, k)
		}
	}
	return list
}

// embedded returns the names of the embedded types of the struct or interface that is declared at a token.
func (f *File) embedded(at int) (names []int) {
	open := at + 1
	for open < len(f.Tokens) && f.text(open) != "{" && f.LineOf(open) == f.LineOf(at) {
		open++
	}
	if f.text(open) != "{" {
		return nil
	}
	for k := open + 1; k < f.past(open)-1; k++ {
		if f.open(k) != open || !f.startsLine(k) && !isOneOf(f.text(k-1), "{;") {
			continue
		}
		if f.text(k) == "*" {
			k++
		}
		for f.text(k+1) == "." {
			k += 2
		}
		next := k + 1
		if f.text(next) == "[" {
			next = f.past(next)
		}
		if embeds := f.isWord(k) && (f.startsLine(next) || isOneOf(f.text(next), ";}") || f.Tokens[next].Kind == String); embeds {
			names = append(names, k)
		}
	}
	return names
}
