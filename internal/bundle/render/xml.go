package render

import (
	"fmt"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/packer"
)

func xmlFormat() Format {
	return Format{
		Name: "xml", Extension: ".xml", opens: xmlOpens,
		head: func(d *Document) string { return xmlHead(d, false) }, entry: xmlEntry, between: "",
		tail: func(d *Document) string {
			return "</files>\n" + xmlSkipped(d) + xmlTask(d.Task.again()) + xmlEnd
		},
	}
}

// documents is XML in the form that model vendors recommend for long prompts: files are documents with an index and
// a source, followed by the question. It takes a few more tokens per file than xml.
func documents() Format {
	return Format{
		Name: "documents", opens: xmlOpens,
		head: func(d *Document) string { return xmlHead(d, true) }, entry: xmlDocument, between: "", places: true,
		escape: cdataText,
		rows: func(entries string) (before, after string) {
			return fmt.Sprintf("<document>\n<source>map</source>\n<outline note=\"%s\"><![CDATA[\n", escapeXML(mapLegend(entries))), "]]></outline>\n</document>\n"
		},
		briefs: func(d *Document, entries string) (before, after string) {
			before = fmt.Sprintf("<document index=\"%d\">\n<source>outlines</source>\n<outline note=\"%s\"><![CDATA[\n", d.bodies()+1, escapeXML(briefLegend(entries)))
			return before, "]]></outline>\n</document>\n"
		},
		tail: func(d *Document) string {
			return "</documents>\n" + xmlSkipped(d) + xmlQuestion(d) + xmlEnd
		},
	}
}

// xmlMark starts every XML bundle after the declaration.
const xmlMark = "<ctxpack-bundle "

const xmlEnd = "</ctxpack-bundle>\n"

// xmlOpens accepts another declaration, which editors may write.
func xmlOpens(text string) bool {
	const declaration = 200 // maximum bytes
	return strings.HasPrefix(text, "<") && strings.Contains(text[:min(len(text), declaration)], xmlMark)
}

func xmlHead(d *Document, asDocuments bool) string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xmlMark)
	attrs := attributes{}
	attrs.add("version", Version)
	attrs.add("root", DisplayPath(d.Root))
	attrs.add("tokenizer", d.Tokenizer)
	if d.Estimated {
		attrs.add("estimated", true)
	}
	attrs.add("budget", d.Budget)
	attrs.add("tokens", d.Used)
	if d.Window != nil {
		attrs.add("arithmetic", d.Window.String())
	}
	attrs.add("note", DataNote)
	fmt.Fprintf(&b, "%s>\n", attrs)
	if d.Header != "" && !asDocuments {
		fmt.Fprintf(&b, "<header>%s</header>\n", cdata(d.Header))
	}
	if d.Git != nil {
		fmt.Fprintf(&b, "<git %s/>\n", xmlGit(d.Git))
	}
	for _, g := range d.Repositories {
		fmt.Fprintf(&b, "<git %s/>\n", xmlGit(&g))
	}
	c := d.Counts
	fmt.Fprintf(&b, "<counts full=\"%d\" signatures=\"%d\" skipped=\"%d\" in-part=\"%d\" outlined=\"%d\" named=\"%d\"/>\n",
		c.Full, c.Signatures, c.Skipped, c.InPart, c.Outlined, c.Named)
	if d.Addressing > 0 {
		fmt.Fprintf(&b, "<addressing files=\"%d\"/>\n", d.Addressing)
	}
	if len(d.Redacted) > 0 {
		fmt.Fprintf(&b, "<redacted>%s</redacted>\n", escapeXML(d.Redacted.String()))
	}
	if d.Part != nil {
		b.WriteString(xmlPart(d.Part))
	}
	task, list := xmlTask, "<files>\n"
	if asDocuments {
		task, list = xmlChanges, "<documents>\n"
	}
	b.WriteString(task(d.Task))
	if d.Tree != "" {
		fmt.Fprintf(&b, "<tree>%s</tree>\n", cdata(d.Tree))
	}
	b.WriteString(list)
	return b.String()
}

