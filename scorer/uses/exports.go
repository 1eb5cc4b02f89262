package uses

import (
	"maps"
	"slices"

	"ctxpack/internal/text/mapped"
)

// readExports finds the names under which a JavaScript module exports declarations. The module
// itself, set by `module.exports = x`, has the name "".
func (f *File) readExports() {
	for i := range f.Tokens {
		if f.open(i) >= 0 || !f.isWord(i) {
			continue
		}
		switch name := f.text(i + 2); {
		case f.text(i) == "const" || f.text(i) == "let" || f.text(i) == "var":
			f.readObject(i + 1)
		case f.text(i) == "export" && f.text(i+1) == "default":
			f.export("default", i+2)
		case f.text(i) == "export" && f.text(i+1) == "=":
			f.export("", i+2)
		case f.text(i) == "export" && f.text(i+1) == "{":
			f.exportNames(i + 1)
		case f.text(i) == "module" && name == "exports" && f.text(i+3) == "=":
			f.export("", i+4)
		case f.text(i) == "exports" && f.text(i+3) == "=" && f.isWord(i+2):
			f.export(name, i+4)
		}
	}
}

// readObject reads an object that is the value of a top-level name.
func (f *File) readObject(at int) {
	k := at + 1
	for f.text(k) == ":" || f.isWord(k) || f.text(k) == "." {
		k++
	}
	if f.text(k) != "=" || f.text(k+1) != "{" {
		return
	}
	d, declared := f.declared[at]
	if !declared { // the outline omits declarations that are not exported
		d = f.declare(at, f.past(k+1)-1, "const", "", false)
	}
	f.objects[d] = true
	f.readMembers(k+1, f.text(at))
}

// declare adds a declaration that is missing in the outline.
func (f *File) declare(at, last int, kind, parent string, exported bool) int {
	f.declared[at] = len(f.Declarations)
	f.Declarations = append(f.Declarations, Declaration{f.text(at), kind, parent, f.LineOf(at), f.LineOf(last), at, exported})
	return f.declared[at]
}

// exportNames reads { a, b as c } and, for CommonJS, { a, c: b }.
func (f *File) exportNames(open int) {
	givesOn := f.text(f.past(open)) == "from"
	for k := open + 1; k < f.past(open)-1; k++ {
		if begins := isOneOf(f.text(k-1), "{,") || f.text(k-1) == "type"; !begins || !f.isWord(k) || f.open(k) != open {
			continue
		}
		after := f.text(k + 1)
		renamed := (after == "as" || after == ":") && f.isWord(k+2)
		switch {
		case renamed && isOneOf(f.text(k+3), ",}"):
			if givesOn {
				f.exports[f.text(k+2)] = f.text(k + 2)
			} else if after == ":" {
				f.exports[f.text(k)] = f.text(k + 2)
			} else {
				f.exports[f.text(k+2)] = f.text(k)
			}
		case after == "," || after == "}":
			f.exports[f.text(k)] = f.text(k)
		}
	}
}

// export records the local name of the value that begins at a token.
func (f *File) export(name string, k int) {
	f.values[name] = k
	for slices.Contains([]string{"async", "function", "class", "abstract", "*"}, f.text(k)) {
		k++
	}
	switch after := f.text(k + 1); {
	case f.text(k) == "{" && f.text(k-1) != "class":
		f.exportNames(k)
		if name == "" {
			f.readMembers(k, "")
		} else if f.values[name] == k {
			at := k - 1
			if name != "default" {
				at-- // exports.name = {…}
			}
			f.declare(at, f.past(k)-1, "object", "", true)
			f.readMembers(k, name)
		}
	case f.isWord(k) && after == "(" && f.values[name] == k: // a function that wraps another: export default memo(Panel)
		for q := f.past(k+1) - 2; q > k+1; q-- {
			if f.isWord(q) && f.declaresAtTop(f.text(q)) {
				f.exports[name] = f.text(q)
				return
			}
		}
	case f.isWord(k) && f.text(k) != "new" && after != ".":
		f.exports[name] = f.text(k)
	}
}

// readMembers adds the functions of an object to the declarations.
func (f *File) readMembers(open int, parent string) {
	end := f.past(open) - 1
	for k := open + 1; k < end; k++ {
		for slices.Contains([]string{"async", "get", "set", "*"}, f.text(k)) && !isOneOf(f.text(k+1), "(:") {
			k++
		}
		at, value := k, k+2
		if f.text(value) == "async" {
			value++
		}
		last := k
		for ; k < end && (f.text(k) != "," || f.open(k) != open); k = f.past(k) {
			last = f.past(k) - 1
		}
		isFunction := f.text(at+1) == "(" || f.text(at+1) == ":" &&
			(f.text(value) == "function" || f.text(value+1) == "=>" || f.text(value) == "(" && (f.text(f.past(value)) == "=>" || f.text(f.past(value)) == ":"))
		if _, taken := f.declared[at]; !taken && f.isWord(at) && isFunction {
			f.declare(at, min(last, end), "method", parent, true)
		}
	}
}

// origin resolves a name that a file imports from a module: to a declaration, or to -1 and a value.
type origin struct {
	file  *File
	decl  int
	value int // its first token
}

