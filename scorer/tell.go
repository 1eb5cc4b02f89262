package scorer

import (
	"fmt"
	"path"
	"strings"
)

// What the factors say of what they saw.

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
	return fmt.Sprintf("%d %s", n, many)
}

func tellBoost(f Facts) string { return told(f.Boosted, "matches a boost") }

func tellChurn(f Facts) string {
	if f.Churn == 0 && f.FolderChurn == 0 {
		return ""
	}
	text := fmt.Sprintf("%.1f commits of late (decayed)", float64(f.Churn)/1000)
	if f.FolderChurn > 0 {
		text += fmt.Sprintf(", folder %.1f", float64(f.FolderChurn)/1000)
	}
	return text
}

func tellSteps(n int) string {
	if n == 0 {
		return "execution starts here"
	}
	return several(n, "import from an entry point", "imports from an entry point")
}

func tellDocument(f Facts) string {
	switch {
	case f.Document == Readme:
		return "the README"
	case f.Document == Guide:
		return "a guide to the project"
	case f.Manifest:
		return "a manifest of the root"
	case f.Class == Prose:
		return "a document"
	}
	return ""
}

// ClassReason says which part of a path gives a file its class: its folder, its
// name or its extension.
func ClassReason(file string) string {
	class := ClassName(file)
	dir, name := split(file)
	ext := path.Ext(name)
	switch class {
	case Source:
		return "the extension " + ext
	case Other:
		return "neither code nor a document, by its name"
	case Prose:
		if proseName("x"+ext, strings.TrimPrefix(strings.ToLower(ext), ".")) {
			return "the extension " + ext
		}
		return "the name " + name
	}
	// The uppermost folder in which any file of the language would be the same.
	for i := range dir + "/" {
		if (dir + "/")[i] == '/' && ClassName(dir[:i]+"/x"+ext) == class {
			return "the folder " + path.Base(dir[:i])
		}
	}
	return "the name " + name
}
