// Package outline makes outlines of texts with tree-sitter grammars: it parses within limits, runs the language's
// query, nests the declarations found and writes them. A [Spec] describes a language.
//
// It is the only package that uses go-tree-sitter; the packages of languages give it their grammars. Parsers and
// trees live in C memory that the garbage collector does not see: each call makes its own, uses them on its own
// goroutine and closes them before it returns. A Spec is read-only after its first use and may be shared by
// goroutines.
package outline

import (
	"ctxpack/signatures/internal/lex"
)

// A Symbol is one declared name.
type Symbol struct {
	Name string
	// Kind is func, method, class, struct, interface, trait, enum, type,
	// const, var, field, property, macro, module, heading, …
	Kind string
	// Parent is the name of what the symbol is a member of: a class, a receiver's type, a namespace; "" at the top
	// level. Nested parents are joined by dots.
	Parent   string
	Exported bool
	// StartLine and EndLine are 1-based and inclusive and hold the whole
	// declaration with its doc comment, decorators and body.
	StartLine, EndLine int
	// Line is where the declaration itself starts, below its doc comment.
	Line int
	// Complexity is 1 + the number of branches inside the declaration.
	Complexity int
	// Depth is 0 at the top level, 1 for its members, and so on.
	Depth int

	// What an outline shows of it, in lines without indentation.

	// Doc are the lines of its documentation: above its signature or, as docstrings are, below. Head are the lines of
	// the signature, and Open is what follows them of a container: a bracket, members that share lines.
	Doc, Head, Open string
	Below           bool // Doc is below
	// Apart is set if it has no lines of its own: it is left out, shares those of the
	// symbol before it, or is among the lines of its container.
	Apart bool
	// Indent is what its lines begin with. Gap is the text between the symbol before
	// it and this one and is neither's: closing brackets, headings.
	Indent, Gap string
}

// An Outline is the information about one file.
type Outline struct {
	// Language is the file's language as [Languages] spells it, "" if unknown.
	Language string
	// Symbols are the declared names in source order, and Tail is what the outline has below the last of them.
	Symbols []Symbol
	Tail    string
	Imports []lex.Import
	// Exports are the distinct names the file gives to others, in source
	// order. `export * from './x'` counts as the one name "* from './x'".
	Exports []string
	// Package is the declared package, Namespaces all declared namespaces of languages that allow several in a file.
	Package    string
	Namespaces []string
	// Main is set if the file declares the program's entry function.
	Main    bool
	Markers []lex.Marker
	// Errors is the number of places that the grammar could not read.
	Errors int
	// Fallback says why there is no text: "" (there is an outline, or nothing to outline), "no grammar", "too large",
	// "timed out", "nested too deep", "too many errors", "cancelled", "not smaller", "failed", "too much work",
	// "lines too long".
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

// Unparsed reports whether the text was too much for the parser, whatever its time.
func (o *Outline) Unparsed() bool {
	switch o.Fallback {
	case FallbackTooLarge, FallbackTooDeep, FallbackErrors, FallbackWork, FallbackLongLines:
		return true
	}
	return false
}

// Transient reports whether another attempt may give another outline: this one
// ended because time ran out or the caller gave up.
func (o *Outline) Transient() bool {
	return o.Fallback == FallbackTimedOut || o.Fallback == FallbackCancelled
}
