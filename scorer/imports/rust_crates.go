package imports

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"ctxpack/internal/text/mapped"
)

// rustPackage is one Cargo.toml with a [package] table.
type rustPackage struct {
	manifest string
	dir      string
	name     string
	libName  string // as in code; "" without a library
	lib      fileID
	bins     []fileID
	others   []fileID // examples, tests, benches, the build script
	old      bool     // edition 2015, where `use` paths start at the crate's root
	toml     tomlTable
	deps     map[string]*rustPackage // name in code -> package of the tree
	library  *crate
}

// rustProject holds the Cargo packages of the tree.
type rustProject struct {
	*tree
	packages   []*rustPackage // sorted by manifest
	byDir      map[string]*rustPackage
	byName     map[string][]*rustPackage
	workspaces map[string]tomlTable // folder -> its [workspace] table
}

func newRustProject(t *tree) *rustProject {
	r := &rustProject{
		tree:       t,
		byDir:      map[string]*rustPackage{},
		byName:     map[string][]*rustPackage{},
		workspaces: map[string]tomlTable{},
	}
	for path, v := range manifests(t, t.readTOML, "Cargo.toml") {
		dir := dirOf(path)
		if w := v.table("workspace"); w != nil {
			r.workspaces[dir] = w
		}
		if v.table("package") == nil {
			continue
		}
		pkg := r.newPackage(path, v)
		r.packages = append(r.packages, pkg)
		r.byDir[dir] = pkg
		r.byName[pkg.name] = append(r.byName[pkg.name], pkg)
	}
	for _, pkg := range r.packages {
		pkg.deps = r.dependencies(pkg)
	}
	return r
}

// newPackage finds the targets of a package by the rules of the Cargo book, "Cargo Targets".
func (r *rustProject) newPackage(manifest string, v tomlTable) *rustPackage {
	meta := v.table("package")
	_, hasEdition := meta["edition"]
	pkg := &rustPackage{
		manifest: manifest,
		dir:      dirOf(manifest),
		name:     meta.str("name"),
		old:      !hasEdition || meta.str("edition") == "2015",
		toml:     v,
	}
	libPath := cmp.Or(v.table("lib").str("path"), "src/lib.rs")
	if pkg.lib = r.at(pkg.dir, libPath); pkg.lib != noFile {
		pkg.libName = cmp.Or(v.table("lib").str("name"), strings.ReplaceAll(pkg.name, "-", "_"))
	}
	pkg.bins = r.targets(pkg, "bin", "src/bin", meta.bool("autobins", true))
	if id := r.at(pkg.dir, "src/main.rs"); id != noFile && meta.bool("autobins", true) {
		pkg.bins = append(pkg.bins, id)
	}
	for _, kind := range [][2]string{{"example", "examples"}, {"test", "tests"}, {"bench", "benches"}} {
		pkg.others = append(pkg.others, r.targets(pkg, kind[0], kind[1], meta.bool("auto"+kind[1], true))...)
	}
	if id := r.at(pkg.dir, cmp.Or(meta.str("build"), "build.rs")); id != noFile {
		pkg.others = append(pkg.others, id)
	}
	return pkg
}

// targets returns the roots of one kind of target: the listed ones and, if auto is set, every file
// and every folder with a main.rs in the kind's folder.
func (r *rustProject) targets(pkg *rustPackage, kind, folder string, auto bool) []fileID {
	var out []fileID
	for _, t := range pkg.toml.tables(kind) {
		candidates := []string{t.str("path")}
		if name := t.str("name"); candidates[0] == "" && name != "" {
			candidates = []string{folder + "/" + name + ".rs", folder + "/" + name + "/main.rs"}
			if kind == "bin" {
				candidates = append(candidates, "src/main.rs")
			}
		}
		for _, c := range candidates {
			if id := r.at(pkg.dir, c); id != noFile && c != "" {
				out = append(out, id)
				break
			}
		}
	}
	if auto {
		dir := under(pkg.dir, folder)
		out = append(out, mapped.Where(r.folders[dir], func(id fileID) bool { return strings.HasSuffix(r.path(id), ".rs") })...)
		for _, sub := range r.subfolders(dir) {
			if id, ok := r.file(sub + "/main.rs"); ok {
				out = append(out, id)
			}
		}
	}
	return out
}

// dependencies resolves declared dependencies to packages of the tree: by path, by the workspace's
// table, or by a unique name.
func (r *rustProject) dependencies(pkg *rustPackage) map[string]*rustPackage {
	deps := map[string]*rustPackage{}
	for _, from := range pkg.everywhere() {
		for _, section := range []string{"build-dependencies", "dev-dependencies", "dependencies"} {
			table := from.table(section)
			for _, key := range slices.Sorted(maps.Keys(table)) {
				dep, renamed := r.dependency(pkg.dir, key, table.table(key))
				if renamed && dep != nil {
					deps[strings.ReplaceAll(key, "-", "_")] = dep
				} else if dep != nil {
					deps[dep.libName] = dep
				}
			}
		}
	}
	return deps
}

// everywhere returns the tables that can declare dependencies: the manifest and its targets.
func (pkg *rustPackage) everywhere() []tomlTable {
	targets := pkg.toml.table("target")
	tables := mapped.Of(slices.Sorted(maps.Keys(targets)), func(name string) tomlTable { return targets.table(name) })
	return append([]tomlTable{pkg.toml}, tables...)
}

// dependency resolves one dependency that is declared in the folder dir. It is renamed if its key
// differs from the name of its library.
func (r *rustProject) dependency(dir, key string, spec tomlTable) (dep *rustPackage, renamed bool) {
	if spec.bool("workspace", false) {
		for d := range ancestors(dir) {
			if w, ok := r.workspaces[d]; ok {
				return r.dependency(d, key, w.table("dependencies", key).without("workspace"))
			}
		}
		return nil, false
	}
	renamed = spec.str("package") != ""
	name := cmp.Or(spec.str("package"), key)
	if p := spec.str("path"); p != "" {
		if folder, ok := join(dir, p); ok {
			return r.byDir[folder], renamed
		}
		return nil, renamed
	}
	if found := r.byName[name]; len(found) == 1 {
		return found[0], renamed
	}
	return nil, renamed
}

// without returns the table without one key.
func (t tomlTable) without(key string) tomlTable {
	if _, ok := t[key]; !ok {
		return t
	}
	t = maps.Clone(t)
	delete(t, key)
	return t
}
