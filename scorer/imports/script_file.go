package imports

import "strings"

// module resolves a path however it is written: the file itself, the file with an extension that
// the compiler or bundler adds, or a folder.
func (n *nodeProject) module(path string, typed bool) fileID {
	if id := n.scriptFile(path, typed); id != noFile {
		return id
	}
	return n.folder(path, typed)
}

// scriptFile resolves a path to a file. TypeScript code names the output of a file (x.js for x.ts),
// so typed importers prefer the source.
func (n *nodeProject) scriptFile(path string, typed bool) fileID {
	stem, ext := splitScript(path)
	if typed {
		if id := n.firstWith(stem, sourceExtensions[ext]); id != noFile {
			return id
		}
	}
	if id, ok := n.file(path); ok {
		return id
	}
	if !typed {
		if id := n.firstWith(stem, sourceExtensions[ext]); id != noFile {
			return id
		}
	}
	if !n.isFolder(dirOf(path)) {
		return noFile
	}
	if id := n.firstWith(path, appendedExtensions(typed)); id != noFile {
		return id
	}
	return n.firstWith(stem, declarationExtensions[ext])
}

// folder resolves a folder to the file that its package.json names, or to its index.
func (n *nodeProject) folder(dir string, typed bool) fileID {
	if !n.isFolder(dir) {
		return noFile
	}
	if pkg := n.byDir[dir]; pkg != nil {
		if id := n.mainFile(pkg, typed); id != noFile {
			return id
		}
	}
	return n.index(dir, typed)
}

func (n *nodeProject) index(dir string, typed bool) fileID {
	if len(n.folders[dir]) == 0 {
		return noFile
	}
	return n.firstWith(under(dir, "index"), appendedExtensions(typed))
}

// firstWith returns the file of a stem with the first extension that has one.
func (t *tree) firstWith(stem string, extensions []string) fileID {
	for _, ext := range extensions {
		if id, ok := t.file(stem + ext); ok {
			return id
		}
	}
	return noFile
}

// Read-only.
var (
	// sourceExtensions lists, by the extension of a compiled file, the extensions of its possible sources.
	sourceExtensions = map[string][]string{".js": {".ts", ".tsx", ".jsx"}, ".jsx": {".tsx"}, ".mjs": {".mts"}, ".cjs": {".cts"}}
	// declarationExtensions lists the extensions of declarations for a script that is not in the tree.
	declarationExtensions = map[string][]string{".js": {".d.ts"}, ".jsx": {".d.ts"}, ".mjs": {".d.mts"}, ".cjs": {".d.cts"}}
)

// appendedExtensions returns the extensions to try for a path without one, in order of preference.
func appendedExtensions(typed bool) []string {
	if typed {
		return []string{
			".ts", ".tsx", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs",
			".d.ts", ".d.mts", ".d.cts", ".json", ".vue", ".svelte", ".astro",
		}
	}
	return []string{
		".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts",
		".json", ".vue", ".svelte", ".astro", ".d.ts", ".d.mts", ".d.cts",
	}
}

// hasScriptExtension reports whether path is a script and not a declaration.
func hasScriptExtension(path string) bool {
	_, ext := splitScript(path)
	return ext != "" && !strings.HasPrefix(ext, ".d.")
}
