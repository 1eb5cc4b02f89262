package imports

import (
	"strings"

	"ctxpack/signatures"
)

// openScript resolves JavaScript, TypeScript and single-file components.
func openScript(p *project) resolver {
	n := p.node()
	hasPlatforms := n.hasPlatforms()
	return func(out []target, from fileID, imp *signatures.Import) []target {
		typed := typedScript(&n.files[from])
		spec := cleanModule(imp.Specifier)
		if id := n.resolve(n.path(from), spec, typed); id != noFile {
			return append(out, target(id))
		}
		if !hasPlatforms {
			return out
		}
		return n.variants(out, n.path(from), spec)
	}
}

// typedScript reports whether to prefer the TypeScript source if both it and a compiled file exist.
func typedScript(f *File) bool { return f.Language != "JavaScript" && f.Language != "JSX" }

// cleanModule strips bundler syntax from a module: leading inline loaders and a trailing query.
func cleanModule(spec string) string {
	if i := strings.LastIndexByte(spec, '!'); i >= 0 {
		spec = spec[i+1:]
	}
	if i := strings.IndexByte(spec, '?'); i > 0 {
		spec = spec[:i]
	}
	return spec
}

// resolve finds the file that a module specifier in the file from means.
func (n *nodeProject) resolve(from, spec string, typed bool) fileID {
	dir := dirOf(from)
	if isRelative(spec) {
		return n.relative(dir, spec, typed)
	}
	if spec == "" || strings.HasPrefix(spec, "/") {
		return noFile
	}
	if strings.HasPrefix(spec, "#") {
		if id := n.internal(dir, spec, typed); id != noFile {
			return id
		}
	}
	if id := n.mapped(n.configFor(dir), spec, typed); id != noFile {
		return id
	}
	if id := n.bare(dir, spec, typed); id != noFile {
		return id
	}
	return n.conventional(dir, spec, typed)
}

func isRelative(spec string) bool {
	return strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../") || spec == "." || spec == ".."
}

// relative resolves a path from the folder dir, also across the `rootDirs` of the configuration,
// which the compiler treats as one folder.
func (n *nodeProject) relative(dir, spec string, typed bool) fileID {
	path, ok := join(dir, spec)
	if !ok {
		return noFile
	}
	if strings.HasSuffix(spec, "/") || strings.HasSuffix(spec, "..") || strings.HasSuffix("/"+spec, "/.") {
		return n.folder(path, typed)
	}
	if id := n.module(path, typed); id != noFile {
		return id
	}
	c := n.configFor(dir)
	if c == nil {
		return noFile
	}
	for _, root := range c.rootDirs {
		if !within(path, root) {
			continue
		}
		for _, other := range c.rootDirs {
			if id := n.module(under(other, relTo(path, root)), typed); id != noFile {
				return id
			}
		}
	}
	return noFile
}

// internal resolves a "#name" by the `imports` of the nearest package.
func (n *nodeProject) internal(dir, spec string, typed bool) fileID {
	pkg := n.owner(dir)
	if pkg == nil {
		return noFile
	}
	targets, _ := pkg.imports.targets(spec)
	if id := n.firstTarget(pkg, targets, "", typed); id != noFile {
		return id
	}
	for _, t := range targets {
		if !isRelative(t) && !strings.HasPrefix(t, "#") {
			if id := n.bare(pkg.dir, t, typed); id != noFile {
				return id
			}
		}
	}
	return noFile
}

// bare resolves a package by its name.
func (n *nodeProject) bare(dir, spec string, typed bool) fileID {
	name, rest, ok := splitBare(spec)
	if !ok {
		return noFile
	}
	pkg := n.lookup(dir, name)
	if pkg == nil {
		return noFile
	}
	return memo(n.resolved, packageKey{pkg, rest, typed}, func() fileID { return n.findPackageFile(pkg, rest, typed) })
}

// conventional resolves the prefixes that frameworks define without a file in the tree and that no package can have:
// `@/` and `~/` for the package's sources, `$lib/` of SvelteKit. Several matches count as none.
func (n *nodeProject) conventional(dir, spec string, typed bool) fileID {
	var folders []string
	var rest string
	switch {
	case strings.HasPrefix(spec, "@/"), strings.HasPrefix(spec, "~/"):
		folders, rest = []string{"src", "app", ""}, spec[2:]
	case strings.HasPrefix(spec, "$lib/"):
		folders, rest = []string{"src/lib"}, spec[len("$lib/"):]
	default:
		return noFile
	}
	root := ""
	if pkg := n.owner(dir); pkg != nil {
		root = pkg.dir
	}
	found := noFile
	for _, folder := range folders {
		path, ok := join(under(root, folder), rest)
		if !ok {
			continue
		}
		if id := n.module(path, typed); id != noFile {
			if found != noFile && found != id {
				return noFile
			}
			found = id
		}
	}
	return found
}

// platforms lists the platform names that React Native puts before a file's extension.
func platforms() []string {
	return []string{".ios", ".android", ".native", ".web", ".macos", ".windows"}
}

// hasPlatforms reports whether the tree has platform-specific files.
func (n *nodeProject) hasPlatforms() bool {
	for i := range n.files {
		stem, ext := splitScript(n.files[i].Path)
		for _, platform := range platforms() {
			if ext != "" && strings.HasSuffix(stem, platform) {
				return true
			}
		}
	}
	return false
}

// variants adds the files of a relative import that has only platform-specific files, as in React
// Native: x.ios.js and x.android.js for "./x".
func (n *nodeProject) variants(out []target, from, spec string) []target {
	if !isRelative(spec) {
		return out
	}
	path, ok := join(dirOf(from), spec)
	if !ok || !n.isFolder(dirOf(path)) {
		return out
	}
	for _, platform := range platforms() {
		for _, ext := range []string{".tsx", ".ts", ".jsx", ".js"} {
			if id, exists := n.file(path + platform + ext); exists {
				out = append(out, target(id))
			}
		}
	}
	return out
}
