package scorer

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
)

// Class is the kind of a file, determined by its path alone.
type Class uint8

// The classes.
const (
	Other     Class = iota // data, configuration and everything else
	Source                 // code of the project proper
	Prose                  // documents
	Test                   // code of tests and benchmarks
	Auxiliary              // code of examples, of documentation and of third parties; licences, records, housekeeping
	Template               // markup that the project's code renders
	Catalogue              // message files of the project in their original language
)

func classNames() []string {
	return []string{"other", "source", "prose", "test", "aside", "template", "catalogue"}
}

// String returns the name of the class.
func (c Class) String() string { return classNames()[min(c, Catalogue)] }

// MarshalText returns the name of the class.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText parses the name of a class.
func (c *Class) UnmarshalText(text []byte) error {
	i := slices.Index(classNames(), string(text))
	if i < 0 {
		return fmt.Errorf("unknown class %q: one of %s", text, strings.Join(classNames(), ", "))
	}
	*c = Class(i) // one of the seven names
	return nil
}

// ClassName returns the class of a file. Generated code is Auxiliary in any folder, but only its contents show that
// it is generated: the caller detects it.
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

// ClassFolder returns the uppermost folder whose name alone makes a code file Test or Auxiliary; "" if the file would
// have the same class elsewhere, or is Source. foreign reports whether the folder's name marks third-party code.
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

// fillerName reports whether a file is a licence or is read by tools only: such files do not help to understand the project.
func fillerName(name, ext string) bool {
	lower := strings.ToLower(name)
	return kinds.Is(lower, "filler") || !codeExt(ext) && kinds.Is(lower, "filler word")
}

// proseName reports whether a file is text markup or a document without an extension.
func proseName(name, ext string) bool {
	lower := strings.ToLower(name)
	switch ext {
	case "txt":
		return !kinds.Is(lower, "no prose")
	case "":
		return kinds.Is(lower, "prose word anyhow") || kinds.Is(name, "prose word") // in lower case, names such as install are programs
	}
	return kinds.Is(ext, "prose ext")
}

// codeExt reports whether files with this extension are code.
func codeExt(ext string) bool { return kinds.Is(ext, "code ext") }

// TestSupportName reports whether file supports tests without being one: it is in a folder of tests, test data or
// benchmarks, under any of their usual names.
func TestSupportName(file string) bool {
	_, name := split(strings.ToLower(file))
	return belowFolder(file, "test support folder") || kinds.Is(strings.TrimSuffix(name, path.Ext(name)), "test support stem")
}

// belowFolder reports whether a folder above the packages of a file is of a kind.
func belowFolder(file, kind string) bool {
	return slices.ContainsFunc(foldersAbovePackages(file), func(folder string) bool { return kinds.Is(strings.ToLower(folder), kind) })
}

// vendoredFolder reports whether file is in a folder for third-party code. Folders that
// are never packed are not listed.
func vendoredFolder(file string) bool { return belowFolder(file, "vendored folder") }

// Document is the role that a document plays for a newcomer to the project.
type Document uint8

// The roles, from the least to the most important.
const (
	Plain    Document = iota
	Guide             // how the project is structured, and how to work on it
	Overview          // a guide to the project's structure, see OverviewName
	Readme            // the README of the project
)

// RecordName reports whether a document is a changelog or another record, a licence, or test data: the files that it
// names are not important because of it. A folder of records or the document's own name decides. A name that is also
// an ordinary subject (docs/history.md) counts only at the root or in capitals.
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

// String returns the name of the role, "" for none.
func (d Document) String() string { return partNames()[min(d, Readme)] }

// MarshalText returns the name of the role.
func (d Document) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText parses the name of a role.
func (d *Document) UnmarshalText(text []byte) error {
	i := slices.Index(partNames(), string(text))
	if i < 0 {
		return fmt.Errorf("unknown document %q: guide, overview, readme or nothing", text)
	}
	*d = Document(i) // one of the four names
	return nil
}

// DocumentName returns the role of a document, determined by its path.
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

// OverviewName reports whether a document describes the project's structure, judging by its name: it is called
// architecture, or it is a guide at the root that the README mentions.
func OverviewName(file string, mentioned bool) bool {
	dir, name := split(strings.ToLower(file))
	return DocumentName(file) == Guide && (strings.HasPrefix(name, "architecture.") || mentioned && dir == "" && !strings.HasPrefix(name, "contributing"))
}

// ManifestName reports whether file is the manifest of the project's ecosystem, at the root.
func ManifestName(file string) bool {
	return !strings.Contains(file, "/") && kinds.Is(file, "manifest")
}
