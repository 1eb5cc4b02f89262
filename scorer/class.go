package scorer

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Class is what kind of thing a file is, by its path alone.
type Class uint8

// The classes.
const (
	Other     Class = iota // data, configuration and everything that has no name here
	Source                 // code of the project proper
	Prose                  // documents
	Test                   // code of tests and benchmarks
	Auxiliary              // code of examples, of documentation and of others; rights, records, housekeeping
	Template               // markup that the project's code renders
	Catalogue              // messages of the project, in the language they are written in
)

func classNames() []string {
	return []string{"other", "source", "prose", "test", "aside", "template", "catalogue"}
}

// String returns the name of the class.
func (c Class) String() string { return classNames()[min(c, Catalogue)] }

// MarshalText returns the name of the class.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText takes the name of a class.
func (c *Class) UnmarshalText(text []byte) error {
	i := slices.Index(classNames(), string(text))
	if i < 0 {
		return fmt.Errorf("unknown class %q: one of %s", text, strings.Join(classNames(), ", "))
	}
	*c = Class(i) // one of seven
	return nil
}

// ClassName returns the class of a file. Code that others wrote or that a program
// wrote is aside whatever folder it is in; what is generated is for the caller
// to say, who knows the contents.
func ClassName(file string) Class {
	_, name := split(file)
	ext := strings.TrimPrefix(strings.ToLower(path.Ext(name)), ".")
	switch {
	case fillerName(name, ext):
		return Auxiliary
	case proseName(name, ext):
		if RecordName(file) {
			return Auxiliary
		}
		return Prose
	case !codeExt(ext):
		return markupClass(file, ext)
	case AuxiliaryName(file), vendoredFolder(file):
		return Auxiliary
	case TestName(file), TestSupportName(file):
		return Test
	}
	return Source
}

// ClassFolder returns the uppermost folder by whose name alone a code file is taken for a
// test, or for auxiliary; "" if it would be the same elsewhere, or is source. foreign tells
// that the name says that others wrote what is there.
func ClassFolder(file string) (folder string, foreign bool) {
	class := ClassName(file)
	dir, name := split(file)
	if class != Test && class != Auxiliary || ClassName(name) != Source {
		return "", false
	}
	for i := range dir + "/" {
		if (dir + "/")[i] == '/' {
			inside := dir[:i] + "/" + name
			if ClassName(inside) != Source {
				return dir[:i], vendoredFolder(inside)
			}
		}
	}
	return "", false
}

// fillerName: rights, and what only tools read; small, in most folders, and of no
// help to understand the project.
func fillerName(name, ext string) bool {
	lower := strings.ToLower(name)
	return fillerFile(lower) ||
		!codeExt(ext) && startsWithWord(lower, "license", "licence", "copying", "notice", "unlicense", "copyright", "patents")
}

func fillerFile(lower string) bool {
	switch lower {
	case ".gitignore", ".gitattributes", ".gitmodules", ".gitkeep", ".keep", ".dockerignore", ".npmignore",
		".prettierignore", ".eslintignore", ".editorconfig", ".mailmap", ".nojekyll", "cname", ".handover.yml", ".handover.yaml":
		return true
	}
	return false
}

// proseName: markup for text, and the documents that have no extension.
func proseName(name, ext string) bool {
	switch ext {
	case "md", "mdx", "rst", "adoc", "asciidoc", "markdown", "rdoc", "org", "tex", "pod":
		return true
	case "txt":
		return !startsWithWord(strings.ToLower(name), "requirements", "constraints", "cmakelists", "robots")
	case "":
		// In lower case install, history and the like are programs.
		return startsWithWord(strings.ToLower(name), "readme", "contributing", "authors", "changelog") ||
			startsWithWord(name, "ARCHITECTURE", "HACKING", "DESIGN", "INSTALL", "TODO", "NEWS", "CHANGES", "ChangeLog", "HISTORY",
				"Architecture", "Hacking", "Design", "Install", "Todo", "News", "Changes", "History")
	}
	return false
}

