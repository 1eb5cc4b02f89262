package scorer

import (
	"path"
	"strings"
)

// markupClass is the class of what is neither code nor a document: a template or a
// catalogue of messages if its name says so, and it is of the project proper.
func markupClass(file, ext string) Class {
	class := Other
	switch {
	case templateExt(ext), PageName(file) && templateFolder(file):
		class = Template
	case isOneOf(ext, "properties", "po", "resx", "strings") && !ConfigName(file) && !translation(file):
		class = Catalogue
	}
	if class != Other && AsideMarkup(file) {
		return Other
	}
	return class
}

// PageName reports whether a file is of the markup of the web, which is a template if its
// contents say so.
func PageName(file string) bool {
	return isOneOf(strings.ToLower(path.Ext(file)), ".html", ".htm", ".xhtml")
}

// RenderedPage reports whether a page is one that code renders, by what begins a
// placeholder or a statement in the languages of templates. It is a template if it is of
// the project proper.
func RenderedPage(file, text string) bool {
	if !PageName(file) {
		return false
	}
	for _, mark := range []string{"{{", "{%", "<%", " th:", " v-if=", " v-for=", " *ngIf", "@if (", "@for ("} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}

func templateExt(ext string) bool {
	return isOneOf(ext, "erb", "heex", "eex", "leex", "ejs", "hbs", "handlebars", "twig", "jinja", "jinja2", "j2", "njk", "cshtml", "razor",
		"jsp", "liquid", "mustache", "gohtml", "tmpl", "tpl", "ftl", "haml", "slim", "pug")
}

func templateFolder(file string) bool {
	dir, _ := split(strings.ToLower(file))
	return inFolder(dir, "template") || inFolder(dir, "templates") || inFolder(dir, "views")
}

// AsideMarkup reports whether markup is of an example, a test, documentation or the code
// of others. That its folder is called templates says nothing.
func AsideMarkup(file string) bool {
	folders := strings.Split(file, "/")
	for i, folder := range folders[:len(folders)-1] {
		if isOneOf(strings.ToLower(folder), "template", "templates") {
			folders[i] = "views"
		}
	}
	file = strings.Join(folders, "/")
	return AuxiliaryName(file) || vendoredFolder(file) || TestName(file) || TestSupportName(file)
}

// translation reports whether a catalogue is of another language than English: all of them
// say the same of the project.
func translation(file string) bool {
	dir, name := split(file)
	stem := strings.TrimSuffix(name, path.Ext(name))
	language := stem // de.po
	if i := strings.IndexAny(stem, "_-."); i >= 0 {
		language = stem[i+1:] // messages_de_AT.properties, Strings.de.resx
	}
	above := path.Base(dir)
	switch {
	case above == "LC_MESSAGES":
		language = path.Base(path.Dir(dir))
	case strings.HasSuffix(above, ".lproj"):
		language = strings.TrimSuffix(above, ".lproj")
	}
	language, _, _ = strings.Cut(strings.ReplaceAll(language, "-", "_"), "_")
	return (len(language) == 2 || len(language) == 3) && strings.ToLower(language) == language && language != "en"
}
