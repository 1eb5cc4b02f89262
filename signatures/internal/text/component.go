package text

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// outlineComponent shows the scripts of a single-file component as outlines of their own languages, its properties
// and events, and the slots of its markup. Svelte's own grammar would find only the scripts.
func outlineComponent(p *page) string {
	name := path.Base(p.Path)
	name = strings.TrimSuffix(name, path.Ext(name))
	c := &component{page: p}
	p.list(outline.Symbol{Name: name, Kind: "component", Exported: true}, 0, len(p.Src))
	p.export("default")
	from := c.frontMatter()
	for i := from; ; {
		t, ok := nextTag(p.Src, i)
		if !ok {
			break
		}
		i = max(c.tag(t), t.end, i+1)
	}
	c.markup(from)
	if len(c.slots) > 0 {
		p.write(0, "<!-- slots: "+names(c.slots, len(c.slots), maxNames)+" -->")
	}
	return ""
}

type component struct {
	*page
	slots []string
	code  []lex.Span // scripts and styles, which are not markup
}

// frontMatter reads the script between the lines of dashes that an Astro file starts with.
func (c *component) frontMatter() int {
	if c.Spec.Name != "Astro" {
		return 0
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(c.Src, "\ufeff \r\n\t"), "---")
	start, n := len(c.Src)-len(rest), strings.Index(rest, "\n---")
	if !ok || n < 0 {
		return 0
	}
	c.script("---", "---", "TypeScript", start, start+n+1)
	return start + n + 4
}

func (c *component) tag(t tag) int {
	switch {
	case t.closing:
	case t.name == "script":
		start, end := t.raw(c.Src)
		c.code = append(c.code, lex.Span{Start: t.start, End: end})
		if src := t.attribute("src"); src != "" {
			c.addImport("import", src, t.start)
			c.write(0, strings.TrimSpace(outline.OneLine(c.Src[t.start:t.end], ""))+"</script>")
			return end
		}
		c.script(outline.Cut(outline.OneLine(c.Src[t.start:t.end], ""), 2*outline.MaxLine), "</script>", scriptLanguage(t), start, end)
		return end
	case t.name == "style":
		start, end := t.raw(c.Src)
		c.code = append(c.code, lex.Span{Start: start, End: end})
		return end
	case t.name == "slot":
		name := cmp.Or(t.attribute("name"), "default")
		c.slot(name)
	}
	return t.end
}

func (c *component) slot(name string) {
	if !slices.Contains(c.slots, name) && len(c.slots) <= maxNamed {
		c.slots = append(c.slots, outline.Cut(name, maxKeyBytes))
	}
}

func scriptLanguage(t tag) string {
	switch strings.ToLower(t.attribute("lang")) {
	case "ts", "typescript":
		return "TypeScript"
	case "tsx":
		return "TSX"
	}
	if strings.Contains(t.attribute("type"), "typescript") {
		return "TypeScript"
	}
	return "JavaScript"
}

// script shows the outline of one script between its tags.
func (c *component) script(open, end, language string, from, to int) {
	o := c.embed(language, from, to)
	for _, name := range o.Exports {
		c.export(name)
	}
	text := o.Text()
	macros := c.macros(from, to, text)
	at, ok := exportedObject(c.Src[from:to])
	var members *block
	if ok {
		members, ok = readBlocks(c.Src[from+at[1]:to], blockRules{
			comments: lex.Comments{Line: []string{"//"}, Block: [][2]string{{"/*", "*/"}}, Quote: "\"'`"},
			ends:     ",", docLine: outline.DocLine,
		})
	}
	if ok { // its options are more informative than the line of the outline
		for i := range o.Symbols {
			o.Symbols[i].Gap = withoutExport(o.Symbols[i].Gap)
		}
		o.Tail = withoutExport(o.Tail)
	}
	shown := ok || macros+text != ""
	if shown {
		c.write(0, open+"\n"+macros)
	}
	c.AddAll(o, "")
	if ok {
		c.write(0, c.options(from, to, at, members))
	}
	if shown {
		c.write(0, end)
	}
}

