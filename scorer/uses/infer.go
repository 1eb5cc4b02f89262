package uses

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"

	"ctxpack/internal/text/kinds"
)

// expression returns the type of the expression that begins at a token; nth selects one of several results.
func (r *Finder) expression(f *File, i, nth, depth int) typ {
	if depth > deepest {
		return typ{}
	}
	for i < len(f.Tokens) {
		switch f.text(i) {
		case "await", "&", "*", "mut", "<-", "not", "new", "async", "yield":
			i++
			continue
		}
		break
	}
	if i >= len(f.Tokens) {
		return typ{}
	}
	end := i
	switch t := f.Tokens[i]; {
	case t.Kind == String || t.Kind == Number:
	case f.isWord(i):
	case t.Text == "(":
		end = f.past(i) - 1
	case t.Text == "[" && f.family == goish:
		return r.typeAt(f, i, depth)
	case t.Text == "{" || t.Text == "[":
		return typ{outside: f.family != script || t.Text == "["}
	default:
		return typ{}
	}
	end = f.chainEnd(end)
	if f.family == script && f.text(end+1) == "as" && f.text(end+2) != "const" {
		return r.typeAt(f, end+2, depth+1)
	}
	return r.typeOf(f, end, nth, depth+1)
}

// typeOf returns the type of the expression that ends at a token.
func (r *Finder) typeOf(f *File, end, nth, depth int) typ {
	if r.work++; depth > deepest || end < 0 || r.work > mostWork {
		return typ{}
	}
	switch t, open := f.Tokens[end], f.partner(end); {
	case t.Kind == String || t.Kind == Number:
		return typ{outside: true}
	case t.Text == ")" && f.opensGroup(open):
		return r.inParentheses(f, open, end, depth)
	case t.Text == "]" && f.opensList(open):
		return typ{outside: true} // a list
	case t.Text == "}" && (f.family == python || f.family == script):
		return typ{outside: f.family == python}
	}
	parts, ok := f.chain(end)
	if !ok || len(parts) == 0 {
		return r.fromParentheses(f, parts, depth)
	}
	var t typ
	if named, rest := r.rustType(f, parts, depth); rest > 0 {
		t, parts = named, parts[rest-1:]
	} else {
		t = r.base(f, parts[0], len(parts) == 1, nth, depth+1)
	}
	for n, p := range parts[1:] {
		which := 0
		if n == len(parts)-2 {
			which = nth
		}
		t = r.member(f, t, f.text(p.at), which, depth+1)
	}
	return t
}

// opensGroup reports whether a parenthesis groups an expression rather than arguments or parameters.
func (f *File) opensGroup(open int) bool {
	return open >= 0 && (!f.isWord(open-1) || kinds.Is(f.text(open-1), "keywords"))
}

// opensList reports whether a square bracket begins a list rather than an index.
func (f *File) opensList(open int) bool {
	return open >= 0 && !f.isWord(open-1) && !isOneOf(f.text(open-1), ")]")
}

// rustType returns the type at the start of a path, such as a::B in a::B::c, and its number of parts.
func (r *Finder) rustType(f *File, parts []part, depth int) (typ, int) {
	if f.family != rust || len(parts) < 2 {
		return typ{}, 0
	}
	for k := len(parts) - 1; k > 0; k-- {
		name := f.text(parts[k].at)
		if f.text(parts[k].at-1) == "::" && !parts[k].called && isUpper(name) {
			return r.named(f, f.text(parts[k-1].at), name, depth+1), k + 1
		}
	}
	return typ{}, 0
}

// fromParentheses follows members of a parenthesised expression: (a as B).c.
func (r *Finder) fromParentheses(f *File, parts []part, depth int) typ {
	if len(parts) == 0 {
		return typ{}
	}
	before := parts[0].at - 2
	if before < 0 || f.text(before) != ")" || f.partner(before) < 0 {
		if before >= 0 && f.Tokens[before].Kind == String && f.text(before+1) == "." {
			return typ{outside: true}
		}
		return typ{}
	}
	t := r.inParentheses(f, f.partner(before), before, depth+1)
	for _, p := range parts {
		t = r.member(f, t, f.text(p.at), 0, depth+1)
	}
	return t
}

func (r *Finder) inParentheses(f *File, open, end, depth int) typ {
	if f.family == goish && f.text(open-1) == "." {
		return r.typeAt(f, open+1, depth+1) // x.(T)
	}
	for k := end - 1; k > open; k-- {
		if f.open(k) == open && f.text(k) == "as" {
			return r.typeAt(f, k+1, depth+1)
		}
	}
	return r.expression(f, open+1, 0, depth+1)
}

// base returns the type of the first part of a chain.
func (r *Finder) base(f *File, p part, alone bool, nth, depth int) typ {
	name := f.text(p.at)
	switch name {
	case "this", "self", "cls", "Self", "$this", "static":
		return r.self(f, p.at, depth)
	case "new", "make", "append":
		if f.family == goish && p.called && name == "append" {
			return r.expression(f, p.at+2, 0, depth+1)
		} else if f.family == goish && p.called {
			return r.typeAt(f, p.at+2, depth+1)
		}
	case "require":
		if specifier, ok := f.required(f.past(p.at+1) - 1); p.called && ok {
			return r.module(f, specifier, nth, depth)
		}
	case "super", "parent":
		t := r.self(f, p.at, depth)
		if bases := r.bases(t, depth+1); len(bases) > 0 {
			return bases[0]
		}
		return typ{outside: t.known()}
	}
	if !alone {
		nth = 0
	}
	if b, k, ok := f.local(p.at); ok {
		return r.ofLocal(f, p.at, k, b, depth)
	}
	if m, ok := f.importOf(name); ok && m.original == "" {
		return r.module(f, cmp.Or(m.specifier, name), nth, depth)
	}
	t := r.global(f, name, "", nth, depth)
	if p.called && t.outside && f.declaresAtTop(name) {
		return typ{} // the result of an external type
	}
	mayBeType := alone && !p.called && f.family == typed && f.language != "C++" && unicode.IsUpper(rune(name[0]))
	if mayBeType && !t.known() && len(r.tree.Declaring(name)) == 0 {
		return typ{outside: true} // a type from outside the tree
	}
	return t
}

