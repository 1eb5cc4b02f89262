package view

import (
	"strings"

	"ctxpack/signatures"
)

// FoldedOutline is foldedOutline with words for tokens.
func FoldedOutline(all []signatures.Symbol, most int) string {
	return foldedOutline(all, most, Count)
}

// NameLine is nameLine with words for tokens.
func NameLine(all []signatures.Symbol, folded int) (line string, tokens int) {
	return nameLine(all, folded, Count)
}

// Count counts words.
func Count(s string) int { return len(strings.Fields(s)) }
