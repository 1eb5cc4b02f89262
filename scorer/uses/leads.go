package uses

import (
	"path"
	"slices"
	"strings"
)

// localNames returns the unqualified names by which a file refers to a top-level declaration of
// another file; none if it cannot see it.
func (r *Finder) localNames(f, to *File, name string) []string {
	if f == to {
		return []string{name}
	}
	return memo(r.locals, [3]string{f.Path, to.Path, name}, func() []string { return r.findLocalNames(f, to, name) })
}

func (r *Finder) findLocalNames(f, to *File, name string) []string {
	same := []string{name}
	switch f.family {
	case goish:
		if path.Dir(f.Path) == path.Dir(to.Path) && f.Package == to.Package {
			return same
		}
		if slices.ContainsFunc(f.modules, func(spec string) bool { return r.leads(f, spec, to, name) }) {
			return same
		}
		return nil
	case typed:
		beside := f.sharesPackage(to) || path.Dir(f.Path) == path.Dir(to.Path)
		if sees := beside || r.leads(f, "", to, name) || r.leads(to, "", f, name) || r.shareHeader(f, to); sees {
			return same
		}
		return nil
	case other:
		return same
	}
	var names []string
	t := Target{to, slices.IndexFunc(to.Declarations, func(y Declaration) bool { return y.Name == name && y.Parent == "" })}
	for _, b := range f.imports {
		if t.Decl >= 0 && r.brings(f, b, t) {
			names = append(names, b.local)
		}
	}
	if slices.ContainsFunc(f.modules, func(spec string) bool { return r.leads(f, spec, to, name) }) {
		names = append(names, name)
	}
	return names
}

// sharesPackage reports whether f is in the package of to; in C#, also in one of its namespaces or below.
func (f *File) sharesPackage(to *File) bool {
	return to.Package != "" && f.Package == to.Package || f.language == "C#" && slices.ContainsFunc(to.namespaces, func(around string) bool {
		return slices.ContainsFunc(f.namespaces, func(own string) bool { return own == around || strings.HasPrefix(own, around+".") })
	})
}

// shareHeader reports whether a file includes the header of the file that defines something.
func (r *Finder) shareHeader(f, to *File) bool {
	return slices.ContainsFunc(r.tree.Imports(to.Path), func(header string) bool {
		return stem(header) == stem(to.Path) && (header == f.Path || r.reaches(f.Path, header, ""))
	})
}

// leads reports whether a file imports from a module what another file declares; "" is any module.
func (r *Finder) leads(f *File, specifier string, to *File, name string) bool {
	return memo(r.led, [4]string{f.Path, specifier, to.Path, name}, func() bool { return r.findLead(f, specifier, to, name) })
}

func (r *Finder) findLead(f *File, specifier string, to *File, name string) bool {
	if f.family == goish {
		return r.isGoPackage(f, specifier, to)
	}
	if f == to {
		return f.family == rust && (specifier == "" || specifier == "self")
	}
	for _, first := range r.tree.Imports(f.Path) {
		if specifier != "" && !touches(f, specifier, first) {
			continue
		}
		if first == to.Path || r.passesOn(first, name) && r.reaches(first, to.Path, name) {
			return true
		}
	}
	return false
}

// reaches follows files that re-export a name.
func (r *Finder) reaches(from, to, name string) bool {
	seen := map[string]bool{from: true}
	front := []string{from}
	for range farthest {
		var next []string
		for _, p := range front {
			for _, q := range r.tree.Imports(p) {
				if q == to {
					return true
				}
				if !seen[q] {
					seen[q] = true
					if name == "" || r.passesOn(q, name) {
						next = append(next, q)
					}
				}
			}
		}
		front = next
	}
	return false
}

// passesOn reports whether a file may re-export a top-level name rather than declaring it.
// Headers declare what other files define.
func (r *Finder) passesOn(file, name string) bool {
	for _, g := range r.tree.Declaring(name) {
		if g.Path == file && (g.family == python || g.family == script) {
			return !g.declaresAtTop(name) && r.tree.PassesOn(file, name)
		}
	}
	return r.tree.PassesOn(file, name)
}

// near reports whether a file can see another: it imports it, or a file that re-exports it.
func (r *Finder) near(f, to *File, name string) bool {
	return f == to || path.Dir(f.Path) == path.Dir(to.Path) || f.language == "C#" && f.sharesPackage(to) || r.leads(f, "", to, name)
}

// isGoPackage reports whether an import path is that of a file's package.
func (r *Finder) isGoPackage(f *File, specifier string, to *File) bool {
	if path.Dir(f.Path) != path.Dir(to.Path) && !slices.Contains(r.tree.Imports(f.Path), to.Path) {
		return false
	}
	if specifier == "" {
		return true
	}
	dir := path.Dir(to.Path)
	if dir != "." && (specifier == dir || strings.HasSuffix(specifier, "/"+dir)) {
		return true
	}
	base := goName(specifier)
	return base == to.Package && (dir == "." || base == path.Base(dir))
}

// touches reports whether a specifier can refer to an imported file.
func touches(f *File, specifier, imported string) bool {
	switch f.family {
	case script:
		if strings.HasPrefix(specifier, ".") {
			at := path.Join(path.Dir(f.Path), specifier)
			bare := strings.TrimSuffix(imported, path.Ext(imported))
			return at == imported || at == bare || path.Join(at, "index") == bare || strings.TrimSuffix(at, path.Ext(at)) == bare
		}
		return hasPart(imported, path.Base(specifier))
	case python:
		last := strings.TrimRight(specifier, ".")
		return last == "" || hasPart(imported, last[strings.LastIndexByte(last, '.')+1:])
	case rust:
		for _, part := range strings.Split(specifier, "::") {
			isRelative := part == "crate" || part == "self" || part == "super"
			if isRelative || hasPart(imported, part) || hasPart(imported, strings.ReplaceAll(part, "_", "-")) {
				return true
			}
		}
		return false
	}
	return true
}

// hasPart reports whether the file or one of its folders has a name.
func hasPart(p, name string) bool {
	return stem(p) == name || slices.Contains(strings.Split(path.Dir(p), "/"), name)
}

// moduleName returns the module name of a file.
func moduleName(p string) string {
	switch name := stem(p); name {
	case "mod", "lib", "main", "index", "__init__":
		dir := path.Dir(p)
		if path.Base(dir) == "src" {
			dir = path.Dir(dir)
		}
		return path.Base(dir)
	default:
		return name
	}
}
