package imports

import "strings"

// entrySet collects the files that manifests name as entry points.
type entrySet struct {
	*tree
	byFile map[string]string
}

// add records that manifest names the file. If several manifests name it, the nearest wins, then the first by name.
func (e *entrySet) add(id fileID, manifest string) {
	if id == noFile {
		return
	}
	path := e.path(id)
	known, twice := e.byFile[path]
	if twice {
		d, k := len(dirOf(manifest)), len(dirOf(known))
		if d < k || d == k && manifest >= known {
			return
		}
	}
	e.byFile[path] = manifest
}

// entries reads the entry points from all manifests of the tree.
func (p *project) entries() map[string]string {
	e := &entrySet{tree: p.tree, byFile: map[string]string{}}
	n := p.node()
	for _, pkg := range n.packages {
		for _, id := range n.entryFiles(pkg) {
			e.add(id, pkg.manifest)
		}
	}
	for _, pkg := range p.crates().packages {
		e.add(pkg.lib, pkg.manifest)
		for _, id := range pkg.bins {
			e.add(id, pkg.manifest)
		}
	}
	for _, c := range p.php().composers {
		files := append(c.json.get("bin").list(), c.json.get("autoload", "files").list()...)
		for _, f := range files {
			e.add(p.at(c.dir, f), c.manifest)
		}
	}
	p.pythonEntries(e)
	p.rubyEntries(e)
	return e.byFile
}

// entryFiles returns the scripts that a package.json names. It skips patterns with `*`, declarations and style sheets.
func (n *nodeProject) entryFiles(pkg *nodePackage) []fileID {
	var out []fileID
	add := func(target, rest string) {
		if target == "" || strings.Contains(target, "*") {
			return
		}
		id := n.firstTarget(pkg, []string{target}, rest, true)
		if id != noFile && n.isEntryScript(n.path(id)) {
			out = append(out, id)
		}
	}
	for _, field := range []string{"main", "module", "browser", "source"} {
		add(pkg.json.get(field).str(), "")
	}
	for from, to := range pkg.json.get("browser").members() { // keys are replacements; the one for main is an entry point
		if from == pkg.json.get("main").str() || from == "." {
			add(to.str(), "")
		}
	}
	add(pkg.json.get("bin").str(), "")
	for name, target := range pkg.json.get("bin").members() {
		add(target.str(), "bin/"+name)
	}
	for _, target := range collectTargets(pkg.exports.root, "*") {
		add(target, "")
	}
	for subpath, v := range pkg.json.get("exports").members() {
		if !strings.HasPrefix(subpath, ".") || strings.HasSuffix(subpath, "/") {
			continue
		}
		for _, target := range collectTargets(v, "*") {
			add(target, strings.TrimPrefix(strings.TrimPrefix(subpath, "."), "/"))
		}
	}
	return out
}

// isEntryScript reports whether a file that a package.json names is code: a script, a component, or a program without
// extension.
func (n *nodeProject) isEntryScript(path string) bool {
	base := baseOf(path)
	return hasScriptExtension(path) || strings.HasSuffix(base, ".vue") || strings.HasSuffix(base, ".svelte") ||
		!strings.Contains(base, ".")
}
