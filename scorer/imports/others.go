package imports

import (
	"regexp"
	"slices"
	"strings"

	"ctxpack/signatures"
)

// The languages whose imports name a path, a module that a file declares, or a folder
// share the resolvers of this file; what is their own stands in a row of the table.

// pathRules say which file a text can mean.
type pathRules struct {
	clean   func(spec string) string // makes a path of it, "" if it is none; nil leaves it as it is
	folders []string                 // where it is looked for, below each folder above the file; the folder itself is ""
	ends    []string                 // what may have been left out: extensions, `/init.lua`
	dotted  bool                     // a.b is a/b, but for what is relative or has one of the ends
	started bool                     // what is relative may also be so to the root, where programs are started
	served  bool                     // what does not begin with a slash is relative to the file
	partial bool                     // the name may begin with an underscore more
	library string                   // the one file below any folder of this name comes next, then what lies beside the folders
}

// openPaths resolves by the rules. What is relative lies beside the file.
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

// path makes a path of an import, and tells whether it lies beside the file.
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

// above looks for a path below the folders above a file, the nearest first.
func (p *project) above(from fileID, r pathRules, folders []string, spec string) fileID {
	for d := range ancestors(dirOf(p.path(from))) {
		if id := p.among(from, d, r, folders, spec); id != noFile {
			return id
		}
	}
	return noFile
}

// among looks for a path in some folders of one folder. A file does not import itself.
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

// expansion is what a path of a shell script begins with where it is computed: a variable
// or a command, which gives the script's folder or the root. Read-only.
var expansion = regexp.MustCompile("^(?:\\$\\w+|\\$\\{[^}]*\\}+|\\$\\(.*\\)|`[^`]*`)[\"']?/+")

// shellPath is the path that `source` names.
func shellPath(spec string) string {
	spec = strings.Trim(spec, `"'`)
	spec = strings.Trim(spec[len(expansion.FindString(spec)):], `"'`)
	if strings.ContainsAny(spec, "$`") {
		return ""
	}
	return spec
}

// stylePath is the path that a style sheet names.
func stylePath(spec string) string { return strings.TrimPrefix(cleanModule(spec), "~") }

// openDart resolves `package:name/path`, which lies in lib of the package that a
// pubspec.yaml names, and what is relative to the file.
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

// openDeclared resolves names that files of a language declare: where they are whole namespaces, to every file of
// one, or to the file that is called after a type in it; else to the only file that declares it.
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
			for ; whole && name != ""; name = parentName(name) { // a nested type lies in the outer one's file
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

// openFolders resolves imports of all files of a folder that have one of the ends.
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

// openSwift resolves `import Name` to every file of the target of that name: Sources/Name and Tests/Name beside a
// Package.swift. Two targets of the name count as none.
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
