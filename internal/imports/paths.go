package imports

import (
	"strings"

	"ctxpack/signatures"
)

// openStyle resolves @import, @use and @forward of style sheets: relative
// paths with and without extension, Sass partials and folders with an index.
func openStyle(p *project) resolver {
	return func(out []target, from fileID, imp *signatures.Import) []target {
		spec := strings.TrimPrefix(cleanModule(imp.Specifier), "~")
		dir := dirOf(p.path(from))
		for _, base := range [...]string{dir, ""} {
			path, ok := join(base, spec)
			if !ok || spec == "" {
				continue
			}
			if id := p.first(styleNames(path)); id != noFile && id != from {
				return append(out, target(id))
			}
			if isRelative(spec) {
				break
			}
		}
		return out
	}
}

// styleNames are the files that the path of a style sheet can mean.
func styleNames(path string) []string {
	partial := under(dirOf(path), "_"+baseOf(path))
	list := []string{path, partial}
	for _, ext := range [...]string{".scss", ".sass", ".css", ".less"} {
		list = append(list, path+ext, partial+ext)
	}
	for _, ext := range [...]string{".scss", ".sass"} {
		list = append(list, path+"/_index"+ext, path+"/index"+ext)
	}
	return list
}

// first returns the first of the paths that is a file.
func (t *tree) first(paths []string) fileID {
	for _, path := range paths {
		if id, ok := t.file(path); ok {
			return id
		}
	}
	return noFile
}

// openPage resolves what pages refer to: relative to the page, or from the
// folder that is served.
func openPage(p *project) resolver {
	return func(out []target, from fileID, imp *signatures.Import) []target {
		dir := dirOf(p.path(from))
		spec, served := strings.CutPrefix(imp.Specifier, "/")
		bases := []string{dir}
		if served {
			bases = nil
			for d := range ancestors(dir) {
				bases = append(bases, d, under(d, "public"), under(d, "static"))
			}
		}
		for _, base := range bases {
			if path, ok := join(base, spec); ok && spec != "" {
				if id, exists := p.file(path); exists && id != from {
					return append(out, target(id))
				}
			}
		}
		return out
	}
}

// openInclude resolves paths that are relative to the file or to a folder
// above it, which an include option of the compiler names; also to the folders
// that such sources are kept in by custom.
func openInclude(p *project) resolver {
	return func(out []target, from fileID, imp *signatures.Import) []target {
		spec := imp.Specifier
		if spec == "" || len(spec) > maxSpecifier {
			return out
		}
		for d := range ancestors(dirOf(p.path(from))) {
			for _, folder := range [...]string{"", "proto", "protos", "idl"} {
				path, ok := join(under(d, folder), spec)
				if !ok {
					continue
				}
				if id, exists := p.file(path); exists && id != from {
					return append(out, target(id))
				}
			}
			if isRelative(spec) {
				break
			}
		}
		return out
	}
}

// openTerraform resolves the source of a module: all files of a local folder.
func openTerraform(p *project) resolver {
	groups := map[string]target{}
	return func(out []target, from fileID, imp *signatures.Import) []target {
		if !isRelative(imp.Specifier) {
			return out
		}
		path, ok := join(dirOf(p.path(from)), imp.Specifier)
		if !ok || !p.isFolder(path) {
			return out
		}
		group, known := groups[path]
		if !known {
			var members []fileID
			for _, id := range p.folders[path] {
				if file := p.path(id); strings.HasSuffix(file, ".tf") || strings.HasSuffix(file, ".tofu") {
					members = append(members, id)
				}
			}
			group = p.newGroup(members)
			groups[path] = group
		}
		return append(out, group)
	}
}

// openElm resolves a module's name below the folders above the file and their
// src folders.
func openElm(p *project) resolver {
	return func(out []target, from fileID, imp *signatures.Import) []target {
		if len(imp.Specifier) > maxSpecifier {
			return out
		}
		path := strings.ReplaceAll(imp.Specifier, ".", "/") + ".elm"
		for d := range ancestors(dirOf(p.path(from))) {
			if id := p.first([]string{under(d, path), under(under(d, "src"), path)}); id != noFile && id != from {
				return append(out, target(id))
			}
		}
		return out
	}
}
