package scorer

import (
	"path"
	"slices"
	"strings"
)

// A file's name alone says much: the rules below are the naming conventions of
// the ecosystems. What only contents can say (a Go `package main`, a file that
// package.json names) the caller adds to the Facts itself.

// EntryName reports whether file is an entry point by its name. executable is
// the file's permission to be run, which counts for programs below bin/.
func EntryName(file string, executable bool) bool {
	dir, name := split(file)
	stem, ext := stemAndExt(name)
	switch {
	case AuxiliaryName(file), BuildName(file), UpkeepName(file):
		return false
	case ecosystemEntry(dir, name):
		return true
	case inFolder(dir, "bin") && executable:
		return true
	case !sourceExt(ext):
		return false
	case stem == "main":
		return true
	case stem == "index":
		return scriptExt(ext) || ext == "php"
	case isOneOf(stem, "app", "server", "cli"):
		return !StartsByContents(file) && !isOneOf(ext, "ex", "exs", "erl")
	}
	return frameworkEntry(dir, stem, ext)
}

// StartsByContents reports whether a file is of a language whose programs begin with a
// function or a package that the language itself names: a file of these that has none is
// no program, however it is called.
func StartsByContents(file string) bool {
	return isOneOf(path.Ext(file), ".go", ".rs", ".java", ".kt", ".scala", ".groovy", ".c", ".cc", ".cpp", ".cxx", ".cs", ".swift", ".elm", ".zig", ".dart")
}

// AuxiliaryName reports whether file is auxiliary to the project proper: in
// examples, playgrounds, templates, fixtures, benchmarks or documentation. What
// starts there is no entry point of the project, however it is called.
//
// Only the folders above a source root count. What a package is called
// (com/example/demo) says nothing, and below src only fixtures are aside; of .NET, whose
// projects are folders of src, these still count.
func AuxiliaryName(file string) bool {
	dir, name := split(file)
	packages := packagedName(name)
	projects := isOneOf(path.Ext(name), ".cs", ".fs", ".vb")
	inSource, above := false, ""
	for folder := range strings.SplitSeq(dir, "/") {
		folder = strings.ToLower(folder)
		switch {
		case packages && topPackage(folder):
			return false
		case isOneOf(folder, "fixture", "fixtures", "__fixtures__", "testdata"):
			return true
		case !inSource && asideFolder(folder):
			return true
		}
		inSource = inSource || folder == "src" && !projects || above == "src"
		above = folder
	}
	return false
}

// packagedName: sources of languages whose folders are named by their packages.
func packagedName(name string) bool {
	return isOneOf(path.Ext(name), ".java", ".kt", ".kts", ".scala", ".groovy")
}

// topPackage: where packages begin.
func topPackage(folder string) bool {
	switch folder {
	case "com", "org", "net", "io", "dev", "edu":
		return true
	}
	return false
}

// foldersAbovePackages returns the folders that a file is in, of a JVM source only
// those above its packages: what a package is called (org/acme/jpa/vendor) says
// nothing of what it is to the project.
func foldersAbovePackages(file string) []string {
	dir, name := split(file)
	folders := strings.Split(dir, "/")
	if !packagedName(name) {
		return folders
	}
	for i, folder := range folders {
		if topPackage(folder) || i > 0 && folders[i-1] == "main" && isOneOf(folder, "java", "kotlin", "scala", "groovy") {
			return folders[:i]
		}
	}
	return folders
}

func asideFolder(folder string) bool {
	switch folder {
	case "example", "examples", "_examples", "sample", "samples",
		"demo", "demos", "snippet", "snippets", "playground", "playgrounds", "template", "templates", "benchmark", "benchmarks", "bench", "benches",
		"doc", "docs", "docs_src", "documentation", "website", "tutorial", "tutorials":
		return true
	}
	return strings.HasPrefix(folder, "template-")
}

// BuildName reports whether file is a script by whose name a build tool finds it: what
// runs there builds the project, and is no entry point of it.
func BuildName(file string) bool {
	_, name := split(file)
	stem, ext := stemAndExt(strings.ToLower(name))
	switch {
	case ext == "cake":
		return true
	case isOneOf(stem, "gulpfile", "gruntfile", "jakefile"):
		return scriptExt(ext) || isOneOf(ext, "coffee", "babel.js")
	}
	return isOneOf(strings.ToLower(name), "cake.cs", "build.cs", "build.fsx", "build.csx", "build.rs", "build.zig", "noxfile.py", "fabfile.py",
		"build.ps1", "build.sh", "build.py", "build.js", "build.mjs", "build.ts")
}

