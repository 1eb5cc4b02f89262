package view

import (
	"strings"

	"ctxpack/signatures"
)

// FoldedOutline is a folded outline with words for tokens.
func FoldedOutline(all []signatures.Symbol, most int) string {
	return folding{count: Count}.outline(all, most)
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
