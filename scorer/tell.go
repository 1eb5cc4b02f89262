package scorer

import (
	"fmt"
	"path"
	"strings"

	"ctxpack/internal/text/humanize"
)

// The functions below describe the evidence of the factors.
func told(applies bool, text string) string {
	if applies {
		return text
	}
	return ""
}

func several(n int, one, many string) string {
	switch {
	case n <= 0:
		return ""
	case n == 1:
		return "1 " + one
	}
	return humanize.Comma(n) + " " + many
}

func tellClass(f Facts) string {
	switch {
	case f.Class == Test:
		return ""
	case f.Class == Prose && f.Twin != "":
		return fmt.Sprintf("%s, a translation of %s", f.Class, f.Twin)
	}
	return f.Class.String()
}

func tellBoost(f Facts) string { return told(f.Boosted, "matches a boost") }

func tellEntry(f Facts) string {
	switch {
	case f.Entry:
		return "an entry point"
	case f.Steps == 1:
		return "an entry point uses it"
	}
	return ""
}

func tellNames(f Facts) string {
	if !f.NoHistory {
		return ""
	}
	return several(f.Names, "declared name, without a history", "declared names, without a history")
}

func tellDocument(f Facts) string {
	switch {
	case f.Document == Readme:
		return "the README"
	case f.Document == Overview:
		return "an overview of the project that the README names"
	case f.Document == Guide:
		return "a guide to the project"
	case f.Manifest:
		return "the manifest of the project"
	}
	return ""
}

// ClassReason describes which part of a path determines the class of a file: its folder, its name or its extension.
func ClassReason(file string) string {
	class := ClassName(file)
	dir, name := split(file)
	ext := path.Ext(name)
	switch class {
	case Source:
		return "the extension " + ext
	case Other:
		if AsideMarkup(file) {
			return "neither code nor a document, in an example, a test or third-party code"
		}
		if translated(file) {
			return "messages in a language other than English"
		}
		return "neither code nor a document, by its name"
	case Template, Catalogue:
		if !PageName(name) {
			return "the extension " + ext
		}
		return "the extension " + ext + " in a folder of templates"
	case Prose:
		if proseName("x"+ext, strings.TrimPrefix(strings.ToLower(ext), ".")) {
			return "the extension " + ext
		}
		return "the name " + name
	}
	// The uppermost folder in which every file with this extension has the same class.
	for i := range dir + "/" {
		if (dir + "/")[i] == '/' && ClassName(dir[:i]+"/x"+ext) == class {
			return "the folder " + path.Base(dir[:i])
		}
	}
	return "the name " + name
}
