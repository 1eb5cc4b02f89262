package text

import (
	"strings"

	"ctxpack/signatures/internal/outline"
)

// outlineMakefile shows the targets that people call, with their doc comments ("## …" on the line or above), the
// variables that can be set from outside, multi-line definitions and includes.
func outlineMakefile(p *page) string {
	m := &makefileReader{p: p, lines: p.lines(), seen: map[string]bool{}}
	for i := 0; i < len(m.lines); {
		i = max(m.line(i), i+1)
	}
	return ""
}

type makefileReader struct {
	p      *page
	lines  []textLine
	first  int // index of the current line
	doc    string
	docAt  int // offset of the comment above, -1 for none
	docEnd int // index of its last line
	seen   map[string]bool
}

func (m *makefileReader) line(i int) int {
	m.first = i
	text := m.lines[i].text
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "" || text[0] == '\t':
		return i + 1
	case trimmed[0] == '#':
		if m.docEnd != i-1 || m.doc == "" {
			m.doc, m.docAt = outline.DocLine(trimmed), m.lines[i].start
		}
		m.docEnd = i
		return i + 1
	}
	end := m.logicalEnd(i)
	full := trimmed
	if end > i {
		full = outline.OneLine(outline.Cut(m.p.Src[m.lines[i].start:m.lines[end].end], outline.MaxFlat), "")
	}
	doc, at := "", m.lines[i].start
	if m.docEnd == i-1 && m.doc != "" {
		doc, at = m.doc, m.docAt
	}
	m.doc, m.docEnd = "", -2
	word, rest, _ := strings.Cut(full, " ")
	switch word {
	case "include", "-include", "sinclude":
		m.include(full, rest, at)
	case "define":
		return m.define(i, strings.TrimSpace(rest), doc, at)
	case "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "export", "unexport", "vpath", "undefine", "override":
	default:
		if name, value, operator := makeVariable(full); operator != "" {
			m.variable(name, operator, value, doc, at, end)
			break
		}
		return m.rule(end, full, doc, at)
	}
	return end + 1
}

// logicalEnd returns the last line that backslashes join to line i.
func (m *makefileReader) logicalEnd(i int) int {
	for i+1 < len(m.lines) && strings.HasSuffix(m.lines[i].text, "\\") {
		i++
	}
	return i
}

func (m *makefileReader) include(full, files string, at int) {
	for _, name := range strings.Fields(withoutNote(files)) {
		if !strings.ContainsAny(name, "$*%") {
			m.p.addImport("include", name, at)
		}
	}
	m.p.write(0, outline.Cut(full, outline.MaxLine))
}

func (m *makefileReader) define(i int, name, doc string, at int) int {
	end := i
	for end+1 < len(m.lines) && strings.TrimSpace(m.lines[end].text) != "endef" {
		end++
	}
	name, _, _ = strings.Cut(name, " ")
	s := outline.Symbol{Name: outline.Cut(name, maxHeading), Kind: "macro", Head: "define " + outline.Cut(name, maxHeading)}
	m.add(s, doc, at, end)
	return end + 1
}

func (m *makefileReader) add(s outline.Symbol, doc string, at, last int) {
	s.Doc, s.Line = doc, m.p.line(m.lines[m.first].start)
	m.p.add(s, at, m.lines[last].start+len(m.lines[last].text), 0)
}

// makeVariable reads "NAME ?= value"; operator is "" if the line sets no variable.
func makeVariable(line string) (name, value, operator string) {
	i := strings.IndexAny(line, "=:?+!")
	if i <= 0 {
		return "", "", ""
	}
	name = strings.TrimSpace(line[:i])
	for _, op := range [...]string{":::=", "::=", ":=", "?=", "+=", "!=", "="} {
		if strings.HasPrefix(line[i:], op) {
			if strings.ContainsAny(name, " \t") {
				return "", "", ""
			}
			return name, strings.TrimSpace(withoutNote(line[i+len(op):])), op
		}
	}
	return "", "", ""
}

