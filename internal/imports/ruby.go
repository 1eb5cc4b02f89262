package imports

import (
	"strings"

	"ctxpack/signatures"
)

// rubyProject knows the folders that `require` searches: lib folders, and test
// and spec folders for what lies in them.
type rubyProject struct {
	*tree
	below map[string]fileID // path below any lib folder -> file, noFile if several
}

// openRuby resolves require, require_relative, load and autoload.
func openRuby(p *project) resolver {
	r := &rubyProject{tree: p.tree}
	r.below = r.belowFolders(
		func(dir string) bool { return baseOf(dir) == "lib" },
		func(path string) bool { return strings.HasSuffix(path, ".rb") },
	)
	return func(out []target, from fileID, imp *signatures.Import) []target {
		dir := dirOf(r.path(from))
		id := noFile
		switch {
		case imp.Kind == "require-relative", imp.Kind == "require_relative":
			id = r.at(dir, imp.Specifier)
		case isRelative(imp.Specifier): // relative to the working folder, which is the root or the file's own
			if id = r.at("", imp.Specifier); id == noFile {
				id = r.at(dir, imp.Specifier)
			}
		default:
			id = r.require(dir, imp.Specifier)
		}
		if id == noFile {
			return out
		}
		return append(out, target(id))
	}
}

// at returns the Ruby file at a path with or without extension.
func (r *rubyProject) at(dir, rel string) fileID {
	path, ok := join(dir, rel)
	if !ok {
		return noFile
	}
	for _, candidate := range []string{path + ".rb", path} {
		if id, exists := r.file(candidate); exists {
			return id
		}
	}
	return noFile
}

// require searches the load path: the lib, test and spec folders of the folders
// above the file, then the one other lib folder that holds the feature, then,
// for a feature that names a folder, the folders above the file themselves.
func (r *rubyProject) require(dir, feature string) fileID {
	for d := range ancestors(dir) {
		switch baseOf(d) {
		case "lib", "test", "spec":
			if id := r.at(d, feature); id != noFile {
				return id
			}
		}
		for _, name := range [...]string{"lib", "test", "spec"} {
			folder := under(d, name)
			if !r.isFolder(folder) {
				continue
			}
			if id := r.at(folder, feature); id != noFile {
				return id
			}
		}
	}
	if id, ok := r.below[strings.TrimSuffix(feature, ".rb")+".rb"]; ok || !strings.Contains(feature, "/") {
		return present(id, ok)
	}
	for d := range ancestors(dir) { // programs put their own folder or the root on the load path
		if id := r.at(d, feature); id != noFile {
			return id
		}
	}
	return noFile
}
