package imports

import (
	"strings"

	"ctxpack/internal/text/kinds"
)

// The rules are those of the Node.js documentation, "Packages", with one difference: the active
// conditions are unknown. So targets are tried in manifest order, ordinary conditions first, and
// the first that leads to a file of the tree wins.

// maxTargets limits how many targets of one `exports` entry are tried, and maxConditions how many
// conditions are read to find them.
const (
	maxTargets    = 64
	maxConditions = 4096
)

// maxPatterns limits the subpaths with a `*` in one map: each is compared with every import that no
// plain subpath matches.
const maxPatterns = 256

// exportMap is an `exports` or `imports` value, indexed for lookups.
type exportMap struct {
	root     jsonValue // the value for "." if the map has no subpaths
	subpaths map[string]jsonValue
	patterns []exportPattern
}

type exportPattern struct {
	prefix, suffix string
	value          jsonValue
}

func newExportMap(v jsonValue) *exportMap {
	m := &exportMap{subpaths: map[string]jsonValue{}}
	if !hasSubpaths(v) {
		m.root = v
		return m
	}
	for key, value := range v.members() {
		prefix, suffix, star := strings.Cut(key, "*")
		switch {
		case len(m.patterns) >= maxPatterns && (star || strings.HasSuffix(key, "/")):
		case star:
			m.patterns = append(m.patterns, exportPattern{prefix, suffix, value})
		case strings.HasSuffix(key, "/"): // "./dir/" is the old form of "./dir/*"
			m.patterns = append(m.patterns, exportPattern{key, "", value})
		default:
			m.subpaths[key] = value
		}
	}
	return m
}

// hasSubpaths reports whether an `exports` value maps subpaths rather than conditions.
func hasSubpaths(exports jsonValue) bool {
	for key := range exports.members() {
		return strings.HasPrefix(key, ".") || strings.HasPrefix(key, "#")
	}
	return false
}

// targets returns the targets, relative to the package's folder, of a subpath ("." or "./x") or a
// "#name". found is false if the map does not contain it.
func (m *exportMap) targets(subpath string) (targets []string, found bool) {
	if subpath == "." && m.root.v != nil {
		return collectTargets(m.root, ""), true
	}
	if v, ok := m.subpaths[subpath]; ok {
		return collectTargets(v, ""), true
	}
	best := -1
	for i, p := range m.patterns {
		matches := len(subpath) >= len(p.prefix)+len(p.suffix) && strings.HasPrefix(subpath, p.prefix) && strings.HasSuffix(subpath, p.suffix)
		if matches && (best < 0 || len(p.prefix) > len(m.patterns[best].prefix)) {
			best = i
		}
	}
	if best < 0 {
		return nil, false
	}
	p := m.patterns[best]
	return collectTargets(p.value, subpath[len(p.prefix):len(subpath)-len(p.suffix)]), true
}

// collectTargets lists the path strings of a target value, ordinary conditions first, and replaces `*` with star.
func collectTargets(v jsonValue, star string) []string {
	var ordinary, special []string
	var walk func(v jsonValue, isSpecial bool)
	left := maxConditions
	walk = func(v jsonValue, isSpecial bool) {
		if left--; left < 0 {
			return
		}
		if s := v.str(); s != "" && len(ordinary)+len(special) < maxTargets {
			if strings.HasSuffix(s, "/") {
				s += star
			} else {
				s = strings.ReplaceAll(s, "*", star)
			}
			switch {
			case len(s) > maxSpecifier:
			case isSpecial:
				special = append(special, s)
			default:
				ordinary = append(ordinary, s)
			}
		}
		for key, member := range v.members() {
			// Others, such as react-server, are used only if nothing else leads to a file.
			if walk(member, isSpecial || !kinds.Is(key, "export condition")); left < 0 {
				return
			}
		}
		for e := range v.elements() {
			if walk(e, isSpecial); left < 0 {
				return
			}
		}
	}
	walk(v, false)
	return append(ordinary, special...)
}

// packageKey is one import of a package.
type packageKey struct {
	pkg   *nodePackage
	rest  string
	typed bool
}

// findPackageFile resolves an import of pkg: rest is the part after the package's name, "" for the package itself.
func (n *nodeProject) findPackageFile(pkg *nodePackage, rest string, typed bool) fileID {
	subpath := "."
	if rest != "" {
		subpath = "./" + rest
	}
	if targets, found := pkg.exports.targets(subpath); found {
		if id := n.firstTarget(pkg, targets, rest, typed); id != noFile {
			return id
		}
	}
	if rest == "" {
		if id := n.mainFile(pkg, typed); id != noFile {
			return id
		}
	} else if dir, ok := join(pkg.dir, rest); ok {
		if id := n.module(dir, typed); id != noFile {
			return id
		}
	}
	return n.sourceOf(pkg, "", rest)
}

// mainFile resolves a package by the fields for older tools, then by its index file.
func (n *nodeProject) mainFile(pkg *nodePackage, typed bool) fileID {
	if id := n.firstTarget(pkg, pkg.mains, "", typed); id != noFile {
		return id
	}
	return n.index(pkg.dir, typed)
}

// firstTarget returns the file of the first target that leads to one: as written, then as the
// source it was built from, then as a declaration.
func (n *nodeProject) firstTarget(pkg *nodePackage, targets []string, rest string, typed bool) fileID {
	declaration := noFile
	for _, target := range targets {
		id := n.targetFile(pkg, target, typed)
		if id == noFile {
			continue
		}
		if !isDeclaration(n.path(id)) {
			return id
		}
		if declaration == noFile {
			declaration = id
		}
	}
	for _, target := range targets {
		if id := n.sourceOf(pkg, target, rest); id != noFile {
			return id
		}
	}
	return declaration
}

// targetFile resolves a path of a manifest literally: a file, or a folder by its index. Like
// Node.js, it ignores other package.json files.
func (n *nodeProject) targetFile(pkg *nodePackage, target string, typed bool) fileID {
	path, ok := join(pkg.dir, target)
	if !ok {
		return noFile
	}
	if id := n.scriptFile(path, typed); id != noFile {
		return id
	}
	return n.index(path, typed)
}

func isDeclaration(path string) bool {
	base := baseOf(path)
	return strings.HasSuffix(base, ".d.ts") || strings.HasSuffix(base, ".d.mts") || strings.HasSuffix(base, ".d.cts")
}
