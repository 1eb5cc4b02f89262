package signatures

import (
	"regexp"
	"sync"
)

//nolint:gochecknoglobals // compiled once, read-only
var kotlinMasks = sync.OnceValue(func() []maskRule {
	return []maskRule{
		{regexp.MustCompile(`\b(fun\s)\s*interface\s`), ' '},
		// A guard of a branch: `is X if y ->`.
		{regexp.MustCompile(`(?m)^[ \t]*(?:is|!is|in|!in|[A-Z][\w.]*)\b[^\n{}>"]*(?:>[^\n{}>"]*)?\s(if\s[^\n{}]*?)->`), ' '},
		// A receiver in a function type: `A.B.() -> C`.
		{regexp.MustCompile(`[(:<,=]\s*((?:[A-Z]\w*\.)+)\([^()\n]*\)\s*->`), ' '},
		// An infix call after a selector: read as a sum.
		{regexp.MustCompile(`\.\w+(?:\([^()\n]*\))? ([a-z]\w*) ["\w(]`), '+'},
		{regexp.MustCompile(`\{ [A-Za-z]\w* ([a-z]\w*) ["\w]`), '+'},
		{regexp.MustCompile(`\w\] ([a-z]\w*) ["\w(]`), '+'},
		{regexp.MustCompile(`\.\.(<)`), ' '},
		{regexp.MustCompile(`\b(0[bB][01_]+)`), '1'},
		{regexp.MustCompile(`[(:<,=]\s*((?:[A-Z]\w*\.)*[A-Z]\w*(?:<[^<>()\n]*(?:<[^<>()\n]*>[^<>()\n]*)?>)?\??\.)\([^()\n]*\)\s*->`), ' '},
		{regexp.MustCompile(`[(:,]\s*(context\([^()\n]*\)\s+[\w.<>]*\.)\(`), ' '},
		{regexp.MustCompile(`= [A-Za-z]\w* ([a-z]\w*) [\w"]\w*[ \t]*\n`), '+'},
		{regexp.MustCompile(`\bfun \w+\([^()\n]*\)( )\}`), ';'},
		// What is annotated at the top level is not what was before it.
		{regexp.MustCompile(`\n(\n)@[A-Za-z]`), ';'},
		{regexp.MustCompile(`(?m)^(?:[\w()]+ )*(?:class|interface|object) \w+[^\n{}=]*\n(\n)/[*/]`), ';'},
		// The dots of an annotation's name.
		{regexp.MustCompile(`@\w+((?:\.\w+)+)`), 'x'},
		// What a class is delegated to: its body is read as an argument.
		{regexp.MustCompile(`(?m)^(?:[ \t]*\)[ \t]*:|[^\n]*\b(?:class|object)\b[^\n]*:)[^\n{}=]*?\s(by\s+\w+)\s*\{[ \t]*$`), ' '},
		// A constructor after a value is read as its continuation.
		{regexp.MustCompile(`[}\w)]\n(?:[ \t]*\n)+[ \t]*([ \t])(?:(?:public|internal|private|protected)[ \t]+)?constructor\(`), ';'},
		{regexp.MustCompile(`(\$\$+)"`), ' '},
		// A property of a result is set: read as a comparison.
		{regexp.MustCompile(`(?m)^[ \t]*[\w.]+\([^\n=]*\)!?!?\.\w+ (=)\s`), '<'},
		// Modifiers and the keyword of a constructor on lines of their own.
		{regexp.MustCompile(`\bclass[ \t]+\w+(?:<[^>\n]*>)?((?:[ \t]*\n)[ \t]*(?:(?:@[\w.:]+(?:\([^()]*\))?|internal|private|protected|public)\s+)*constructor)[ \t]*\(`), ' '},
		{regexp.MustCompile(`\bclass[ \t]+\w+(?:<[^>\n]*>)?((?:\s+@[\w.:]+(?:\([^()]*\))?)+\s*\n\s*(?:(?:internal|private|protected|public)\s+)?constructor)[ \t]*\(`), ' '},
	}
})

// maskKotlin hides what is newer than the grammar, or what it takes line ends
// in for the end of a statement.
func maskKotlin(src string) string {
	return maskBy(kotlinMasks(), src, func(word string) bool {
		switch word {
		case "is", "as", "in", "else", "by", "where", "val", "var", "fun", "class", "object": // no infix functions
			return true
		}
		return false
	})
}
