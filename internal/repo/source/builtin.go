package source

import (
	"strings"

	"ctxpack/internal/text/kinds"
)

// The built-in exclusions by name. A non-universal include glob brings a file back that they leave out. The rules are
// deliberately narrow where a name is also an ordinary word: what they miss is often found by its contents (see
// content.go), and what they take wrongly is only seen in the list of skipped files.

// nameReason classes a file by its base name.
func nameReason(name string) SkipReason {
	lower := strings.ToLower(name)
	switch {
	case LockName(name):
		return LockFile
	case isMinifiedName(lower):
		return Minified
	case isSourceMapName(lower):
		return SourceMap
	case isGeneratedName(lower):
		return Generated
	}
	return extensionReason(lower)
}

// LockName reports whether a base name is that of a dependency lock file, which is left out by its name.
func LockName(name string) bool {
	return kinds.Is(strings.ToLower(name), "lock") || name == "Manifest.toml" // the latter is Julia's
}

func isMinifiedName(name string) bool {
	stem, ext := cutExtension(name)
	return kinds.Is(ext, "minified ext") && kinds.Is(stem, "minified")
}

func isSourceMapName(name string) bool {
	stem, isMap := strings.CutSuffix(name, ".map")
	_, ext := cutExtension(stem)
	return isMap && kinds.Is(ext, "source map ext")
}

// isGeneratedName reports whether a lower-case name follows the convention of a
// code generator, a snapshot tester or a coverage reporter.
func isGeneratedName(name string) bool {
	_, ext := cutExtension(name)
	return kinds.Is(name, "generated") || kinds.Is(ext, "generated ext")
}

// cutExtension splits a name at its last dot. A name that only begins with a dot has no extension.
func cutExtension(name string) (stem, ext string) {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 {
		return name, ""
	}
	return name[:i], name[i+1:]
}

// folderReason classes a folder by its name and by what lies in it and beside it. Everything below is then excluded.
//
// `vendor` is an ordinary word in shops and event software, so it is taken as third-party code only at the root,
// beside the manifest of a package manager that fills such a folder, or when it holds what these leave there.
func folderReason(name string, holds func(name string) bool, top, besideManifest bool) SkipReason {
	switch {
	case kinds.Is(name, "vendored"), name == "vendor" && (top || besideManifest || holds("modules.txt") || holds("autoload.php")):
		return Vendored
	case kinds.Is(name, "generated folder"),
		name == "coverage" && (holds("lcov.info") || holds("lcov-report") || holds("clover.xml") || holds("coverage-final.json")):
		return Generated
	}
	switch {
	case holds("pyvenv.cfg"): // a Python virtual environment
		return Vendored
	case holds("CACHEDIR.TAG"):
		return Generated
	}
	return None
}

// builtBy names the generator of documentation that writes folders which hold what this one does, "" if there is
// none. Only what is of the web is excluded there (see isBuiltName): documents may lie in the same folder.
func builtBy(name string, holds func(name string) bool) string {
	switch {
	case holds("objects.inv") && holds("searchindex.js") && !holds("conf.py"), name == "_build" && holds("doctrees"):
		return "Sphinx"
	case holds("static.files") && holds("settings.html"):
		return "rustdoc"
	case !holds("index.html"):
		return ""
	case holds("doxygen.css") && (holds("dynsections.js") || holds("tabs.css")) && !holds("Doxyfile"):
		return "Doxygen"
	case holds("overview-tree.html") && (holds("element-list") || holds("package-list")):
		return "Javadoc"
	case holds("modules.html") && holds(".nojekyll") && holds("assets") && (holds("classes") || holds("functions") || holds("interfaces")):
		return "TypeDoc"
	case holds("book.js") && holds("ayu-highlight.css"):
		return "mdBook"
	case holds("sitemap.xml.gz") && holds("search") && holds("404.html"):
		return "MkDocs"
	case name == "_site":
		return "a generator of sites"
	}
	return ""
}

// isBuiltName tells the lower-case names of pages, what these load, and copies of their sources.
func isBuiltName(name string) bool {
	_, ext := cutExtension(name)
	return kinds.Is(ext, "built ext") || anyOf(strings.HasSuffix, name, ".rst.txt", ".md.txt")
}

// holdsManifest reports whether a folder holds the manifest of a package
// manager that puts third-party code into `vendor` beside it.
func holdsManifest(holds func(name string) bool) bool {
	return holds("go.mod") || holds("composer.json") || holds("Gemfile") || holds("Cargo.toml") || holds("go.work")
}

// extensionReason classes a lower-case name by its extension, for files that need not be opened. Extensions that text
// files have too (.dat, .obj, .pub, .mod) are in no set: their contents decide. An .svg is text, but a drawing.
func extensionReason(name string) SkipReason {
	_, ext := cutExtension(name)
	switch {
	case name == ".ds_store", name == "thumbs.db", kinds.Is(ext, "binary"):
		return Binary
	case kinds.Is(ext, "media"):
		return Media
	case kinds.Is(ext, "archive"):
		return Archive
	case kinds.Is(ext, "font"):
		return Font
	}
	return None
}
