package scorer

import (
	"path"
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
)

// The rules below are the naming conventions of the ecosystems. Facts that depend on contents (a Go `package main`,
// a file that package.json names) are added by the caller.

// EntryName reports whether file is an entry point, judging by its name. executable is
// the file's execute permission, which matters for programs below bin/.
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
	case !kinds.Is(ext, "source ext"):
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

// StartsByContents reports whether programs in the file's language start at a function or a package with a fixed
// name. A file in such a language that lacks it is not a program, whatever its name.
func StartsByContents(file string) bool { return kinds.Is(path.Ext(file), "starts by contents") }

// AuxiliaryName reports whether file is auxiliary to the project proper: in examples, playgrounds, templates,
// fixtures, benchmarks or documentation. Programs there are not entry points of the project, whatever their names.
//
// Only the folders above a source root count. Names of packages (com/example/demo) are ignored, and below src only
// fixtures are auxiliary. In .NET, projects are folders of src, so the folders below src count too.
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

// packagedName reports whether folders in the file's language are named after packages.
func packagedName(name string) bool { return kinds.Is(path.Ext(name), "packaged ext") }

// foldersAbovePackages returns the folders that a file is in; for a JVM source, only those above its packages: the
// name of a package (org/acme/jpa/vendor) does not show its role in the project.
func foldersAbovePackages(file string) []string {
	dir, name := split(file)
	folders := strings.Split(dir, "/")
	if !packagedName(name) {
		return folders
	}
	for i, folder := range folders {
		if isLanguage := i > 0 && folders[i-1] == "main" && kinds.Is(folder, "package language"); isLanguage || kinds.Is(folder, "package root") {
			return folders[:i]
		}
	}
	return folders
}

// BuildName reports whether file is a script that a build tool finds by its name. It builds
// the project and is not an entry point of it.
func BuildName(file string) bool {
	_, name := split(file)
	stem, ext := stemAndExt(strings.ToLower(name))
	switch {
	case kinds.Is(stem, "build task"):
		return scriptExt(ext) || isOneOf(ext, "coffee", "babel.js")
	}
	return kinds.Is(strings.ToLower(name), "build")
}

// UpkeepName reports whether file maintains the project: it is in a maintenance folder at the root, configures a tool
// that checks the project, or is a build script. Such files build, check or publish the project and are not entry
// points of it. PowerShell scripts at the root count too: projects written in PowerShell keep their code in folders.
func UpkeepName(file string) bool {
	_, name := split(file)
	if tool, ext, ok := strings.Cut(name, ".config."); ok && scriptExt(ext) && kinds.Is(tool, "upkeep tool") {
		return true
	}
	for strings.HasPrefix(file, "../") { // outside the packed folder
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

// frameworkEntry reports whether a web framework starts from the file.
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

// stemAndExt splits a name at its first dot and removes the infix of a test:
// index.test.ts gives the same result as index.ts.
func stemAndExt(name string) (stem, ext string) {
	stem, ext, _ = strings.Cut(name, ".")
	for _, infix := range []string{"test.", "spec."} {
		ext = strings.TrimPrefix(ext, infix)
	}
	return stem, ext
}

func scriptExt(ext string) bool { return kinds.Is(ext, "script ext") }

// ConfigName reports whether file, at any depth, configures a tool or describes the project, judging by its name.
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

// TestName reports whether file is a test by the naming convention of its language.
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
		return path.Ext(name) != ".go" // the go tool recognizes only _test
	case strings.HasPrefix(name, "test_") || name == "conftest.py":
		return true
	}
	isTest := func(folder string) bool { return kinds.Is(folder, "test folder") }
	return kinds.Is(path.Ext(name), "camel ext") && camelTest(stem) || slices.ContainsFunc(foldersAbovePackages(file), isTest)
}

// camelTest reports whether a name is like FooTest, FooTests, FooSpec, FooIT or TestFoo, but not Contest or Latest.
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

// isOneOf reports whether s is in list. Use it for short lists only: it compares s with each item.
func isOneOf(s string, list ...string) bool { return slices.Contains(list, s) }
