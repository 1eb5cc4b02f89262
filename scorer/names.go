package scorer

import (
	"path"
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
)

// A file's name alone says much: the rules below are the naming conventions of the ecosystems. What only contents can
// say (a Go `package main`, a file that package.json names) the caller adds to the Facts itself.

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

// StartsByContents reports whether a file is of a language whose programs begin with a function or a package that the
// language itself names: a file of these that has none is no program, however it is called.
func StartsByContents(file string) bool { return kinds.Is(path.Ext(file), "starts by contents") }

// AuxiliaryName reports whether file is auxiliary to the project proper: in examples, playgrounds, templates,
// fixtures, benchmarks or documentation. What starts there is no entry point of the project, however it is called.
//
// Only the folders above a source root count. What a package is called (com/example/demo) says nothing, and below src
// only fixtures are aside; of .NET, whose projects are folders of src, these still count.
func AuxiliaryName(file string) bool {
	dir, name := split(file)
	packages := packagedName(name)
	projects := isOneOf(path.Ext(name), ".cs", ".fs", ".vb")
	inSource, above := false, ""
	for folder := range strings.SplitSeq(dir, "/") {
		folder = strings.ToLower(folder)
		switch {
		case packages && kinds.Is(folder, "package root"):
			return false
		case kinds.Is(folder, "fixture folder"):
			return true
		case !inSource && kinds.Is(folder, "aside folder"):
			return true
		}
		inSource = inSource || folder == "src" && !projects || above == "src"
		above = folder
	}
	return false
}

// packagedName: sources of languages whose folders are named by their packages.
func packagedName(name string) bool { return kinds.Is(path.Ext(name), "packaged ext") }

// foldersAbovePackages returns the folders that a file is in, of a JVM source only those above its packages: what a
// package is called (org/acme/jpa/vendor) says nothing of what it is to the project.
func foldersAbovePackages(file string) []string {
	dir, name := split(file)
	folders := strings.Split(dir, "/")
	if !packagedName(name) {
		return folders
	}
	for i, folder := range folders {
		if kinds.Is(folder, "package root") || i > 0 && folders[i-1] == "main" && kinds.Is(folder, "package language") {
			return folders[:i]
		}
	}
	return folders
}

// BuildName reports whether file is a script by whose name a build tool finds it: what
// runs there builds the project, and is no entry point of it.
func BuildName(file string) bool {
	_, name := split(file)
	stem, ext := stemAndExt(strings.ToLower(name))
	switch {
	case kinds.Is(stem, "build task"):
		return scriptExt(ext) || isOneOf(ext, "coffee", "babel.js")
	}
	return kinds.Is(strings.ToLower(name), "build")
}

// UpkeepName reports whether file is in a folder at the root that is for the project's own upkeep, the settings of a
// tool that checks it, or a script that builds it: what is run there builds, checks or publishes it, and is no entry
// point of it. Scripts of PowerShell at the root are such; what is written in it is in folders.
func UpkeepName(file string) bool {
	_, name := split(file)
	if tool, ext, ok := strings.Cut(name, ".config."); ok && scriptExt(ext) && kinds.Is(tool, "upkeep tool") {
		return true
	}
	for strings.HasPrefix(file, "../") { // around the folder that is packed
		file = file[len("../"):]
	}
	root, _, ok := strings.Cut(file, "/")
	return BuildName(file) || ok && kinds.Is(root, "upkeep folder") || !ok && strings.HasSuffix(strings.ToLower(name), ".ps1")
}

func ecosystemEntry(dir, name string) bool {
	switch name {
	case "lib.rs", "root.zig":
		return dir == "" || path.Base(dir) == "src"
	case "artisan":
		return dir == ""
	}
	return kinds.Is(name, "entry") || strings.HasSuffix(name, ".rs") && strings.HasSuffix("/"+dir, "/src/bin")
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

func scriptExt(ext string) bool { return kinds.Is(ext, "script ext") }

func sourceExt(ext string) bool { return kinds.Is(ext, "source ext") }

// ConfigName reports whether file configures a tool or describes the project, by its name, at any depth.
func ConfigName(file string) bool {
	dir, name := split(file)
	lower := strings.ToLower(name)
	ext := path.Ext(lower)
	switch {
	case kinds.Is(name, "config name"), kinds.Is(lower, "config"):
		return true
	case kinds.Is(ext, "config data ext") && kinds.Is(lower, "config data"):
		return true
	case scriptExt(strings.TrimPrefix(ext, ".")) && kinds.Is(lower, "config script"):
		return true
	}
	return (ext == ".yml" || ext == ".yaml") && kinds.Is(dir, "ci folder")
}

// TestName reports whether file is a test by its language's convention.
func TestName(file string) bool {
	_, name := split(file)
	lower := strings.ToLower(name)
	stem := strings.TrimSuffix(name, path.Ext(name))
	switch {
	case kinds.Is(lower, "test name"):
		return true
	case strings.HasSuffix(stem, "_test"):
		return true
	case strings.HasSuffix(stem, "_spec") || strings.HasSuffix(stem, "_tests"):
		return path.Ext(name) != ".go" // whose tool knows _test only
	case strings.HasPrefix(name, "test_") || name == "conftest.py":
		return true
	}
	if kinds.Is(path.Ext(name), "camel ext") && camelTest(stem) {
		return true
	}
	for _, folder := range foldersAbovePackages(file) {
		if kinds.Is(folder, "test folder") {
			return true
		}
	}
	return false
}

// camelTest: FooTest, FooTests, FooSpec, FooIT, TestFoo; not Contest or Latest.
func camelTest(stem string) bool {
	if kinds.Is(stem, "camel test") && !isOneOf(stem, "Test", "Tests", "Spec", "TestCase", "IT") {
		return true
	}
	rest, ok := strings.CutPrefix(stem, "Test")
	return ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z'
}

func split(file string) (dir, name string) {
	dir, name = path.Split(file)
	return strings.TrimSuffix(dir, "/"), name
}

func inFolder(dir, folder string) bool { return slices.Contains(strings.Split(dir, "/"), folder) }

// isOneOf is for short lists, and for what is not asked of every file: a switch looks at few of many names.
func isOneOf(s string, list ...string) bool { return slices.Contains(list, s) }
