package source

import "strings"

// The built-in exclusions by name. A non-universal include glob brings a file
// back that they leave out. The rules are deliberately narrow where a name is
// also an ordinary word: what they miss is often found by its contents (see
// content.go), and what they take wrongly is only seen in the list of skipped
// files.

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

// LockName reports whether a base name is that of a dependency lock file, which is
// left out by its name.
func LockName(name string) bool {
	return isLockName(strings.ToLower(name)) || name == "Manifest.toml" // the latter is Julia's
}

// isLockName reports whether the lower-case name is that of a file in which a
// package manager keeps resolved versions.
func isLockName(name string) bool {
	switch name {
	case "go.sum", "go.work.sum", "package-lock.json", ".package-lock.json", "npm-shrinkwrap.json",
		"pnpm-lock.yaml", "shrinkwrap.yaml", "bun.lockb", "conda-lock.yml", "conda-lock.yaml",
		"package.resolved", "cartfile.resolved", "packages.lock.json", "project.assets.json",
		"gradle.lockfile", "buildscript-gradle.lockfile", "maven_install.json", "cabal.project.freeze",
		"dub.selections.json", "lazy-lock.json", "vcpkg-lock.json", "jspm.lock.js":
		return true
	}
	return anyOf(strings.HasSuffix, name, ".lock", ".lock.json", ".lock.hcl", ".lock.yml", ".lock.yaml", ".lock.toml", ".opam.locked")
}

func isMinifiedName(name string) bool {
	stem, ext := cutExtension(name)
	switch ext {
	case "js", "mjs", "cjs", "css", "html", "htm":
		return strings.HasSuffix(stem, ".min") || strings.HasSuffix(stem, "-min") ||
			strings.HasSuffix(stem, ".chunk") || strings.HasSuffix(stem, ".bundle")
	}
	return false
}

func isSourceMapName(name string) bool {
	stem, ext := cutExtension(name)
	if ext != "map" {
		return false
	}
	switch _, ext = cutExtension(stem); ext {
	case "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "css", "scss", "sass", "less", "wasm", "dart", "vue", "svelte":
		return true
	}
	return false
}

// isGeneratedName reports whether a lower-case name follows the convention of a
// code generator, a snapshot tester or a coverage reporter.
func isGeneratedName(name string) bool {
	switch name {
	case ".pnp.cjs", ".pnp.js", ".pnp.loader.mjs", "lcov.info", "coverage-final.json", "coverage-summary.json",
		"coverage.xml", "cobertura.xml", "clover.xml", "jacoco.xml", ".coverage", "coverage.out", "cover.out",
		"junit.xml", ".eslintcache", ".stylelintcache", "generatedpluginregistrant.java",
		"generated_plugin_registrant.dart", "next-env.d.ts", ".flutter-plugins", ".flutter-plugins-dependencies",
		"gradlew", "gradlew.bat", "mvnw", "mvnw.cmd", "ppport.h":
		return true
	}
	if strings.HasPrefix(name, "zz_generated.") {
		return true
	}
	stem, ext := cutExtension(name)
	switch ext {
	case "snap", "ambr", "lcov", "coverprofile", "tsbuildinfo", "profraw", "profdata", "gcda", "gcno",
		"xcworkspacedata":
		return true
	}
	return anyOf(strings.HasSuffix, stem, generatedStems[ext]...)
}

// generatedStems are the ends of the names, before the extension, that generators give
// to files of a language. Read-only.
var generatedStems = func() map[string][]string {
	stems := map[string][]string{}
	for exts, ends := range map[string]string{
		"go":                 ".pb .pb.gw .pb.validate .connect .twirp _easyjson .gen",
		"py pyi":             "_pb2 _pb2_grpc",
		"dart":               ".g .freezed .gr .mocks .pb .pbenum .pbjson .pbserver",
		"cs":                 ".g .g.i .designer .feature .generated assemblyattributes",
		"vb":                 ".designer .generated",
		"h hpp hh cc cpp":    ".pb .pb.validate .grpc.pb",
		"c":                  ".pb-c .pb",
		"m":                  ".pbobjc .pbrpc",
		"swift":              ".pb .grpc .generated",
		"rb":                 "_pb _services_pb",
		"js mjs cjs":         "_pb _grpc_pb _grpc_web_pb .generated .gen",
		"ts mts cts tsx":     "_pb _pb.d _grpc_pb.d .generated .generated.d .gen",
		"rs kt java graphql": ".generated",
	} {
		for ext := range strings.FieldsSeq(exts) {
			stems[ext] = strings.Fields(ends)
		}
	}
	return stems
}()

// cutExtension splits a name at its last dot. A name that only begins with a
// dot has no extension.
func cutExtension(name string) (stem, ext string) {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 {
		return name, ""
	}
	return name[:i], name[i+1:]
}

// folderReason classes a folder by its name and by what lies in it and beside
// it. Everything below is then excluded.
//
// `vendor` is an ordinary word in shops and event software, so it is taken as
// third-party code only at the root, beside the manifest of a package manager
// that fills such a folder, or when it holds what these leave there.
func folderReason(name string, holds func(name string) bool, top, besideManifest bool) SkipReason {
	switch name {
	case "node_modules", "bower_components", "jspm_packages", "third_party", "third-party", "thirdparty",
		"3rdparty", "3rd_party", "3rd-party", "Pods", "Carthage", ".yarn", ".pnpm-store", "site-packages", "dist-packages", ".venv",
		".bundle", ".terraform", "elm-stuff", ".eggs", "Godeps":
		return Vendored
	case "vendor":
		if top || besideManifest || holds("modules.txt") || holds("autoload.php") {
			return Vendored
		}
	case "__pycache__", "__snapshots__", "__generated__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox",
		".nyc_output", "htmlcov", "lcov-report", ".next", ".nuxt", ".svelte-kit", ".turbo", ".parcel-cache",
		".dart_tool", ".gradle", ".angular", ".docusaurus", ".ipynb_checkpoints", "DerivedData":
		return Generated
	case "coverage":
		if holds("lcov.info") || holds("lcov-report") || holds("clover.xml") || holds("coverage-final.json") {
			return Generated
		}
	}
	switch {
	case holds("pyvenv.cfg"): // a Python virtual environment
		return Vendored
	case holds("CACHEDIR.TAG"), strings.HasSuffix(name, ".egg-info"), strings.HasSuffix(name, ".dist-info"):
		return Generated
	}
	return None
}

// builtBy names the generator of documentation that writes folders which hold
// what this one does, "" if there is none. Only what is of the web is excluded
// there (see isBuiltName): documents may lie in the same folder.
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

// isBuiltName reports whether a generator of documentation writes files of such a
// lower-case name: pages, what these load, and copies of their sources.
func isBuiltName(name string) bool {
	switch _, ext := cutExtension(name); ext {
	case "html", "htm", "xhtml", "js", "css", "json", "inv", "xml":
		return true
	}
	return anyOf(strings.HasSuffix, name, ".rst.txt", ".md.txt")
}

// holdsManifest reports whether a folder holds the manifest of a package
// manager that puts third-party code into `vendor` beside it.
func holdsManifest(holds func(name string) bool) bool {
	return holds("go.mod") || holds("composer.json") || holds("Gemfile") || holds("Cargo.toml") || holds("go.work")
}
