package outline

import (
	"strings"
)

// A DeclHead is the text before the keyword or type of a declaration.
type DeclHead struct {
	Words []string // modifiers
	From  int      // where the rest of the declaration starts
}

// Head returns the declaration without attributes, up to stop if there is one.
func (h DeclHead) Head(f *File, d *Decl, stop Node) string {
	end := stop.StartOr(d.End)
	text := strings.Join(h.Words, " ")
	if text != "" {
		text += " "
	}
	return text + flatHead(f, h.From, end)
}

// flatHead returns source on one line without preprocessor directives.
func flatHead(f *File, start, end int) string {
	if start >= end || !strings.Contains(f.Src[start:end], "#") {
		return f.Flat(start, end)
	}
	var parts []string
	at := start
	for line := range strings.Lines(f.Src[start:end]) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			parts = append(parts, f.Flat(start, at))
			start = at + len(line)
		}
		at += len(line)
	}
	text := strings.Join(strings.Fields(strings.Join(append(parts, f.Flat(start, end)), " ")), " ")
	return strings.ReplaceAll(text, " ,", ",")
}

// ShortValue returns the declaration of a name with its value, if any, shortened.
func (f *File) ShortValue(n, value Node) string {
	if !value.Ok() {
		return f.Flat(n.Start(), n.End())
	}
	return f.Flat(n.Start(), value.Start()) + " " + f.Value(value)
}

// EndConstants ends the list of constants (nodes of that kind) of an enum that also has other members.
func EndConstants(list []*Decl, kind string) {
	for _, d := range list {
		EndConstants(d.Children, kind)
		for i, c := range d.Children {
			if c.Node.Is(kind) && i+1 < len(d.Children) && !d.Children[i+1].Node.Is(kind) {
				c.Tail = new(";")
			}
		}
	}
}
