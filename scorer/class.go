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
	Other  Class = iota // data, configuration and everything that has no name here
	Source              // code of the project proper
	Prose               // documents
	Test                // code of tests and benchmarks
	Aside               // code of examples and documentation, and of others
)

func classNames() []string { return []string{"other", "source", "prose", "test", "aside"} }

// String returns the name of the class.
func (c Class) String() string { return classNames()[min(c, Aside)] }

// MarshalText returns the name of the class.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText takes the name of a class.
func (c *Class) UnmarshalText(text []byte) error {
	i := slices.Index(classNames(), string(text))
	if i < 0 {
		return fmt.Errorf("unknown class %q: one of %s", text, strings.Join(classNames(), ", "))
	}
	*c = Class(i) //nolint:gosec // one of five
	return nil
}

// ClassName returns the class of a file. Code that others wrote or that a program
// wrote is aside whatever folder it is in; what is generated is for the caller
// to say, who knows the contents.
func ClassName(file string) Class {
	dir, name := split(file)
	ext := strings.TrimPrefix(strings.ToLower(path.Ext(name)), ".")
	switch {
	case proseName(name, ext):
		return Prose
	case !codeExt(ext):
		return Other
	case AsideName(file), vendoredFolder(dir):
		return Aside
	case TestName(file), TestSupportName(file):
		return Test
	}
	return Source
}

// proseName: markup for text, and the documents that have no extension.
func proseName(name, ext string) bool {
	switch ext {
	case "md", "mdx", "rst", "txt", "adoc", "asciidoc", "markdown", "rdoc", "org", "tex", "pod":
		return !isOneOf(strings.ToLower(name), "requirements.txt", "cmakelists.txt", "robots.txt")
	case "":
		stem := strings.ToLower(name)
		for _, known := range documents() {
			if strings.HasPrefix(stem, known) {
				return true
			}
		}
	}
	return false
}

func documents() []string {
	return []string{
		"readme", "contributing", "architecture", "hacking", "design", "install", "todo",
		"news", "changes", "changelog", "history", "authors", "copying", "license", "licence", "notice",
	}
}

// codeExt: programs, and what programs are made from.
func codeExt(ext string) bool {
	return sourceExt(ext) || isOneOf(ext,
		"h", "hh", "hpp", "hxx", "inl", "ipp", "cu", "cuh", "pyi", "pyx", "pxd", "mli", "mll", "mly", "erl", "hrl", "cljc",
		"proto", "sql", "s", "asm", "y", "yy", "l", "ll", "pm", "tcl", "di", "gleam", "fsx", "fsi", "zsh", "fish", "ps1", "jq",
		"astro", "graphql", "gql", "thrift", "sol", "vy", "v", "sv", "vhd", "vhdl", "f", "f90", "f95", "f03", "for", "ada", "adb",
		"ads", "pas", "pp", "lisp", "el", "scm", "rkt", "hx", "odin", "mojo", "ipynb", "bas", "cob", "cbl", "gd", "metal", "glsl", "wgsl",
		"kts", "gradle", "re", "rei", "res", "purs", "lhs", "ino", "rake")
}

// TestSupportName reports whether file belongs to testing without being a test by
// itself: what lies in folders of tests, test data and benchmarks under their many
// names.
func TestSupportName(file string) bool {
	dir, name := split(strings.ToLower(file))
	for folder := range strings.SplitSeq(dir, "/") {
		if isOneOf(folder, "testing", "test-data", "test_data", "testutil", "testutils", "test_util", "test_utils", "testlib", "mocks",
			"mock", "fixtures", "fixture", "snapshots", "bench", "benches", "benchmark", "benchmarks", "regress", "t") ||
			strings.HasSuffix(folder, "-test") || strings.HasSuffix(folder, "-tests") || strings.HasSuffix(folder, ".tests") ||
			strings.HasSuffix(folder, "_tests") || strings.HasSuffix(folder, "_test") || strings.HasSuffix(folder, ".test") ||
			strings.HasPrefix(folder, "test-") || strings.HasPrefix(folder, "test_") || strings.HasPrefix(folder, "tests-") {
			return true
		}
	}
	stem := strings.TrimSuffix(name, path.Ext(name))
	return strings.HasSuffix(stem, "_bench") || strings.HasSuffix(stem, ".bench") || strings.HasSuffix(stem, "benchmark") ||
		isOneOf(stem, "test", "tests", "spec_helper")
}

// vendoredFolder: names under which a project keeps the code of others, beyond
// those whose contents are not packed at all.
func vendoredFolder(dir string) bool {
	for folder := range strings.SplitSeq(strings.ToLower(dir), "/") {
		if isOneOf(folder, "vendor", "_vendor", "vendored", "deps", "external", "externals", "extern", "subprojects", "dist",
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
	Plain  Document = iota
	Guide           // how the project is built up, and how to work on it
	Readme          // the README of the whole
)

// RecordName reports whether a document is a record of the past or of rights: what
// it names says nothing about what matters now.
func RecordName(file string) bool {
	lower := strings.ToLower(file)
	for _, word := range []string{"change", "news", "release", "history", "licen", "copying", "authors", "contributors"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return TestName(file) || strings.Contains(lower, "fixture")
}

func partNames() []string { return []string{"", "guide", "readme"} }

// String returns the name of the part, "" for none.
func (d Document) String() string { return partNames()[min(d, Readme)] }

// MarshalText returns the name of the part.
func (d Document) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText takes the name of a part.
func (d *Document) UnmarshalText(text []byte) error {
	i := slices.Index(partNames(), string(text))
	if i < 0 {
		return fmt.Errorf("unknown document %q: guide, readme or nothing", text)
	}
	*d = Document(i) //nolint:gosec // one of three
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
	case isOneOf(stem, "architecture", "contributing", "hacking", "design", "overview", "internals") && isOneOf(dir, "", "docs", "doc", ".github"),
		isOneOf(stem, "readme", "index") && isOneOf(dir, "docs", "doc"):
		return Guide
	}
	return Plain
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