// farthest limits the number of files in a chain of re-exports.
const farthest = 6

func (r *Finder) origin(f *File, specifier, name string, depth int) (o origin) {
	key := [4]string{f.Path, specifier, name}
	o, known := r.origins[key]
	if known || depth > farthest || !f.family.hasModules() {
		return o
	}
	r.origins[key] = o // files may import each other
	for _, p := range r.tree.Imports(f.Path) {
		if g := r.tree.File(p); g != nil && g.family == f.family && touches(f, specifier, p) {
			if o = r.offered(g, name, depth+1); o.file != nil {
				break
			}
		}
	}
	r.origins[key] = o
	return o
}

// offered finds what a file exports under a name.
func (r *Finder) offered(g *File, name string, depth int) origin {
	local, named := g.exports[name]
	value, ok := g.values[name]
	if !named && !ok && name == "default" {
		local, named = g.exports[""]
		value, ok = g.values[""]
	}
	if !named {
		local = name
	}
	for d, y := range g.Declarations {
		if y.Name == local && y.Parent == "" {
			return origin{g, d, value}
		}
	}
	if ok && !named {
		return origin{g, -1, value}
	}
	if b, ok := g.importOf(local); ok && local != "" {
		if o := r.origin(g, b.specifier, b.original, depth); o.file != nil || b.original == "" {
			return o
		}
	}
	for _, specifier := range g.modules {
		if o := r.origin(g, specifier, name, depth); o.file != nil && name != "default" && name != "" {
			return o
		}
	}
	return origin{}
}

// inModule resolves a member of a module that an import binds.
func (r *Finder) inModule(f *File, b binding, name string, depth int) origin {
	if b.original == "" || b.original == "default" {
		return r.origin(f, b.specifier, name, 0)
	}
	for _, p := range r.tree.Imports(f.Path) {
		if g := r.tree.File(p); g != nil && depth < farthest && touches(f, b.specifier, p) {
			if other, ok := g.importOf(b.original); ok {
				return r.inModule(g, other, name, depth+1)
			}
		}
	}
	return origin{}
}

// required returns the module that the expression ending at a token loads: require("x"), await import("x").
func (f *File) required(end int) (specifier string, ok bool) {
	if end < 0 || f.text(end) != ")" || f.partner(end) < 1 {
		return "", false
	}
	open := f.partner(end)
	if before := f.text(open - 1); (before == "require" || before == "import") && f.Tokens[open+1].Kind == String {
		return f.Tokens[open+1].Text, f.family == script
	}
	return f.required(end - 1)
}

// is reports whether a result is a top-level declaration of a file.
func (o origin) is(to *File, name string) bool {
	return o.file == to && o.decl >= 0 && to.Declarations[o.decl].Name == name
}

// typeOfOrigin returns the type of a name that a file imports from a module.
func (r *Finder) typeOfOrigin(f *File, specifier, name string, nth, depth int) (typ, bool) {
	switch o := r.origin(f, specifier, name, 0); {
	case o.file == nil || depth > deepest:
		return typ{}, false
	case o.decl >= 0:
		return r.resultOf(o.file, o.decl, nth, depth+1), true
	default:
		return r.expression(o.file, o.value, nth, depth+1), true
	}
}

// spread records the other names under which files re-export a declaration, and which files may import it under them.
type spread struct {
	names, files []string
}

// Renamed returns the paths of files that may use a declaration under another name.
func (r *Finder) Renamed(t Target) []string { return r.spreadOf(t).files }

func (r *Finder) spreadOf(t Target) *spread {
	s, ok := r.spreads[t]
	if ok {
		return s
	}
	s = &spread{}
	r.spreads[t] = s
	y := t.Declaration()
	if y.Parent != "" || !t.File.family.hasModules() {
		return s
	}
	const most = 3000
	front := append([]*File{t.File}, r.tree.Holding(y.Name)...)
	for ; len(front) > 0 && len(s.files) < most; front = front[1:] {
		given := r.given(front[0], t)
		for _, name := range given {
			s.names = mapped.AppendNew(s.names, name)
		}
		if len(given) == 0 && (len(s.names) == 0 || len(front[0].modules) == 0) {
			continue
		}
		for _, p := range r.tree.Importers(front[0].Path) {
			if g := r.tree.File(p); g != nil && !slices.Contains(s.files, p) {
				s.files, front = append(s.files, p), append(front, g)
			}
		}
	}
	return s
}

// given returns the other names under which a file re-exports a declaration.
func (r *Finder) given(g *File, t Target) (names []string) {
	own := t.Declaration().Name
	add := func(local string, here bool) {
		for _, name := range slices.Sorted(maps.Keys(g.exports)) {
			if g.exports[name] == local && name != own {
				names = append(names, name)
			}
		}
		if here && local != own {
			names = append(names, local)
		}
	}
	if g == t.File {
		add(own, false)
	}
	for _, b := range g.imports {
		if r.brings(g, b, t) {
			add(b.local, g.gives(b))
		}
	}
	return names
}

// gives reports whether a file re-exports a name that an import statement binds.
func (f *File) gives(b binding) bool {
	return f.family == python || f.family == rust && f.text(b.from-1) == "pub" || f.text(b.from) == "export"
}