// variable shows variables that can be set from outside, and short ones in capitals: the program's name, its flags.
func (m *makefileReader) variable(name, operator, value, doc string, at, end int) {
	if operator == "+=" || m.seen["$"+name] || strings.ContainsAny(name, "$(") {
		return
	}
	m.seen["$"+name] = true
	s := outline.Symbol{Name: outline.Cut(name, maxHeading), Kind: "variable"}
	isSetting := name == strings.ToUpper(name) && value != "" && len(value) <= outline.MaxValue
	if operator == "?=" || isSetting && len(m.seen) < maxRules {
		s.Head = strings.TrimSpace(s.Name + " " + operator + " " + outline.Closed(outline.Cut(value, outline.MaxValue)))
	}
	if s.Head == "" {
		m.p.list(s, at, m.lines[end].start+len(m.lines[end].text))
		return
	}
	m.add(s, doc, at, end)
}

// rule reads "targets: prerequisites" and skips its recipe.
func (m *makefileReader) rule(end int, full, doc string, at int) int {
	last := end
	branches := 0
	tabbed := func(i int) bool { return i < len(m.lines) && strings.HasPrefix(m.lines[i].text, "\t") }
	inRecipe := func(i int) bool {
		continued := i-1 > end && strings.HasSuffix(m.lines[i-1].text, "\\")
		return continued || tabbed(i) || strings.TrimSpace(m.lines[i].text) == "" && tabbed(i+1)
	}
	for last+1 < len(m.lines) && inRecipe(last+1) {
		last++
		if t := strings.TrimLeft(m.lines[last].text, "\t @-"); strings.HasPrefix(t, "if ") || strings.HasPrefix(t, "for ") || strings.HasPrefix(t, "while ") {
			branches++
		}
	}
	head, note, _ := strings.Cut(full, "##")
	targets, needs, ok := cutRule(head)
	if !ok || strings.HasPrefix(targets, "$(eval") || strings.HasPrefix(targets, "$(call") {
		return end + 1
	}
	if note = strings.TrimSpace(note); note != "" {
		note = " ## " + outline.Cut(note, outline.MaxDocBytes)
	}
	if _, value, operator := makeVariable(needs); operator != "" && value != "" {
		m.doc, m.docAt, m.docEnd = doc, at, end // a variable of a target
		return last + 1
	}
	names := strings.Fields(targets)
	special := len(names) == 0 || names[0][0] == '.' && strings.ToUpper(names[0]) == names[0]
	if repeated := m.seen[targets] && last == end && note == ""; repeated || special {
		if special && targets == ".DEFAULT_GOAL" {
			m.p.write(0, outline.Cut(head, outline.MaxLine))
		}
		return last + 1
	}
	m.seen[targets] = true
	needs = strings.TrimSpace(withoutNote(needs))
	if j := strings.IndexByte(needs, ';'); j >= 0 {
		needs = strings.TrimSpace(needs[:j])
	}
	text := outline.Cut(targets, outline.MaxLine) + ":"
	if needs != "" {
		text += " " + outline.Cut(needs, outline.MaxLine)
	}
	for k, name := range names {
		s := outline.Symbol{Name: outline.Cut(name, maxHeading), Kind: "target", Complexity: 1 + branches}
		if k == 0 {
			s.Head = text + note
			m.add(s, doc, at, last)
		} else if k < maxNamed {
			m.p.list(s, at, m.lines[last].start+len(m.lines[last].text))
		}
	}
	return last + 1
}

// cutRule splits a rule at the colon that is not inside $(…).
func cutRule(line string) (targets, needs string, ok bool) {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ':':
			if depth <= 0 {
				return strings.TrimSpace(strings.TrimSuffix(line[:i], "&")), strings.TrimLeft(line[i+1:], ": \t"), i > 0
			}
		}
	}
	return "", "", false
}
