package swift

import (
	"regexp"
	"sync"

	"ctxpack/signatures/internal/lex"
)

//nolint:gochecknoglobals // compiled once, read-only
var masks = sync.OnceValue(func() []lex.MaskRule {
	return []lex.MaskRule{
		// A macro: `#expect(x)` becomes a call of _expect.
		{Find: regexp.MustCompile(`(#)(?:expect|require|externalMacro|Predicate|Preview|stringify|assert\w*|externalMacro|isolation|_\w+|[A-Z]\w*)\b`), With: '_'},
		{Find: regexp.MustCompile(`\bnonisolated(\(unsafe\))`), With: ' '},
		{Find: regexp.MustCompile(`\bthrows(\([\w.]+\))`), With: ' '},
		{Find: regexp.MustCompile(`:\s*((?:(?:sending|consuming|borrowing)\s+)+)`), With: ' '},
		{Find: regexp.MustCompile(`(?m)(?:^|[{=(])[ \t]*(unsafe)[ \t]+\w`), With: ' '},
		{Find: regexp.MustCompile(`(,)\s*\n\s*\)`), With: ' '},
		{Find: regexp.MustCompile(`[:,&]\s*(~)[A-Z]`), With: ' '},
		{Find: regexp.MustCompile(`(?m)^[ \t]*(package)[ \t]+(?:static|final|func|var|let|struct|class|enum|init|protocol|extension|typealias|actor|subscript)\b`), With: ' '},
	}
})

// mask hides what is newer than the grammar.
func mask(src string) string {
	return lex.MaskBy(masks(), src, nil)
}
