package source

import (
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
)

// The built-in exclusions by name. A non-universal include glob overrides them. The rules are deliberately narrow
// where a name is also an ordinary word: a missed file is often found by its contents (see content.go), while a
// wrong exclusion shows only in the list of skipped files.

// nameReason returns the reason to skip a file by its base name.
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

// LockName reports whether a base name is that of a dependency lock file, which is excluded by name.
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

// isGeneratedName reports whether a lower-case name follows the convention of a code generator, a snapshot tester
// or a coverage reporter.
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

// folderReason returns the reason to exclude a folder and all below it, by its name, its contents and its siblings.
//
// `vendor` is an ordinary word in shops and event software, so it counts as third-party code only at the root, next
// to the manifest of a package manager that fills such a folder, or if it contains that manager's files.
func folderReason(name string, holds func(name string) bool, top, besideManifest bool) SkipReason {
	isManaged := top || besideManifest
	switch {
	case kinds.Is(name, "vendored"), name == "vendor" && (isManaged || slices.ContainsFunc([]string{"modules.txt", "autoload.php"}, holds)):
		return Vendored
	case kinds.Is(name, "generated folder"),
		name == "coverage" && slices.ContainsFunc([]string{"lcov.info", "lcov-report", "clover.xml", "coverage-final.json"}, holds):
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

// builtBy returns the documentation generator that wrote a folder with these contents, "" for none. Only web files
// are excluded there (see isBuiltName): documents may be in the same folder.
func builtBy(name string, holds func(name string) bool) string {
	listsModules := holds("modules.html") && slices.ContainsFunc([]string{"classes", "functions", "interfaces"}, holds)
	switch {
	case holds("objects.inv") && holds("searchindex.js") && !holds("conf.py"), name == "_build" && holds("doctrees"):
		return "Sphinx"
	case holds("static.files") && holds("settings.html"):
		return "rustdoc"
	case !holds("index.html"):
		return ""
	case holds("doxygen.css") && !holds("Doxyfile") && slices.ContainsFunc([]string{"dynsections.js", "tabs.css"}, holds):
		return "Doxygen"
	case holds("overview-tree.html") && (holds("element-list") || holds("package-list")):
		return "Javadoc"
	case listsModules && holds(".nojekyll") && holds("assets"):
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

// isBuiltName reports whether a lower-case name is that of a page, a file that pages load, or a copy of a page's
// source.
func isBuiltName(name string) bool {
	_, ext := cutExtension(name)
	return kinds.Is(ext, "built ext") || anyOf(strings.HasSuffix, name, ".rst.txt", ".md.txt")
}

// holdsManifest reports whether a folder has the manifest of a package manager that puts third-party code into an
// adjacent `vendor`.
func holdsManifest(holds func(name string) bool) bool {
	return holds("go.mod") || holds("composer.json") || holds("Gemfile") || holds("Cargo.toml") || holds("go.work")
}

// extensionReason returns the reason to skip a lower-case name by its extension, without opening the file.
// Extensions that text files may have too (.dat, .obj, .pub, .mod) are not listed: their contents decide. An .svg
// is text, but a drawing.
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
