package swift

import (
	"strings"

	"ctxpack/signatures/internal/outline"
)

// guard: for every '#' of a row the scanner looks at the rest of the row for the start of a raw string.
func guard(src string) string {
	if strings.Contains(src, strings.Repeat("#", 1000)) {
		return outline.FallbackTooLarge
	}
	return ""
}
