// Package signatures reads what a source file declares without running it: an
// outline (declarations without bodies), its symbols with line ranges, what it
// imports and exports, and the work its author left in markers.
//
// A language is one entry of the table (one spec_*.go file: data and a few
// functions), one query file queries/<language>.scm that says which nodes of
// the syntax tree matter, and one fixture folder testdata/lang/<language>.
// README.md has the steps for adding one.
//
// Invariants: Extract never fails and never panics, whatever the text; what
// it cannot outline it says in [Outline.Fallback]. Line numbers are 1-based,
// inclusive and inside the file. The same path and text give the same outline.
// A text that is valid UTF-8 gives an outline that is valid UTF-8. An outline
// is shorter than the text, or it is left out and Fallback says so.
//
// Concurrency: every function may be called from any number of goroutines.
// Parsers and trees live in C memory that the garbage collector does not see:
// each call makes its own, uses them on its own goroutine and closes them
// before it returns. Tables and compiled queries are built once and read-only.
package signatures

import (
	"context"
	"strings"
)

// A Symbol is one declared name.
type Symbol struct {
	Name string
	// Kind is func, method, class, struct, interface, trait, enum, type,
	// const, var, field, property, macro, module, heading, …
	Kind string
	// Parent is the name of what the symbol is a member of: a class, a
	// receiver's type, a namespace; "" at the top level. Nested parents are
	// joined by dots.
	Parent   string
	Exported bool
	// StartLine and EndLine are 1-based and inclusive and hold the whole
	// declaration with its doc comment, decorators and body.
	StartLine, EndLine int
	// Text is the symbol's own lines of the outline without indentation: doc
	// line and signature, not the members. It is "" for a function that the
	// outline leaves out (a private method), which is listed for its lines.
	Text string
	// Complexity is 1 + the number of branches inside the declaration.
	Complexity int
	// Depth is 0 at the top level, 1 for its members, and so on.
	Depth int
}

// An Import is one reference to another file or module.
type Import struct {
	// Specifier is the module as written, without quotes.
	Specifier string
	// Names are the imported names where finding the file needs them
	// (Python: `from . import y`).
	Names []string
	// Kind is import, export-from, require, dynamic, include, include-system,
	// mod, mod-path, use, wildcard, static, source, extern-crate.
	Kind string
	// Scope is the path of the enclosing inline modules (Rust: "a::b").
	Scope string
	Line  int
}

// A Marker is a note about unfinished work in a comment.
type Marker struct {
	Line int
	// Word is TODO, FIXME, HACK or XXX.
	Word string
}

// An Outline is what is known about one file.
type Outline struct {
	// Language is the file's language as [Languages] spells it, "" if unknown.
	Language string
	// Text is the outline in the file's own language, in source order.
	Text    string
	Symbols []Symbol
	Imports []Import
	// Exports are the distinct names the file gives to others, in source
	// order. `export * from './x'` counts as the one name "* from './x'".
	Exports []string
	// Package is the declared package, Namespaces all declared namespaces of
	// languages that allow several in a file.
	Package    string
	Namespaces []string
	// Main tells that the file declares the program's entry function.
	Main    bool
	Markers []Marker
	// Errors is the number of places that the grammar could not read.
	Errors int
	// Generated tells that a header comment says that a program wrote it.
	Generated bool
	// Fallback says why Text is empty: "" (there is an outline, or nothing to
	// outline), "no grammar", "too large", "timed out", "nested too deep",
	// "too many errors", "cancelled", "not smaller", "failed".
	Fallback string
}

// Reasons for [Outline.Fallback].
const (
	fallbackNoGrammar  = "no grammar"
	fallbackTooLarge   = "too large"
	fallbackTimedOut   = "timed out"
	fallbackTooDeep    = "nested too deep"
	fallbackErrors     = "too many errors"
	fallbackCancelled  = "cancelled"
	fallbackNotSmaller = "not smaller"
	fallbackFailed     = "failed"
)

// unparsed reports whether the text was too much for the parser, whatever its time.
func (o *Outline) unparsed() bool {
	switch o.Fallback {
	case fallbackTooLarge, fallbackTooDeep, fallbackErrors:
		return true
	}
	return false
}

// Transient reports whether another attempt may give another outline: this one
// ended because time ran out or the caller gave up.
func (o *Outline) Transient() bool {
	return o.Fallback == fallbackTimedOut || o.Fallback == fallbackCancelled
}

// Extract outlines the text src of the file path. The path chooses the
// language and is not opened. A cancelled context ends it before the parse.
func Extract(ctx context.Context, path, src string) (o Outline) {
	name := Language(path, src)
	defer func() {
		if recover() != nil { // a hook met a tree it did not expect: the file goes without outline
			o = Outline{Language: name, Fallback: fallbackFailed}
		}
	}()
	if s := specFor(name); s != nil {
		o = extract(ctx, s, path, src, specFor)
		if s.skeleton != nil && o.unparsed() {
			// What no parser can bear stands in bodies, as a rule.
			if bare, ok := bareOutline(ctx, s, path, src); ok {
				return bare
			}
		}
		return o
	}
	return Outline{Language: name, Fallback: fallbackNoGrammar}
}

// extract outlines a text in the language of s. A language that holds parts in
// others finds those with languages; the table cannot name itself.
func extract(ctx context.Context, s *spec, path, src string, languages func(string) *spec) Outline {
	o := Outline{Language: s.name}
	reason := fallbackNoGrammar
	switch {
	case s.plain != nil:
		reason = s.plain(ctx, request{path, src, s, languages}, &o)
	case s.grammar != nil:
		f := &file{path: path, src: src, spec: s, out: &o}
		if reason = f.parse(ctx); reason == "" {
			f.finish()
		}
	}
	if reason != "" {
		o = Outline{Language: s.name, Fallback: reason}
		o.Markers, o.Generated = scanText(s.comments, src)
		return o
	}
	if len(o.Text) >= len(src) && o.Text != "" {
		o.Text, o.Fallback = "", fallbackNotSmaller
	}
	return o
}

// FirstLines returns the first n lines of src, the stand-in for an outline of
// a file without one. The result ends with a line end if src has more.
func FirstLines(src string, n int) string {
	rest := 0
	for range n {
		i := strings.IndexByte(src[rest:], '\n')
		if i < 0 {
			return src
		}
		rest += i + 1
	}
	return src[:rest]
}