// withoutExport removes a component's exports from lines that belong to no declaration.
func withoutExport(lines string) string {
	if before, rest, ok := strings.Cut("\n"+lines, "\nexport default "); ok {
		_, rest, _ = strings.Cut(rest, ";\n")
		return strings.TrimPrefix(before+"\n"+rest, "\n")
	}
	return lines
}

// macroCalls finds the calls that declare a component's inputs and outputs.
var macroCalls = pattern.Of(`(?:\b(?:defineProps|defineEmits|defineModel|defineExpose|defineSlots|defineOptions|createEventDispatcher)|\$props)[(<]`)

// macros returns the statements with such calls that the outline does not show yet.
func (c *component) macros(from, to int, shown string) string {
	var b strings.Builder
	source := c.Src[from:to]
	i, n := 0, 0
	for _, call := range macroCalls().FindAllStringIndex(source, -1) {
		at, end := call[0], call[1]-1
		if isMember := at > 0 && (isWordByte(source[at-1]) || source[at-1] == '.'); isMember || at < i || n == maxNamed {
			continue
		}
		n++
		start := statementStart(source, at)
		stop := statementEnd(source, end, strings.Count(source[start:at], "("))
		text := outline.Wrap(outline.Cut(outline.OneLine(source[start:stop], "; "), outline.MaxHead), "  ")
		if !strings.Contains(shown, text) {
			b.WriteString(text + "\n")
		}
		i = max(stop, end)
	}
	return b.String()
}

// statementStart returns the start of the statement around a call: its line, or the line above where the pattern it
// is assigned to opens.
func statementStart(source string, at int) int {
	const highest = 60 // lines
	line := strings.LastIndexByte(source[:at], '\n') + 1
	above := strings.TrimRight(source[:line], " \t\r\n")
	t := strings.TrimSpace(source[line:at])
	continues := t == "" && above != "" && strings.IndexByte("(=,", above[len(above)-1]) >= 0
	if !continues && !strings.HasPrefix(t, "}") && !strings.HasPrefix(t, "]") {
		return line
	}
	first := line
	for range highest {
		if first == 0 {
			break
		}
		first = strings.LastIndexByte(source[:first-1], '\n') + 1
		switch word, _, _ := strings.Cut(strings.TrimSpace(source[first:min(len(source), first+200)]), " "); word {
		case "const", "let", "var":
			return first
		}
	}
	return line
}

// statementEnd returns the offset after the brackets, of any kind, that follow a call's name; depth brackets are
// open already.
func statementEnd(source string, i, depth int) int {
	const longest = 1 << 14
	opened := strings.HasSuffix(source[:i], "(")
	for j := i; j < len(source) && j < i+longest; j++ {
		switch c := source[j]; {
		case strings.IndexByte("([{", c) >= 0, c == '<' && j > 0 && isWordByte(source[j-1]):
			depth++
			opened = opened || c == '('
		case strings.IndexByte(")]}", c) >= 0, c == '>' && depth > 0 && source[j-1] != '=':
			next := source[j+1 : min(j+2, len(source))]
			if depth--; depth <= 0 && opened && !strings.ContainsAny(next, "()") {
				return j + 1
			}
			depth = max(depth, 0)
		case c == '\'' || c == '"':
			j = lex.SkipString(source, j)
		case c == ';' && depth == 0, c == '\n' && depth == 0:
			return j
		}
	}
	return min(i+outline.MaxFlat, len(source))
}

