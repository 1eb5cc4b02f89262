package imports

import (
	"slices"
	"strings"

	"ctxpack/internal/text/pattern"
	"ctxpack/signatures"
)

// Languages whose imports name a path, a declared module, or a folder share the resolvers of this
// file; the table has their differences.

// pathRules define how a specifier maps to a file.
type pathRules struct {
	clean   func(spec string) string // converts a specifier to a path, "" if it is not a path; nil leaves it unchanged
	folders []string                 // subfolders to search in each parent folder of the file; "" is the parent folder itself
	ends    []string                 // suffixes that specifiers may omit: extensions, `/init.lua`
	dotted  bool                     // a.b means a/b, unless it is relative or has one of the ends
	started bool                     // relative paths may also start at the root, where programs are started
	served  bool                     // paths without a leading slash are relative to the file
	partial bool                     // the file name may have an additional leading underscore
	library string                   // then try the only file below any folder with this name, then files next to these folders
}

// openPaths resolves by the rules. Relative paths start at the file's folder.
func openPaths(r pathRules) func(p *project) resolver {
	return func(p *project) resolver {
		var below unique
		if r.library != "" {
			below = p.belowFolders(func(dir string) bool { return baseOf(dir) == r.library },
				func(path string) bool { return strings.HasSuffix(path, r.ends[0]) })
		}
		return toFile(func(from fileID, imp *signatures.Import) fileID {
			dir, id := dirOf(p.path(from)), noFile
			spec, beside := r.path(imp)
			switch {
			case spec == "":
			case beside:
				if id = p.among(from, dir, r, []string{""}, spec); id == noFile && r.started {
					id = p.among(from, "", r, []string{""}, spec)
				}
			default:
				id = p.above(from, r, r.folders, spec)
				if found, ok := below[strings.TrimSuffix(spec, r.ends[0])+r.ends[0]]; id == noFile && ok {
					id = found
				} else if id == noFile && r.library != "" && strings.Contains(spec, "/") {
					id = p.above(from, r, []string{""}, spec)
				}
			}
			return id
		})
	}
}

// path converts an import to a path, and reports whether it is relative to the file.
func (r *pathRules) path(imp *signatures.Import) (spec string, beside bool) {
	spec = imp.Specifier
	if r.clean != nil {
		spec = r.clean(spec)
	}
	served := false
	if r.served {
		spec, served = strings.CutPrefix(spec, "/")
	}
	beside = isRelative(spec) || r.served && !served || imp.Kind == "require-relative" || imp.Kind == "require_relative"
	if r.dotted && !beside {
		if slices.ContainsFunc(r.ends, func(end string) bool { return end != "" && strings.HasSuffix(spec, end) }) {
			return spec, true
		}
		spec = strings.ReplaceAll(spec, ".", "/")
	}
	return spec, beside
}

// above looks for a path in the parent folders of a file, nearest first.
func (p *project) above(from fileID, r pathRules, folders []string, spec string) fileID {
	for d := range ancestors(dirOf(p.path(from))) {
		if id := p.among(from, d, r, folders, spec); id != noFile {
			return id
		}
	}
	return noFile
}

// among looks for a path in subfolders of one folder. A file does not import itself.
func (p *project) among(from fileID, dir string, r pathRules, folders []string, spec string) fileID {
	for _, folder := range folders {
		path, ok := join(under(dir, folder), spec)
		if !ok || folder != "" && !p.isFolder(under(dir, folder)) {
			continue
		}
		for _, end := range r.ends {
			if id, exists := p.file(path + end); exists && id != from {
				return id
			}
			if r.partial {
				if id, exists := p.file(under(dirOf(path), "_"+baseOf(path)) + end); exists && id != from {
					return id
				}
			}
		}
	}
	return noFile
}

// expansion matches a variable or command at the start of a shell script's path that yields the
// script's folder or the root.
var expansion = pattern.Of("^(?:\\$\\w+|\\$\\{[^}]*\\}+|\\$\\(.*\\)|`[^`]*`)[\"']?/+")

// shellPath returns the path that `source` names.
func shellPath(spec string) string {
	spec = strings.Trim(spec, `"'`)
	spec = strings.Trim(spec[len(expansion().FindString(spec)):], `"'`)
	if strings.ContainsAny(spec, "$`") {
		return ""
	}
	return spec
}

// stylePath returns the path that a style sheet names.
func stylePath(spec string) string { return strings.TrimPrefix(cleanModule(spec), "~") }

