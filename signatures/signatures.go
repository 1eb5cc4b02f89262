// Package signatures reads what a source file declares without running it: an outline (declarations without bodies),
// its symbols with line ranges, what it imports and exports, and the work its author left in markers.
//
// A language is a package below internal/lang: an entry of the table (data and a few functions), a query file that
// says which nodes of the syntax tree matter, and a folder of fixtures. README.md has the steps for adding one.
//
// Invariants: Extract never fails and never panics, whatever the text; what it cannot outline it says in
// [Outline.Fallback]. Line numbers are 1-based, inclusive and inside the file. The same path and text give the same
// outline. A text that is valid UTF-8 gives an outline that is valid UTF-8. An outline is shorter than the text, or
// it is left out and Fallback says so.
//
// Concurrency: every function may be called from any number of goroutines. Parsers and trees live in C memory that
// the garbage collector does not see: each call makes its own, uses them on its own goroutine and closes them before
// it returns. Tables and compiled queries are built once and read-only.
package signatures

import (
	"context"
	"slices"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
	"ctxpack/signatures/internal/text"
)

// What Extract finds in a file.
type (
	// An Outline is the information about one file.
	Outline = outline.Outline
	// A Symbol is one declared name.
	Symbol = outline.Symbol
	// A View says how symbols are written.
	View = outline.View
	// An Import is one reference to another file or module.
	Import = lex.Import
	// A Marker is a note about unfinished work in a comment.
	Marker = lex.Marker
)

// ExtractFacts reads what a ranking needs to know of a file: language, imports, exports, package, main, markers.
// These are as [Extract] finds them, several times faster, because the parser sees only an elided source: what is
// inside of bodies is left out, and what matters there (an import inside of a function) is picked out by hand.
//
// Symbols and Text are those of the elided source: what Extract shows has at least the declarations that are there.
// complete reports whether nothing was left out and the result is Extract's own.
func ExtractFacts(ctx context.Context, path, src string) (facts Outline, complete bool) {
	name := Language(path, src)
	s := specFor(name)
	if s == nil || s.Skeleton == nil || ctx.Err() != nil {
		return Extract(ctx, path, src), true
	}
	skeleton, ok := outline.Facts(ctx, s, path, src)
	if ok {
		return skeleton, false
	}
	facts = extract(ctx, path, src, true)
	facts.Work += skeleton.Work
	return facts, true
}

// ExtractDeclarations is [Extract] without the contents of the bodies of functions, but for imports and markers there:
// the parser does not see bodies where the rules of a language find them before. Complexity lacks what they hold.
func ExtractDeclarations(ctx context.Context, path, src string) Outline {
	s := specFor(Language(path, src))
	if s != nil && s.Read != nil { // its skeleton has all declarations, and needs no parser
		facts, _ := ExtractFacts(ctx, path, src)
		return facts
	}
	o := Extract(WithoutBodies(ctx), path, src)
	if s == nil || s.Skeleton == nil || o.Transient() {
		return o
	}
	if o.Unparsed() {
		facts, _ := ExtractFacts(ctx, path, src)
		return facts
	}
	imports, markers, ok := outline.Bodies(s, path, src)
	if !ok {
		return o
	}
	o.Markers = markers
	seen := o.Imports
	for _, m := range imports {
		if !slices.ContainsFunc(seen, func(s Import) bool { return s.Line == m.Line && s.Specifier == m.Specifier }) {
			o.Imports = append(o.Imports, m)
		}
	}
	slices.SortStableFunc(o.Imports, func(a, b Import) int { return a.Line - b.Line })
	return o
}

// WithoutParser returns a context in which texts are not parsed: the outlines of what
// has a grammar say "too much work".
func WithoutParser(ctx context.Context) context.Context { return outline.WithoutParser(ctx) }

// WithOrdinaryWork returns a context in which a text is not parsed to the end if that costs more than [OrdinaryWork].
func WithOrdinaryWork(ctx context.Context) context.Context { return outline.WithOrdinaryWork(ctx) }

// WithoutBodies returns a context in which the bodies of functions are not parsed, where the rules of a language find
// them before: an outline shows nothing of them. Complexity and Markers lack what they hold.
func WithoutBodies(ctx context.Context) context.Context { return outline.WithoutBodies(ctx) }

// OrdinaryWork is what parsing a text of n bytes does not cost unless it was made to, in the units of [Outline.Work].
func OrdinaryWork(n int) int { return outline.OrdinaryWork(n) }

// Extract outlines the text src of the file path. The path chooses the
// language and is not opened. A cancelled context ends it before the parse.
func Extract(ctx context.Context, path, src string) Outline { return extract(ctx, path, src, false) }

// extract is Extract; elided is set if no parser could bear the elided source.
func extract(ctx context.Context, path, src string, elided bool) (o Outline) {
	name := Language(path, src)
	defer func() {
		if recover() != nil { // a hook met a tree it did not expect: the file goes without outline
			o = Outline{Language: name, Fallback: outline.FallbackFailed}
		}
	}()
	if s := specFor(name); s != nil {
		o = outline.Extract(ctx, s, path, src, specFor)
		if s.Skeleton != nil && !elided && o.Unparsed() {
			// What no parser can bear is in bodies, as a rule.
			facts, ok := outline.Facts(ctx, s, path, src)
			facts.Work += o.Work
			if ok {
				return facts
			}
			o.Work = facts.Work
		}
		return o
	}
	return Outline{Language: name, Fallback: outline.FallbackNoGrammar}
}

// FirstLines returns the first n lines of src, the replacement for an outline of
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

// Notebook gives the text of a Jupyter notebook without what it put out: its cells in the percent format ("# %%"
// before each cell), in which Markdown and the lines that speak to the notebook ("%matplotlib", "!pip") are comments.
// Images that are part of the text are left out. ok is false if src is no notebook. Extract takes the result for the
// same file as it takes src.
func Notebook(src string) (percent string, ok bool) { return text.Notebook(src) }
