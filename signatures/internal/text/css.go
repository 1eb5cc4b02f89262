package text

import (
	"strconv"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

const (
	maxRules      = 60 // rules of a style sheet that are shown with their selectors
	maxSelector   = 80 // bytes of a selector
	maxProperties = 40 // custom properties and variables of one rule that are shown
)

// The grammar knows plain CSS alone: four of five SCSS files do not parse with
// it. The three languages share statements, braces and at-rules, which is all
// that their outline needs.
func cssSpec() *outline.Spec {
	return styleSpec("CSS", "css", lex.Comments{Block: lex.SlashStar(), Quote: `"'`}, ".css")
}

func scssSpec() *outline.Spec { return styleSpec("SCSS", "scss", styleComments(), ".scss") }

func lessSpec() *outline.Spec { return styleSpec("Less", "less", styleComments(), ".less") }

func styleComments() lex.Comments {
	return lex.Comments{Line: []string{"//"}, Block: lex.SlashStar(), Quote: `"'`}
}

func styleSpec(name, fence string, c lex.Comments, words string) *outline.Spec {
	s := plain(name, fence, c, words)
	s.Plain, s.Layout = by(outlineStyle), outline.Layout{Indent: "  "}
	return s
}

func outlineStyle(p *page) string {
	root, ok := readBlocks(p.Src, blockRules{comments: p.Spec.Comments, ends: ";", skip: urlSkipper()})
	if !ok {
		return outline.FallbackTooLarge
	}
	st := &styleWriter{page: p}
	st.countRules(root.kids, 0)
	st.statements(root.kids, 0, "")
	st.flush()
	return ""
}

// urlSkipper makes a function that jumps over url(…), in which // starts no
// comment. It remembers up to where there is no closing bracket.
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

// skipURL is the offset after the url(…) at i, i if there is none, and -1 if
// it has no end.
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

// A styleWriter writes the outline of a style sheet. Plain rules wait in a
// list, so that they can share lines.
type styleWriter struct {
	*page
	rules   int
	waiting []string
	groups  map[string]int // rules by their first selector, where there are many
	level   int
}

func (w *styleWriter) countRules(list []*block, depth int) {
	for _, b := range list {
		if !b.body || depth > outline.MaxNesting {
			continue
		}
		if strings.HasPrefix(b.head, "@") {
			w.countRules(b.kids, depth+1)
		} else {
			w.rules++
		}
	}
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
			w.variable(b, strings.TrimSpace(name), strings.TrimSpace(value), "$")
		}
	}
}

// put writes a line of its own below the rules that wait.
func (w *styleWriter) put(s outline.Symbol, b *block, level int) {
	w.flush()
	if b.doc != "" && level == 0 {
		s.Text = b.doc + "\n" + s.Text
	}
	s.Depth = level
	w.add(s, b.docStart, b.end, level)
}

func (w *styleWriter) variable(b *block, name, value, mark string) {
	bare := strings.TrimPrefix(name, mark)
	if bare == "" || strings.ContainsAny(bare, " \t{.") {
		return
	}
	exported := w.Spec.Name != "CSS" && bare[0] != '_' && bare[0] != '-'
	if exported {
		w.export(name)
	}
	w.put(outline.Symbol{Name: name, Kind: "variable", Exported: exported, Text: name + ": " + outline.Closed(outline.Cut(value, outline.MaxValue)) + ";"}, b, 0)
}