// openDart resolves `package:name/path` to lib of the package that a pubspec.yaml names, and relative paths.
func openDart(p *project) resolver {
	libraries := map[string]string{}
	for path, text := range p.texts("pubspec.yaml") {
		for line := range strings.Lines(text) {
			if name, ok := strings.CutPrefix(line, "name:"); ok {
				libraries[strings.Trim(name, " \t\r\n\"'")] = under(dirOf(path), "lib")
			}
		}
	}
	return toFile(func(from fileID, imp *signatures.Import) fileID {
		inPackage, ok := strings.CutPrefix(imp.Specifier, "package:")
		if !ok {
			return p.at(dirOf(p.path(from)), imp.Specifier)
		}
		name, file, _ := strings.Cut(inPackage, "/")
		if library, known := libraries[name]; known {
			return p.at(library, file)
		}
		return noFile
	})
}

// openDeclared resolves names that files declare. If names are whole namespaces, it resolves to every file of the
// namespace, or to the file named after a type in it; otherwise to the only file that declares the name.
func openDeclared(language string, whole bool) func(p *project) resolver {
	return func(p *project) resolver {
		members, types := map[string][]fileID{}, map[string][]fileID{}
		for i := range p.files {
			f := &p.files[i]
			if f.Language != language {
				continue
			}
			spaces := f.Namespaces
			if len(spaces) == 0 && f.Package != "" {
				spaces = []string{f.Package}
			}
			for _, space := range spaces {
				if list := members[space]; len(list) == 0 || list[len(list)-1] != fileID(i) {
					members[space] = append(list, fileID(i))
					types[space+"."+stemOf(f.Path)] = append(types[space+"."+stemOf(f.Path)], fileID(i))
				}
			}
		}
		groups := map[string]target{}
		return func(out []target, _ fileID, imp *signatures.Import) []target {
			name := strings.TrimPrefix(imp.Specifier, "global::")
			list := members[name]
			switch {
			case !whole && len(list) == 1:
				return append(out, target(list[0]))
			case whole && len(list) > 0 && imp.Kind != "static":
				return append(out, memo(groups, name, func() target { return p.newGroup(list) }))
			}
			for ; whole && name != ""; name = parentName(name) { // the outer type's file contains nested types
				if files := types[name]; len(files) == 1 {
					return append(out, target(files[0]))
				} else if len(members[name]) > 0 {
					break
				}
			}
			return out
		}
	}
}

// openFolders resolves imports to all files of a folder with one of the extensions.
func (p *project) openFolders(ends []string, deep bool, folder func(from fileID, spec string) (string, bool)) resolver {
	groups := map[string]target{}
	return func(out []target, from fileID, imp *signatures.Import) []target {
		top, ok := folder(from, imp.Specifier)
		if !ok {
			return out
		}
		return append(out, memo(groups, top, func() target {
			var members []fileID
			for todo := []string{top}; len(todo) > 0; todo = todo[1:] {
				if deep {
					todo = append(todo, p.subfolders(todo[0])...)
				}
				for _, id := range p.folders[todo[0]] {
					if slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(p.path(id), end) }) {
						members = append(members, id)
					}
				}
			}
			slices.Sort(members)
			return p.newGroup(members)
		}))
	}
}

// openTerraform resolves the source of a module: all files of a local folder.
func openTerraform(p *project) resolver {
	return p.openFolders([]string{".tf", ".tofu"}, false, func(from fileID, spec string) (string, bool) {
		path, ok := join(dirOf(p.path(from)), spec)
		return path, ok && isRelative(spec) && p.isFolder(path)
	})
}

// openSwift resolves `import Name` to every file of the target with that name: Sources/Name and
// Tests/Name next to a Package.swift. If two targets have the name, it resolves to none.
func openSwift(p *project) resolver {
	folders := map[string][]string{}
	for _, id := range p.named("Package.swift") {
		for _, kind := range [...]string{"Sources", "Source", "src", "srcs", "Tests"} {
			for _, dir := range p.subfolders(under(dirOf(p.path(id)), kind)) {
				folders[baseOf(dir)] = append(folders[baseOf(dir)], dir)
			}
		}
	}
	return p.openFolders([]string{".swift"}, true, func(_ fileID, spec string) (string, bool) {
		module, _, _ := strings.Cut(spec, ".")
		dirs := folders[module]
		return strings.Join(dirs, ""), len(dirs) == 1
	})
}
