package scorer

import (
	"path"
	"slices"
	"strings"

	"ctxpack/internal/text/kinds"
)

// markupClass returns the class of a file that is neither code nor a document: Template or
// Catalogue if the name matches and the file belongs to the project proper, otherwise Other.
func markupClass(file, ext string) Class {
	class := Other
	switch {
	case kinds.Is(ext, "template ext"), PageName(file) && templateFolder(file):
		class = Template
	case kinds.Is(ext, "catalogue ext") && !ConfigName(file) && !translation(file):
		class = Catalogue
	}
	if class != Other && AsideMarkup(file) {
		return Other
	}
	return class
}

// PageName reports whether a file is web markup. RenderedPage decides by the contents whether it is a template.
func PageName(file string) bool { return kinds.Is(strings.ToLower(path.Ext(file)), "page ext") }

// RenderedPage reports whether code renders a page: its text contains a placeholder or a statement of a template
// language. Such a page is a template if it belongs to the project proper.
func RenderedPage(file, text string) bool {
	if !PageName(file) {
		return false
	}
	marks := []string{"{{", "{%", "<%", " th:", " v-if=", " v-for=", " *ngIf", "@if (", "@for ("}
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.Contains(text, mark) })
}

// translated reports whether a data file holds messages in a language other than English:
// it is a message file, or data in a folder for languages.
func translated(file string) bool {
	dir, _ := split(file)
	switch ext := strings.TrimPrefix(path.Ext(file), "."); {
	case kinds.Is(ext, "catalogue ext"):
		return translation(file)
	case kinds.Is(ext, "catalogue data ext"):
		return kinds.Is(strings.ToLower(path.Base(dir)), "catalogue folder") && translation(file)
	}
	return false
}

func templateFolder(file string) bool {
	dir, _ := split(strings.ToLower(file))
	return inFolder(dir, "template") || inFolder(dir, "templates") || inFolder(dir, "views")
}

// AsideMarkup reports whether markup belongs to an example, a test, documentation or
// third-party code. A folder named templates does not count as evidence.
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

// translation reports whether a message file is in a language other than English. Translations
// add nothing to what the original says about the project.
func translation(file string) bool {
	dir, name := split(file)
	language := strings.TrimSuffix(name, path.Ext(name)) // de.po, pt-BR.json
	if first, rest, ok := cutLanguage(language); ok && !(isLanguage(first) && rest == strings.ToUpper(rest)) {
		language = rest // messages_de_AT.properties, Strings.de.resx
	}
	above := path.Base(dir)
	switch {
	case above == "LC_MESSAGES":
		language = path.Base(path.Dir(dir))
	case strings.HasSuffix(above, ".lproj"):
		language = strings.TrimSuffix(above, ".lproj")
	}
	language, _, _ = cutLanguage(language)
	return isLanguage(language) && language != "en"
}

// Untranslated returns the possible paths of the original of a translated document: the first
// language mark other than English, a folder (docs/pt-br/) or a suffix of the name
// (README.zh-CN.md), is removed or replaced by English. Without a mark it returns nil.
func Untranslated(file string) []string {
	dir, name := split(file)
	folders := strings.Split(dir, "/")
	for i, folder := range folders {
		if isForeign(folder) {
			without := slices.Delete(slices.Clone(folders), i, i+1)
			folders[i] = "en"
			return []string{path.Join(path.Join(without...), name), path.Join(path.Join(folders...), name)}
		}
	}
	stem, ext := name[:len(name)-len(path.Ext(name))], path.Ext(name)
	for at := len(stem) - 1; at > 0; at-- {
		if strings.IndexByte("._-", stem[at]) >= 0 && isForeign(stem[at+1:]) {
			return []string{path.Join(dir, stem[:at]+ext), path.Join(dir, stem[:at+1]+"en"+ext)}
		}
	}
	return nil
}

// isForeign reports whether a word is the code of a language other than English, with or
// without the code of a country or a script.
func isForeign(word string) bool {
	language, rest, marked := cutLanguage(word)
	return isLanguage(strings.ToLower(language)) && !strings.EqualFold(language, "en") && (!marked || len(rest) >= 2 && len(rest) <= 4)
}

// cutLanguage cuts a name before its first separator.
func cutLanguage(name string) (first, rest string, ok bool) {
	if i := strings.IndexAny(name, "_-."); i >= 0 {
		return name[:i], name[i+1:], true
	}
	return name, "", false
}

// isLanguage reports whether a word is a two-letter language code of ISO 639-1.
func isLanguage(word string) bool { return len(word) == 2 && strings.Contains(languages, word+" ") }

const languages = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff " +
	"fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la " +
	"lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd " +
	"se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu "
