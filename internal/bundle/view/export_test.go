package view

import (
	"strings"

	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// FoldedOutline is a folded outline with words for tokens.
func FoldedOutline(all []signatures.Symbol, most int) string {
	return folding{count: Count}.fold(rowsOf(all, "", false), most).String()
}

// FoldedByUse is one of a tree of so many source files, with the files that have a name and
// those of them that declare it.
func FoldedByUse(all []signatures.Symbol, most, files int, names map[string][2]int) string {
	u := &usage{files: files}
	for name, n := range names {
		*u.At(terms.Of(name)) = users{all: uint16(n[0]), declaring: uint16(n[1])}
	}
	return folding{count: Count, usage: u}.fold(decodeRows(encodeRows(rowsOf(all, "", false))), most).String()
}

// NamesOfKept are the names in what is kept of declarations.
func NamesOfKept(all []signatures.Symbol) []string {
	return strings.Fields(NamesOfRows(encodeRows(rowsOf(all, "", false))))
}

// WithLines is a folded outline with further lines.
func WithLines(lines string, more int, names []string, further string, of ...string) string {
	return foldedText{lines, more, names, ""}.with(further, of).String()
}

// SkeletonOutline is one of a text without the bodies of types.
func SkeletonOutline(all []signatures.Symbol) string {
	return folding{count: Count, skeleton: true}.fold(rowsOf(all, "", false), 100).String()
}

// SaysItsName is saysItsName.
func SaysItsName(folded, file string) bool { return saysItsName(folded, file) }

// NameLine is nameLine with words for tokens.
func NameLine(all []signatures.Symbol, folded int) (line string, tokens int) {
	return nameLine(all, "", folded, Count)
}

// Count counts words.
func Count(s string) int { return len(strings.Fields(s)) }

// Kept are the declarations that a summary keeps of an outline.
func Kept(o *signatures.Outline) []signatures.Symbol {
	list, _ := kept(o)
	return list
}
