package imports

import (
	"errors"
	"strings"

	"golang.org/x/mod/modfile"

	"ctxpack/signatures"
)

// goModule is one go.mod of the tree.
type goModule struct {
	dir  string
	path string
	// local maps module paths to folders of the tree that replace them.
	local map[string]string
}

// goProject holds the Go modules of the tree and their packages.
type goProject struct {
	*tree
	byDir    map[string]*goModule
	byPath   map[string][]*goModule
	works    map[string]map[string]string // folder of a go.work -> replaced module -> folder
	owners   map[string]*goModule
	packages map[string]target
	longest  int // length of the longest module path
	found    map[goKey]target
}

type goKey struct {
	module *goModule
	path   string
}

// noPackage is the target of an import path without a package in the tree. No valid group has this number.
const noPackage = target(-1 << 31)

// openGo resolves Go import paths to all files of the package except tests, for all platforms.
func openGo(p *project) resolver {
	g := &goProject{
		tree:     p.tree,
		byDir:    map[string]*goModule{},
		byPath:   map[string][]*goModule{},
		works:    map[string]map[string]string{},
		owners:   map[string]*goModule{},
		packages: map[string]target{},
		found:    map[goKey]target{},
	}
	for path, text := range g.texts("go.mod") {
		g.loadModule(path, text)
	}
	for path, text := range g.texts("go.work") {
		if f, err := modfile.ParseWork(path, []byte(text), nil); err != nil {
			g.warnGo(path, err)
		} else {
			g.works[dirOf(path)] = g.replacements(dirOf(path), f.Replace)
		}
	}
	return func(out []target, from fileID, imp *signatures.Import) []target {
		dir := dirOf(g.path(from))
		key := goKey{g.owner(dir), imp.Specifier}
		to := memo(g.found, key, func() target { return g.resolve(key.module, dir, key.path) })
		if to == noPackage {
			return out
		}
		return append(out, to)
	}
}

// loadModule reads one go.mod. It ignores directives of newer Go versions.
func (g *goProject) loadModule(path, text string) {
	f, err := modfile.Parse(path, []byte(text), nil)
	if err != nil {
		if f, err = modfile.ParseLax(path, []byte(text), nil); err != nil {
			g.warnGo(path, err)
			return
		}
	}
	m := &goModule{dir: dirOf(path), local: g.replacements(dirOf(path), f.Replace)}
	g.byDir[m.dir] = m
	if f.Module != nil {
		m.path = f.Module.Mod.Path
		g.longest = max(g.longest, len(m.path))
		g.byPath[m.path] = append(g.byPath[m.path], m)
	}
}

// warnGo records a parser's error, which already begins with the path.
func (g *goProject) warnGo(path string, err error) {
	g.warn(path, errors.New("parse module file: "+strings.ReplaceAll(err.Error(), path+":", "line ")))
}

// replacements maps modules to the folders that replace directives name.
func (g *goProject) replacements(dir string, list []*modfile.Replace) map[string]string {
	local := map[string]string{}
	for _, r := range list {
		if folder, ok := join(dir, r.New.Path); ok && r.New.Version == "" && modfile.IsDirectoryPath(r.New.Path) {
			local[r.Old.Path] = folder
			g.longest = max(g.longest, len(r.Old.Path))
		}
	}
	return local
}

// owner returns the module that contains the folder, or nil.
func (g *goProject) owner(dir string) *goModule {
	return memo(g.owners, dir, func() *goModule {
		m := g.byDir[dir]
		if m == nil && dir != "" {
			m = g.owner(dirOf(dir))
		}
		return m
	})
}

// resolve finds the package of an import path by its longest prefix that is a replaced module, the
// importing module or another module of the tree.
func (g *goProject) resolve(from *goModule, dir, path string) target {
	for prefix := path; prefix != ""; prefix = dirOf(prefix) {
		if len(prefix) > g.longest {
			continue
		}
		rest := strings.TrimPrefix(path[len(prefix):], "/")
		if local, ok := g.replaced(from, dir, prefix); ok {
			return g.packageIn(local, rest)
		}
		if from != nil && from.path == prefix {
			if to := g.packageIn(from.dir, rest); to != noPackage {
				return to
			}
			continue
		}
		if modules := g.byPath[prefix]; len(modules) == 1 {
			if to := g.packageIn(modules[0].dir, rest); to != noPackage {
				return to
			}
		}
	}
	if std := g.byPath["std"]; len(std) == 1 { // standard library paths have no module prefix
		return g.packageIn(std[0].dir, path)
	}
	return noPackage
}

// replaced returns the folder that replaces a module, by the importing module or a workspace above it.
func (g *goProject) replaced(from *goModule, dir, path string) (string, bool) {
	if from != nil {
		if local, ok := from.local[path]; ok {
			return local, true
		}
		dir = from.dir
	}
	if len(g.works) == 0 {
		return "", false
	}
	for d := range ancestors(dir) {
		if work, ok := g.works[d]; ok {
			local, ok := work[path]
			return local, ok
		}
	}
	return "", false
}

// packageIn returns the package in folder rest of the module in dir.
func (g *goProject) packageIn(dir, rest string) target {
	folder, ok := join(dir, rest)
	if !ok || !g.isFolder(folder) {
		return noPackage
	}
	if m := g.owner(folder); m != nil && m.dir != dir {
		return noPackage // a nested module's folder is not part of this one
	}
	return memo(g.packages, folder, func() target {
		if members := g.packageFiles(folder); len(members) > 0 {
			return g.newGroup(members)
		}
		return noPackage
	})
}

// packageFiles returns the files of the package in a folder, without the programs there that generate parts of it.
func (g *goProject) packageFiles(folder string) []fileID {
	var all, library []fileID
	for _, id := range g.folders[folder] {
		base := baseOf(g.path(id))
		if !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") || strings.IndexByte("_.", base[0]) >= 0 {
			continue
		}
		all = append(all, id)
		if name := g.files[id].Package; name != "main" && name != "documentation" {
			library = append(library, id)
		}
	}
	if len(library) > 0 {
		return library
	}
	return all
}
