package scorer

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
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

// ClassName returns the class of a file. Code that others wrote or that a program wrote is aside whatever folder it
// is in; the caller, who knows the contents, finds generated files.
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

// ClassFolder returns the uppermost folder by whose name alone a code file is taken for a test, or for auxiliary; ""
// if it would be the same elsewhere, or is source. foreign is set if the name says that others wrote the files.
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

// fillerName: rights, and what only tools read; small, in most folders, and of no help to understand the project.
func fillerName(name, ext string) bool {
	lower := strings.ToLower(name)
	return kinds.Is(lower, "filler") || !codeExt(ext) && kinds.Is(lower, "filler word")
}

// proseName: markup for text, and the documents that have no extension.
func proseName(name, ext string) bool {
	lower := strings.ToLower(name)
	switch ext {
	case "txt":
		return !kinds.Is(lower, "no prose")
	case "":
		return kinds.Is(lower, "prose word anyhow") || kinds.Is(name, "prose word") // in lower case, install and the like are programs
	}
	return kinds.Is(ext, "prose ext")
}

// codeExt: programs, and what programs are made from.
func codeExt(ext string) bool { return kinds.Is(ext, "code ext") }

// TestSupportName reports whether file belongs to testing without being a test by itself: what lies in folders of
// tests, test data and benchmarks under their many names.
func TestSupportName(file string) bool {
	_, name := split(strings.ToLower(file))
	for _, folder := range foldersAbovePackages(file) {
		if kinds.Is(strings.ToLower(folder), "test support folder") {
			return true
		}
	}
	return kinds.Is(strings.TrimSuffix(name, path.Ext(name)), "test support stem")
}

// vendoredFolder: names under which a project keeps the code of others, beyond
// those whose contents are not packed at all.
func vendoredFolder(file string) bool {
	for _, folder := range foldersAbovePackages(file) {
		if kinds.Is(strings.ToLower(folder), "vendored folder") {
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

// RecordName reports whether a document is a record of the past or of rights, or data of a test: what it names says
// nothing about what matters now. A document in a folder of records is one, and one by its own name; what is also an
// ordinary subject (docs/history.md) is one at the root and in capitals only.
func RecordName(file string) bool {
	dir, name := split(file)
	for folder := range strings.SplitSeq(strings.ToLower(dir), "/") {
		if kinds.Is(folder, "record folder") {
			return true
		}
	}
	stem := strings.TrimSuffix(name, path.Ext(name))
	lower := strings.ToLower(stem)
	return kinds.Is(lower, "record") || (dir == "" || stem == strings.ToUpper(stem)) && kinds.Is(lower, "record in capitals") ||
		TestName(file) || TestSupportName(file)
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
	case kinds.Is(stem, "guide") && (isOneOf(dir, "", ".github") || kinds.Is(dir, "guide folder")),
		isOneOf(stem, "readme", "index") && kinds.Is(dir, "guide folder"):
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
	return !strings.Contains(file, "/") && kinds.Is(file, "manifest")
}
