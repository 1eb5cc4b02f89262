package imports

import (
	"strings"

	"ctxpack/signatures"
)

// phpProject holds the composer.json files of the tree and the namespaces that its files declare.
type phpProject struct {
	*tree
	composers []phpComposer          // sorted by path
	prefixes  map[string][]phpPrefix // namespace -> its autoload rules
	declared  unique                 // namespace\stem -> file
}

type phpComposer struct {
	manifest, dir string
	json          jsonValue
}

// phpPrefix is one autoload rule: dir contains the classes of a namespace.
type phpPrefix struct {
	dir   string
	whole bool // PSR-0: the folder contains the whole namespace, not only the rest
}

func newPHPProject(t *tree) *phpProject {
	p := &phpProject{tree: t, prefixes: map[string][]phpPrefix{}, declared: unique{}}
	for path, v := range t.jsons("composer.json") {
		c := phpComposer{path, dirOf(path), v}
		p.composers = append(p.composers, c)
		for _, section := range []string{"autoload", "autoload-dev"} {
			p.addPrefixes(c.dir, v.get(section, "psr-4"), false)
			p.addPrefixes(c.dir, v.get(section, "psr-0"), true)
		}
	}
	for i := range t.files {
		f := &t.files[i]
		if f.Language != "PHP" {
			continue
		}
		spaces := f.Namespaces
		if len(spaces) == 0 {
			spaces = []string{f.Package}
		}
		for _, space := range spaces {
			p.declared.add(strings.Trim(space, `\`)+`\`+stemOf(f.Path), fileID(i))
		}
	}
	return p
}

func (p *phpProject) addPrefixes(dir string, rules jsonValue, whole bool) {
	for namespace, dirs := range rules.members() {
		namespace = strings.Trim(namespace, `\`)
		for _, d := range dirs.list() {
			if folder, ok := join(dir, d); ok && len(p.prefixes[namespace]) < maxTargets {
				p.prefixes[namespace] = append(p.prefixes[namespace], phpPrefix{folder, whole})
			}
		}
	}
}

// openPHP resolves classes and included files.
func openPHP(pr *project) resolver {
	p := pr.php()
	return toFile(func(from fileID, imp *signatures.Import) fileID {
		switch imp.Kind {
		case "require", "include", "source", "import":
			return p.included(dirOf(p.path(from)), imp.Specifier)
		}
		return p.class(strings.Trim(imp.Specifier, `\`))
	})
}

// included resolves a path relative to the file's folder, as in `__DIR__ . '/x.php'`, or to the
// root, where the include path usually starts.
func (p *phpProject) included(dir, spec string) fileID {
	spec = strings.TrimLeft(spec, "/")
	if id := p.at(dir, spec); id != noFile {
		return id
	}
	return p.at("", spec)
}

// class resolves a fully qualified name by the autoload rules, or to the only file that declares
// the namespace and is named after the class. Functions and constants resolve to nothing.
func (p *phpProject) class(name string) fileID {
	for namespace := name; namespace != ""; {
		namespace = name[:max(0, strings.LastIndexByte(namespace, '\\'))]
		found := noFile
		for _, rule := range p.prefixes[namespace] {
			rest := strings.TrimPrefix(name[len(namespace):], `\`)
			if rule.whole {
				rest = name
			}
			id, exists := p.file(under(rule.dir, strings.ReplaceAll(rest, `\`, "/")+".php"))
			if !exists || id == found {
				continue
			}
			if found != noFile {
				return noFile
			}
			found = id
		}
		if found != noFile {
			return found
		}
	}
	if !strings.Contains(name, `\`) {
		return noFile
	}
	return p.declared.find(name)
}