// ofLocal returns the type of the name at at, which b binds at k.
func (r *Finder) ofLocal(f *File, at, k int, b bound, depth int) typ {
	switch {
	case b.typ >= 0:
		return r.typeAt(f, b.typ, depth+1)
	case b.expr >= 0 && f.family == goish && f.text(f.chainEnd(b.expr)-1) == "type":
		return r.inCase(f, at, f.chainEnd(b.expr), depth+1)
	case b.expr >= 0 && f.text(b.expr-1) == "range":
		return r.element(r.expression(f, b.expr, 0, depth+1), depth)
	case b.expr >= 0:
		return r.expression(f, b.expr, b.nth, depth+1)
	case b.last >= 0 && b.nth < 0:
		return r.typeBefore(f, b.last, depth+1)
	case b.last >= 0:
		return r.typeOf(f, b.last, 0, depth+1)
	}
	return r.fixture(f, k, f.text(at), depth+1)
}

// inCase returns the type of the variable of a type switch at a token; end is the parenthesis after its ".(type".
func (r *Finder) inCase(f *File, i, end, depth int) typ {
	clause, several := -1, false
	for k := end + 2; k < i; k++ {
		switch word := f.text(k); {
		case f.open(k) != end+1:
		case word == "case" || word == "default":
			clause, several = k, word == "default"
		case word == "," && f.text(clause) == "case":
			several = true
		case word == ":" && !several:
			several = false
		}
	}
	if clause >= 0 && !several {
		return r.typeAt(f, clause+1, depth+1)
	}
	t := r.typeOf(f, end-4, 0, depth+1)
	t.outside = false
	return t
}

// module returns the type that a module represents: itself, or the value that it exports.
func (r *Finder) module(f *File, specifier string, nth, depth int) typ {
	if f.family == script {
		if t, ok := r.typeOfOrigin(f, specifier, "", nth, depth+1); ok && t.known() {
			return t
		}
	}
	return typ{module: specifier}
}

// fixture returns the type of a parameter that pytest passes by name.
func (r *Finder) fixture(f *File, k int, name string, depth int) typ {
	if isParameter := k >= 0 && f.open(k) >= 0; !isParameter || f.family != python || depth > deepest {
		return typ{}
	}
	best := typ{}
	for _, g := range r.tree.Declaring(name) {
		if below := path.Dir(g.Path) == "." || strings.HasPrefix(f.Path, path.Dir(g.Path)+"/"); g.family != python || g != f && !below {
			continue
		}
		for d, y := range g.Declarations {
			if y.Name == name && y.Parent == "" && g.isFixture(y) {
				if t := r.resultOf(g, d, 0, depth+1); t.known() || t.outside {
					best = t
				}
			}
		}
	}
	return best
}

// isFixture reports whether a function has pytest's fixture decorator.
func (f *File) isFixture(y Declaration) bool {
	for i := f.tokenAt(y.Start); i < y.At; i++ {
		if f.text(i) == "fixture" {
			return true
		}
	}
	return false
}

// self returns the type whose declaration encloses a token.
func (r *Finder) self(f *File, i, depth int) typ {
	d := f.Enclosing(f.LineOf(i), func(y Declaration) bool { return y.Parent != "" && !IsType(y) })
	if d >= 0 {
		return r.parentOf(f, d, depth+1)
	}
	if d = f.Enclosing(f.LineOf(i), IsType); d >= 0 {
		return typ{file: f, decl: d}
	}
	return typ{}
}

// global returns the type of a name in a file where no local variable has that name; with a
// qualifier, its type in that module.
func (r *Finder) global(f *File, name, specifier string, nth, depth int) typ {
	if depth > deepest {
		return typ{}
	}
	original := name
	if m, ok := f.importOf(name); ok && specifier == "" {
		if f.family == script && m.original == "default" {
			if t, ok := r.typeOfOrigin(f, m.specifier, "default", nth, depth+1); ok {
				return t
			}
		}
		original = cmp.Or(strings.TrimPrefix(m.original, "default"), name)
	}
	found := false
	for _, g := range r.tree.Declaring(original) {
		if g.family != f.family {
			continue
		}
		for d, y := range g.Declarations {
			if y.Name != original || y.Parent != "" {
				continue
			}
			found = true
			if leads := specifier != "" && r.leads(f, specifier, g, original); leads || specifier == "" && slices.Contains(r.localNames(f, g, original), name) {
				return r.resultOf(g, d, nth, depth+1)
			}
		}
	}
	m, imported := f.importOf(name)
	if t, ok := r.typeOfOrigin(f, cmp.Or(specifier, m.specifier), original, nth, depth+1); ok && (imported || specifier != "") {
		return t
	}
	if imported || specifier != "" {
		return typ{outside: !found || f.family == goish || f.family == python || f.family == script && specifier == ""}
	}
	return typ{outside: !found && kinds.Is(name, "builtins "+f.family.String())}
}
