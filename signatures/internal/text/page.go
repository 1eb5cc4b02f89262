// Package text outlines formats that need no grammar: markup, data, build files and schemas are read by rules of
// their own, in linear time. It also has the languages known only by name.
package text

import (
	"context"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// maxPlainBytes bounds texts that are read without a grammar.
const maxPlainBytes = 16 << 20

// A page is one text that plain rules read instead of a grammar: its language's outline function writes the outline
// and lists the symbols. It is used by one goroutine.
type page struct {
	ctx context.Context
	outline.Request
	out *outline.Outline
	outline.Listing

	newlines []int
	exported map[string]bool
	embedded int // bytes of embedded parts that were parsed
}

const (
	maxEmbedded  = 4 << 20 // bytes of all parsed parts, with the lines around them
	embeddedWork = 500_000 // maximum work of all parts
)

// extract outlines a part of the text in another language; the result is empty once the limit is reached. Each part
// has its own work limit, and there may be any number of parts.
func (p *page) extract(s *outline.Spec, path, part string) outline.Outline {
	if p.embedded += len(part); p.embedded > maxEmbedded || p.out.Work > embeddedWork {
		return outline.Outline{Language: s.Name}
	}
	o := outline.Extract(p.ctx, s, path, part, p.Languages)
	p.out.Work += o.Work
	p.out.Errors += o.Errors
	return o
}

// by adapts rules that write the outline of a page to Spec.Plain. The rules return the reason if there is no
// outline.
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

// line returns the 1-based line of a byte offset.
func (p *page) line(offset int) int {
	return lex.LineOf(p.newlines, min(offset, max(len(p.Src)-1, 0)))
}

// write adds lines to the outline at a level of indentation.
func (p *page) write(level int, text string) {
	p.Write(text, strings.Repeat(p.Spec.Layout.Indent, level))
}

// add lists a symbol between two byte offsets of the text, end exclusive, and writes its lines at an indentation
// level.
func (p *page) add(s outline.Symbol, start, end, level int) {
	s.Indent = strings.Repeat(p.Spec.Layout.Indent, level)
	s.StartLine = p.line(start)
	s.EndLine = max(p.line(max(end-1, start)), s.StartLine)
	s.Line = max(s.Line, s.StartLine)
	s.Complexity = max(s.Complexity, 1)
	p.Add(s)
}

func (p *page) list(s outline.Symbol, start, end int) {
	if s.Apart = true; s.Name != "" {
		p.add(s, start, end, 0)
	}
}

// export records an exported name once.
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

// indentOf returns the width of a line's leading white space.
func indentOf(line string) int {
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return n
}

// embed outlines the part of the text between two offsets as a file in another language, and takes its imports.
// Empty lines before the part keep its line numbers.
func (p *page) embed(language string, start, end int) outline.Outline {
	s := p.Languages(language)
	if s == nil || s.Grammar == nil || start >= end {
		return outline.Outline{Language: language}
	}
	part := p.Src[start:end]
	// The added comment makes the part longer than its outline, which would otherwise be dropped.
	part = strings.Repeat("\n", p.line(start)-1) + part + strings.Repeat("\n", len(part)+2)
	o := p.extract(s, "script", part)
	p.out.Imports = append(p.out.Imports, o.Imports...)
	return o
}