// UpkeepName reports whether file is in a folder at the root that is for the project's own
// upkeep, or the settings of a tool that checks it: what is run there builds, checks or publishes it, and
// is no entry point of it.
func UpkeepName(file string) bool {
	_, name := split(file)
	if tool, ext, ok := strings.Cut(name, ".config."); ok && scriptExt(ext) {
		switch tool {
		case "commitlint", "cypress", "eslint", "jest", "karma", "knip", "lint-staged", "playwright",
			"postcss", "prettier", "release", "stylelint", "svgo", "tailwind", "typedoc", "vitest":
			return true
		}
	}
	for strings.HasPrefix(file, "../") { // around the folder that is packed
		file = file[len("../"):]
	}
	root, _, ok := strings.Cut(file, "/")
	return ok && (strings.HasPrefix(root, ".") || isOneOf(root, "script", "scripts", "hack", "ci"))
}

func ecosystemEntry(dir, name string) bool {
	switch name {
	case "__main__.py", "manage.py", "wsgi.py", "asgi.py", "Program.cs", "config.ru", "index.php":
		return true
	case "main.rs":
		return true
	case "lib.rs", "root.zig":
		return dir == "" || path.Base(dir) == "src"
	case "artisan":
		return dir == ""
	}
	return strings.HasSuffix(name, ".rs") && strings.HasSuffix("/"+dir, "/src/bin")
}

// frameworkEntry: the files that a web framework starts from.
func frameworkEntry(dir, stem, ext string) bool {
	if !scriptExt(ext) {
		return false
	}
	switch stem {
	case "page", "layout", "route": // Next.js, app router
		return inFolder(dir, "app")
	case "_app", "_document": // Next.js, pages router
		return path.Base(dir) == "pages"
	case "root": // Remix
		return path.Base(dir) == "app"
	}
	return false
}

// stemAndExt splits a name at its first dot, after taking a test's infix out:
// index.test.ts names the same thing as index.ts.
func stemAndExt(name string) (stem, ext string) {
	stem, ext, _ = strings.Cut(name, ".")
	for _, infix := range []string{"test.", "spec."} {
		ext = strings.TrimPrefix(ext, infix)
	}
	return stem, ext
}

func scriptExt(ext string) bool {
	switch ext {
	case "js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte":
		return true
	}
	return false
}

func sourceExt(ext string) bool {
	return scriptExt(ext) || isOneOf(ext,
		"py", "pyw", "go", "rs", "java", "kt", "kts", "scala", "groovy", "c", "cc", "cpp", "cxx", "m", "mm",
		"cs", "fs", "vb", "rb", "php", "swift", "lua", "ex", "exs", "erl", "dart", "sh", "bash", "pl", "r", "jl",
		"zig", "nim", "hs", "ml", "clj", "cljs", "elm", "coffee", "cr", "d")
}

// ConfigName reports whether file configures a tool or describes the project,
// by its name, at any depth.
func ConfigName(file string) bool {
	dir, name := split(file)
	lower := strings.ToLower(name)
	switch {
	case strings.Contains(lower, ".config."):
		return true
	case lower == ".env" || strings.HasPrefix(lower, ".env."):
		return true
	case isOneOf(name, manifests()...), isOneOf(lower, toolConfigs()...):
		return true
	case isOneOf(path.Ext(lower), ".csproj", ".fsproj", ".vbproj", ".sln", ".gemspec", ".cabal", ".podspec"):
		return true
	}
	return toolPrefix(lower) || ciFile(dir, lower)
}

func manifests() []string {
	return []string{
		"package.json", "deno.json", "deno.jsonc", "bower.json", "lerna.json", "nx.json", "turbo.json",
		"pnpm-workspace.yaml", "rush.json", "Cargo.toml", "rust-toolchain", "rust-toolchain.toml", "rustfmt.toml",
		"clippy.toml", "go.mod", "go.work", "pyproject.toml", "setup.py", "setup.cfg", "Pipfile", "requirements.txt",
		"environment.yml", "tox.ini", "pytest.ini", "mypy.ini", "pom.xml", "build.gradle", "build.gradle.kts",
		"settings.gradle", "settings.gradle.kts", "gradle.properties", "build.sbt", "composer.json", "Gemfile",
		"Rakefile", "Package.swift", "Podfile", "mix.exs", "rebar.config", "pubspec.yaml", "build.zig.zon", "DESCRIPTION", "CMakeLists.txt",
		"CMakePresets.json", "meson.build", "configure.ac", "Makefile.am", "Makefile", "GNUmakefile", "makefile",
		"Justfile", "justfile", "Taskfile.yml", "Dockerfile", "Containerfile", "Vagrantfile", "Procfile", "BUILD.bazel",
		"WORKSPACE", "MODULE.bazel", "conanfile.txt", "conanfile.py", "vcpkg.json", "Directory.Build.props",
		"global.json", "nuget.config", "flake.nix", "shell.nix", "default.nix", "buf.yaml", "buf.gen.yaml",
	}
}

