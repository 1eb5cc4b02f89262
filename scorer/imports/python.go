package imports

import (
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
	"ctxpack/signatures"
)

// openPython resolves Python modules.
func openPython(p *project) resolver {
	py := p.python()
	return func(out []target, from fileID, imp *signatures.Import) []target {
		dir := dirOf(py.path(from))
		if strings.HasPrefix(imp.Specifier, ".") {
			return py.relative(out, dir, imp)
		}
		root := py.rootOf(dir)
		m := py.find(root, imp.Specifier)
		if m.file != noFile {
			out = append(out, target(m.file))
			if m.folder != "" {
				out = py.submodules(out, m.folder, imp.Names)
			}
			return out
		}
		for _, name := range imp.Names { // a namespace package has no file of its own
			if sub := py.find(root, imp.Specifier+"."+name); sub.file != noFile {
				out = append(out, target(sub.file))
			}
		}
		return out
	}
}

// pythonProject holds the source roots of the tree: the folders that contain top-level modules.
type pythonProject struct {
	*tree
	roots    map[string]string   // folder -> its source root
	packages map[string][]string // regular top-level package -> source roots that contain it
	tops     map[string]struct{} // every possible first part of a module name
	copies   map[string]bool     // source roots that are a copy of the standard library
	found    map[pythonKey]pythonModule
}

type pythonKey struct{ root, module string }

// pythonModule is the target of a module name. folder is set for packages.
type pythonModule struct {
	file   fileID
	folder string
}

func newPythonProject(t *tree) *pythonProject {
	py := &pythonProject{
		tree:     t,
		roots:    map[string]string{},
		packages: map[string][]string{},
		tops:     map[string]struct{}{},
		copies:   map[string]bool{},
		found:    map[pythonKey]pythonModule{},
	}
	walked := map[string]bool{"": true}
	for i := range t.files {
		path := t.files[i].Path
		name, isModule := moduleName(baseOf(path))
		if !isModule {
			continue
		}
		py.tops[name] = struct{}{}
		for dir := dirOf(path); !walked[dir]; dir = dirOf(dir) {
			walked[dir] = true
			py.tops[baseOf(dir)] = struct{}{}
			if py.isPackage(dir) && !py.isPackage(dirOf(dir)) {
				py.packages[baseOf(dir)] = append(py.packages[baseOf(dir)], dirOf(dir))
			}
		}
	}
	return py
}

// moduleName returns the module of a file name.
func moduleName(base string) (string, bool) {
	for _, ext := range pythonExtensions() {
		if name, ok := strings.CutSuffix(base, ext); ok {
			return name, true
		}
	}
	return "", false
}

func pythonExtensions() []string { return []string{".py", ".pyi", ".pyx"} }

// isPackage reports whether dir is a regular package.
func (py *pythonProject) isPackage(dir string) bool { return py.initOf(dir) != noFile }

// initOf returns the file that Python executes for a package.
func (py *pythonProject) initOf(dir string) fileID {
	return py.firstWith(under(dir, "__init__"), pythonExtensions())
}

// rootOf returns the source root of the files in dir: the folder that contains the outermost
// package, or dir itself for plain scripts.
func (py *pythonProject) rootOf(dir string) string {
	return memo(py.roots, dir, func() string {
		if dir != "" && py.isPackage(dir) {
			return py.rootOf(dirOf(dir))
		}
		return dir
	})
}

// at returns the module whose path without extension is path.
func (py *pythonProject) at(path string) (pythonModule, bool) {
	if py.isFolder(path) {
		if id := py.initOf(path); id != noFile {
			return pythonModule{id, path}, true
		}
	}
	id := py.firstWith(path, pythonExtensions())
	return pythonModule{file: id}, id != noFile
}

// find resolves an absolute module name for the files below a source root.
func (py *pythonProject) find(root, module string) pythonModule {
	top, rest, _ := strings.Cut(module, ".")
	if _, possible := py.tops[top]; !possible {
		return pythonModule{file: noFile}
	}
	return memo(py.found, pythonKey{root, module}, func() pythonModule {
		// a module of the standard library is not meant elsewhere in the tree
		return py.search(root, strings.ReplaceAll(module, ".", "/"), kinds.Is(top, "python package") || rest == "" && kinds.Is(top, "python module"))
	})
}

// search looks in the file's own source root, in its parent folders and their src folders, and then
// in the only other root that contains the module.
func (py *pythonProject) search(root, path string, standard bool) pythonModule {
	for dir := range ancestors(root) {
		for _, candidate := range [2]string{dir, under(dir, "src")} {
			if standard && !py.isStdlib(candidate) {
				continue
			}
			if m, ok := py.at(under(candidate, path)); ok {
				return m
			}
		}
	}
	if standard {
		return pythonModule{file: noFile}
	}
	return py.elsewhere(path)
}

// elsewhere looks for path in the source roots of all regular packages. The first folders of the
// path may be namespace packages. Several matches count as none.
func (py *pythonProject) elsewhere(path string) pythonModule {
	found := pythonModule{file: noFile}
	for start := 0; start < len(path); {
		name, _, _ := strings.Cut(path[start:], "/")
		namespace := strings.TrimSuffix(path[:start], "/")
		roots := py.packages[name]
		if len(roots) > maxCandidates {
			roots = nil
		}
		for _, root := range roots {
			if namespace != "" && !strings.HasSuffix("/"+root, "/"+namespace) {
				continue
			}
			m, ok := py.at(under(root, path[start:]))
			if ok && found.file != noFile && m.file != found.file {
				return pythonModule{file: noFile}
			}
			if ok {
				found = m
			}
		}
		start += len(name) + 1
	}
	return found
}

// isStdlib reports whether a source root is a copy of the standard library, where standard names
// refer to files of the tree.
func (py *pythonProject) isStdlib(root string) bool {
	return memo(py.copies, root, func() bool {
		return !slices.ContainsFunc([]string{"abc", "ast", "contextlib", "functools", "textwrap", "typing"}, func(name string) bool {
			_, ok := py.at(under(root, name))
			return !ok
		})
	})
}

// relative resolves `from .x import y` in a file of dir.
func (py *pythonProject) relative(out []target, dir string, imp *signatures.Import) []target {
	module := strings.TrimLeft(imp.Specifier, ".")
	for range len(imp.Specifier) - len(module) - 1 {
		if dir == "" {
			return out
		}
		dir = dirOf(dir)
	}
	path := under(dir, strings.ReplaceAll(module, ".", "/"))
	m, ok := pythonModule{folder: path}, false
	if module != "" {
		m, ok = py.at(path)
	} else {
		m.file = py.initOf(path)
		ok = m.file != noFile
	}
	if ok {
		out = append(out, target(m.file))
	}
	if m.folder != "" || !ok {
		out = py.submodules(out, path, imp.Names)
	}
	return out
}

// submodules appends those names that are modules in the package's folder; the others are
// attributes of the package's own file.
func (py *pythonProject) submodules(out []target, folder string, names []string) []target {
	for _, name := range names {
		if m, ok := py.at(under(folder, name)); ok {
			out = append(out, target(m.file))
		}
	}
	return out
}
