package imports

import (
	"errors"
	"slices"
	"strings"

	"ctxpack/internal/text/mapped"
)

// nodePackage is one package.json of the tree.
type nodePackage struct {
	manifest string // path of the package.json
	dir      string // its folder
	name     string
	json     jsonValue
	mains    []string // specifiers of the package's main file, in order of preference
	exports  *exportMap
	imports  *exportMap
	local    map[string]*nodePackage // dependencies that are folders or other packages of the tree
	foreign  map[string]bool         // other dependencies of a package outside workspaces
	member   bool                    // part of a workspace
}

// nodeProject holds every package.json of the tree and the workspaces that join them.
type nodeProject struct {
	*tree
	packages []*nodePackage // sorted by path
	byDir    map[string]*nodePackage
	byName   map[string][]*nodePackage
	// members maps a workspace root to the packages that imports in it find by name. A name that
	// two members share maps to nil.
	members    map[string]map[string]*nodePackage
	known      map[string]bool      // every name that lookup can find outside node_modules
	hasModules bool                 // the tree contains a node_modules folder
	nearest    map[string]*tsConfig // folder -> the configuration that applies to it
	parsed     map[string]jsonValue
	resolved   map[packageKey]fileID
}

func newNodeProject(t *tree) *nodeProject {
	n := &nodeProject{
		tree:     t,
		byDir:    map[string]*nodePackage{},
		byName:   map[string][]*nodePackage{},
		members:  map[string]map[string]*nodePackage{},
		known:    map[string]bool{},
		nearest:  map[string]*tsConfig{},
		parsed:   map[string]jsonValue{},
		resolved: map[packageKey]fileID{},
	}
	for path, v := range t.jsons("package.json") {
		pkg := &nodePackage{
			manifest: path,
			dir:      dirOf(path),
			name:     v.get("name").str(),
			json:     v,
			exports:  newExportMap(v.get("exports")),
			imports:  newExportMap(v.get("imports")),
		}
		fields := []string{"source", "module", "main", "browser", "types", "typings"}
		pkg.mains = mapped.NonZero(fields, func(field string) string { return v.get(field).str() })
		n.packages = append(n.packages, pkg)
		n.byDir[pkg.dir] = pkg
		if pkg.name != "" {
			n.byName[pkg.name] = append(n.byName[pkg.name], pkg)
		}
	}
	for dir := range t.folders {
		if baseOf(dir) == "node_modules" {
			n.hasModules = true
			break
		}
	}
	n.joinWorkspaces()
	for _, pkg := range n.packages {
		n.known[pkg.name] = true
		n.addDependencies(pkg)
		for name := range pkg.local {
			n.known[name] = true
		}
	}
	return n
}

// joinWorkspaces fills members: each package belongs to every workspace root
// above it whose patterns match its folder.
func (n *nodeProject) joinWorkspaces() {
	roots, work := n.workspaceRoots(), 0
	for dir := range roots {
		n.members[dir] = map[string]*nodePackage{}
	}
	for _, pkg := range n.packages {
		for root := range ancestors(pkg.dir) {
			globs, ok := roots[root]
			if !ok || pkg.dir != root && !globs.match(relTo(pkg.dir, root), &work) {
				continue
			}
			pkg.member = true
			if pkg.name == "" {
				continue
			}
			if _, twice := n.members[root][pkg.name]; twice {
				n.members[root][pkg.name] = nil
			} else {
				n.members[root][pkg.name] = pkg
			}
		}
	}
	if work > maxGlobWork {
		n.warn("package.json", errors.New("the patterns of workspaces ask for too many comparisons: not all members are known"))
	}
}

// workspaceRoots maps each folder that declares workspaces, for any of the package managers, to its patterns.
func (n *nodeProject) workspaceRoots() map[string]folderGlobs {
	roots := map[string]folderGlobs{}
	add := func(dir string, patterns []string) {
		if len(patterns) > 0 {
			roots[dir] = roots[dir].add(patterns)
		}
	}
	for _, pkg := range n.packages {
		add(pkg.dir, pkg.json.get("workspaces").list())
		add(pkg.dir, pkg.json.get("workspaces", "packages").list())
	}
	for path, text := range n.texts("pnpm-workspace.yaml") {
		add(dirOf(path), pnpmPackages(text))
	}
	for path, v := range n.jsons("lerna.json") {
		add(dirOf(path), v.get("packages").list())
	}
	for path, v := range n.jsons("rush.json") {
		for e := range v.get("projects").elements() {
			add(dirOf(path), e.get("projectFolder").list())
		}
	}
	return roots
}

