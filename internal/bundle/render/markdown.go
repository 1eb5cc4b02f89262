package render

import (
	"fmt"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/packer"
)

const markdownMark = "<!-- ctxpack bundle"

func markdown() Format {
	return Format{
		Name: "markdown", Extension: ".md",
		opens: markdownOpens,
		head:  markdownHead, entry: markdownEntry, between: "\n", tail: markdownTail,
		briefs: markdownBriefs, rows: markdownRows, opening: "\n## Files\n\n",
	}
}

// markdownOpens also accepts the report page, which begins with a comment too.
func markdownOpens(text string) bool {
	return strings.HasPrefix(text, markdownMark) || strings.HasPrefix(text, "<!-- ctxpack report")
}

func markdownHead(d *Document) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d -->\n", markdownMark, Version)
	if d.Header != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimRight(d.Header, "\n"))
	}
	fmt.Fprintf(&b, "\n# %s\n\n%s", markdownText(d.Root), headLines(d, "- "))
	if d.Part != nil {
		b.WriteString("\n## Parts\n\n" + indexLines(d.Part, "- "))
	}
	b.WriteString(markdownTask(d.Task))
	if d.Tree != "" {
		mark := fence(d.Tree)
		fmt.Fprintf(&b, "\n## Tree\n\n%s\n%s%s\n", mark, d.Tree, mark)
	}
	return b.String()
}

// headLines describes the bundle, a fact per line after a bullet.
func headLines(d *Document, bullet string) string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	if d.Part != nil {
		add("part %d of %d, at most %d tokens each", d.Part.Number, d.Part.Of, d.Part.Budget)
	}
	if d.Git != nil {
		add("%s", gitLine(d.Git))
	}
	for _, g := range d.Repositories {
		add("%s", gitLine(&g))
	}
	add("%d of %d tokens used, %s", d.Used, d.Budget, d.Tokenizer)
	if d.Estimated {
		lines[len(lines)-1] += " (estimated)"
	}
	add("%s", d.Counts)
	if len(d.Redacted) > 0 {
		add("redacted: %s", d.Redacted)
	}
	add("%s", DataNote)
	if d.Addressing > 0 {
		add("text that addresses a model: in %s", plural(d.Addressing, "file"))
	}
	return bullet + strings.Join(lines, "\n"+bullet) + "\n"
}

func gitLine(g *Git) string {
	var b strings.Builder
	if g.Name != "" {
		fmt.Fprintf(&b, "%s: ", codeSpan(DisplayPath(g.Name)))
	}
	if g.Branch != "" {
		fmt.Fprintf(&b, "branch %s, ", codeSpan(DisplayPath(g.Branch)))
	}
	fmt.Fprintf(&b, "commit %s", g.Commit)
	if g.Shallow {
		b.WriteString(" (shallow clone)")
	}
	switch g.Differ {
	case 0:
		b.WriteString(", clean")
	case 1:
		b.WriteString(", 1 packed file has uncommitted changes")
	default:
		fmt.Fprintf(&b, ", %d packed files have uncommitted changes", g.Differ)
	}
	return b.String()
}

// indexLines lists the contents of the parts, one per line after a bullet.
func indexLines(p *Part, bullet string) string {
	var b strings.Builder
	for _, part := range p.Index {
		fmt.Fprintf(&b, "%spart %d: %s", bullet, part.Number, plural(part.Files, "file"))
		for i, name := range part.Paths {
			separator := ", "
			switch {
			case i == 0:
				separator = ": "
			case part.Ends:
				separator = " … "
			}
			b.WriteString(separator + codeSpan(DisplayPath(name)))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// markdownEntry shows a file in full or in part: its path, with the lines of a part, and one fence around all shown
// text.
func markdownEntry(f File) string {
	heading, notes := codeSpan(DisplayPath(f.Path)), f.notes()
	if f.Tier != packer.Full || len(f.Sections) > 0 {
		notes = append([]string{fmt.Sprintf("%s of %d", strings.Join(f.ranges(), ", "), f.Lines)}, notes...)
	}
	if len(notes) > 0 {
		heading += " (" + strings.Join(notes, ", ") + ")"
	}
	text := f.allText()
	mark := fence(text)
	return "### " + heading + "\n" + mark + f.Fence + "\n" + text + mark + "\n"
}

func markdownRows(entries string) (before, after string) {
	mark := fence(entries)
	return "\n## Map\n\n" + mapLegend(entries) + "\n\n" + mark + "\n", mark + "\n"
}

func markdownBriefs(_ *Document, entries string) (before, after string) {
	mark := fence(entries)
	return "\n## Outlines\n\n" + briefLegend(entries) + "\n\n" + mark + "\n", mark + "\n"
}

// sectionsText returns the sections with a line for omitted text before, between and after them. The entry's
// description has their line numbers.
func (f File) sectionsText() string {
	var b strings.Builder
	for i := 0; ; i++ {
		if gap := f.gap(i); gap > 0 {
			fmt.Fprintf(&b, "… %s\n", plural(gap, "line"))
		}
		if i == len(f.Sections) {
			return b.String()
		}
		b.WriteString(withNewline(f.shownSection(f.Sections[i])))
	}
}

// extent describes how much of the file the entry shows, and which lines.
func (f File) extent() []string { return append([]string{f.Form().String()}, f.ranges()...) }

// mostRanges is the maximum number of runs of lines that a description lists. The marks between runs state the gaps.
const mostRanges = 5

// ranges returns the shown lines of the file, the first after the word "lines". Of many runs, it returns their number
// and extent.
func (f File) ranges() []string {
	var parts []string
	ranges, before := f.Ranges(), "lines "
	if n := len(ranges); n > mostRanges {
		ranges, before = []Range{{Start: ranges[0].Start, End: ranges[n-1].End}}, fmt.Sprintf("%d runs in lines ", n)
	}
	for _, r := range ranges {
		lines := fmt.Sprintf("%d-%d", r.Start, r.End)
		if r.Start == r.End {
			lines = fmt.Sprint(r.Start)
		}
		parts = append(parts, before+lines)
		before = ""
	}
	return parts
}

func markdownTail(d *Document) string {
	return skippedLines(d, "\n## Left out\n\n", "- ") + markdownTask(d.Task.again())
}

// skippedLines counts the skipped files by reason, one per line after a bullet, below a heading.
func skippedLines(d *Document, heading, bullet string) string {
	if len(d.Skipped) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(heading)
	for _, s := range d.Skipped {
		fmt.Fprintf(&b, "%s%s: %d", bullet, s.Sentence, s.Count)
		if len(s.Names) > 0 {
			fmt.Fprintf(&b, " (%s)", nameList(s))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// nameList names skipped files and counts the unnamed ones.
func nameList(s Skipped) string {
	names := mapped.Of(s.Names, func(name string) string { return codeSpan(DisplayPath(name)) })
	if more := s.Count - len(s.Names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// markdownText escapes a name in running Markdown text.
func markdownText(name string) string {
	var b strings.Builder
	for _, r := range DisplayPath(name) {
		if strings.ContainsRune("\\`*_[]<>#|", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func withNewline(text string) string {
	if strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
