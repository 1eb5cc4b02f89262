package text

import (
	"slices"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

const (
	maxRules      = 60 // rules shown of a style sheet
	maxSelector   = 80 // bytes of a selector
	maxProperties = 40 // custom properties shown of one rule
)

// outlineStyle needs no grammar, since the available one reads only plain CSS, and four of five SCSS files do not
// parse with it. The three languages share statements, braces and at-rules, which is all that their outline needs.
func outlineStyle(p *page) string {
	return p.blocks(blockRules{ends: ";", skip: urlSkipper()}, func(list []*block) {
		w := &styleWriter{page: p}
		w.statements(list, 0, "")
		if w.rules > maxRules {
			w.write(0, "/* … "+counted(w.rules-maxRules, "more rule")+" */")
		}
	})
}

// urlSkipper returns a function that skips url(…), in which // starts no comment. It remembers the
// offset up to which there is no closing bracket.
func urlSkipper() func(src string, i int) int {
	none := 0
	return func(src string, i int) int {
		if i < none || src[i] != 'u' {
			return i
		}
		end := skipURL(src, i)
		if end < 0 {
			none = len(src)
			return i
		}
		return end
	}
}

// skipURL returns the offset after the url(…) at i, i if there is none, and -1 if it has no end.
func skipURL(src string, i int) int {
	if !strings.HasPrefix(src[i:], "url(") || i+4 < len(src) && strings.IndexByte(`"'`, src[i+4]) >= 0 {
		return i
	}
	end := strings.IndexAny(src[i:], ")\n")
	if end < 0 {
		return -1
	}
	return i + end + 1
}

type styleWriter struct {
	*page
	rules int // so far
}

func (w *styleWriter) statements(list []*block, level int, parent string) {
	for _, b := range list {
		switch {
		case strings.HasPrefix(b.head, "@"):
			w.at(b, level, parent)
		case b.body:
			w.rule(b, level, parent)
		case strings.HasPrefix(b.head, "$") && level == 0:
			name, value, _ := strings.Cut(b.head, ":")
			w.variable(b, strings.TrimSpace(name), strings.TrimSpace(value))
		}
	}
}

func (w *styleWriter) put(s outline.Symbol, b *block, level int) {
	if level == 0 {
		s.Doc = b.doc
	}
	s.Depth, s.Line = level, w.line(b.start)
	if s.Exported && level == 0 {
		w.export(s.Name)
	}
	w.add(s, b.docStart, b.end, level)
}

// isPublic reports whether other files may use a name: not if it starts with _ or -.
func isPublic(name string) bool { return name != "" && name[0] != '_' && name[0] != '-' }

func (w *styleWriter) variable(b *block, name, value string) {
	if !strings.ContainsAny(name, " \t{.") && len(name) > 1 {
		head := name + ": " + outline.Closed(outline.Cut(value, outline.MaxValue)) + ";"
		w.put(outline.Symbol{Name: name, Kind: "variable", Exported: isPublic(name[1:]), Head: head}, b, 0)
	}
}

func (w *styleWriter) at(b *block, level int, parent string) {
	word, rest, _ := strings.Cut(strings.TrimPrefix(b.head, "@"), " ")
	rest = strings.TrimSpace(rest)
	head := outline.Cut(b.head, outline.MaxLine)
	switch strings.ToLower(word) {
	case "import", "use", "forward", "reference", "plugin":
		w.imported(b, word, rest)
	case "mixin", "function":
		name := rest
		if i := strings.IndexAny(rest, "( "); i > 0 {
			name = rest[:i]
		}
		branches := branchesOf(b, "@if", "@else", "@for", "@each", "@while")
		head := outline.Wrap(outline.Cut(b.head, outline.MaxHead), "  ") + " {…}"
		w.put(outline.Symbol{Name: name, Kind: word, Exported: isPublic(name), Complexity: 1 + branches, Head: head}, b, level)
	case "media", "supports", "layer", "container", "scope", "if", "else", "each", "for", "while":
		w.conditional(b, head, level, parent)
	case "keyframes", "counter-style", "property", "page":
		if b.body {
			name := outline.Cut(strings.Trim(rest, `"'`), maxHeading)
			w.put(outline.Symbol{Name: name, Kind: word, Parent: parent, Head: head + " {…}"}, b, level)
		}
	default: // Less: @name: value, or @name: { … }
		if name, value, ok := strings.Cut(b.head, ":"); ok && level == 0 && w.Spec.Name == "Less" {
			if b.body {
				value = "{…}"
			}
			w.variable(b, strings.TrimSpace(name), strings.TrimSpace(value))
		}
	}
}

func (w *styleWriter) imported(b *block, word, rest string) {
	kind := "import"
	if word == "forward" {
		kind = "export-from"
	}
	if strings.HasPrefix(rest, "(") { // Less: options
		if i := strings.IndexByte(rest, ')'); i > 0 {
			rest = strings.TrimSpace(rest[i+1:])
		}
	}
	for {
		rest = strings.TrimPrefix(rest, "url(")
		if rest == "" {
			break
		}
		if strings.IndexByte(`"'`, rest[0]) < 0 {
			if i := strings.IndexAny(rest, ") "); i > 0 {
				rest = rest[:i]
			}
			w.addImport(kind, rest, b.start)
			break
		}
		end := lex.SkipString(rest, 0)
		if end == 0 {
			break
		}
		w.addImport(kind, rest[1:end], b.start)
		next := strings.IndexByte(rest[end:], ',')
		if next < 0 || word == "use" || word == "forward" {
			break
		}
		rest = strings.TrimSpace(rest[end+next+1:])
	}
	w.write(0, outline.Cut(b.head, outline.MaxLine)+";")
}

// branchesOf counts the blocks whose head starts with one of the words.
func branchesOf(b *block, words ...string) int {
	n := 0
	for _, k := range b.kids {
		if n += branchesOf(k, words...); slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(k.head, word) }) {
			n++
		}
	}
	return n
}

