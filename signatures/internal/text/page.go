// Package text outlines formats that need no grammar: markup, data, build files and schemas are read by rules of
// their own, linear in the text. It also holds the languages that are known by name alone.
package text

import (
	"context"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// maxPlainBytes bounds texts that are read without a grammar. Plain rules are linear in the text.
const maxPlainBytes = 16 << 20

// A page is one text that is read by plain rules instead of a grammar: its language's outline function writes the
// outline and lists the symbols. It lives on one goroutine.
type page struct {
	ctx context.Context
	outline.Request
	out *outline.Outline
	outline.Listing

	newlines []int
	exported map[string]bool
	embedded int // bytes of parts that were parsed
}

const (
	maxEmbedded  = 4 << 20 // bytes of all parts that are parsed, with the lines around them
	embeddedWork = 500_000 // that they may cost together
)

// extract outlines a part of the text in another language, with nothing found if there
// was enough of that: each part has work of its own, and there may be any number.
func (p *page) extract(s *outline.Spec, path, part string) outline.Outline {
	if p.embedded += len(part); p.embedded > maxEmbedded || p.out.Work > embeddedWork {
		return outline.Outline{Language: s.Name}
	}
	o := outline.Extract(p.ctx, s, path, part, p.Languages)
	p.out.Work += o.Work
	p.out.Errors += o.Errors
	return o
}

// by makes plain rules, which write the outline of a page, those of an entry of
// the table. Like rules they return the reason if there is no outline.
func by(rules func(p *page) string) func(context.Context, outline.Request, *outline.Outline) string {
	return func(ctx context.Context, t outline.Request, o *outline.Outline) string {
		switch {
		case len(t.Src) > maxPlainBytes:
			return outline.FallbackTooLarge
		case ctx.Err() != nil:
			return outline.FallbackCancelled
		}
		o.Markers = lex.Markers(t.Spec.Comments, t.Src)
		p := newPage(ctx, t, o)
		reason := rules(p)
		p.End(o)
		return reason
	}
}

func newPage(ctx context.Context, t outline.Request, o *outline.Outline) *page {
	return &page{ctx: ctx, Request: t, out: o, newlines: lex.Newlines(t.Src), exported: map[string]bool{}}
}

// line is the 1-based line of a byte offset.
func (p *page) line(offset int) int {
	return lex.LineOf(p.newlines, min(offset, max(len(p.Src)-1, 0)))
}

// write adds lines to the outline at a level of indentation.
func (p *page) write(level int, text string) {
	p.Write(text, strings.Repeat(p.Spec.Layout.Indent, level))
}

// add lists a symbol that is between two byte offsets of the text, the
// end not included, and writes its lines. The level is its indentation.
func (p *page) add(s outline.Symbol, start, end, level int) {
	s.Indent = strings.Repeat(p.Spec.Layout.Indent, level)
	s.StartLine = p.line(start)
	s.EndLine = max(p.line(max(end-1, start)), s.StartLine)
	s.Line = max(s.Line, s.StartLine)
	s.Complexity = max(s.Complexity, 1)
	p.Add(s)
}

// list lists a symbol without writing it.
func (p *page) list(s outline.Symbol, start, end int) {
	if s.Apart = true; s.Name != "" {
		p.add(s, start, end, 0)
	}
}

// export notes an exported name once.
func (p *page) export(name string) {
	if name != "" && !p.exported[name] {
		p.exported[name] = true
		p.out.Exports = append(p.out.Exports, name)
	}
}

func (p *page) addImport(kind, specifier string, offset int) {
	if specifier != "" {
		p.out.Imports = append(p.out.Imports, lex.Import{Specifier: specifier, Kind: kind, Line: p.line(offset)})
	}
}

// A textLine is a line of a text without its line end.
type textLine struct {
	text       string
	start, end int // end is the start of the next line
}

func (p *page) lines() []textLine {
	list := make([]textLine, 0, len(p.newlines)+1)
	at := 0
	for at < len(p.Src) {
		end := len(p.Src)
		if n := len(list); n < len(p.newlines) {
			end = p.newlines[n] + 1
		}
		list = append(list, textLine{strings.TrimRight(p.Src[at:end], "\r\n"), at, end})
		at = end
	}
	return list
}

// indentOf is the width of the white space that a line starts with.
func indentOf(line string) int {
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return n
}

// embed outlines the part of the text between two offsets as a file in another language, and takes its imports. Lines
// keep their numbers: those before the part are there, empty.
func (p *page) embed(language string, start, end int) outline.Outline {
	s := p.Languages(language)
	if s == nil || s.Grammar == nil || start >= end {
		return outline.Outline{Language: language}
	}
	part := p.Src[start:end]
	// What follows keeps an outline that is as long as a short part.
	part = strings.Repeat("\n", p.line(start)-1) + part + strings.Repeat("\n", len(part)+2)
	o := p.extract(s, "script", part)
	p.out.Imports = append(p.out.Imports, o.Imports...)
	return o
}
