package imports

import (
	"cmp"
	"slices"
	"strings"
)

// maxExtends limits a chain of `extends`, and maxRules the patterns of one `paths` map: each is
// compared with every bare import.
const (
	maxExtends = 32
	maxRules   = 512
)

// tsConfig holds the resolution settings of a tsconfig.json or jsconfig.json, including those it extends.
type tsConfig struct {
	dir      string  // folder of the file itself, the value of ${configDir}
	baseURL  *string // folder for bare specifiers, nil if not set
	exact    map[string][]string
	patterns []pathRule // longest prefix first
	rootDirs []string
	refs     []*tsConfig // configurations that a solution file references
}

// pathRule is one pattern of `paths`; targets are relative to the root of the tree and may contain one `*`.
type pathRule struct {
	prefix, suffix string
	targets        []string
}

// configFor returns the configuration for the files of dir: the nearest in dir and its parents, or nil.
func (n *nodeProject) configFor(dir string) *tsConfig {
	return memo(n.nearest, dir, func() *tsConfig {
		for _, name := range []string{"tsconfig.json", "jsconfig.json"} {
			if path := under(dir, name); n.at("", path) != noFile {
				return n.loadConfig(path)
			}
		}
		if dir == "" {
			return nil
		}
		return n.configFor(dirOf(dir))
	})
}

// loadConfig reads the configuration at path with everything it extends. If it is a solution file, which sets nothing
// itself, loadConfig also reads the configurations that it references in its folder (tsconfig.app.json).
func (n *nodeProject) loadConfig(path string) *tsConfig {
	c := n.ownConfig(path)
	if len(c.exact) > 0 || len(c.patterns) > 0 || c.baseURL != nil {
		return c
	}
	for ref := range n.parseConfig(path).get("references").elements() {
		target, ok := join(c.dir, ref.get("path").str())
		_, exists := n.file(target)
		if isBeside := target != path && dirOf(target) == c.dir; !ok || !exists || !isBeside {
			continue
		}
		if len(c.refs) < maxExtends {
			c.refs = append(c.refs, n.ownConfig(target))
		}
	}
	return c
}

// ownConfig reads the configuration at path with everything it extends. A broken file causes a
// warning and counts as empty.
func (n *nodeProject) ownConfig(path string) *tsConfig {
	c := &tsConfig{dir: dirOf(path)}
	left := maxExtends
	n.applyConfig(c, path, &left)
	return c
}

// parseConfig returns the parsed file, the zero value if it is broken. An empty file is a valid configuration.
func (n *nodeProject) parseConfig(path string) jsonValue {
	return memo(n.parsed, path, func() (v jsonValue) {
		if text, ok := n.read(path); ok && strings.TrimSpace(text) != "" {
			var err error
			if v, err = parseJSON(text); err != nil {
				n.warn(path, err)
			}
		}
		return v
	})
}

// applyConfig applies the file at path, after the files it extends, to c. left is the number of
// files that the chain may still have.
func (n *nodeProject) applyConfig(c *tsConfig, path string, left *int) {
	if *left--; *left < 0 {
		return
	}
	v := n.parseConfig(path)
	for _, base := range v.get("extends").list() {
		if parent, ok := n.extended(path, base); ok {
			n.applyConfig(c, parent, left)
		}
	}
	options := v.get("compilerOptions")
	dir := dirOf(path)
	if s := options.get("baseUrl").str(); s != "" {
		if folder, ok := c.place(dir, s); ok {
			c.baseURL = &folder
		}
	}
	if paths := options.get("paths"); paths.isObject() {
		c.setPaths(dir, paths)
	}
	if dirs := options.get("rootDirs").list(); len(dirs) > 0 {
		c.rootDirs = nil
		for _, d := range dirs[:min(len(dirs), maxExtends)] {
			if folder, ok := c.place(dir, d); ok {
				c.rootDirs = append(c.rootDirs, folder)
			}
		}
	}
}

// place resolves a path of the configuration in the folder dir.
func (c *tsConfig) place(dir, path string) (string, bool) {
	if rest, ok := strings.CutPrefix(path, "${configDir}"); ok {
		return join(c.dir, strings.TrimPrefix(rest, "/"))
	}
	return join(dir, path)
}

// setPaths replaces the rules by those of one `paths` map. Targets are relative to the base URL,
// which may be inherited, or else to the folder of the file.
func (c *tsConfig) setPaths(dir string, paths jsonValue) {
	if c.baseURL != nil {
		dir = *c.baseURL
	}
	c.exact, c.patterns = map[string][]string{}, nil
	for key, v := range paths.members() {
		var targets []string
		for _, t := range v.list() {
			if folder, ok := c.place(dir, t); ok && len(targets) < maxTargets {
				targets = append(targets, folder)
			}
		}
		prefix, suffix, star := strings.Cut(key, "*")
		switch {
		case !star:
			c.exact[key] = targets
		case len(c.patterns) < maxRules:
			c.patterns = append(c.patterns, pathRule{prefix, suffix, targets})
		}
	}
	slices.SortStableFunc(c.patterns, func(a, b pathRule) int { return len(b.prefix) - len(a.prefix) })
}

// extended finds the file that `extends` names: relative, or in a package of the tree.
func (n *nodeProject) extended(from, spec string) (string, bool) {
	dir := dirOf(from)
	path, ok := join(dir, spec)
	if !strings.HasPrefix(spec, ".") {
		name, rest, bare := splitBare(spec)
		if !bare {
			return "", false
		}
		pkg := n.lookup(dir, name)
		if pkg == nil {
			return "", false
		}
		path, ok = join(pkg.dir, cmp.Or(rest, pkg.json.get("tsconfig").str(), "tsconfig.json"))
	}
	if !ok {
		return "", false
	}
	for _, candidate := range []string{path, path + ".json", under(path, "tsconfig.json")} {
		if _, exists := n.file(candidate); exists && candidate != from {
			return candidate, true
		}
	}
	return "", false
}

// mapped resolves a bare specifier by `paths` and then by `baseUrl`.
func (n *nodeProject) mapped(c *tsConfig, spec string, typed bool) fileID {
	if c == nil {
		return noFile
	}
	for _, path := range c.candidates(spec) {
		if id := n.module(path, typed); id != noFile {
			return id
		}
	}
	if c.baseURL != nil {
		if path, ok := join(*c.baseURL, spec); ok {
			if id := n.module(path, typed); id != noFile {
				return id
			}
		}
	}
	for _, ref := range c.refs { // referenced configurations have no references themselves
		if id := n.mapped(ref, spec, typed); id != noFile {
			return id
		}
	}
	return noFile
}

// candidates returns the paths that `paths` maps a specifier to: by the exact key, or by the
// pattern with the longest prefix.
func (c *tsConfig) candidates(spec string) []string {
	if targets, ok := c.exact[spec]; ok {
		return targets
	}
	for _, r := range c.patterns {
		if len(spec) < len(r.prefix)+len(r.suffix) || !strings.HasPrefix(spec, r.prefix) || !strings.HasSuffix(spec, r.suffix) {
			continue
		}
		star := spec[len(r.prefix) : len(spec)-len(r.suffix)]
		var out []string
		for _, t := range r.targets {
			if path, ok := join("", strings.Replace(t, "*", star, 1)); ok {
				out = append(out, path)
			}
		}
		return out
	}
	return nil
}