// pnpmPackages reads the list under the top-level key `packages` of a pnpm-workspace.yaml: block
// items or one flow list, the only forms that pnpm writes.
func pnpmPackages(text string) []string {
	var out []string
	inside := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "#") {
			continue
		}
		item, isItem := strings.CutPrefix(trimmed, "- ")
		if !inside || line == trimmed && !isItem {
			rest, isPackages := strings.CutPrefix(line, "packages:")
			inside = isPackages
			if rest = strings.TrimSpace(rest); isPackages && strings.HasPrefix(rest, "[") {
				out = append(out, mapped.Of(strings.Split(strings.Trim(rest, "[]"), ","), yamlScalar)...)
			}
			continue
		}
		if isItem {
			out = append(out, yamlScalar(item))
		}
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// yamlScalar strips quotes and a trailing comment.
func yamlScalar(s string) string {
	s = strings.TrimSpace(s)
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		if end := strings.IndexByte(s[1:], s[0]); end >= 0 {
			return s[1 : 1+end]
		}
	}
	s, _, _ = strings.Cut(s, " #")
	return strings.TrimSpace(s)
}

// owner returns the innermost package that contains dir, or nil.
func (n *nodeProject) owner(dir string) *nodePackage {
	for d := range ancestors(dir) {
		if pkg := n.byDir[d]; pkg != nil {
			return pkg
		}
	}
	return nil
}

// lookup finds the package that name refers to in the folder dir: a package in a node_modules folder of the tree, a
// member of the workspace, a local dependency, or the importing package itself.
func (n *nodeProject) lookup(dir, name string) *nodePackage {
	if n.hasModules {
		for d := range ancestors(dir) {
			if pkg := n.byDir[under(d, "node_modules/"+name)]; pkg != nil {
				return pkg
			}
		}
	}
	if !n.known[name] {
		return nil
	}
	for d := range ancestors(dir) {
		if pkg := n.members[d][name]; pkg != nil {
			return pkg
		}
		pkg := n.byDir[d]
		if pkg == nil {
			continue
		}
		if pkg.name == name {
			return pkg
		}
		if dep := pkg.local[name]; dep != nil || pkg.foreign[name] {
			return dep
		}
	}
	return nil
}

// addDependencies divides the dependencies of pkg into local ones, whose version names a folder of the tree or
// another package of the workspace, and ones from a registry, even if the tree has a package of that name.
func (n *nodeProject) addDependencies(pkg *nodePackage) {
	pkg.local, pkg.foreign = map[string]*nodePackage{}, map[string]bool{}
	for _, section := range []string{"optionalDependencies", "peerDependencies", "devDependencies", "dependencies"} {
		for name, version := range pkg.json.get(section).members() {
			if dep := n.localDependency(pkg, name, version.str()); dep != nil {
				pkg.local[name] = dep
			} else if !pkg.member {
				pkg.foreign[name] = true
			}
		}
	}
}

// localDependency resolves a version such as file:../x or workspace:*.
func (n *nodeProject) localDependency(pkg *nodePackage, name, version string) *nodePackage {
	scheme, rest, _ := strings.Cut(version, ":")
	switch scheme {
	case "file", "link", "portal":
		if dir, ok := join(pkg.dir, rest); ok {
			return n.byDir[dir]
		}
	case "workspace":
		if dir, ok := join(pkg.dir, rest); ok && strings.HasPrefix(rest, ".") {
			return n.byDir[dir]
		}
		if at := strings.LastIndexByte(rest, '@'); at > 0 { // workspace:other@*
			name = rest[:at]
		}
		if found := n.byName[name]; len(found) == 1 {
			return found[0]
		}
	}
	return nil
}

// splitBare splits a bare specifier into the package's name and the rest: "@a/b/c" into "@a/b" and
// "c". ok is false if it cannot name a package.
func splitBare(spec string) (name, rest string, ok bool) {
	name, rest, _ = strings.Cut(spec, "/")
	if strings.HasPrefix(spec, "@") {
		scoped, inner, _ := strings.Cut(rest, "/")
		if len(name) < 2 || len(spec) == len(name) {
			return "", "", false
		}
		name, rest = name+"/"+scoped, inner
	}
	return name, strings.TrimSuffix(rest, "/"), name != "" && name[0] != '.' && !strings.Contains(name, ":")
}