func (w *styleWriter) at(b *block, level int, parent string) {
	word, rest, _ := strings.Cut(strings.TrimPrefix(b.head, "@"), " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToLower(word) {
	case "import", "use", "forward", "reference", "plugin":
		w.imported(b, word, rest)
	case "mixin", "function":
		w.callable(b, word, rest, level)
	case "media", "supports", "layer", "container", "scope", "document", "-moz-document", "starting-style", "if", "else", "each", "for", "while", "at-root":
		w.conditional(b, level, parent)
	case "keyframes", "-webkit-keyframes", "-moz-keyframes", "-o-keyframes", "counter-style", "property", "font-feature-values", "page", "font-palette-values", "view-transition":
		if b.body && !strings.HasPrefix(word, "-") {
			name := word
			if rest != "" {
				name = strings.Trim(rest, `"'`)
			}
			w.put(outline.Symbol{Name: outline.Cut(name, maxHeading), Kind: word, Parent: parent, Text: outline.Cut(b.head, outline.MaxLine) + " {…}"}, b, level)
		}
	case "font-face":
		w.fontFace(b, level)
	case "include", "extend", "return", "charset", "namespace", "debug", "warn", "error", "content", "tailwind", "apply", "arguments", "rest":
		if word == "tailwind" {
			w.put(outline.Symbol{Text: b.head + ";"}, b, level)
		}
	default: // Less: @name: value, or @name: { … }
		if name, value, ok := strings.Cut(b.head, ":"); ok && level == 0 && w.Spec.Name == "Less" {
			if b.body {
				value = "{…}"
			}
			w.variable(b, strings.TrimSpace(name), strings.TrimSpace(value), "@")
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
	w.flush()
	w.write(0, outline.Cut(b.head, outline.MaxLine)+";")
}

func (w *styleWriter) callable(b *block, word, rest string, level int) {
	name := rest
	if i := strings.IndexAny(rest, "( "); i > 0 {
		name = rest[:i]
	}
	exported := name != "" && name[0] != '_' && name[0] != '-'
	if exported && level == 0 {
		w.export(name)
	}
	w.put(outline.Symbol{Name: name, Kind: word, Exported: exported, Complexity: 1 + branchesOf(b, "@if", "@else", "@for", "@each", "@while"), Text: outline.Wrap(outline.Cut(b.head, outline.MaxHead), "  ") + " {…}"}, b, level)
}

// branchesOf counts the blocks inside whose head starts with one of the words.
func branchesOf(b *block, words ...string) int {
	n := 0
	for _, k := range b.kids {
		for _, word := range words {
			if strings.HasPrefix(k.head, word) {
				n++
				break
			}
		}
		n += branchesOf(k, words...)
	}
	return n
}

// conditional shows an at-rule with the rules in it.
func (w *styleWriter) conditional(b *block, level int, parent string) {
	if !b.body {
		if level == 0 {
			w.put(outline.Symbol{Text: outline.Cut(b.head, outline.MaxLine) + ";"}, b, level)
		}
		return
	}
	if level > 2 {
		return
	}
	w.flush()
	before := w.b.Len()
	w.write(level, outline.Cut(b.head, outline.MaxLine)+" {")
	opened := w.b.Len()
	w.statements(b.kids, level+1, parent)
	w.flush()
	if w.b.Len() == opened {
		kept := w.b.String()[:before]
		w.b.Reset()
		w.b.WriteString(kept)
		w.write(level, outline.Cut(b.head, outline.MaxLine)+" {…}")
		return
	}
	w.write(level, "}")
}

func (w *styleWriter) fontFace(b *block, level int) {
	for _, k := range b.kids {
		if name, ok := strings.CutPrefix(k.head, "font-family:"); ok {
			name = strings.Trim(strings.TrimSpace(name), `"'`)
			w.put(outline.Symbol{Name: outline.Cut(name, maxHeading), Kind: "font-face", Text: "@font-face { " + outline.Cut(k.head, outline.MaxLine) + " }"}, b, level)
		}
	}
}

// rule shows a rule by its selectors: with custom properties and nested rules
// if it has some, otherwise on a line together with others.
func (w *styleWriter) rule(b *block, level int, parent string) {
	selector := outline.Cut(b.head, maxSelector)
	name, _, called := strings.Cut(b.head, "(")
	name = strings.TrimSpace(name)
	mixin := w.Spec.Name == "Less" && called && strings.IndexByte(".#", b.head[0]) >= 0 && !strings.ContainsAny(name, " :>+~[,")
	s := outline.Symbol{Name: selector, Kind: "selector", Parent: parent, Depth: level}
	switch {
	case mixin && level == 0:
		s.Name = name
		s.Kind, s.Exported, s.Text = "mixin", true, outline.Wrap(outline.Cut(b.head, outline.MaxHead), "  ")+" {…}"
		w.export(s.Name)
		w.put(s, b, level)
	case w.properties(b) != "":
		s.Text = selector + " {\n" + w.properties(b) + "}"
		w.put(s, b, level)
		w.listProperties(b, selector)
	default:
		w.wait(b, s, level)
	}
}

// properties are the lines of the custom properties that a rule sets.
func (w *styleWriter) properties(b *block) string {
	var lines strings.Builder
	n := 0
	for _, k := range b.kids {
		if !k.body && strings.HasPrefix(k.head, "--") {
			if n++; n <= maxProperties {
				lines.WriteString("  " + outline.Closed(outline.Cut(k.head, outline.MaxValue)) + ";\n")
			}
		}
	}
	if n > maxProperties {
		lines.WriteString("  /* … " + strconv.Itoa(n-maxProperties) + " more */\n")
	}
	if inside := nestedRules(b); n > 0 && inside != "…" {
		lines.WriteString("  " + strings.TrimSpace(inside) + " {…}\n")
	}
	return lines.String()
}

func (w *styleWriter) listProperties(b *block, parent string) {
	for _, k := range b.kids {
		if !k.body && strings.HasPrefix(k.head, "--") {
			name, _, _ := strings.Cut(k.head, ":")
			w.list(outline.Symbol{Name: outline.Cut(strings.TrimSpace(name), maxHeading), Kind: "property", Parent: parent, Depth: 1}, k.start, k.end)
		}
	}
}

func (w *styleWriter) wait(b *block, s outline.Symbol, level int) {
	if level != w.level {
		w.flush()
		w.level = level
	}
	if w.rules <= maxRules {
		s.Text = s.Name + " {" + nestedRules(b) + "}"
		w.waiting = append(w.waiting, s.Text)
	} else {
		base := firstSelector(b.head)
		if w.groups == nil {
			w.groups = map[string]int{}
		}
		if w.groups[base]++; w.groups[base] == 1 && len(w.groups) <= 4*maxRules {
			w.waiting = append(w.waiting, base+" {…}")
		}
	}
	w.list(s, b.docStart, b.end)
}

// flush writes the rules that wait, as many on a line as fit.
func (w *styleWriter) flush() {
	if len(w.waiting) == 0 {
		return
	}
	indent := strings.Repeat(w.Spec.Layout.Indent, w.level)
	line := ""
	for _, rule := range w.waiting {
		if line != "" && len(line)+1+len(rule) > outline.MaxLine {
			w.b.WriteString(line + "\n")
			line = ""
		}
		if line == "" {
			line = indent + rule
		} else {
			line += " " + rule
		}
	}
	w.b.WriteString(line + "\n")
	w.waiting = w.waiting[:0]
}

// nestedRules names the rules inside a rule.
func nestedRules(b *block) string {
	var list []string
	total := 0
	for _, k := range b.kids {
		if k.body && k.head != "" && k.head[0] != '@' {
			total++
			list = append(list, outline.Cut(k.head, outline.MaxValue))
		}
	}
	if total == 0 {
		return "…"
	}
	return " " + names(list, total, maxNames/2) + " "
}

// firstSelector is the first simple selector of a rule: what it is about.
func firstSelector(head string) string {
	end := len(head)
	for i := 1; i < len(head); i++ {
		if strings.IndexByte(" ,:>+~[.", head[i]) >= 0 {
			end = i
			break
		}
	}
	return outline.Cut(head[:end], maxSelector)
}
