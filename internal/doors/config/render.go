package config

import (
	_ "embed" // the headers
	"strings"
	"unicode/utf8"
)

// headers holds the header of the example and, after a form feed, that of the starter.
//
//go:embed render.txt
var headers string

// Example returns a commented settings file with every key and its default. Loading it gives exactly the defaults.
func (t *Table) Example() string {
	var b strings.Builder
	header, _, _ := strings.Cut(headers, "\f\n")
	b.WriteString(header)
	t.writeBranch(&b, t.tree(), t.Default(), "", true)
	return b.String()
}

// Starter returns a new settings file: the example with every key commented out, so that
// the file changes nothing until the user uncomments a key.
func (t *Table) Starter() string {
	header, starter, _ := strings.Cut(headers, "\f\n")
	example := strings.TrimPrefix(t.Example(), header)
	var b strings.Builder
	b.WriteString(starter)
	for line := range strings.Lines(example) {
		key := strings.TrimLeft(line, " ")
		if indent := len(line) - len(key); key != "\n" && !strings.HasPrefix(key, "#") && !strings.HasSuffix(key, ":\n") {
			line = line[:indent] + "#" + key
		}
		b.WriteString(line)
	}
	return b.String()
}

// writeBranch writes the keys below at, with their descriptions if comments is set.
func (t *Table) writeBranch(b *strings.Builder, at *branch, c Config, indent string, comments bool) {
	for _, child := range at.children {
		if child.leaf != nil {
			if comments {
				writeComment(b, indent, child.leaf.comment+" "+child.leaf.accepts())
			}
			b.WriteString(indent + child.name + ": " + child.leaf.scalar(c) + "\n")
			continue
		}
		if comments {
			if !strings.HasSuffix(b.String(), ":\n") {
				b.WriteByte('\n')
			}
			writeComment(b, indent, t.sections[child.path])
		}
		b.WriteString(indent + child.name + ":\n")
		t.writeBranch(b, child, c, indent+"  ", comments)
	}
}

// writeComment writes text as comment lines of at most 80 columns.
func writeComment(b *strings.Builder, indent, text string) {
	const width = 80
	line := indent + "#"
	for word := range strings.FieldsSeq(text) {
		if utf8.RuneCountInString(line+word) >= width && line != indent+"#" {
			b.WriteString(line + "\n")
			line = indent + "#"
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}

// accepts returns the accepted values as a sentence, or "" if other comments of the example describe them.
func (r row) accepts() string {
	switch {
	case r.weight != "" || r.kind.label == "":
		return "" // the comment of the section describes all weights
	case r.kind == kindChoice:
		return "One of " + strings.Join(r.choices, ", ") + "."
	}
	text := strings.TrimSpace(r.kind.label + " " + r.interval())
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
