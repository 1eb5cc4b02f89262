package text

import (
	"slices"
	"strings"

	"ctxpack/signatures/internal/outline"
)

const maxTags = 150 // lines of a page's outline

type tag struct {
	name       string // lower case, "" if there is none
	attributes string // source
	closing    bool
	start, end int
}

// nextTag finds the first tag at or after i, outside of comments.
func nextTag(src string, i int) (tag, bool) {
	for i < len(src) {
		n := strings.IndexByte(src[i:], '<')
		if n < 0 {
			break
		}
		i += n
		if strings.HasPrefix(src[i:], "<!--") {
			end := strings.Index(src[i+4:], "-->")
			if end < 0 {
				break
			}
			i += 4 + end + 3
			continue
		}
		if t, ok := readTag(src, i); ok {
			return t, true
		}
		i++
	}
	return tag{}, false
}

// readTag reads the tag at i. Its name starts with a letter.
func readTag(src string, i int) (tag, bool) {
	const longest = 1 << 14
	t := tag{start: i}
	j := i + 1
	if j < len(src) && src[j] == '/' {
		t.closing = true
		j++
	}
	name := j
	for j < len(src) && j < name+100 && strings.IndexByte(" \t\r\n/><", src[j]) < 0 {
		j++
	}
	if j == name || !isLetter(src[name]) {
		return t, false
	}
	t.name = strings.ToLower(src[name:j])
	at := j
	for j < len(src) && j < at+longest {
		switch src[j] {
		case '>':
			t.attributes, t.end = src[at:j], j+1
			return t, true
		case '<':
			t.attributes, t.end = src[at:j], j
			return t, true
		case '"', '\'':
			if n := strings.IndexByte(src[j+1:min(len(src), at+longest)], src[j]); n >= 0 {
				j += n + 1
			}
		}
		j++
	}
	t.attributes, t.end = src[at:at], at
	return t, true
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// attribute returns the value of an attribute, "" if the tag has none.
func (t tag) attribute(name string) string {
	for s := t.attributes; s != ""; {
		s = strings.TrimLeft(s, " \t\r\n/")
		i := strings.IndexAny(s, "= \t\r\n")
		if i < 0 {
			return ""
		}
		key := s[:i]
		s = strings.TrimLeft(s[i:], " \t\r\n")
		if !strings.HasPrefix(s, "=") {
			continue
		}
		s = strings.TrimLeft(s[1:], " \t\r\n")
		value := s
		if s != "" && (s[0] == '"' || s[0] == '\'') {
			end := strings.IndexByte(s[1:], s[0])
			if end < 0 {
				return ""
			}
			value, s = s[1:1+end], s[end+2:]
		} else if end := strings.IndexAny(s, " \t\r\n"); end >= 0 {
			value, s = s[:end], s[end:]
		} else {
			s = ""
		}
		if strings.EqualFold(key, name) {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// raw returns the text up to the end tag of a tag whose contents are not markup.
func (t tag) raw(src string) (start, end int) {
	mark := "</" + t.name
	for i := t.end; i < len(src); {
		n := strings.Index(src[i:], "</")
		if n < 0 {
			break
		}
		i += n
		if len(src) >= i+len(mark) && strings.EqualFold(src[i:i+len(mark)], mark) {
			return t.end, i
		}
		i += 2
	}
	return t.end, len(src)
}

type htmlWriter struct {
	*page
	written int
	left    int
	open    []string // sections that are open, outermost first
}

// outlineHTML reads tags in sequence: the outline needs no tree, and the grammar keeps an entry for each open tag,
// which takes seconds on pages with unclosed tags.
func outlineHTML(p *page) string {
	w := &htmlWriter{page: p}
	for i := 0; ; {
		t, ok := nextTag(p.Src, i)
		if !ok {
			break
		}
		i = max(w.tag(t), t.end, i+1)
	}
	if w.left > 0 {
		p.write(0, "<!-- "+counted(w.left, "more element")+" -->")
	}
	return ""
}

// tag shows the content of a tag and returns where to continue.
func (w *htmlWriter) tag(t tag) int {
	if t.closing {
		w.closeSection(t)
		return t.end
	}
	switch t.name {
	case "script":
		return w.script(t)
	case "style", "textarea", "pre", "svg":
		_, end := t.raw(w.Src)
		return end
	case "title", "h1", "h2", "h3", "h4", "h5", "h6":
		return w.heading(t)
	case "link":
		w.link(t)
	case "iframe", "img":
	case "template", "form", "section", "main", "nav", "header", "footer", "article", "aside", "dialog", "slot":
		w.section(t)
	default:
		if strings.Contains(t.name, "-") || t.attribute("id") != "" {
			w.section(t)
		}
	}
	return t.end
}

func (w *htmlWriter) show(s outline.Symbol, start, end int) {
	if w.written++; w.written > maxTags {
		w.left++
		s.Head = ""
		if w.left < maxBlocks {
			w.list(s, start, end)
		}
		return
	}
	s.Depth = min(len(w.open), 3)
	w.add(s, start, end, s.Depth)
}

func (w *htmlWriter) heading(t tag) int {
	near := w.Src[:min(len(w.Src), t.end+1<<12)]
	start, end := t.raw(near)
	if source := near[start:end]; end == len(near) || strings.Contains(source, "<h") || strings.Contains(source, "<div") {
		n := strings.IndexAny(source, "<\n") // no end tag: the heading ends with its line
		if n < 0 {
			return t.end
		}
		end = start + n
	}
	text := outline.Cut(bareText(w.Src[start:end]), maxHeading)
	if text == "" {
		return t.end
	}
	id := ""
	if v := t.attribute("id"); v != "" {
		id = ` id="` + v + `"`
	}
	kind := "heading"
	if t.name == "title" {
		kind = "title"
	}
	w.show(outline.Symbol{Name: text, Kind: kind, Head: "<" + t.name + id + ">" + text + "</" + t.name + ">"}, t.start, end)
	return end
}

// section shows a landmark, a custom element or an element with an id.
func (w *htmlWriter) section(t tag) {
	text := "<" + t.name
	name := t.name
	for _, key := range [...]string{"id", "name", "action", "role"} {
		if v := t.attribute(key); v != "" {
			text += " " + key + `="` + outline.Cut(v, outline.MaxValue) + `"`
			if key == "id" {
				name = "#" + outline.Cut(v, outline.MaxValue)
			}
		}
	}
	sectioning := slices.Contains([]string{"form", "section", "main", "nav", "header", "footer", "article", "aside", "dialog", "template"}, t.name)
	if name == t.name && slices.Contains([]string{"header", "footer", "article"}, name) && len(w.open) > 1 {
		return // one of many inside a page
	}
	kind := "id"
	if name == t.name {
		kind = "section"
	}
	w.show(outline.Symbol{Name: name, Kind: kind, Head: text + ">"}, t.start, t.end)
	if sectioning && !strings.HasSuffix(t.attributes, "/") && len(w.open) < 8 {
		w.open = append(w.open, t.name)
	}
}

func (w *htmlWriter) closeSection(t tag) {
	for i := len(w.open) - 1; i >= 0; i-- {
		if w.open[i] == t.name {
			w.open = w.open[:i]
			return
		}
	}
}

func (w *htmlWriter) link(t tag) {
	href := t.attribute("href")
	rel := strings.ToLower(t.attribute("rel"))
	if href == "" || !slices.Contains([]string{"stylesheet", "import", "manifest", "modulepreload"}, rel) {
		return
	}
	if isLocal(href) {
		w.addImport("include", withoutQuery(href), t.start)
	}
	w.show(outline.Symbol{Head: `<link rel="` + rel + `" href="` + outline.Cut(href, outline.MaxLine) + `">`}, t.start, t.end)
}

// script shows a script's source, or the declarations of an inline script.
func (w *htmlWriter) script(t tag) int {
	start, end := t.raw(w.Src)
	kind := t.attribute("type")
	text := "<script"
	if kind != "" && kind != "text/javascript" {
		text += ` type="` + outline.Cut(kind, outline.MaxValue) + `"`
	}
	if src := t.attribute("src"); src != "" {
		if isLocal(src) {
			w.addImport("include", withoutQuery(src), t.start)
		}
		w.show(outline.Symbol{Head: text + ` src="` + outline.Cut(src, outline.MaxLine) + `"></script>`}, t.start, t.end)
		return end
	}
	if kind != "" && kind != "module" && !strings.Contains(kind, "javascript") {
		return end
	}
	o := w.embed("JavaScript", start, end)
	if o.Text() == "" || w.written > maxTags {
		return end
	}
	w.written++
	level := min(len(w.open), 3)
	w.write(level, text+">")
	w.AddAll(o, strings.Repeat(w.Spec.Layout.Indent, level+1))
	w.write(level, "</script>")
	return end
}

// isLocal reports whether an address is inside the tree, not on another host.
func isLocal(address string) bool {
	return !strings.Contains(address, "://") && !strings.HasPrefix(address, "//") && !strings.HasPrefix(address, "data:") &&
		!strings.HasPrefix(address, "#") && !strings.ContainsAny(address, "{}<>$")
}

func withoutQuery(address string) string {
	if i := strings.IndexAny(address, "?#"); i >= 0 {
		return address[:i]
	}
	return address
}
