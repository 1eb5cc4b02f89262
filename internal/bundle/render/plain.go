package render

import (
	"fmt"
	"strings"

	"ctxpack/packer"
)

const plainMark = "ctxpack bundle "

// plain writes each file as its path, a line of dashes, its contents and the dashes again. It adds little text, for
// readers of neither Markdown nor XML.
func plain() Format {
	return Format{
		Name: "plain", Extension: ".txt", opens: plainOpens,
		head: plainHead, entry: plainEntry, between: "\n", tail: plainTail,
		briefs: plainBriefs, rows: plainRows,
	}
}

// plainOpens requires more than the first words, which people may write too.
func plainOpens(text string) bool {
	rest, ok := strings.CutPrefix(text, plainMark)
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	return ok && digits > 0 && strings.HasPrefix(rest[digits:], " of ")
}

func plainHead(d *Document) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%d of %s\n", plainMark, Version, DisplayPath(d.Root))
	if d.Header != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimRight(d.Header, "\n"))
	}
	b.WriteString("\n" + headLines(d, ""))
	if d.Part != nil {
		b.WriteString("\n" + indexLines(d.Part, ""))
	}
	b.WriteString(plainTask(d.Task))
	b.WriteString(plainBlock("tree", d.Tree))
	if len(d.Files) > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

func plainTask(t *Task) string {
	if t == nil {
		return ""
	}
	return plainBlock("task", t.Text) + plainBlock("latest commits", logLines(t.Log)) + plainBlock("diff", t.Diff)
}

// plainBlock returns a text of the header or the footer; "" for none.
func plainBlock(name, text string) string {
	if text == "" {
		return ""
	}
	rule := ruleFor(text)
	return fmt.Sprintf("\n%s\n%s\n%s%s\n", name, rule, withNewline(text), rule)
}

func plainEntry(f File) string {
	name := DisplayPath(f.Path)
	var notes []string
	switch {
	case f.Tier != packer.Full:
		notes = append(f.extent(), "of "+plural(f.Lines, "line"))
	case len(f.Sections) > 0:
		notes = append(f.ranges(), "of "+plural(f.Lines, "line"))
	}
	notes = append(notes, f.notes()...)
	if len(notes) > 0 {
		name += " (" + strings.Join(notes, ", ") + ")"
	}
	text := f.allText()
	rule := ruleFor(text)
	return fmt.Sprintf("%s\n%s\n%s%s\n", name, rule, text, rule)
}

func plainBriefs(d *Document, entries string) (before, after string) {
	between := ""
	if d.bodies() > 0 {
		between = "\n"
	}
	rule := ruleFor(entries)
	return fmt.Sprintf("%soutlines (%s)\n%s\n", between, strings.ReplaceAll(briefLegend(entries), "`", ""), rule), rule + "\n"
}

func plainRows(entries string) (before, after string) {
	rule := ruleFor(entries)
	return fmt.Sprintf("map (%s)\n%s\n", strings.ReplaceAll(mapLegend(entries), "`", ""), rule), rule + "\n\n"
}

// allText returns all shown text of the entry: its outline or first lines, an empty line, the sections. If it is
// not empty, it ends with a line end.
func (f File) allText() string {
	text := f.shownText()
	if text != "" {
		text = withNewline(text)
	}
	if len(f.Sections) == 0 {
		return text
	}
	if text != "" {
		text += "\n"
	}
	return text + f.sectionsText()
}

func plainTail(d *Document) string {
	return skippedLines(d, "\nleft out\n", "") + plainTask(d.Task.again())
}

// ruleFor returns a line of dashes longer than any in the text.
func ruleFor(text string) string {
	limit := 2
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = strings.TrimSpace(line); strings.Trim(line, "-") == "" {
			limit = max(limit, len(line))
		}
	}
	return strings.Repeat("-", limit+1)
}