func xmlGit(g *Git) string {
	attrs := attributes{}
	if g.Name != "" {
		attrs.add("name", DisplayPath(g.Name))
	}
	if g.Branch != "" {
		attrs.add("branch", DisplayPath(g.Branch))
	}
	attrs.add("commit", g.Commit)
	attrs.add("differing-files", g.Differ)
	if g.Shallow {
		attrs.add("shallow", true)
	}
	return attrs.String()
}

func xmlPart(p *Part) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<part number=\"%d\" of=\"%d\" budget=\"%d\">\n", p.Number, p.Of, p.Budget)
	for _, part := range p.Index {
		ends := ""
		if part.Ends {
			ends = " first-and-last=\"true\""
		}
		fmt.Fprintf(&b, "<index part=\"%d\" files=\"%d\"%s>", part.Number, part.Files, ends)
		for _, name := range part.Paths {
			fmt.Fprintf(&b, "<path>%s</path>", escapeXML(DisplayPath(name)))
		}
		b.WriteString("</index>\n")
	}
	b.WriteString("</part>\n")
	return b.String()
}

func xmlEntry(f File) string {
	attrs := attributes{}
	attrs.add("tier", f.Tier)
	attrs.add("score", f.Score)
	attrs.add("tokens", f.Tokens)
	if f.Form() != Named {
		attrs.add("lines", f.Lines)
	}
	return xmlFile(f, append(attrs, xmlNotes(f)...))
}

