package outline

import (
	"strings"
)

// untagged removes the tags from a line of an XML documentation comment (C#). A reference becomes its name;
// descriptions of parameters and results are dropped.
func untagged(line string) string {
	if !strings.Contains(line, "<") {
		return line
	}
	for _, tag := range [...]string{"<param", "<typeparam", "<returns", "<exception", "<inheritdoc", "<value", "<example", "<remarks", "<code", "<seealso"} {
		if strings.HasPrefix(line, tag) && !strings.HasPrefix(line, "<paramref") && !strings.HasPrefix(line, "<typeparamref") {
			return ""
		}
	}
	var b strings.Builder
	for line != "" {
		before, rest, ok := strings.Cut(line, "<")
		b.WriteString(before)
		tag, after, closed := strings.Cut(rest, ">")
		if !ok || !closed {
			if ok {
				b.WriteString("<" + rest)
			}
			break
		}
		b.WriteString(tagName(tag))
		line = after
	}
	return strings.TrimSpace(b.String())
}

// tagName returns the replacement of a tag in a sentence: the name in a reference, nothing for markup, and the tag
// itself if it is not a tag of XML documentation (a type argument in a sentence).
func tagName(tag string) string {
	word, attributes, _ := strings.Cut(strings.TrimPrefix(tag, "/"), " ")
	switch strings.TrimSuffix(word, "/") {
	case "see", "paramref", "typeparamref":
		_, name, _ := strings.Cut(attributes, `"`)
		name, _, _ = strings.Cut(name, `"`)
		if len(name) > 1 && name[1] == ':' {
			name = name[2:]
		}
		if strings.Contains(attributes, "href") {
			return ""
		}
		return name
	case "summary", "para", "c", "b", "i", "em", "strong", "br", "list", "item", "description", "term", "a", "note", "remarks":
		return ""
	}
	return "<" + tag + ">"
}
