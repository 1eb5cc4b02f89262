// Package outline makes outlines of texts with tree-sitter grammars: it parses within limits, runs the language's
// query, nests the declarations found and writes them. A [Spec] describes a language.
//
// It is the only package that uses go-tree-sitter; the packages of languages supply their grammars. Parsers and
// trees are in C memory that the garbage collector does not manage: each call makes its own, uses them on its own
// goroutine and closes them before it returns. A Spec is read-only after its first use and may be shared by
// goroutines.
package outline

import (
	"context"
	"slices"

	"ctxpack/signatures/internal/lex"
)

// A Symbol is one declared name.
type Symbol struct {
	Name string
	// Kind is func, method, class, struct, interface, trait, enum, type,
	// const, var, field, property, macro, module, heading, …
	Kind string
	// Parent is the name of the container: a class, a receiver's type, a namespace; "" at the top level. Dots join
	// nested parents.
	Parent   string
	Exported bool
	// StartLine and EndLine are 1-based and inclusive. They include the doc comment, decorators and body.
	StartLine, EndLine int
	// Line is where the declaration itself starts, below its doc comment.
	Line int
	// Complexity is 1 + the number of branches inside the declaration.
	Complexity int
	// Depth is 0 at the top level, 1 for its members, and so on.
	Depth int

	// The lines that an outline shows, without indentation.

	// Doc is its documentation, above the signature or (docstrings) below it. Head is the signature. Open is the
	// text after the head of a container: a bracket, members that share lines.
	Doc, Head, Open string
	Below           bool // Doc is below Head
	// Apart is set if it has no lines of its own: it is omitted, shares those of the symbol before it, or is part
	// of the lines of its container.
	Apart bool
	// Indent precedes each of its lines. Gap is the text between the previous symbol and this one that belongs to
	// neither: closing brackets, headings.
	Indent, Gap string
}

// An Outline is the information about one file.
type Outline struct {
	// Language is the file's language as [Languages] spells it, "" if unknown.
	Language string
	// Symbols are the declared names in source order. Tail is the text of the outline after the last of them.
	Symbols []Symbol
	Tail    string
	Imports []lex.Import
	// Exports are the distinct exported names, in source order. `export * from './x'` counts as the one name "*
	// from './x'".
	Exports []string
	// Package is the declared package, Namespaces all declared namespaces of languages that allow several in a file.
	Package    string
	Namespaces []string
	// Main is set if the file declares the program's entry function.
	Main    bool
	Markers []lex.Marker
	// Errors is the number of places that did not parse.
	Errors int
	// Fallback is the reason why there is no text: "" (there is an outline, or nothing to outline), "no grammar",
	// "too large", "timed out", "nested too deep", "too many errors", "cancelled", "not smaller", "failed", "too
	// much work", "lines too long".
	Fallback string
	// Work is what parsing cost, in units that do not depend on the machine; see [OrdinaryWork].
	Work int
}

// Reasons for [Outline.Fallback].
const (
	FallbackNoGrammar  = "no grammar"
	FallbackTooLarge   = "too large"
	FallbackTimedOut   = "timed out"
	FallbackTooDeep    = "nested too deep"
	FallbackErrors     = "too many errors"
	FallbackCancelled  = "cancelled"
	FallbackNotSmaller = "not smaller"
	FallbackFailed     = "failed"
	FallbackWork       = "too much work"
	FallbackLongLines  = "lines too long"
)

// Unparsed reports whether parsing the text takes too much work, independent of time.
func (o *Outline) Unparsed() bool {
	return slices.Contains([]string{FallbackTooLarge, FallbackTooDeep, FallbackErrors, FallbackWork, FallbackLongLines}, o.Fallback)
}

// Transient reports whether another attempt may give another outline: this one ran out of time, or the caller
// cancelled it.
func (o *Outline) Transient() bool {
	return o.Fallback == FallbackTimedOut || o.Fallback == FallbackCancelled
}

// Extract outlines a text in the language of s. A language with parts in other languages finds those with
// languages, since the table cannot refer to itself.
func Extract(ctx context.Context, s *Spec, path, src string, languages func(string) *Spec) Outline {
	o := Outline{Language: s.Name}
	reason := FallbackNoGrammar
	switch {
	case s.Plain != nil:
		reason = s.Plain(ctx, Request{path, src, s, languages}, &o)
	case s.Grammar != nil:
		f := &File{Path: path, Src: src, spec: s, Out: &o, heads: ctx.Value(headsKey{}) != nil}
		if reason = f.parse(ctx); reason == "" {
			f.finish()
		}
		if f.found != nil && s.Skeleton.Build == nil && reason == "" {
			o.add(f.found)
		}
	}
	if reason != "" {
		o = Outline{Language: s.Name, Fallback: reason, Work: o.Work}
		o.Markers = lex.Markers(s.Comments, src)
		return o
	}
	o.shorten(src)
	return o
}
