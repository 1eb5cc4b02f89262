package imports

import (
	"maps"
	"slices"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
)

// maxObjects limits how many entry points of a setup.py or setup.cfg are read.
const maxObjects = 1000

// pythonEntries reads the commands and plug-ins that Python manifests declare as "package.module:object".
func (p *project) pythonEntries(e *entrySet) {
	readers := map[string]func(path string) []string{"pyproject.toml": p.pyprojectObjects, "setup.cfg": p.setupObjects, "setup.py": p.setupObjects}
	for name, objects := range readers {
		for _, id := range p.named(name) {
			for _, object := range objects(p.path(id)) {
				e.add(p.objectFile(dirOf(p.path(id)), object), p.path(id))
			}
		}
	}
}

// objectFile returns the file of "package.module:object" for a manifest in dir. Only files in the
// manifest's folder count.
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

// pyprojectObjects returns the objects of [project.scripts], its sibling tables and the tables of other build tools.
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

// entryPoint matches a command or plug-in in setup.cfg or, as a string, in setup.py.
var entryPoint = pattern.Of(`=\s*([A-Za-z_][\w.]*:[A-Za-z_][\w.]*)`)

// setupObjects reads the text after entry_points, up to the next section of a setup.cfg. It does not run setup.py.
func (p *project) setupObjects(path string) (out []string) {
	text, _ := p.read(path)
	_, text, _ = strings.Cut(text, "entry_points")
	text, _, _ = strings.Cut(text, "\n[")
	return mapped.Of(entryPoint().FindAllStringSubmatch(text, maxObjects), func(m []string) string { return m[1] })
}
