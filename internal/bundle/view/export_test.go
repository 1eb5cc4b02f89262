package view

import (
	"strings"

	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// FoldedOutline is a folded outline with words for tokens.
func FoldedOutline(all []signatures.Symbol, most int) string {
	return folding{count: Count}.fold(rowsOf(all, false), most)
}

// FoldedByUse is one of a tree of so many source files, with the files that have a name and
// those of them that declare it.
func FoldedByUse(all []signatures.Symbol, most, files int, names map[string][2]int) string {
	u := &usage{files: files}
	for name, n := range names {
		*u.At(terms.Of(name)) = users{all: uint16(n[0]), declaring: uint16(n[1])}
	}
	return folding{count: Count, usage: u}.fold(decodeRows(encodeRows(rowsOf(all, false))), most)
}

// WithLines is withLines.
func WithLines(outline, lines string, names []string) string { return withLines(outline, lines, names) }

// SkeletonOutline is one of a text without the bodies of types.
func SkeletonOutline(all []signatures.Symbol) string {
	return folding{count: Count, skeleton: true}.fold(rowsOf(all, false), 100)
}

// SaysItsName is saysItsName.
func SaysItsName(folded, file string) bool { return saysItsName(folded, file) }

// NameLine is nameLine with words for tokens.
func NameLine(all []signatures.Symbol, folded int) (line string, tokens int) {
	return nameLine(all, folded, Count)
}

// Count counts words.
func Count(s string) int { return len(strings.Fields(s)) }

// Kept are the declarations that a summary keeps of an outline.
func Kept(o *signatures.Outline) []signatures.Symbol {
	list, _ := kept(o)
	return list
}
