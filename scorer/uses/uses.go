package uses

import (
	"path"
	"slices"
	"unicode"
	"unicode/utf8"

	"ctxpack/internal/text/kinds"
)

// Tree gives a Finder access to the other files.
type Tree interface {
	// Declaring returns the files that may declare a name, sorted by path.
	Declaring(name string) []*File
	// Imports returns the paths of the files that a file imports, except itself.
	Imports(path string) []string
	// Importers returns the paths of the files that import a file.
	Importers(path string) []string
	// File opens a file; nil if it has no code.
	File(path string) *File
	// Holding returns the files whose text contains a name.
	Holding(name string) []*File
	// PassesOn reports whether a file may re-export a name that it imports.
	PassesOn(path, name string) bool
}

// Target is a declaration whose uses are searched.
type Target struct {
	File *File
	Decl int // index in File.Declarations
}

// Declaration returns the declaration.
func (t Target) Declaration() Declaration { return t.File.Declarations[t.Decl] }

// Reaches reports whether the file at a path may use the declaration: a Go name without a leading
// capital is visible only in its folder.
func (t Target) Reaches(file string) bool {
	first, _ := utf8.DecodeRuneInString(t.Declaration().Name)
	return t.File.family != goish || unicode.IsUpper(first) || path.Dir(file) == path.Dir(t.File.Path)
}

// Use is a place that refers to a declaration.
type Use struct {
	File *File
	At   int // its token
	// Sure is set if imports, scopes and declared types confirm the use. Otherwise only the name
	// matches and nothing contradicts it.
	Sure bool
	// Doubtful is set if only the name matches and it mostly belongs to other declarations.
	Doubtful bool
}

// Finder finds the uses of declarations in the files of a tree.
type Finder struct {
	tree    Tree
	led     map[[4]string]bool
	locals  map[[3]string][]string
	types   map[place]typ
	work    int // done for the current token
	parents map[Target]typ
	origins map[[4]string]origin
	spreads map[Target]*spread
	below   map[typ][]typ
	made    map[Target][]Target
}

type place struct {
	file *File
	at   int
}

// NewFinder returns a finder for the files of a tree.
func NewFinder(tree Tree) *Finder {
	return &Finder{
		tree: tree, led: map[[4]string]bool{}, locals: map[[3]string][]string{},
		types: map[place]typ{}, parents: map[Target]typ{}, origins: map[[4]string]origin{},
		spreads: map[Target]*spread{}, below: map[typ][]typ{}, made: map[Target][]Target{},
	}
}

// memo is a cached result, or one that is being computed.
func memo[K comparable, V any](known map[K]V, key K, find func() V) V {
	v, ok := known[key]
	if !ok {
		v = find()
		known[key] = v
	}
	return v
}

// Uses finds the uses of a declaration in a file, in text order.
func (r *Finder) Uses(t Target, f *File) []Use {
	names := append(slices.Clone(r.spreadOf(t).names), r.Names(t)...)
	if t.isConstructor() {
		names = append(names, "super", "base", "this", "cls", "self", "static", "new")
	}
	if y := t.Declaration(); y.Parent == "" || t.isConstructor() {
		for _, c := range append(r.makers(t), t) {
			names = append(names, r.localNames(f, c.File, c.Declaration().Name)...)
		}
	}
	var list []Use
	for i, token := range f.Tokens {
		if token.Kind != Word || !slices.Contains(names, token.Text) {
			continue
		}
		if v := r.refers(f, i, t); v != no {
			list = append(list, Use{f, i, v == yes, v == doubtful})
		}
	}
	return list
}

// Refers reports whether a token of a file refers to a declaration, and whether that is sure.
func (r *Finder) Refers(f *File, i int, t Target) (is, sure bool) {
	v := r.refers(f, i, t)
	return v >= maybe, v == yes
}

type verdict uint8

const (
	no verdict = iota
	doubtful
	maybe
	yes
)

// refers decides whether a token refers to a declaration.
func (r *Finder) refers(f *File, i int, t Target) verdict {
	r.work = 0
	y := t.Declaration()
	if f.family != t.File.family {
		return no
	}
	if f.family == rust && r.isImplementation(f, i, t) {
		return yes
	}
	d, declares := f.declared[i]
	if isValue := declares && !IsType(f.Declarations[d]) && f.Declarations[d].Kind != "module"; isValue || declares && (Target{f, d}) == t {
		return no
	}
	if f.language == "Kotlin" && slices.Contains([]string{"fun", "val", "var"}, f.text(i-1)) {
		return no // a declaration in an anonymous object, which is not in the outline
	}
	if t.isConstructor() {
		if v := r.constructs(f, i, t); v != no || f.text(i) != y.Name || y.Name == y.Parent {
			return v
		}
	}
	if f.inImport(i) {
		return r.imported(f, i, t)
	}
	access := isAccess(f.text(i - 1))
	switch {
	case access && y.Parent == "":
		return r.qualified(f, i, t)
	case access:
		return r.onMember(f, i, t)
	case y.Parent == "":
		return r.plain(f, i, t)
	}
	return r.unqualifiedMember(f, i, t)
}