// startsWithWord reports whether a name is one of the words, or goes on behind it
// with something that is no letter.
func startsWithWord(name string, words ...string) bool {
	for _, word := range words {
		if rest, ok := strings.CutPrefix(name, word); ok && (rest == "" || !isLetter(rest[0])) {
			return true
		}
	}
	return false
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// codeExt: programs, and what programs are made from.
func codeExt(ext string) bool {
	return sourceExt(ext) || isOneOf(ext,
		"h", "hh", "hpp", "hxx", "inl", "ipp", "cu", "cuh", "pyi", "pyx", "pxd", "mli", "mll", "mly", "erl", "hrl", "cljc",
		"proto", "sql", "s", "asm", "y", "yy", "l", "ll", "pm", "tcl", "di", "gleam", "fsx", "fsi", "zsh", "fish", "ps1", "psm1", "jq",
		"astro", "graphql", "gql", "thrift", "sol", "vy", "v", "sv", "vhd", "vhdl", "f", "f90", "f95", "f03", "for", "ada", "adb",
		"ads", "pas", "pp", "lisp", "el", "scm", "rkt", "hx", "odin", "mojo", "ipynb", "bas", "cob", "cbl", "gd", "metal", "glsl", "wgsl",
		"kts", "gradle", "re", "rei", "res", "purs", "lhs", "ino", "rake")
}

// TestSupportName reports whether file belongs to testing without being a test by
// itself: what lies in folders of tests, test data and benchmarks under their many
// names.
func TestSupportName(file string) bool {
	_, name := split(strings.ToLower(file))
	for _, folder := range foldersAbovePackages(file) {
		if testSupportFolder(strings.ToLower(folder)) {
			return true
		}
	}
	stem := strings.TrimSuffix(name, path.Ext(name))
	return isOneOf(stem, "test", "tests", "spec_helper", "benchmark", "benchmarks") || strings.HasSuffix(stem, "_bench") ||
		strings.HasSuffix(stem, ".bench") || strings.HasSuffix(stem, "_benchmark") || strings.HasSuffix(stem, "-benchmark")
}

func testSupportFolder(folder string) bool {
	switch folder {
	case "testing", "test-data", "test_data", "testutil", "testutils", "test_util", "test_utils", "testlib", "mocks",
		"mock", "fixtures", "fixture", "snapshots", "test", "tests", "spec", "specs", "bench", "benches", "benchmark", "benchmarks", "benchmarking", "regress", "t", "unittests",
		"integrationtests", "functionaltests":
		return true
	}
	for _, suffix := range []string{"-test", "-tests", "_test", "_tests", ".test", ".tests", ".unittests", ".integrationtests", ".functionaltests"} {
		if strings.HasSuffix(folder, suffix) {
			return true
		}
	}
	return strings.HasPrefix(folder, "test-") || strings.HasPrefix(folder, "test_") || strings.HasPrefix(folder, "tests-")
}

// vendoredFolder: names under which a project keeps the code of others, beyond
// those whose contents are not packed at all.
func vendoredFolder(file string) bool {
	for _, folder := range foldersAbovePackages(file) {
		if isOneOf(strings.ToLower(folder), "vendor", "_vendor", "vendored", "deps", "external", "externals", "extern", "subprojects", "dist",
			"third_party", "thirdparty", "third-party", "3rdparty") {
			return true
		}
	}
	return false
}

// Document is the part that a document plays for someone who is new.
type Document uint8

// The parts, from none to the first thing that is read.
const (
	Plain    Document = iota
	Guide             // how the project is built up, and how to work on it
	Overview          // a guide at the root to what the whole is made of, to which the README leads
	Readme            // the README of the whole
)

// RecordName reports whether a document is a record of the past or of rights, or
// data of a test: what it names says nothing about what matters now.
func RecordName(file string) bool {
	words := strings.FieldsFunc(strings.ToLower(file), func(r rune) bool { return r < 'a' || r > 'z' })
	for _, word := range words {
		switch word {
		case "change", "changes", "changelog", "changelogs", "changeset", "changesets", "news", "newsfragments", "whatsnew",
			"release", "releases", "releasenotes", "relnotes", "history", "license", "licenses", "licence", "licences", "copying",
			"authors", "contributors", "fixture", "fixtures":
			return true
		}
	}
	return TestName(file) || TestSupportName(file)
}

func partNames() []string { return []string{"", "guide", "overview", "readme"} }

// String returns the name of the part, "" for none.
func (d Document) String() string { return partNames()[min(d, Readme)] }

// MarshalText returns the name of the part.
func (d Document) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText takes the name of a part.
func (d *Document) UnmarshalText(text []byte) error {
	i := slices.Index(partNames(), string(text))
	if i < 0 {
		return fmt.Errorf("unknown document %q: guide, overview, readme or nothing", text)
	}
	*d = Document(i) // one of four
	return nil
}

// DocumentName returns the part of a document by its path.
func DocumentName(file string) Document {
	dir, name := split(strings.ToLower(file))
	stem := strings.TrimSuffix(name, path.Ext(name))
	switch {
	case ClassName(file) != Prose:
		return Plain
	case stem == "readme" && dir == "":
		return Readme
	case isOneOf(stem, "architecture", "agents", "contributing", "hacking", "design", "overview", "internals") && isOneOf(dir, "", "docs", "doc", "documentation", ".github"),
		isOneOf(stem, "readme", "index") && isOneOf(dir, "docs", "doc", "documentation"):
		return Guide
	}
	return Plain
}

// OverviewName reports whether a document tells by its name that it is about what the
// whole is made of. It is an [Overview] if the README leads to it.
func OverviewName(file string) bool {
	return !strings.Contains(file, "/") && DocumentName(file) == Guide && !strings.HasPrefix(strings.ToLower(file), "contributing")
}

// ManifestName reports whether file describes what the whole project is made of:
// the manifest of its ecosystem, at the root.
func ManifestName(file string) bool {
	if strings.Contains(file, "/") {
		return false
	}
	return isOneOf(file, "package.json", "go.mod", "Cargo.toml", "pyproject.toml", "setup.py", "setup.cfg", "pom.xml", "build.gradle",
		"build.gradle.kts", "composer.json", "Gemfile", "Makefile", "CMakeLists.txt", "meson.build", "Package.swift", "mix.exs",
		"Dockerfile", "configure.ac", "deno.json", "build.sbt", "dune-project", "pubspec.yaml") ||
		isOneOf(path.Ext(file), ".gemspec", ".sln", ".cabal")
}
