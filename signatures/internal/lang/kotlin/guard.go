package kotlin

import (
	"strings"

	"ctxpack/signatures/internal/outline"
)

// guard: the scanner aborts where strings are nested more than 1,024 deep. A string is opened inside another only in
// `${`, which also nests where the brackets of the text balance: "${"}${"}… And a row of annotations that annotate
// nothing takes memory squared: 8,000 of them 1.9 GB.
func guard(src string) string {
	const most = 1000
	if strings.Count(src, "${") > most || dense(src, '@') {
		return outline.FallbackTooDeep
	}
	return ""
}

// dense reports whether a byte represents more than a twelfth of some stretch of the text.
func dense(src string, b byte) bool {
	const stretch, most = 8 << 10, 680
	for start := 0; start < len(src); start += stretch / 2 {
		if strings.Count(src[start:min(start+stretch, len(src))], string(b)) > most {
			return true
		}
	}
	return false
}
