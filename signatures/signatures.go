// Package signatures reads the declarations of a source file without running it: an outline (declarations without
// bodies), symbols with line ranges, imports, exports, and TODO markers.
//
// A language is a package below internal/lang: an entry of the table (data and a few functions), a query file that
// selects the relevant nodes of the syntax tree, and a folder of fixtures. README.md has the steps for adding one.
//
// Invariants: Extract never fails and never panics, whatever the text; [Outline.Fallback] says why there is no
// outline. Line numbers are 1-based, inclusive and inside the file. The same path and text give the same outline. A
// text that is valid UTF-8 gives an outline that is valid UTF-8. An outline is shorter than the text, or it is
// omitted and Fallback says so.
//
// Concurrency: every function may be called from any number of goroutines. Parsers and trees are in C memory that
// the garbage collector does not manage: each call makes its own, uses them on its own goroutine and closes them
// before it returns. Tables and compiled queries are built once and read-only.
package signatures

import (
	"context"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
	"ctxpack/signatures/internal/text"
)

// The results of Extract.
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

// ExtractFacts returns the facts that a ranking needs of a file: language, imports, exports, package, main,
// markers. They equal those of [Extract], but take a fraction of its time, because the parser sees only a skeleton:
// the contents of bodies are omitted, and relevant parts of them (an import inside a function) are found without
// the parser.
//
// Symbols and Text are those of the skeleton: Extract shows at least these declarations. complete reports whether
// nothing was omitted and the result is Extract's own.
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

// ExtractDeclarations is [Extract] without the contents of the bodies of functions, except imports and markers
// there, if the rules of the language find the bodies before the parse. Complexity lacks their branches.
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
	outline.ReadBodies(&o, s, path, src)
	return o
}

// WithoutParser returns a context in which texts are not parsed: outlines that need a grammar have the fallback
// "too much work".
func WithoutParser(ctx context.Context) context.Context { return outline.WithoutParser(ctx) }

// WithOrdinaryWork returns a context in which parsing stops if it costs more than [OrdinaryWork].
func WithOrdinaryWork(ctx context.Context) context.Context { return outline.WithOrdinaryWork(ctx) }

// WithoutBodies returns a context in which the bodies of functions are not parsed, if the rules of a language find
// them before: an outline does not show them. Complexity and Markers lack their contents.
func WithoutBodies(ctx context.Context) context.Context { return outline.WithoutBodies(ctx) }

// OrdinaryWork returns a limit on the work of parsing n bytes that only deliberately hostile texts exceed, in the
// units of [Outline.Work].
func OrdinaryWork(n int) int { return outline.OrdinaryWork(n) }

// Extract outlines the text src of the file path. The path determines the language and is not opened. A cancelled
// context ends it before the parse.
func Extract(ctx context.Context, path, src string) Outline { return extract(ctx, path, src, false) }

// extract implements Extract. It sets elided if even the skeleton takes too much work.
func extract(ctx context.Context, path, src string, elided bool) (o Outline) {
	name := Language(path, src)
	defer func() {
		if recover() != nil { // a hook met an unexpected tree: the file gets no outline
			o = Outline{Language: name, Fallback: outline.FallbackFailed}
		}
	}()
	if s := specFor(name); s != nil {
		o = outline.Extract(ctx, s, path, src, specFor)
		if s.Skeleton != nil && !elided && o.Unparsed() {
			// Excessive work is usually in bodies.
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

// FirstLines returns the first n lines of src, shown instead of an outline if there is none. The result ends with a
// line end if src has more.
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

// Notebook returns the text of a Jupyter notebook without outputs: its cells in the percent format ("# %%" before
// each cell), in which Markdown and the notebook's own commands ("%matplotlib", "!pip") are comments. Embedded images
// are removed. ok is false if src is not a notebook. Extract accepts the result for the same file as it accepts src.
func Notebook(src string) (percent string, ok bool) { return text.Notebook(src) }
