package uses

import (
	"cmp"
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
	"ctxpack/internal/text/mapped"
)

// typ is the known type of a value: nothing, an external type, a declared type, or a module.
type typ struct {
	file    *File
	decl    int
	outside bool
	module  string // specifier
}

func (t typ) known() bool { return t.file != nil }

// placed reports whether the name in its declaration is known.
func (t typ) placed() bool { return t.known() && t.declaration().At >= 0 }

func (t typ) declaration() Declaration { return t.file.Declarations[t.decl] }

// kind returns the kind of its declaration, "" if unknown.
func (t typ) kind() string {
	if !t.known() {
		return ""
	}
	return t.declaration().Kind
}

// deepest limits how far types are followed through assignments and results.
const deepest = 12

// mostWork limits the types and expressions examined per token: classes with many bases and
// functions with many returns multiply.
const mostWork = 2000

// typeAt reads the type that begins at a token.
func (r *Finder) typeAt(f *File, i, depth int) typ {
	for ; i < len(f.Tokens); i++ {
		t := f.Tokens[i]
		if t.Kind == String && f.family == python { // a forward reference
			name, _, _ := strings.Cut(t.Text, "[")
			return r.named(f, "", strings.TrimSpace(name[strings.LastIndexByte(name, '.')+1:]), depth)
		}
		switch t.Text {
		case "[":
			if f.family == goish {
				i = f.past(i) - 1
				continue
			}
			continue
		case "*", "&", "...", "chan", "mut", "dyn", "impl", "const", "readonly", "ref", "asserts", "->", "<-", "static", "final", "None", "|", "&&":
			continue
		case "map":
			if f.text(i+1) == "[" {
				i = f.past(i+1) - 1
				continue
			}
		case "(":
			if f.family == rust || f.family == goish {
				continue
			}
			return typ{}
		}
		if t.Kind != Word {
			return typ{}
		}
		if f.text(i+1) == "is" && f.family == script {
			return typ{outside: true}
		}
		var path []string
		for f.isWord(i) {
			path = append(path, f.text(i))
			if f.text(i+1) != "." && f.text(i+1) != "::" {
				break
			}
			i += 2
		}
		name := path[len(path)-1]
		if kinds.Is(name, "wrappers") && (f.text(i+1) == "<" || f.text(i+1) == "[") {
			return r.typeAt(f, i+2, depth)
		}
		qualifier := ""
		if len(path) > 1 {
			qualifier = path[len(path)-2]
		}
		return r.named(f, qualifier, name, depth)
	}
	return typ{}
}

// named resolves a type name in a file.
func (r *Finder) named(f *File, qualifier, name string, depth int) typ {
	if name == "Self" || name == "self" && f.family == rust {
		return typ{}
	}
	if r.work++; depth > deepest || r.work > mostWork {
		return typ{}
	}
	local := name
	if m, ok := f.importOf(name); ok && qualifier == "" {
		o := r.origin(f, m.specifier, m.original, 0)
		if declares := o.file != nil && o.decl >= 0; declares && f.family == script && IsType(o.file.Declarations[o.decl]) {
			return typ{file: o.file, decl: o.decl}
		}
		name = cmp.Or(strings.TrimPrefix(m.original, "default"), name)
	}
	if qualifier == "" && name == local {
		for d, y := range f.Declarations {
			if y.Name == name && (IsType(y) || f.objects[d]) {
				return typ{file: f, decl: d}
			}
		}
	}
	all, visible := r.typesOf(f, qualifier, name, local)
	_, imported := f.importOf(cmp.Or(qualifier, local))
	hidden := qualifier == "" && len(f.modules) == 0
	switch {
	case visible.known():
		return visible
	case len(all) == 0:
		return typ{outside: len(name) > 1}
	case f.family == goish, imported && f.family != rust: // the package declares names that the file does not import
		return typ{outside: true}
	case len(all) > 1:
		return typ{}
	case f.family == script && hidden && all[0].declaration().Exported:
		return typ{outside: true} // the type's module is not imported
	}
	return all[0]
}

// typesOf returns the types with a name in the tree, and the first that a file can see.
func (r *Finder) typesOf(f *File, qualifier, name, local string) (all []typ, visible typ) {
	for _, g := range r.tree.Declaring(name) {
		d := slices.IndexFunc(g.Declarations, func(y Declaration) bool { return y.Name == name && IsType(y) })
		if g.family != f.family || d < 0 {
			continue
		}
		all = append(all, typ{file: g, decl: d})
		sees := qualifier != "" && r.qualifies(f, qualifier, g, name) || qualifier == "" && slices.Contains(r.localNames(f, g, name), local)
		if sees && !visible.known() {
			visible = typ{file: g, decl: d}
		}
	}
	return all, visible
}

// importOf returns the import that binds a name.
func (f *File) importOf(local string) (binding, bool) {
	return mapped.First(f.imports, func(b binding) bool { return b.local == local })
}

