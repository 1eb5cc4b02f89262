package kotlin

import (
	_ "embed" // the masks
	"regexp"
	"strings"
	"sync"

	"ctxpack/signatures/internal/lex"
)

//go:embed masks.txt
var maskText string

// Compiled once, read-only.
var masks = sync.OnceValue(func() (rules []lex.MaskRule) {
	for line := range strings.Lines(maskText) {
		if line[0] != '#' {
			rules = append(rules, lex.MaskRule{Find: regexp.MustCompile(strings.TrimSuffix(line[4:], "\n")), With: line[1]})
		}
	}
	return rules
})

// mask hides syntax that is newer than the grammar, or where the grammar ends a statement too early at a line end.
func mask(src string) string {
	return lex.MaskBy(masks(), src, func(word string) bool {
		switch word {
		case "is", "as", "in", "else", "by", "where", "val", "var", "fun", "class", "object": // words that are not infix functions
			return true
		}
		return false
	})
}
