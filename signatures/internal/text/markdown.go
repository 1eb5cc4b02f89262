package text

import (
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/outline"
)

const (
	maxHeadings = 200 // shown of a document; deeper levels are dropped first
	maxHeading  = 120 // bytes of a heading
)

type heading struct {
	level int
	text  string
	start int    // offset of its line
	lead  string // first sentence below it
}

// outlineMarkdown reads headings line by line. The grammar's block scanner keeps open blocks in a buffer of fixed
// size, which a few hundred kilobytes of "> " or "- " overflow, and the process ends.
func outlineMarkdown(p *page) string {
	r := &markdownReader{p: p, lines: p.lines(), jsx: p.Spec.Name == "MDX"}
	r.read()
	p.headings(r.found)
	return ""
}

// headings writes as many levels of headings as fit, and lists all of them.
func (p *page) headings(found []heading) {
	perLevel := [8]int{}
	for _, h := range found {
		perLevel[h.level]++
	}
	deepest, count := 0, 0
	for level, n := range perLevel {
		if count > 0 && count+n > maxHeadings {
			break
		}
		deepest, count = level, count+n
	}
	var stack []int
	written := 0
	for i, h := range found {
		end := len(p.Src)
		for _, next := range found[i+1 : min(len(found), i+2000)] {
			if next.level <= h.level {
				end = next.start
				break
			}
		}
		end = h.start + len(strings.TrimRight(p.Src[h.start:end], " \t\r\n"))
		for len(stack) > 0 && found[stack[len(stack)-1]].level >= h.level {
			stack = stack[:len(stack)-1]
		}
		s := outline.Symbol{Name: h.text, Kind: "heading", Depth: len(stack)}
		if len(stack) > 0 {
			s.Parent = found[stack[len(stack)-1]].text
		}
		stack = append(stack, i)
		if h.level <= deepest && written < maxHeadings {
			written++
			s.Head = strings.Repeat("#", h.level) + " " + h.text
			if h.lead != "" && (i == 0 || h.level == 1) {
				s.Doc, s.Below = h.lead, true
			}
			p.add(s, h.start, end, 0)
		} else if len(p.Symbols) < maxBlocks {
			p.list(s, h.start, end)
		}
	}
	if left := len(found) - written; left > 0 {
		p.write(0, "<!-- "+counted(left, "more heading")+" -->")
	}
}

// A markdownReader finds headings outside of code and other blocks.
type markdownReader struct {
	p         *page
	lines     []textLine
	found     []heading
	paragraph int // index of the line where the paragraph starts, -1 for none
	jsx       bool
}

func (r *markdownReader) read() {
	r.paragraph = -1
	i := r.frontMatter()
	for i < len(r.lines) {
		i = max(r.line(i), i+1)
	}
}

// frontMatter shows the title and description in a document's front matter.
func (r *markdownReader) frontMatter() int {
	const longest = 200 // lines
	if len(r.lines) == 0 || strings.TrimPrefix(r.lines[0].text, "\ufeff") != "---" {
		return 0
	}
	for i := 1; i < len(r.lines) && i < longest; i++ {
		if t := r.lines[i].text; t != "---" && t != "..." {
			continue
		}
		for _, l := range r.lines[1:i] {
			key, value, _ := strings.Cut(l.text, ":")
			switch value = strings.Trim(strings.TrimSpace(value), `"'`); key {
			case "title":
				if value != "" {
					r.found = append(r.found, heading{level: 1, text: outline.Cut(value, maxHeading), start: 0})
				}
			case "description", "summary":
				if len(r.found) > 0 && value != "" {
					r.found[0].lead = outline.Cut(value, outline.MaxDocBytes)
				}
			}
		}
		return i + 1
	}
	return 0
}

// line reads the line i and returns the index of the next one to read.
func (r *markdownReader) line(i int) int {
	text := r.lines[i].text
	trimmed := strings.TrimLeft(text, " \t")
	indent := len(text) - len(trimmed)
	switch {
	case trimmed == "":
		r.paragraph = -1
	case strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~"):
		r.paragraph = -1
		return r.fence(i, trimmed)
	case strings.HasPrefix(trimmed, "<!--"):
		return r.skipTo(i, "-->")
	case indent > 3:
	case strings.HasPrefix(trimmed, "#"):
		if level, title := atx(trimmed); level > 0 {
			r.add(level, title, i)
			return i + 1
		}
	case len(trimmed) > 3 && strings.EqualFold(trimmed[:2], "<h") && strings.IndexByte("123456", trimmed[2]) >= 0:
		return r.tag(i, int(trimmed[2]-'0'))
	case r.paragraph >= 0 && (strings.Trim(trimmed, "= ") == "" || strings.Trim(trimmed, "-") == ""): // an underline
		r.underlined(i, trimmed[0])
	case r.paragraph < 0:
		r.begin(i, trimmed)
	}
	return i + 1
}

