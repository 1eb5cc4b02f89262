package signatures

import (
	"regexp"
	"sync"
)

//nolint:gochecknoglobals // compiled once, read-only
var swiftMasks = sync.OnceValue(func() []maskRule {
	return []maskRule{
		// A macro: `#expect(x)` becomes a call of _expect.
		{regexp.MustCompile(`(#)(?:expect|require|externalMacro|Predicate|Preview|stringify|assert\w*|externalMacro|isolation|_\w+|[A-Z]\w*)\b`), '_'},
		{regexp.MustCompile(`\bnonisolated(\(unsafe\))`), ' '},
		{regexp.MustCompile(`\bthrows(\([\w.]+\))`), ' '},
		{regexp.MustCompile(`:\s*((?:(?:sending|consuming|borrowing)\s+)+)`), ' '},
		{regexp.MustCompile(`(?m)(?:^|[{=(])[ \t]*(unsafe)[ \t]+\w`), ' '},
		{regexp.MustCompile(`(,)\s*\n\s*\)`), ' '},
		{regexp.MustCompile(`[:,&]\s*(~)[A-Z]`), ' '},
		{regexp.MustCompile(`(?m)^[ \t]*(package)[ \t]+(?:static|final|func|var|let|struct|class|enum|init|protocol|extension|typealias|actor|subscript)\b`), ' '},
	}
})

// maskSwift hides what is newer than the grammar.
func maskSwift(src string) string {
	return maskBy(swiftMasks(), src, nil)
}
