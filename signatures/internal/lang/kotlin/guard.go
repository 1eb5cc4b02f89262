package kotlin

import (
	"strings"

	"ctxpack/signatures/internal/outline"
)

// guard rejects two kinds of text. The scanner aborts where strings are nested more than 1,024 deep; a string opens
// inside another only in `${`, also where the brackets balance ("${"}${"}…). And annotations without a declaration
// take memory quadratic in their number: 8,000 of them take 1.9 GB.
func guard(src string) string {
	const most = 1000
	if strings.Count(src, "${") > most || isDense(src, '@') {
		return outline.FallbackTooDeep
	}
	return ""
}

// isDense reports whether a byte makes up more than a twelfth of some stretch of the text.
func isDense(src string, b byte) bool {
	const stretch, most = 8 << 10, 680
	for start := 0; start < len(src); start += stretch / 2 {
		if strings.Count(src[start:min(start+stretch, len(src))], string(b)) > most {
			return true
		}
	}
	return false
}