// isImplementation reports whether a token names the method by which a type implements that of a trait.
func (r *Finder) isImplementation(f *File, i int, t Target) bool {
	d, declared := f.declared[i]
	open := f.open(i)
	if !declared || !IsFunction(f.Declarations[d]) || t.Declaration().Parent == "" {
		return false
	}
	isFor := false
	for k := open - 1; k >= 0 && !isOneOf(f.text(k), "};{"); k-- {
		isFor = isFor || f.text(k) == "for"
		if isFor && f.text(k) == t.Declaration().Parent {
			parent := r.parentOf(t.File, t.Decl, 0)
			return parent.known() && parent.declaration().Kind == "trait" && r.near(f, t.File, t.Declaration().Parent)
		}
	}
	return false
}

// imported decides for a name in an import statement.
func (r *Finder) imported(f *File, i int, t Target) verdict {
	for _, b := range f.imports {
		isName := f.text(i) == b.original || f.text(i) == b.local
		if within := b.from <= i && i <= b.to; within && isName && r.brings(f, b, t) {
			return yes
		}
	}
	return no
}

// brings reports whether an import binds a declaration.
func (r *Finder) brings(f *File, b binding, t Target) bool {
	y := t.Declaration()
	if y.Parent != "" { // import a.Outer.Inner
		return f.family == typed && IsType(y) && b.original == y.Name && lastPart(b.specifier) == y.Parent && r.near(f, t.File, y.Parent)
	}
	if b.original == y.Name && r.leads(f, b.specifier, t.File, y.Name) {
		return true
	}
	renamed := b.original == "default" || b.original == "" && f.family == script
	if s := r.spreads[t]; s != nil { // its uses are being searched
		renamed = renamed || slices.Contains(s.names, b.original)
	}
	return renamed && r.origin(f, b.specifier, b.original, 0).is(t.File, y.Name)
}

// plain decides for a name without a qualifier.
func (r *Finder) plain(f *File, i int, t Target) verdict {
	y := t.Declaration()
	if f.isKey(i) || f.text(i) == "import" || f.text(i-1) == "package" {
		return no
	}
	if _, ok := f.binds(i); ok {
		return no
	}
	if _, _, ok := f.local(i); ok {
		return no
	}
	if !slices.Contains(r.localNames(f, t.File, y.Name), f.text(i)) {
		return r.unseen(f, i, t)
	}
	if f.family == rust && kinds.Is(y.Name, "primitives") && !f.isCallOf(i) {
		return no
	}
	if f != t.File && f.family.hasModules() {
		if _, ok := f.importOf(f.text(i)); !ok && f.declaresAtTop(f.text(i)) {
			return no
		}
	}
	made := f.text(i-1) == "new" || !slices.Contains([]string{"Java", "C#", "PHP"}, f.language)
	if differs := f.family == typed && f.isCallOf(i) != IsFunction(y) && !made; differs || f.family == other && f != t.File {
		return maybe
	}
	return yes
}

// unseen decides for a name that does not refer to the declaration by imports or package.
func (r *Finder) unseen(f *File, i int, t Target) verdict {
	name := t.Declaration().Name
	if isType := f.language == "C#" && IsType(t.Declaration()); isType && f.text(i) == name && r.isOnlyType(t) {
		return maybe // a project may import namespaces for all its files
	}
	mayBeGlobal := f.text(i) == name && f.isCallOf(i) && (f.family == script || f.family == other)
	if _, imported := f.importOf(name); mayBeGlobal && !imported && !f.declaresAtTop(name) {
		return doubtful // scripts of a page see each other's declarations
	}
	return no
}

// isOnlyType reports whether the name of a type is unique in the tree. Other parts of a partial type do not count.
func (r *Finder) isOnlyType(t Target) bool {
	all, _ := r.typesOf(t.File, "", t.Declaration().Name, t.Declaration().Name)
	return len(all) > 0 && !slices.ContainsFunc(all, func(other typ) bool { return other.file.Package != t.File.Package })
}

func (f *File) declaresAtTop(name string) bool {
	return slices.ContainsFunc(f.Declarations, func(y Declaration) bool { return y.Name == name && y.Parent == "" })
}