func toolConfigs() []string {
	return []string{
		".editorconfig", ".gitignore", ".gitattributes", ".dockerignore", ".npmrc", ".nvmrc", ".node-version",
		".python-version", ".ruby-version", ".tool-versions", ".babelrc", ".browserslistrc", ".flake8", ".pylintrc",
		".coveragerc", ".rubocop.yml", ".clang-format", ".clang-tidy", ".pre-commit-config.yaml", ".travis.yml",
		".gitlab-ci.yml", "appveyor.yml", "azure-pipelines.yml", "jenkinsfile", "renovate.json", "codecov.yml",
		".codecov.yml", "netlify.toml", "vercel.json", "fly.toml", "app.yaml", "angular.json", "ruff.toml",
		".ruff.toml", ".handover.yml", ".handover.yaml", "biome.json", "biome.jsonc", "components.json", "nodemon.json",
		".babelrc.js", ".prettierignore", ".eslintignore", ".envrc", "manifest.in", "phpunit.xml", "phpunit.xml.dist", "phpstan.neon", "checkstyle.xml", "detekt.yml",
	}
}

// toolPrefix covers tools whose configuration has many spellings:
// .eslintrc.json, tsconfig.build.json, .golangci.yml, docker-compose.dev.yml.
func toolPrefix(lower string) bool {
	for _, prefix := range []string{
		".eslintrc", ".prettierrc", ".stylelintrc", ".mocharc", ".swcrc", ".postcssrc", ".huskyrc", ".lintstagedrc",
		".commitlintrc", ".releaserc", ".nycrc", ".c8rc", ".golangci.", ".goreleaser.", ".markdownlint",
	} {
		if strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	ext := path.Ext(lower)
	data := isOneOf(ext, ".json", ".jsonc", ".json5", ".yml", ".yaml", ".toml")
	for _, prefix := range []string{"tsconfig.", "jsconfig.", "tslint.", "docker-compose.", "compose.", "jest.", "vitest.", "babel."} {
		if data && strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	for _, prefix := range []string{"webpack.", "vitest.workspace.", "vitest.setup.", "jest.setup.", "jest.config."} {
		if scriptExt(strings.TrimPrefix(ext, ".")) && strings.HasPrefix(lower, prefix) {
			return true
		}
	}
	return strings.HasPrefix(lower, "dockerfile.") || strings.HasSuffix(lower, ".dockerfile") ||
		strings.HasPrefix(lower, "makefile.") || strings.HasSuffix(lower, ".mk")
}

func ciFile(dir, lower string) bool {
	yaml := strings.HasSuffix(lower, ".yml") || strings.HasSuffix(lower, ".yaml")
	if !yaml {
		return false
	}
	return dir == ".circleci" || dir == ".github" || strings.HasSuffix(dir, ".github/workflows") ||
		strings.Contains(dir, ".github/actions") || dir == ".buildkite" || dir == ".woodpecker"
}

// TestName reports whether file is a test by its language's convention.
func TestName(file string) bool {
	_, name := split(file)
	lower := strings.ToLower(name)
	stem := strings.TrimSuffix(name, path.Ext(name))
	switch {
	case strings.Contains(lower, ".test.") || strings.Contains(lower, ".spec.") || strings.HasSuffix(lower, ".tests.ps1"):
		return true
	case strings.HasSuffix(stem, "_test"):
		return true
	case strings.HasSuffix(stem, "_spec") || strings.HasSuffix(stem, "_tests"):
		return path.Ext(name) != ".go" // whose tool knows _test only
	case strings.HasPrefix(name, "test_") || name == "conftest.py":
		return true
	}
	switch path.Ext(name) {
	case ".java", ".kt", ".scala", ".groovy", ".cs", ".swift", ".php", ".fs":
		if camelTest(stem) {
			return true
		}
	}
	for _, folder := range foldersAbovePackages(file) {
		switch folder {
		case "__tests__", "__mocks__", "__snapshots__", "test", "tests", "spec", "specs", "testdata", "e2e", "cypress":
			return true
		}
	}
	return false
}

// camelTest: FooTest, FooTests, FooSpec, FooIT, TestFoo; not Contest or Latest.
func camelTest(stem string) bool {
	for _, suffix := range []string{"Test", "Tests", "Spec", "TestCase", "IT"} {
		if strings.HasSuffix(stem, suffix) && stem != suffix {
			return true
		}
	}
	rest, ok := strings.CutPrefix(stem, "Test")
	return ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z'
}

func split(file string) (dir, name string) {
	dir, name = path.Split(file)
	return strings.TrimSuffix(dir, "/"), name
}

func inFolder(dir, folder string) bool {
	return slices.Contains(strings.Split(dir, "/"), folder)
}

// isOneOf is for short lists, and for what is not asked of every file: a switch looks at few
// of many names.
func isOneOf(s string, list ...string) bool { return slices.Contains(list, s) }
