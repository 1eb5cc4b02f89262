package imports

import "strings"

// module resolves a path without regard to how it was written: the file itself,
// the file that the compiler or bundler would add an extension to, or a folder.
func (n *nodeProject) module(path string, typed bool) fileID {
	if id := n.scriptFile(path, typed); id != noFile {
		return id
	}
	return n.folder(path, typed)
}

// scriptFile resolves a path to a file. TypeScript code names the output of a
// file (x.js for x.ts), so for typed importers the source goes first.
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

// folder resolves a path to what stands for a folder: the file its package.json names, or its index.
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

// firstWith returns the file of a stem with the first of the extensions that has one.
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
	// sourceExtensions are those of what a file written with an extension may be compiled from.
	sourceExtensions = map[string][]string{".js": {".ts", ".tsx", ".jsx"}, ".jsx": {".tsx"}, ".mjs": {".mts"}, ".cjs": {".cts"}}
	// declarationExtensions are those of the declarations of a script that is not in the tree itself.
	declarationExtensions = map[string][]string{".js": {".d.ts"}, ".jsx": {".d.ts"}, ".mjs": {".d.mts"}, ".cjs": {".d.cts"}}
)

// appendedExtensions returns what is added to a path without extension, in order of preference.
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

// hasScriptExtension reports whether path is a script, not a declaration.
func hasScriptExtension(path string) bool {
	_, ext := splitScript(path)
	return ext != "" && !strings.HasPrefix(ext, ".d.")
}
