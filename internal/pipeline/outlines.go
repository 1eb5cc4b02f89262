package pipeline

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/cache"
	"ctxpack/signatures"
)

// An outline as a bundle shows it: what the file imports from the tree, what it
// declares, and the numbers of lines where they are asked for.

// importNames is how many imports an outline names.
const importNames = 8

// importLine tells what a file imports from the tree: files, and packages by their
// folders; "" if it imports nothing.
func (r *Ranking) importLine(file *File) string {
	n, ok := r.graph.Index(file.Key)
	if !ok {
		return ""
	}
	var names []string
	add := func(name string) {
		if within := strings.TrimPrefix(name, path.Dir(file.Name)+"/"); name != file.Name && name != "./" {
			names = append(names, within)
		}
	}
	r.graph.Each(n, func(to int) { add(r.nameOf(to)) }, func(group int) {
		first := ""
		r.graph.Members(group, func(member int) {
			if first == "" {
				first = r.nameOf(member)
			}
		})
		if first != "" {
			add(path.Dir(first) + "/")
		}
	})
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 {
		return ""
	}
	more := ""
	if len(names) > importNames {
		more = fmt.Sprintf(" … (%d)", len(names))
		names = names[:importNames]
	}
	return "… imports " + strings.Join(names, ", ") + more + "\n"
}

// nameOf is the name of a file of the graph.
func (r *Ranking) nameOf(file int) string {
	key := r.graph.Path(file)
	if r.names == nil {
		return key
	}
	return r.names[key]
}

// outlineOf is the outline of a file with those lines as a bundle shows it.
func (p *pricer) outlineOf(file *File, lines lineIndex) string {
	summary := file.Summary()
	outline := summary.Text
	if summary.Lines > 0 || outline == "" {
		return outline
	}
	if p.options.LineNumbers {
		outline = withNumbers(outline, summary.Declarations, lines)
	}
	return p.ranking.importLine(file) + outline
}

// NumberedOutline is the outline of a text with the line of each declaration before it, as
// a bundle with line numbers shows it.
func NumberedOutline(o *signatures.Outline, text string) string {
	var all []cache.Declaration
	for _, y := range o.Symbols {
		if y.Text != "" {
			all = append(all, cache.Declaration{Head: headOf(y.Text), StartLine: y.StartLine, EndLine: y.EndLine})
		}
	}
	return withNumbers(o.Text, all, newLineIndex(text))
}

// withNumbers puts before each declaration of an outline the line of the file that it
// is on.
func withNumbers(outline string, all []cache.Declaration, source lineIndex) string {
	lines := strings.SplitAfter(outline, "\n")
	next := 0
	for _, d := range all {
		if d.Head == "" {
			continue
		}
		first, end := findHead(lines, next, d.Head)
		if open := findOpen(lines, next, d.Head); open >= 0 && (end == 0 || open < first) {
			first, end = open, open+1
		}
		if end > 0 {
			lines[first] = fmt.Sprintf("%d: %s", lineOf(d, source), lines[first])
			next = end
		}
	}
	return strings.Join(lines, "")
}

// findOpen finds the line, from one on, that is a signature and opens a body, -1 if there
// is none.
func findOpen(lines []string, from int, head string) int {
	for i := from; i < len(lines); i++ {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(lines[i]), head); ok && (rest == ":" || rest == "{" || rest == " {") {
			return i
		}
	}
	return -1
}

// lineOf is the line of a declaration itself, below the comment above it.
func lineOf(d cache.Declaration, source lineIndex) int {
	line := d.StartLine
	for line < d.EndLine && isCommentLine(strings.TrimSpace(source.slice(line, line))) {
		line++
	}
	return line
}