func (f *File) isCallOf(i int) bool { return f.text(i+1) == "(" }

// isKey reports whether a name is a field or parameter that is given a value.
func (f *File) isKey(i int) bool {
	before, after, open := f.text(i-1), f.text(i+1), f.open(i)
	if open < 0 {
		return false
	}
	bracket, follows := f.text(open), before == "{" || before == ","
	switch f.family {
	case goish, rust:
		if begins := isOneOf(before, "{;") || f.startsLine(i); begins && f.family == goish && f.text(open-1) == "struct" {
			return f.isWord(i+1) && !f.startsLine(i+1) || slices.Contains([]string{"*", "[", ",", "func"}, after) // a field
		}
		return after == ":" && follows && bracket == "{"
	case script:
		return (after == ":" || after == "?" && f.text(i+2) == ":") && (follows || before == ";" || before == "readonly") && bracket != "["
	case python:
		return after == "=" && (before == "(" || before == ",") && bracket == "("
	}
	return false
}

// qualified decides whether x.name is a top-level declaration of a file: x must be a module that leads to it.
func (r *Finder) qualified(f *File, i int, t Target) verdict {
	name, qualifier := t.Declaration().Name, f.text(i-2)
	if specifier, ok := f.required(i - 2); ok && r.origin(f, specifier, f.text(i), 0).is(t.File, name) {
		return yes
	}
	if !f.isWord(i - 2) {
		return no
	}
	if _, _, ok := f.local(i - 2); ok && f.text(i-1) != "::" {
		return no
	}
	b, ok := f.importOf(qualifier)
	inModule := ok && f.family == script && r.inModule(f, b, f.text(i), 0).is(t.File, name)
	if inModule || f.text(i) == name && r.qualifies(f, qualifier, t.File, name) {
		return yes
	}
	return no
}

// qualifies reports whether a name before a dot is a module that leads to a declaration.
func (r *Finder) qualifies(f *File, qualifier string, to *File, name string) bool {
	for _, b := range f.imports {
		if b.local != qualifier {
			continue
		}
		spec := b.specifier
		if f.family != goish && b.original != "" && b.original != "default" {
			spec += map[family]string{rust: "::", script: "/", python: ".", typed: "."}[f.family] + b.original
		}
		if leads := r.leads(f, spec, to, name); leads || f.family == goish {
			return leads
		}
	}
	switch f.family {
	case goish: // a package's name may differ from its folder's
		return qualifier == to.Package && slices.Contains(r.tree.Imports(f.Path), to.Path)
	case rust:
		declares := func(y Declaration) bool { return y.Kind == "module" && y.Name == qualifier }
		return qualifier == "crate" || qualifier == "self" || qualifier == "super" ||
			(moduleName(to.Path) == qualifier || slices.ContainsFunc(to.Declarations, declares)) && r.near(f, to, name)
	case typed, python:
		return (f.family == typed || moduleName(to.Path) == qualifier) && r.near(f, to, name)
	}
	return false
}

// unqualifiedMember decides for a member's name without a receiver.
func (r *Finder) unqualifiedMember(f *File, i int, t Target) verdict {
	y, open := t.Declaration(), f.open(i)
	switch f.family {
	case typed, other:
		if _, _, ok := f.local(i); ok || f.family == other && y.Name != f.text(i) {
			return no
		}
		if b, ok := f.importOf(f.text(i)); ok && r.brings(f, b, t) {
			return yes
		}
		return r.inherited(f, i, t)
	case script, rust:
		if f.text(open) == "{" && f.isPattern(open) && f.text(f.partner(open)+1) == "=" {
			if taken := r.expression(f, f.partner(open)+2, 0, 0); taken.known() { // const { name } = x
				return r.fits(taken, t, 0)
			}
		}
		if !IsFunction(y) && f.isKey(i) && r.near(f, t.File, y.Parent) {
			return maybe
		}
	}
	return no
}

// inherited decides for a call without a receiver in a type.
func (r *Finder) inherited(f *File, i int, t Target) verdict {
	self := r.self(f, i, 0)
	if self.known() && (f.family == typed || f != t.File) {
		v := r.fits(self, t, 0)
		for n := 0; v == no && f.family == typed && n < deepest; n++ { // a nested type calls members of the outer one
			_, _, own := r.memberOf(self, t.Declaration().Name, 0)
			if self = r.parentOf(self.file, self.decl, 0); own || !self.known() {
				break
			}
			v = r.fits(self, t, 0)
		}
		return v
	}
	if f == t.File {
		return maybe
	}
	return no
}
