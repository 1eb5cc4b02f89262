package imports

import (
	"path"
	"slices"
	"strings"

	"ctxpack/signatures"
)

// maxCrates limits how many crates one file is resolved in. A helper of integration tests is part
// of all of them, with the same result in each.
const maxCrates = 8

// crate is one compilation unit: a root file and the modules below it.
type crate struct {
	pkg     *rustPackage // nil without a Cargo.toml
	root    fileID
	modules map[string]fileID // "a::b" -> file; the root is ""
	longest int               // length of the longest name in modules
}

// rustModule is a file's place in one crate.
type rustModule struct {
	crate *crate
	path  string // "a::b"
	dir   string // folder of its child modules
}

// rustModules holds the module tree of every crate.
type rustModules struct {
	*rustProject
	places map[fileID][]rustModule
}

func newRustModules(r *rustProject) *rustModules {
	m := &rustModules{rustProject: r, places: map[fileID][]rustModule{}}
	for _, pkg := range r.packages {
		if pkg.lib != noFile {
			pkg.library = m.addCrate(pkg, pkg.lib)
		}
		for _, id := range slices.Concat(pkg.bins, pkg.others) {
			m.addCrate(pkg, id)
		}
	}
	for i := range r.files { // roots without a manifest first, so that they claim their modules
		base := baseOf(r.files[i].Path)
		if id := fileID(i); (base == "lib.rs" || base == "main.rs") && len(m.places[id]) == 0 {
			m.addCrate(nil, id)
		}
	}
	for i := range r.files {
		if id := fileID(i); r.files[i].Language == "Rust" && len(m.places[id]) == 0 {
			m.adopt(id)
		}
	}
	return m
}

// addCrate makes a crate from a root file and follows its `mod` items.
func (m *rustModules) addCrate(pkg *rustPackage, root fileID) *crate {
	for _, place := range m.places[root] {
		if place.crate.root == root {
			return place.crate // a target that is both listed and found
		}
	}
	c := &crate{pkg: pkg, root: root, modules: map[string]fileID{"": root}}
	m.follow(root, rustModule{crate: c, dir: dirOf(m.path(root))})
	return c
}

// adopt places a file that no `mod` item leads to, because a macro or nothing declares it, at the
// module path that its file path suggests.
func (m *rustModules) adopt(id fileID) {
	file := m.path(id)
	for dir := range ancestors(dirOf(file)) {
		pkg := m.byDir[dir]
		if pkg == nil {
			continue
		}
		c := pkg.library
		if c == nil && len(pkg.bins) > 0 {
			c = m.places[pkg.bins[0]][0].crate
		}
		if c == nil || !within(file, dirOf(m.path(c.root))) {
			break
		}
		stem := strings.TrimSuffix(strings.TrimSuffix(file, ".rs"), "/mod")
		name := strings.ReplaceAll(relTo(stem, dirOf(m.path(c.root))), "/", "::")
		if _, taken := c.modules[name]; taken {
			break
		}
		c.add(name, id)
		m.follow(id, rustModule{crate: c, path: name, dir: stem})
		return
	}
	m.addCrate(nil, id)
}

// follow adds a file and every file that its `mod` items lead to.
func (m *rustModules) follow(id fileID, place rustModule) {
	type step struct {
		id    fileID
		place rustModule
	}
	todo := []step{{id, place}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if len(m.places[s.id]) >= maxCrates {
			continue
		}
		m.places[s.id] = append(m.places[s.id], s.place)
		imps := m.files[s.id].Imports
		for i := range imps {
			if imps[i].Kind != "mod" && imps[i].Kind != "mod-path" {
				continue
			}
			child, dir := m.child(s.id, s.place.dir, &imps[i])
			if child == noFile {
				continue
			}
			name := joinPath(s.place.path, imps[i].Scope, m.moduleName(child, &imps[i]))
			known, twice := s.place.crate.modules[name]
			if twice && known == child || len(name) > maxSpecifier {
				continue
			}
			if !twice { // of two variants of a module, the first represents both
				s.place.crate.add(name, child)
			}
			todo = append(todo, step{child, rustModule{crate: s.place.crate, path: name, dir: dir}})
		}
	}
}

// moduleName returns the name of the module that a `mod` item declares. With a
// #[path], Names has the item's own name, if the extractor finds it.
func (m *rustModules) moduleName(child fileID, imp *signatures.Import) string {
	if imp.Kind == "mod" {
		return unraw(imp.Specifier)
	}
	if len(imp.Names) > 0 {
		return unraw(imp.Names[0])
	}
	if baseOf(m.path(child)) == "mod.rs" {
		return baseOf(dirOf(m.path(child)))
	}
	return stemOf(m.path(child))
}

// child returns the file of a `mod` item and the folder of that file's child modules. id is the
// declaring file and dir the folder of its child modules.
func (m *rustModules) child(id fileID, dir string, imp *signatures.Import) (fileID, string) {
	inline := strings.ReplaceAll(imp.Scope, "::", "/")
	if imp.Kind == "mod-path" {
		base := under(dir, inline)
		if inline == "" { // a path attribute outside inline modules is relative to the file's folder
			base = dirOf(m.path(id))
		}
		found := m.at(base, strings.ReplaceAll(imp.Specifier, `\`, "/"))
		if found == noFile {
			return noFile, ""
		}
		return found, dirOf(m.path(found))
	}
	stem := path.Join(dir, inline, unraw(imp.Specifier))
	for _, candidate := range []string{stem + ".rs", stem + "/mod.rs"} {
		if found, exists := m.file(candidate); exists {
			return found, stem
		}
	}
	return noFile, ""
}

// unraw strips the raw identifier prefix.
func unraw(name string) string { return strings.TrimPrefix(name, "r#") }

// joinPath joins module paths and skips empty ones.
func joinPath(parts ...string) string {
	out := ""
	for _, p := range parts {
		switch {
		case p == "":
		case out == "":
			out = p
		default:
			out += "::" + p
		}
	}
	return out
}

// parentPath returns a module path without its last part.
func parentPath(p string) string { return beforeLast(p, "::") }

func (c *crate) add(name string, id fileID) {
	c.modules[name] = id
	c.longest = max(c.longest, len(name))
}

// lookup returns the file of the longest prefix of a path that is a module; the rest names an item
// in it. The crate's root is the shortest such prefix.
func (c *crate) lookup(p string) fileID {
	for p != "" {
		if len(p) <= c.longest {
			if id, ok := c.modules[p]; ok {
				return id
			}
		}
		p = parentPath(p)
	}
	return c.root
}
