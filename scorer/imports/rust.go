package imports

import (
	"strings"

	"ctxpack/signatures"
)

// maxAliases limits how many `use` items a path is followed through.
const maxAliases = 4

// openRust resolves `mod`, `use` and `extern crate` items.
func openRust(p *project) resolver {
	m := newRustModules(p.crates())
	aliases := aliasTable{}
	return func(out []target, from fileID, imp *signatures.Import) []target {
		spec := strings.ReplaceAll(imp.Specifier, "r#", "")
		for _, place := range m.places[from] {
			id := noFile
			switch imp.Kind {
			case "mod", "mod-path":
				id = m.declared(from, place, imp)
			case "extern-crate":
				if c := m.extern(place.crate, spec); c != nil {
					id = c.root
				}
			case "include":
				id = m.at(dirOf(m.path(from)), imp.Specifier)
			default:
				id = m.use(aliases, from, place, imp.Scope, strings.TrimSuffix(spec, "::*"), maxAliases)
			}
			if id != noFile {
				out = append(out, target(id))
			}
		}
		return out
	}
}

// declared returns the file of a `mod` item. A file that is not reachable from a crate's root may
// have its children next to it as well as below it.
func (m *rustModules) declared(from fileID, place rustModule, imp *signatures.Import) fileID {
	id, _ := m.child(from, place.dir, imp)
	if id == noFile && place.crate.pkg == nil && place.crate.root == from {
		id, _ = m.child(from, strings.TrimSuffix(m.path(from), ".rs"), imp)
	}
	return id
}

// use resolves a path of a `use` item at one place. noFile means a path into an external crate or
// to an item of an inline module.
func (m *rustModules) use(aliases aliasTable, from fileID, place rustModule, scope, spec string, depth int) fileID {
	c := place.crate
	here := joinPath(place.path, scope)
	first, rest, _ := strings.Cut(spec, "::")
	switch first {
	case "crate", "$crate":
		return c.lookup(rest)
	case "self":
		if rest == "super" || strings.HasPrefix(rest, "super::") {
			return m.use(aliases, from, place, scope, rest, depth)
		}
		return c.lookup(joinPath(here, rest))
	case "super":
		up := here
		for first == "super" {
			if up == "" {
				return noFile
			}
			up = parentPath(up)
			spec = rest
			first, rest, _ = strings.Cut(spec, "::")
		}
		return c.lookup(joinPath(up, spec))
	case "": // a path that begins with `::` names a crate
		return m.externPath(c, rest)
	}
	if _, isChild := c.modules[joinPath(here, first)]; isChild {
		return c.lookup(joinPath(here, spec))
	}
	if id := m.externPath(c, spec); id != noFile {
		return id
	}
	if _, isTop := c.modules[first]; isTop && c.pkg != nil && c.pkg.old {
		return c.lookup(spec)
	}
	if alias, ok := aliases.of(m.tree, from)[first]; ok && depth > 0 && alias.spec != spec {
		return m.use(aliases, from, place, alias.scope, joinPath(alias.spec, rest), depth-1)
	}
	return noFile
}

// externPath resolves a path that begins with the name of another crate.
func (m *rustModules) externPath(c *crate, spec string) fileID {
	first, rest, _ := strings.Cut(spec, "::")
	other := m.extern(c, first)
	if other == nil {
		return noFile
	}
	return other.lookup(rest)
}

// extern returns the library that a crate refers to by name: its own package, a dependency in the
// tree, or the standard library if the tree contains its source.
func (m *rustModules) extern(c *crate, name string) *crate {
	switch name {
	case "std", "core", "alloc", "proc_macro", "test":
		if found := m.byName[name]; len(found) == 1 {
			return found[0].library
		}
		return nil
	}
	if c.pkg == nil {
		return nil
	}
	if name == c.pkg.libName && c.root != c.pkg.lib {
		return c.pkg.library
	}
	if dep := c.pkg.deps[name]; dep != nil {
		return dep.library
	}
	return nil
}

// alias is a `use` item that brings a module's name into scope.
type alias struct{ spec, scope string }

// aliasTable maps, per file, the last part of each `use` path to the path.
type aliasTable map[fileID]map[string]alias

func (a aliasTable) of(t *tree, id fileID) map[string]alias {
	return memo(a, id, func() map[string]alias { return aliasesOf(t.files[id].Imports) })
}

func aliasesOf(imps []signatures.Import) map[string]alias {
	found := map[string]alias{}
	for i := range imps {
		imp := &imps[i]
		if imp.Kind != "use" && imp.Kind != "export-from" {
			continue
		}
		spec := strings.ReplaceAll(imp.Specifier, "r#", "")
		parent, last := parentPath(spec), spec[strings.LastIndexByte(spec, ':')+1:]
		if last == "self" {
			spec, last = parent, parent[strings.LastIndexByte(parent, ':')+1:]
		}
		if strings.Contains(spec, "::") && last != "*" {
			found[last] = alias{spec, imp.Scope}
		}
	}
	return found
}
