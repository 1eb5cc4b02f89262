package text

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// A notebookCell is one cell of a notebook without its outputs.
type notebookCell struct {
	markdown bool
	lines    []string
	at       []int // line of the file for each line
}

// notebookMark starts a cell in the text form of a notebook.
const (
	notebookMark     = "# %%"
	notebookMarkdown = "# %% [markdown]"
)

// Notebook returns the text of a Jupyter notebook without outputs: its cells in the percent format ("# %%" before
// each cell), in which Markdown and the notebook's own commands ("%matplotlib", "!pip") are comments. Embedded images
// are removed. ok is false if src is not a notebook. Extract accepts the result for the same file as it accepts src.
func Notebook(src string) (text string, ok bool) {
	cells, language, ok := readNotebook(src)
	if !ok {
		return "", false
	}
	var b strings.Builder
	for i, c := range cells {
		if i > 0 {
			b.WriteByte('\n')
		}
		if c.markdown {
			b.WriteString(notebookMarkdown + "\n")
		} else {
			b.WriteString(notebookMark + "\n")
		}
		for _, line := range c.lines {
			if c.markdown {
				line = strings.TrimRight("# "+line, " ")
			} else {
				line = codeLine(line, language)
			}
			b.WriteString(line + "\n")
		}
	}
	return b.String(), true
}

// codeLine turns a command to the notebook into a comment.
func codeLine(line, language string) string {
	if t := strings.TrimLeft(line, " \t"); t != "" && strings.IndexByte("%!", t[0]) >= 0 && language == "Python" {
		return line[:len(line)-len(t)] + "# " + t
	}
	return line
}

var embeddedImage = pattern.Of(`data:[a-z]+/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=]{64,}`)

// readNotebook reads the JSON of a notebook, in the current or the older format.
func readNotebook(src string) ([]notebookCell, string, bool) {
	r := &notebookReader{Scanner: jsondoc.Scanner[string]{Src: src, Pos: len(src) - len(strings.TrimPrefix(src, "\ufeff"))}}
	language, found := "python", false
	var member func(key string) *jsondoc.Fault
	member = func(key string) *jsondoc.Fault {
		switch {
		case key == "cells":
			found = true
			return r.list(r.cell)
		case key == "worksheets":
			return r.list(func() *jsondoc.Fault { return r.object(member) })
		case key == "metadata":
			at, f := r.Value()
			var m struct {
				Kernelspec struct {
					Language string `json:"language"`
				} `json:"kernelspec"`
				Info struct {
					Name string `json:"name"`
				} `json:"language_info"`
			}
			if f == nil && json.Unmarshal([]byte(src[at.From:at.To]), &m) == nil {
				language = cmp.Or(m.Info.Name, m.Kernelspec.Language, language)
			}
			return f
		}
		_, f := r.Value()
		return f
	}
	r.Space()
	f := r.object(member)
	return r.cells, notebookLanguage(language), f == nil && found
}

// notebookLanguage returns the table's name of a kernel's language.
func notebookLanguage(name string) string {
	switch strings.ToLower(name) {
	case "python", "python3", "ipython", "sage":
		return "Python"
	case "javascript", "js":
		return "JavaScript"
	case "typescript":
		return "TypeScript"
	case "c++", "c++11", "c++14", "c++17":
		return "C++"
	case "go", "rust", "java", "scala", "kotlin", "ruby", "julia":
		return strings.ToUpper(name[:1]) + strings.ToLower(name[1:])
	}
	return ""
}

// A notebookReader walks over JSON and keeps the offsets of the cells' lines.
type notebookReader struct {
	jsondoc.Scanner[string]
	cells []notebookCell
	line  int // lines counted so far
	read  int // offset up to which lines are counted
}

// object calls member for each key of an object.
func (r *notebookReader) object(member func(key string) *jsondoc.Fault) *jsondoc.Fault {
	if r.Peek() != '{' {
		return r.Unexpected("an object")
	}
	return r.Object(func(name jsondoc.Span) *jsondoc.Fault { return member(jsondoc.Unquote(r.Src[name.From:name.To])) })
}

func (r *notebookReader) list(item func() *jsondoc.Fault) *jsondoc.Fault {
	if r.Peek() != '[' {
		return r.Unexpected("an array")
	}
	return r.Array(item)
}

func (r *notebookReader) cell() *jsondoc.Fault {
	var c notebookCell
	kind, level := "", 1
	f := r.object(func(key string) *jsondoc.Fault {
		if key == "source" || key == "input" {
			return r.source(&c)
		}
		at, f := r.Value()
		switch value := r.Src[at.From:at.To]; {
		case f != nil:
		case key == "cell_type" && value[0] != '"':
			return r.Failf(at.From, "a type that is no string")
		case key == "cell_type":
			kind = jsondoc.Unquote(value)
		case key == "level":
			level, _ = strconv.Atoi(value) // otherwise the lowest
		}
		return f
	})
	switch kind {
	case "code":
		r.cells = append(r.cells, c)
	case "markdown":
		c.markdown = true
		r.cells = append(r.cells, c)
	case "heading":
		c.markdown = true
		if len(c.lines) > 0 {
			c.lines[0] = strings.Repeat("#", min(max(level, 1), 6)) + " " + c.lines[0]
		}
		r.cells = append(r.cells, c)
	}
	return f
}

