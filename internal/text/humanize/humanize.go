// Package humanize formats numbers for people. Machine-readable output has plain numbers.
package humanize

import (
	"fmt"
	"strconv"
)

// Comma writes a number with thousands separators.
func Comma(n int) string {
	digits := strconv.Itoa(n)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(digits) - 3; i > first; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Bytes writes a number of bytes in megabytes or, from a thousand of them on, in gigabytes, with one decimal.
func Bytes(n int64) string {
	const mega, giga = 1e6, 1e9
	if n >= giga-mega/20 { // it would round to 1000.0 MB
		return fmt.Sprintf("%.1f GB", float64(n)/giga)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/mega)
}

// Count writes a number before a word in the singular or the plural.
func Count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return Comma(n) + " " + word + "s"
}