func (w *styleWriter) conditional(b *block, head string, level int, parent string) {
	switch {
	case !b.body && level == 0:
		w.write(0, head+";")
	case b.body && level <= 2 && w.rules <= maxRules:
		w.write(level, head+" {")
		w.statements(b.kids, level+1, parent)
		w.write(level, "}")
	}
}

// rule shows a rule by its selector and its custom properties. Only the first rules of many are shown.
func (w *styleWriter) rule(b *block, level int, parent string) {
	s := outline.Symbol{Name: outline.Cut(b.head, maxSelector), Kind: "selector", Parent: parent, Depth: level}
	name, _, called := strings.Cut(b.head, "(")
	name = strings.TrimSpace(name)
	isMixin := called && strings.IndexByte(".#", b.head[0]) >= 0 && !strings.ContainsAny(name, " :>+~[,")
	if isMixin && level == 0 && w.Spec.Name == "Less" {
		s.Name, s.Kind, s.Exported = name, "mixin", true
		s.Head = outline.Wrap(outline.Cut(b.head, outline.MaxHead), "  ") + " {…}"
		w.put(s, b, level)
		return
	}
	properties := mapped.Where(b.kids, func(k *block) bool { return !k.body && strings.HasPrefix(k.head, "--") })
	w.rules++
	switch {
	case len(properties) > 0:
		s.Head = s.Name + " {\n"
		for _, k := range properties[:min(len(properties), maxProperties)] {
			s.Head += "  " + outline.Closed(outline.Cut(k.head, outline.MaxValue)) + ";\n"
		}
		s.Head += "}"
		w.put(s, b, level)
	case w.rules <= maxRules:
		s.Head = s.Name + " {…}"
		w.put(s, b, level)
	default:
		w.list(s, b.docStart, b.end)
	}
	for _, k := range properties {
		name, _, _ := strings.Cut(k.head, ":")
		w.list(outline.Symbol{Name: outline.Cut(strings.TrimSpace(name), maxHeading), Kind: "property", Parent: s.Name, Depth: 1}, k.start, k.end)
	}
}
