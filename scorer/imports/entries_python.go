package imports

import (
	"maps"
	"slices"
	"strings"
)

// maxObjects bounds the string literals of a setup.py that are looked at.
const maxObjects = 1000

// pythonEntries reads the commands and plug-ins that Python manifests declare
// as "package.module:object".
func (p *project) pythonEntries(e *entrySet) {
	for name, objects := range map[string]func(path string) []string{"pyproject.toml": p.pyprojectObjects, "setup.cfg": p.setupCfgObjects, "setup.py": p.setupPyObjects} {
		for _, id := range p.named(name) {
			for _, object := range objects(p.path(id)) {
				e.add(p.objectFile(dirOf(p.path(id)), object), p.path(id))
			}
		}
	}
}

// objectFile returns the file of "package.module:object" for a manifest in dir.
// Only files of the manifest's own folder count.
func (p *project) objectFile(dir, object string) fileID {
	module, _, _ := strings.Cut(object, ":")
	module, _, _ = strings.Cut(strings.TrimSpace(module), " ")
	if module == "" || len(module) > maxSpecifier || strings.ContainsAny(module, "/\\") {
		return noFile
	}
	py := p.python()
	path := strings.ReplaceAll(module, ".", "/")
	for _, folder := range [...]string{"", "src", "lib", "python"} {
		if m, ok := py.at(under(under(dir, folder), path)); ok {
			return m.file
		}
	}
	if m := py.elsewhere(path); m.file != noFile && within(py.path(m.file), dir) {
		return m.file
	}
	return noFile
}

// pyprojectObjects returns the objects of [project.scripts] and its siblings
// and of the tables that other build tools read.
func (p *project) pyprojectObjects(path string) (out []string) {
	v, _ := p.readTOML(path)
	collect := func(t tomlTable) {
		for _, name := range slices.Sorted(maps.Keys(t)) {
			if s := t.str(name); s != "" {
				out = append(out, s)
				continue
			}
			sub := t.table(name) // poetry: {reference = "pkg.mod:func", type = "console"}
			for _, key := range []string{"reference", "callable"} {
				if s := sub.str(key); s != "" && sub.str("type") != "file" {
					out = append(out, s)
				}
			}
		}
	}
	project := v.table("project")
	poetry := v.table("tool", "poetry")
	collect(project.table("scripts"))
	collect(project.table("gui-scripts"))
	collect(poetry.table("scripts"))
	collect(v.table("tool", "flit", "scripts"))
	for _, groups := range []tomlTable{project.table("entry-points"), poetry.table("plugins")} {
		for _, name := range slices.Sorted(maps.Keys(groups)) {
			collect(groups.table(name))
		}
	}
	return out
}

// setupCfgObjects reads the section [options.entry_points], whose values are
// indented lines "name = package.module:object".
func (p *project) setupCfgObjects(path string) (out []string) {
	text, _ := p.read(path)
	inside := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "[") {
			inside = trimmed == "[options.entry_points]"
			continue
		}
		if _, object, ok := strings.Cut(trimmed, "="); ok && inside && isObject(object) {
			out = append(out, strings.TrimSpace(object))
		}
	}
	return out
}

// setupPyObjects returns the string literals "name = package.module:object"
// that stand after the word entry_points. The program is not run and its
// syntax is not looked at beyond that.
func (p *project) setupPyObjects(path string) (out []string) {
	text, _ := p.read(path)
	_, text, ok := strings.Cut(text, "entry_points")
	for ok && len(out) < maxObjects {
		start := strings.IndexAny(text, `"'`)
		if start < 0 {
			break
		}
		size := strings.IndexByte(text[start+1:], text[start])
		if size < 0 {
			break
		}
		literal := text[start+1 : start+1+size]
		text = text[start+size+2:]
		for line := range strings.Lines(literal) { // the old form is one long string
			if _, object, found := strings.Cut(line, "="); found && isObject(object) {
				out = append(out, strings.TrimSpace(object))
			}
		}
	}
	return out
}

// isObject reports whether s has the form package.module:object, perhaps with extras
// behind it.
func isObject(s string) bool {
	module, object, ok := strings.Cut(strings.TrimSpace(s), ":")
	object, _, _ = strings.Cut(object, " ")
	return ok && module != "" && object != "" && strings.Trim(module+object, "._0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
