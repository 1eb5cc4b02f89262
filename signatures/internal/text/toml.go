package text

import (
	"cmp"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// outlineTOML shows the keys before the first table with their values, and each table with the names of its keys.
// An array of tables is one line.
func outlineTOML(p *page) string {
	root := &entry{open: '{'}
	table := root
	byName := map[string]*entry{}
	lines := p.lines()
	doc, docEnd := "", -1
	for i := 0; i < len(lines); i++ {
		text := strings.TrimSpace(lines[i].text)
		if text == "" {
			continue
		}
		if text[0] == '#' {
			if docEnd != i-1 || doc == "" {
				doc = outline.DocLine(text)
			}
			docEnd = i
			continue
		}
		above := ""
		if docEnd == i-1 {
			above = doc
		}
		at := lines[i].start + indentOf(lines[i].text)
		if header, ok := tomlHeader(text); ok {
			table = tomlTable(root, byName, header, at)
			if table.doc == "" && table.value != "" {
				table.doc = above
			}
			table.end = lines[i].start + len(lines[i].text)
			continue
		}
		key, value, ok := tomlKey(text)
		if !ok {
			continue
		}
		last := tomlValueEnd(lines, i, value)
		end := lines[last].start + len(lines[last].text)
		if k := tomlAdd(table, key, at); k != nil {
			k.end = end
			k.value = strings.TrimSpace(withoutNote(outline.OneLine(outline.Cut(p.Src[lines[i].start+strings.LastIndex(lines[i].text, value):end], 4*outline.MaxValue), "")))
			if table == root {
				k.doc = above
			}
		}
		table.end = max(table.end, end)
		i = last
	}
	p.keys(root, 0, "# … ", tomlLine)
	return ""
}

// tomlTable finds or makes the entry of a table. All tables of an array share one, whose value is "[[name]]" and
// whose items count as kids.
func tomlTable(root *entry, byName map[string]*entry, header string, at int) *entry {
	if e := byName[header]; e != nil {
		e.tables++
		return e
	}
	e := cmp.Or(root.child('{', strings.Trim(header, "[] "), at), &entry{})
	e.value, e.open, e.tables = header, '{', 1
	byName[header] = e
	return e
}

// tomlAdd counts a key; in an array of tables, a name counts once.
func tomlAdd(table *entry, key string, at int) *entry {
	if strings.HasPrefix(table.value, "[[") && table.tables > 1 {
		return nil
	}
	return table.child('{', key, at)
}

func tomlLine(e *entry) string {
	if e.open == 0 {
		return e.key + " = " + outline.Cut(outline.Closed(outline.Cut(e.value, outline.MaxValue)), 2*outline.MaxValue)
	}
	text := e.value
	switch {
	case strings.HasPrefix(e.value, "[["):
		text += " # " + counted(e.tables, "table")
		if e.count > 0 {
			text += " of " + strings.TrimPrefix(e.inside()[strings.Index(e.inside(), ":")+1:], " ")
		}
	case e.count > 0:
		text += " # " + e.inside()
	}
	return text
}

func tomlHeader(line string) (string, bool) {
	if line[0] != '[' {
		return "", false
	}
	if i := strings.LastIndexByte(line, ']'); i > 0 {
		rest := strings.TrimSpace(line[i+1:])
		if rest == "" || rest[0] == '#' {
			return line[:i+1], true
		}
		if j := strings.IndexByte(line, ']'); j > 0 {
			return line[:j+1], true
		}
	}
	return "", false
}

func tomlKey(line string) (key, value string, ok bool) {
	i := 0
	for i < len(line) && line[i] != '=' {
		if line[i] == '"' || line[i] == '\'' {
			i = lex.SkipString(line, i)
		}
		i++
	}
	if i >= len(line) || i == 0 {
		return "", "", false
	}
	return strings.TrimSpace(line[:i]), strings.TrimSpace(line[i+1:]), true
}

// tomlValueEnd returns the index of the line on which a value ends.
func tomlValueEnd(lines []textLine, i int, value string) int {
	for _, mark := range [...]string{`"""`, "'''"} {
		if rest, ok := strings.CutPrefix(value, mark); ok {
			for !strings.Contains(rest, mark) {
				if i+1 >= len(lines) {
					return i
				}
				i++
				rest = lines[i].text
			}
			return i
		}
	}
	if value == "" || value[0] != '[' && value[0] != '{' {
		return i
	}
	for depth := flowDepth(value); depth > 0 && i+1 < len(lines); {
		if t := lines[i+1].text; strings.HasPrefix(t, "[") && strings.HasSuffix(strings.TrimSpace(t), "]") && !strings.Contains(t, ",") {
			break // a table: the value is unterminated
		}
		i++
		depth += flowDepth(lines[i].text)
	}
	return i
}
