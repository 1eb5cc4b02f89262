package uses

import "ctxpack/internal/text/kinds"

// member returns the type of a member of a value.
func (r *Finder) member(f *File, t typ, name string, nth, depth int) typ {
	switch {
	case t.module != "":
		return r.global(f, name, t.module, nth, depth+1)
	case !t.known():
		return t
	}
	if g, d, ok := r.memberOf(t, name, 0); ok {
		return r.resultOf(g, d, nth, depth+1)
	}
	if f.family == rust && kinds.Is(name, "transparent") {
		return t
	}
	if v, ok := r.field(t, name, depth+1); ok {
		return v
	}
	if v, ok := r.assigned(t, name, depth+1); ok {
		return v
	}
	for _, base := range r.bases(t, depth+1) {
		if v := r.member(f, base, name, nth, depth+1); v.known() || v.outside {
			return v
		}
	}
	return typ{}
}

// field returns the type of a field that the outline of its type omits.
func (r *Finder) field(t typ, name string, depth int) (typ, bool) {
	f, y := t.file, t.declaration()
	if depth > deepest || y.At < 0 || f.family == python {
		return typ{}, false
	}
	for i := y.At + 1; i+1 < len(f.Tokens) && f.LineOf(i) <= y.End; i++ {
		open := f.open(i)
		isField := open >= y.At && f.text(open) == "{" && f.open(open) <= y.At
		if f.family == script && open > y.At && f.text(open) == "(" { // a constructor parameter that declares a field
			switch f.text(i - 1) {
			case "private", "public", "protected", "readonly":
				isField = true
			}
		}
		if f.text(i) != name || !isField {
			continue
		}
		var v typ
		switch next := f.text(i + 1); {
		case f.family == goish:
			k := i + 1
			for f.text(k) == "," && f.isWord(k+1) {
				k += 2
			}
			v = r.typeAt(f, k, depth+1)
		case f.family == script && (next == "," || next == "}"):
			v = r.global(f, name, "", 0, depth+1)
		case isOneOf(next, ":?!="):
			v = r.valueOf(f, i+1, depth+1)
		case f.family == typed:
			v = r.typeBefore(f, i-1, depth+1)
		}
		if v.known() || v.outside {
			return v, true
		}
	}
	return typ{}, false
}

// assigned returns the type of the value that a method assigns to a member: self.x = …
func (r *Finder) assigned(t typ, name string, depth int) (typ, bool) {
	y := t.declaration()
	if depth > deepest || t.file.family != python && t.file.family != script {
		return typ{}, false
	}
	f := t.file
	for i := f.tokenAt(y.Start); i+1 < len(f.Tokens) && f.LineOf(i) <= y.End; i++ {
		if onObject := f.text(i-1) == "." && (f.text(i-2) == "self" || f.text(i-2) == "this"); !onObject || f.text(i) != name {
			continue
		}
		if v := r.valueOf(f, i+1, depth); v.known() || v.outside {
			return v, true
		}
	}
	return typ{}, false
}
