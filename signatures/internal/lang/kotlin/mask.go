package kotlin

import (
	"regexp"
	"sync"

	"ctxpack/signatures/internal/lex"
)

// Compiled once, read-only.
var masks = sync.OnceValue(func() []lex.MaskRule {
	return []lex.MaskRule{
		{Find: regexp.MustCompile(`\b(fun\s)\s*interface\s`), With: ' '},
		// A guard of a branch: `is X if y ->`.
		{Find: regexp.MustCompile(`(?m)^[ \t]*(?:is|!is|in|!in|[A-Z][\w.]*)\b[^\n{}>"]*(?:>[^\n{}>"]*)?\s(if\s[^\n{}]*?)->`), With: ' '},
		// A receiver in a function type: `A.B.() -> C`.
		{Find: regexp.MustCompile(`[(:<,=]\s*((?:[A-Z]\w*\.)+)\([^()\n]*\)\s*->`), With: ' '},
		// An infix call after a selector: read as a sum.
		{Find: regexp.MustCompile(`\.\w+(?:\([^()\n]*\))? ([a-z]\w*) ["\w(]`), With: '+'},
		{Find: regexp.MustCompile(`\{ [A-Za-z]\w* ([a-z]\w*) ["\w]`), With: '+'},
		{Find: regexp.MustCompile(`\w\] ([a-z]\w*) ["\w(]`), With: '+'},
		{Find: regexp.MustCompile(`\.\.(<)`), With: ' '},
		{Find: regexp.MustCompile(`\b(0[bB][01_]+)`), With: '1'},
		{Find: regexp.MustCompile(`[(:<,=]\s*((?:[A-Z]\w*\.)*[A-Z]\w*(?:<[^<>()\n]*(?:<[^<>()\n]*>[^<>()\n]*)?>)?\??\.)\([^()\n]*\)\s*->`), With: ' '},
		{Find: regexp.MustCompile(`[(:,]\s*(context\([^()\n]*\)\s+[\w.<>]*\.)\(`), With: ' '},
		{Find: regexp.MustCompile(`= [A-Za-z]\w* ([a-z]\w*) [\w"]\w*[ \t]*\n`), With: '+'},
		{Find: regexp.MustCompile(`\bfun \w+\([^()\n]*\)( )\}`), With: ';'},
		// What is annotated at the top level is not what was before it.
		{Find: regexp.MustCompile(`\n(\n)@[A-Za-z]`), With: ';'},
		{Find: regexp.MustCompile(`(?m)^(?:[\w()]+ )*(?:class|interface|object) \w+[^\n{}=]*\n(\n)/[*/]`), With: ';'},
		// The dots of an annotation's name.
		{Find: regexp.MustCompile(`@\w+((?:\.\w+)+)`), With: 'x'},
		// What a class is delegated to: its body is read as an argument.
		{Find: regexp.MustCompile(`(?m)^(?:[ \t]*\)[ \t]*:|[^\n]*\b(?:class|object)\b[^\n]*:)[^\n{}=]*?\s(by\s+\w+)\s*\{[ \t]*$`), With: ' '},
		// A constructor after a value is read as its continuation.
		{Find: regexp.MustCompile(`[}\w)]\n(?:[ \t]*\n)+[ \t]*([ \t])(?:(?:public|internal|private|protected)[ \t]+)?constructor\(`), With: ';'},
		{Find: regexp.MustCompile(`(\$\$+)"`), With: ' '},
		// A property of a result is set: read as a comparison.
		{Find: regexp.MustCompile(`(?m)^[ \t]*[\w.]+\([^\n=]*\)!?!?\.\w+ (=)\s`), With: '<'},
		// Modifiers and the keyword of a constructor on lines of their own.
		{Find: regexp.MustCompile(`\bclass[ \t]+\w+(?:<[^>\n]*>)?((?:[ \t]*\n)[ \t]*(?:(?:@[\w.:]+(?:\([^()]*\))?|internal|private|protected|public)\s+)*constructor)[ \t]*\(`), With: ' '},
		{Find: regexp.MustCompile(`\bclass[ \t]+\w+(?:<[^>\n]*>)?((?:\s+@[\w.:]+(?:\([^()]*\))?)+\s*\n\s*(?:(?:internal|private|protected|public)\s+)?constructor)[ \t]*\(`), With: ' '},
	}
})

// mask hides what is newer than the grammar, or what it takes line ends in for the end of a statement.
func mask(src string) string {
	return lex.MaskBy(masks(), src, func(word string) bool {
		switch word {
		case "is", "as", "in", "else", "by", "where", "val", "var", "fun", "class", "object": // no infix functions
			return true
		}
		return false
	})
}
