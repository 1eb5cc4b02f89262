package swift

import (
	"strings"

	"ctxpack/signatures/internal/outline"
)

// guard rejects long rows of '#': for each of them the scanner searches the rest of the row for the start of a raw
// string.
func guard(src string) string {
	if strings.Contains(src, strings.Repeat("#", 1000)) {
		return outline.FallbackTooLarge
	}
	return ""
}