func (r *markdownReader) begin(i int, trimmed string) {
	isItem := strings.IndexByte("*+-", trimmed[0]) >= 0 && (len(trimmed) < 2 || trimmed[1] == ' ')
	if isItem || trimmed[0] == '>' || trimmed[0] == '|' {
		return
	}
	if r.jsx && strings.HasPrefix(trimmed, "import ") {
		if spec := lastQuoted(trimmed); spec != "" {
			r.p.addImport("import", spec, r.lines[i].start)
		}
		return
	}
	if r.jsx && (trimmed[0] == '{' || strings.HasPrefix(trimmed, "export ")) {
		return
	}
	r.paragraph = i
	isText := trimmed[0] != '<' && !strings.HasPrefix(trimmed, "[![") && !strings.HasPrefix(trimmed, "![")
	if n := len(r.found); n > 0 && r.found[n-1].lead == "" && isText {
		if lead := bareText(trimmed); lead != "" {
			if i+1 < len(r.lines) && outline.SentenceEnd(lead) == 0 {
				if next := bareText(strings.TrimSpace(r.lines[i+1].text)); outline.SentenceEnd(next) > 0 {
					lead += " " + next
				}
			}
			if end := outline.SentenceEnd(lead); end > 0 {
				lead = lead[:end]
			}
			r.found[n-1].lead = outline.Cut(lead, outline.MaxDocBytes)
		}
	}
}

// underlined makes the paragraph above line i a heading.
func (r *markdownReader) underlined(i int, mark byte) {
	first := r.paragraph
	r.paragraph = -1
	if i-first > 3 || mark == '-' && i-first > 1 {
		return
	}
	parts := mapped.Of(r.lines[first:i], func(l textLine) string { return strings.TrimSpace(l.text) })
	level := 1
	if mark == '-' {
		level = 2
	}
	if n := len(r.found); n > 0 && strings.HasPrefix(bareText(parts[0]), strings.TrimRight(r.found[n-1].lead, ".…")) {
		r.found[n-1].lead = "" // the text was read as the first sentence below the last heading
	}
	r.add(level, strings.Join(parts, " "), first)
}

func (r *markdownReader) add(level int, title string, line int) {
	r.paragraph = -1
	title = bareText(title)
	if title == "" {
		return
	}
	h := heading{level: level, text: outline.Cut(title, maxHeading), start: r.lines[line].start}
	if hasTitle := len(r.found) == 1 && r.found[0].start == 0 && r.found[0].text == h.text; hasTitle && level == 1 && line > 0 {
		return // the front matter has the title
	}
	r.found = append(r.found, h)
}

// fence skips a fenced code block, up to the end of the text if it is not closed.
func (r *markdownReader) fence(i int, opening string) int {
	mark := opening[:1]
	n := len(opening) - len(strings.TrimLeft(opening, mark))
	if mark == "`" && strings.Contains(opening[n:], "`") {
		return i + 1 // inline code
	}
	for j := i + 1; j < len(r.lines); j++ {
		t := strings.TrimSpace(r.lines[j].text)
		if len(t) >= n && strings.Trim(t, mark) == "" {
			return j + 1
		}
	}
	return len(r.lines)
}

func (r *markdownReader) skipTo(i int, mark string) int {
	for j := i; j < len(r.lines); j++ {
		if strings.Contains(r.lines[j].text, mark) {
			return j + 1
		}
	}
	return len(r.lines)
}

// tag reads a heading that is written as an HTML element.
func (r *markdownReader) tag(i, level int) int {
	const longest = 8 // lines
	var parts []string
	for j := i; j < len(r.lines) && j < i+longest; j++ {
		parts = append(parts, r.lines[j].text)
		if strings.Contains(r.lines[j].text, "</h") || strings.Contains(r.lines[j].text, "</H") {
			r.add(level, strings.Join(parts, " "), i)
			return j + 1
		}
	}
	return i + 1
}

// atx reads "## Title ##".
func atx(line string) (level int, title string) {
	title = strings.TrimLeft(line, "#")
	level = len(line) - len(title)
	if level > 6 || title != "" && strings.IndexByte(" \t", title[0]) < 0 {
		return 0, ""
	}
	title = strings.TrimSpace(title)
	if bare := strings.TrimRight(title, "#"); bare == "" || strings.HasSuffix(bare, " ") {
		title = strings.TrimSpace(bare)
	}
	return level, title
}

var (
	images     = pattern.Of(`!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])`)
	links      = pattern.Of(`\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])`)
	tags       = pattern.Of(`</?[A-Za-z][^>]*>`)
	attributes = pattern.Of(`\s*\{[#.:][^}]*\}\s*$`)
)

// bareText returns a line of Markdown without links, images, tags and emphasis.
func bareText(s string) string {
	s = outline.Cut(s, 8*maxHeading)
	if !strings.ContainsAny(s, "[<{*") {
		return strings.Join(strings.Fields(s), " ")
	}
	s = images().ReplaceAllString(s, "")
	s = links().ReplaceAllString(s, "$1")
	if !strings.ContainsAny(s, "`\\") { // in code and after backslashes they are text
		s = tags().ReplaceAllString(s, "")
	}
	s = attributes().ReplaceAllString(s, "")
	s = strings.ReplaceAll(s, "**", "")
	return strings.TrimSpace(strings.Join(strings.Fields(s), " "))
}

// lastQuoted returns the last string in a line of code.
func lastQuoted(line string) string {
	line = strings.TrimRight(line, "; \t")
	if n := len(line); n > 1 && strings.IndexByte(`"'`, line[n-1]) >= 0 {
		if i := strings.LastIndexByte(line[:n-1], line[n-1]); i >= 0 {
			return line[i+1 : n-1]
		}
	}
	return ""
}