// element returns the element type of a value whose declared type is a list.
func (r *Finder) element(t typ, depth int) typ {
	if !t.placed() || t.file.family != goish {
		return t
	}
	if next := t.file.text(t.declaration().At + 1); next == "[" || next == "map" {
		return r.typeAt(t.file, t.declaration().At+1, depth+1)
	}
	return t
}

// resultOf returns the type that a declaration has or returns; nth selects, from 0, one of several results.
func (r *Finder) resultOf(f *File, d, nth, depth int) typ {
	y := f.Declarations[d]
	if IsType(y) || f.objects[d] {
		return typ{file: f, decl: d}
	}
	if y.At < 0 || depth > deepest || y.Kind == "namespace" {
		return typ{}
	}
	i := y.At + 1
	if f.family == typed && f.text(i) != ":" {
		return r.typeBefore(f, y.At-1, depth+1)
	}
	if !IsFunction(y) && f.text(i) != "(" {
		return r.valueOf(f, i, depth)
	}
	for i < len(f.Tokens) && !isOneOf(f.text(i), "({;") {
		if f.text(i) == "[" {
			i = f.past(i) - 1
		}
		i++
	}
	if f.text(i) != "(" {
		return typ{}
	}
	i = f.past(i)
	switch f.text(i) {
	case "->", ":":
		if f.isSelf(i + 1) {
			return r.parentOf(f, d, depth+1)
		}
		if f.family == python && f.text(i) == ":" {
			return r.returned(f, d, depth+1) // without annotation
		}
		return r.typeAt(f, i+1, depth+1)
	}
	if f.family == script && (f.text(i) == "{" || f.text(i) == "=>") {
		return r.returned(f, d, depth+1)
	}
	if atEnd := i >= len(f.Tokens) || f.startsLine(i); atEnd || f.family != goish || f.text(i) == "{" {
		return typ{}
	}
	if f.text(i) == "(" {
		return r.goResult(f, i, nth, depth+1)
	}
	if nth > 0 {
		return typ{}
	}
	return r.typeAt(f, i, depth+1)
}

// isSelf reports whether a type is that of the object itself, such as &mut Self.
func (f *File) isSelf(i int) bool {
	const far = 8
	for k := i; k < i+far; k++ {
		switch word := f.text(k); {
		case word == "Self", word == "this":
			return true
		case word == "&", word == "mut", word == "<", word == "[", word == ".", f.isWord(k) && (kinds.Is(word, "wrappers") || f.text(k+1) == "."):
		default:
			return false
		}
	}
	return false
}

// returned returns the type of the first return value with a known type, for a function without annotation.
func (r *Finder) returned(f *File, d, depth int) typ {
	y := f.Declarations[d]
	for i := y.At + 1; i < len(f.Tokens) && f.LineOf(i) <= y.End; i++ {
		if word := f.text(i); word != "return" && word != "yield" || f.startsLine(i+1) {
			continue
		}
		if t := r.expression(f, i+1, 0, depth+1); t.known() || t.outside {
			return t
		}
	}
	return typ{}
}

// goResult returns one of several results in parentheses.
func (r *Finder) goResult(f *File, open, nth, depth int) typ {
	end, start := f.partner(open), open+1
	for k := open + 1; k < end; k++ {
		if f.text(k) == "," && f.open(k) == open {
			if nth == 0 {
				break
			}
			nth--
			start = k + 1
		}
	}
	if nth > 0 {
		return typ{}
	}
	if f.isWord(start) && (f.isWord(start+1) || f.text(start+1) == "*") {
		start++ // its name
	}
	return r.typeAt(f, start, depth)
}

// valueOf returns the type of a field or variable, from the token after its name.
func (r *Finder) valueOf(f *File, i, depth int) typ {
	for f.text(i) == "?" || f.text(i) == "!" {
		i++
	}
	switch f.text(i) {
	case ":":
		return r.typeAt(f, i+1, depth+1)
	case "=":
		return r.expression(f, i+1, 0, depth+1)
	case ",", ")":
		return typ{}
	}
	if f.family == goish {
		return r.typeAt(f, i, depth+1)
	}
	return typ{}
}

// typeBefore reads the type that ends at a token, or before stars and similar tokens after it.
func (r *Finder) typeBefore(f *File, i, depth int) typ {
	for i > 0 && slices.Contains([]string{"*", "&", "::", "const"}, f.text(i)) {
		if f.text(i) == "::" {
			i-- // the class of the method
		}
		i--
	}
	if f.text(i) == ">" {
		start := i
		i = f.angleStart(i)
		if kinds.Is(f.text(i-1), "wrappers") && start > i {
			return r.typeAt(f, i+1, depth)
		}
		i--
	}
	if !f.isWord(i) {
		return typ{}
	}
	return r.named(f, "", f.text(i), depth+1)
}

// parentOf returns the type that contains a declaration.
func (r *Finder) parentOf(f *File, d, depth int) typ {
	if name := f.Declarations[d].Parent; name != "" {
		return r.named(f, "", name, depth+1)
	}
	return typ{}
}