func xmlFile(f File, more attributes) string {
	text := f.shownText()
	attrs := attributes{}
	attrs.add("path", DisplayPath(f.Path))
	attrs = append(attrs, more...)
	if f.Form() == Named {
		return fmt.Sprintf("<file %s>%s</file>\n", attrs, escapeXML(f.Names))
	}
	names := ""
	if f.Names != "" {
		names = "<names>" + escapeXML(f.Names) + "</names>"
	}
	if len(f.Sections) == 0 {
		return fmt.Sprintf("<file %s>%s%s</file>\n", attrs, names, cdata(text))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<file %s>%s\n", attrs, names)
	if text != "" {
		element := "outline"
		if f.TextRange.Start > 0 {
			element = "content" // content of the source, as in JSON
		}
		fmt.Fprintf(&b, "<%s>%s</%s>\n", element, cdata(text), element)
	}
	for _, s := range f.Sections {
		fmt.Fprintf(&b, "<section %s>%s</section>\n", linesAttributes(s.Range), cdata(f.shownSection(s)))
	}
	b.WriteString("</file>\n")
	return b.String()
}

func xmlDocument(f File) string {
	text := f.shownText()
	attrs := attributes{}
	attrs.add("index", max(f.index, 1)) // one without a position yet costs the same
	attrs = append(attrs, xmlAttributes(f)...)
	var b strings.Builder
	fmt.Fprintf(&b, "<document %s>\n<source>%s</source>\n", attrs, escapeXML(DisplayPath(f.Path)))
	switch {
	case f.Tier == packer.Full && len(f.Sections) == 0:
		fmt.Fprintf(&b, "<document_content>%s</document_content>\n", cdata(text))
	case f.TextRange.Start > 0:
		xmlLines(&b, f.TextRange, text)
	case text != "" || len(f.Sections) == 0:
		fmt.Fprintf(&b, "<outline>%s</outline>\n", cdata(text))
	}
	for _, s := range f.Sections {
		xmlLines(&b, s.Range, f.shownSection(s))
	}
	b.WriteString("</document>\n")
	return b.String()
}

// xmlLines writes a piece of a source.
func xmlLines(b *strings.Builder, r Range, text string) {
	fmt.Fprintf(b, "<document_content %s>%s</document_content>\n", linesAttributes(r), cdata(text))
}

func linesAttributes(r Range) attributes {
	attrs := attributes{}
	attrs.add("lines", fmt.Sprintf("%d-%d", r.Start, r.End))
	return attrs
}

// xmlAttributes returns the attributes of a document, which describe how a file is shown.
func xmlAttributes(f File) attributes {
	attrs := attributes{}
	attrs.add("shown", map[bool]string{true: "full", false: "part"}[f.Tier == packer.Full && len(f.Sections) == 0])
	attrs.add("lines", f.Lines)
	return append(attrs, xmlNotes(f)...)
}

// xmlNotes returns the attributes for notes on an entry.
func xmlNotes(f File) attributes {
	attrs := attributes{}
	if f.TextRange.Start > 0 {
		attrs.add("range", fmt.Sprintf("%d-%d", f.TextRange.Start, f.TextRange.End))
	}
	forbidden := countForbidden(f.shownText()) + mapped.Sum(f.Sections, func(s Section) int { return countForbidden(s.Text) })
	if forbidden > 0 {
		attrs.add("replaced-characters", forbidden)
	}
	if r := f.Redactions(); r != nil {
		attrs.add("redacted", r)
	}
	if len(f.Addressing) > 0 {
		attrs.add("addresses-model-on-lines", strings.Trim(fmt.Sprint(f.Addressing), "[]"))
	}
	return attrs
}

func xmlSkipped(d *Document) string {
	if len(d.Skipped) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<skipped>\n")
	for _, s := range d.Skipped {
		fmt.Fprintf(&b, "<reason name=\"%s\" description=\"%s\" count=\"%d\"", escapeXML(s.Reason), escapeXML(s.Sentence), s.Count)
		if len(s.Names) == 0 {
			b.WriteString("/>\n")
			continue
		}
		b.WriteByte('>')
		for _, name := range s.Names {
			fmt.Fprintf(&b, "<path>%s</path>", escapeXML(DisplayPath(name)))
		}
		b.WriteString("</reason>\n")
	}
	b.WriteString("</skipped>\n")
	return b.String()
}

func xmlQuestion(d *Document) string {
	var b strings.Builder
	if d.Header != "" {
		fmt.Fprintf(&b, "<instructions>%s</instructions>\n", cdata(d.Header))
	}
	if d.Task != nil && d.Task.Text != "" {
		fmt.Fprintf(&b, "<task>%s</task>\n", cdata(d.Task.Text))
	}
	return b.String()
}

// attributes collects the attributes of an element in order.
type attributes []string

func (a *attributes) add(name string, value any) {
	*a = append(*a, fmt.Sprintf("%s=\"%s\"", name, escapeXML(fmt.Sprint(value))))
}

func (a attributes) String() string { return strings.Join(a, " ") }

// cdata returns text as CDATA. The end mark of a section is split over two; characters that XML cannot represent
// are replaced by U+FFFD.
func cdata(text string) string {
	if text == "" {
		return ""
	}
	return "<![CDATA[" + cdataText(text) + "]]>"
}

// cdataText returns text inside a CDATA section.
func cdataText(text string) string {
	return strings.ReplaceAll(strings.Map(replaceForbidden, text), "]]>", "]]]]><![CDATA[>")
}

func replaceForbidden(r rune) rune {
	if xmlChar(r) {
		return r
	}
	return '\uFFFD'
}

// xmlChar reports whether a rune matches the production Char of XML 1.0 (fifth edition), section 2.2.
func xmlChar(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xD7FF || r >= 0xE000 && r <= 0xFFFD || r >= 0x10000
}

func countForbidden(text string) int {
	n := 0
	for _, r := range text {
		if !xmlChar(r) {
			n++
		}
	}
	return n
}

// Read-only, and slow to build.
var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\"", "&quot;")

func escapeXML(text string) string { return xmlEscapes.Replace(strings.Map(replaceForbidden, text)) }