// options shows the object that a component in options style exports: its properties, computed values and methods
// by name.
func (c *component) options(from, to int, at [2]int, members *block) string {
	source := c.Src[from:to]
	open := strings.TrimSpace(source[at[0]:at[1]])
	var b strings.Builder
	b.WriteString(outline.OneLine(open, "") + "\n")
	for _, k := range members.kids {
		if from+at[1]+k.start >= to || strings.HasPrefix(k.head, ")") || strings.HasPrefix(k.head, "}") {
			break
		}
		name := optionName(k.head)
		if name == "" {
			continue
		}
		text := outline.Cut(k.head, outline.MaxValue)
		if k.body {
			text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(k.head), "=>"))
			if inside := c.optionMembers(name, k, from+at[1]); inside != "" {
				text += " { " + inside + " }"
			} else if strings.HasSuffix(text, ":") {
				text += " {…}"
			}
		}
		b.WriteString("  " + outline.Cut(text, 3*outline.MaxLine) + ",\n")
		if k.end > k.start && strings.Count(source[at[1]:at[1]+k.end], "}") > maxBlocks {
			break
		}
	}
	b.WriteString("}" + strings.Repeat(")", strings.Count(open, "(")) + ";\n")
	return b.String()
}

// exportedObject finds "export default {" or "export default wrapper({".
func exportedObject(source string) (at [2]int, ok bool) {
	const head = "export default"
	n := strings.Index(source, head)
	if n < 0 || strings.TrimSpace(source[strings.LastIndexByte(source[:n], '\n')+1:n]) != "" {
		return at, false
	}
	rest := source[n+len(head) : min(len(source), n+200)]
	brace := strings.IndexByte(rest, '{')
	if brace < 0 {
		return at, false
	}
	switch call, _, _ := strings.Cut(strings.TrimSpace(rest[:brace]), "("); strings.TrimSpace(call) {
	case "", "defineComponent", "Vue.extend", "defineNuxtComponent":
		return [2]int{n, n + len(head) + brace + 1}, true
	}
	return at, false
}

// optionMembers returns the names in an option and lists methods.
func (c *component) optionMembers(option string, k *block, base int) string {
	var list []string
	switch option {
	case "props", "computed", "methods", "emits", "watch", "filters", "actions", "getters":
	default:
		return ""
	}
	for _, m := range k.kids {
		name := optionName(m.head)
		if name == "" || strings.HasPrefix(m.head, "...") {
			continue
		}
		text := name
		if option == "methods" && m.body && strings.Contains(m.head, "(") {
			text = strings.Replace(strings.TrimSpace(strings.TrimSuffix(m.head, "=>")), ": function ", "", 1)
			text = outline.Closed(outline.Cut(text, outline.MaxValue))
		}
		list = append(list, text)
		kind := "property"
		if option == "methods" {
			kind = "method"
		}
		c.list(outline.Symbol{Name: name, Kind: kind, Parent: "default." + option, Exported: true, Depth: 1}, base+m.docStart, base+m.end)
	}
	return names(list, len(list), 2*maxNames)
}

// optionName returns the key of a member of an object.
func optionName(head string) string {
	head = strings.TrimSpace(head)
	for ok := true; ok; {
		head, ok = strings.CutPrefix(head, "async ")
	}
	end := 0
	for ; end < len(head) && (isWordByte(head[end]) || strings.IndexByte("$'\"-:.", head[end]) >= 0); end++ {
		if head[end] == ':' && strings.Count(head[:end], "'")%2 == 0 {
			break
		}
	}
	return strings.Trim(head[:end], "'\".-")
}

func (c *component) markup(from int) {
	if c.Spec.Name != "Svelte" {
		return
	}
	rest := from
	for range maxNamed {
		n := strings.Index(c.Src[rest:], "{#snippet ")
		if n < 0 {
			return
		}
		rest += n + 1
		inCode := slices.ContainsFunc(c.code, func(s lex.Span) bool { return rest > s.Start && rest < s.End })
		line := c.Src[rest:min(len(c.Src), rest+200)]
		if end := strings.IndexByte(line, '}'); end > 0 && !inCode {
			c.write(0, "{"+outline.OneLine(line[:end], "")+"}…{/snippet}")
		}
	}
}