// source reads a cell's text: one string, or a list of strings.
func (r *notebookReader) source(c *notebookCell) *jsondoc.Fault {
	open := true // the last line continues in the next string
	add := func() *jsondoc.Fault {
		quoted, f := r.Value()
		if f != nil || r.Src[quoted.From] != '"' {
			return f
		}
		at := r.lineAt(r.Pos)
		text := jsondoc.Unquote(r.Src[quoted.From:quoted.To])
		text = embeddedImage().ReplaceAllString(text, "data:…")
		for i, line := range strings.Split(text, "\n") {
			if i == 0 && open && len(c.lines) > 0 {
				c.lines[len(c.lines)-1] += strings.TrimRight(line, "\r")
				continue
			}
			c.lines, c.at = append(c.lines, strings.TrimRight(line, "\r")), append(c.at, at)
		}
		open = true
		if n := len(c.lines); strings.HasSuffix(text, "\n") && n > 0 {
			c.lines, c.at = c.lines[:n-1], c.at[:n-1]
			open = false
		}
		return nil
	}
	if r.Peek() == '[' {
		return r.Array(func() *jsondoc.Fault {
			if r.Peek() != '"' {
				return r.Unexpected("a string")
			}
			return add()
		})
	}
	return add()
}

// lineAt returns the line of an offset; offsets must not decrease.
func (r *notebookReader) lineAt(offset int) int {
	if offset > r.read {
		r.line += strings.Count(r.Src[r.read:offset], "\n")
		r.read = offset
	}
	return r.line + 1
}

// percentCells reads the percent format back.
func percentCells(p *page) []notebookCell {
	var cells []notebookCell
	for i, l := range p.lines() {
		if strings.HasPrefix(l.text, notebookMark) {
			cells = append(cells, notebookCell{markdown: l.text == notebookMarkdown})
			continue
		}
		if n := len(cells); n > 0 {
			c := &cells[n-1]
			text := l.text
			if c.markdown {
				text = strings.TrimPrefix(strings.TrimPrefix(text, "#"), " ")
			}
			c.lines, c.at = append(c.lines, text), append(c.at, i+1)
		}
	}
	return cells
}

// outlineNotebook shows the headings of a notebook and the declarations of its code.
func outlineNotebook(p *page) string {
	cells, language, ok := readNotebook(p.Src)
	if !ok {
		if !strings.HasPrefix(p.Src, notebookMark) {
			return outline.FallbackNoGrammar
		}
		cells, language = percentCells(p), "Python"
	}
	code := 0
	for _, c := range cells {
		if c.markdown {
			p.notebookHeadings(c)
		} else if len(c.lines) > 0 {
			code++
			p.notebookCode(c, language)
		}
	}
	if code > 0 {
		p.write(0, "# "+counted(code, "code cell"))
	}
	return ""
}

func (p *page) notebookHeadings(c notebookCell) {
	text := strings.Join(c.lines, "\n")
	sub := newPage(p.ctx, outline.Request{Path: "cell.md", Src: text, Spec: p.Spec}, &outline.Outline{})
	r := &markdownReader{p: sub, lines: sub.lines()}
	r.read()
	for _, h := range r.found {
		line := c.at[min(sub.line(h.start), len(c.at))-1]
		p.Add(outline.Symbol{ // in code it is a comment
			Name: h.text, Kind: "heading", Doc: "# " + strings.Repeat("#", h.level) + " " + h.text,
			StartLine: line, Line: line, EndLine: max(line, c.at[len(c.at)-1]), Complexity: 1,
		})
	}
}

func (p *page) notebookCode(c notebookCell, language string) {
	s := p.Languages(language)
	readable := s != nil && s.Grammar != nil && p.ctx.Err() == nil
	if !readable || strings.HasPrefix(c.lines[0], "%%") && !strings.HasPrefix(c.lines[0], "%%time") {
		return
	}
	var b strings.Builder
	for _, line := range c.lines {
		b.WriteString(codeLine(line, language) + "\n")
	}
	// The added spaces make the text longer than its outline, which would otherwise be dropped.
	o := p.extract(s, "cell", b.String()+strings.Repeat("\n", 2+b.Len()))
	line := func(n int) int { return c.at[min(max(n, 1), len(c.at))-1] }
	for _, i := range o.Imports {
		i.Line = line(i.Line)
		p.out.Imports = append(p.out.Imports, i)
	}
	p.out.Markers = append(p.out.Markers, mapped.Of(o.Markers, func(m lex.Marker) lex.Marker { return lex.Marker{Line: line(m.Line), Word: m.Word} })...)
	for _, s := range o.Symbols {
		s.StartLine, s.Line, s.EndLine = line(s.StartLine), line(s.Line), line(s.EndLine)
		p.Write(s.Gap, "")
		s.Apart = s.Apart || p.assignedAgain(s)
		p.Add(s)
	}
	p.Write(o.Tail, "")
}

// assignedAgain reports whether an earlier cell made the same assignment.
func (p *page) assignedAgain(s outline.Symbol) bool {
	name, _, ok := strings.Cut(s.Head, " = ")
	if !ok || s.Depth > 0 || strings.Contains(name, "\n") {
		return false
	}
	again := p.exported[name]
	p.exported[name] = true
	return again
}
