package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// MaxTokens is the largest token count that is accepted: it fits an int on
// every platform, and its product with a share fits 64 bits.
const MaxTokens = math.MaxInt32

// The forms that errors name.
const (
	tokenForms    = "such as 8000, 8k, 128k or 1m"
	durationForms = "such as 90d, 12w, 1y, 36h or 1h30m"
	sizeForms     = "such as 500k, 10MB or 1MiB"
)

// ParseTokens reads a token count, 1 to [MaxTokens]: digits and, in either
// case, k for thousands or m for millions. Everything else is an error that
// says what is accepted.
func ParseTokens(s string) (int, error) {
	n, ok := parseCount(s, tokenUnits, 1, MaxTokens)
	if !ok {
		return 0, fmt.Errorf("want a token count from 1 to %s %s, got %s", grouped(MaxTokens), tokenForms, quoted(s))
	}
	return int(n), nil
}

// ParseDuration reads a positive duration: whole days (d), weeks (w) or years
// of 365 days (y), or any form that Go's time.ParseDuration takes. Everything
// else, more than about 292 years included, is an error that says what is
// accepted.
func ParseDuration(s string) (time.Duration, error) {
	d, ok := parseDuration(s)
	if !ok {
		return 0, fmt.Errorf("want a duration above zero %s, got %s", durationForms, quoted(s))
	}
	return d, nil
}

// ParseSize reads a number of bytes above zero: digits and, in either case, B,
// k or kB (1,000), M or MB, G or GB, or KiB, MiB, GiB (powers of 1,024).
// Everything else is an error that says what is accepted.
func ParseSize(s string) (int64, error) {
	n, ok := parseCount(s, sizeUnits, 1, math.MaxInt64)
	if !ok {
		return 0, fmt.Errorf("want a size above zero in bytes %s, got %s", sizeForms, quoted(s))
	}
	return n, nil
}

func tokenUnits(name string) (int64, bool) {
	switch strings.ToLower(name) {
	case "":
		return 1, true
	case "k":
		return 1_000, true
	case "m":
		return 1_000_000, true
	}
	return 0, false
}

func sizeUnits(name string) (int64, bool) {
	switch strings.ToLower(name) {
	case "", "b":
		return 1, true
	case "k", "kb":
		return 1_000, true
	case "m", "mb":
		return 1_000_000, true
	case "g", "gb":
		return 1_000_000_000, true
	case "kib":
		return 1 << 10, true
	case "mib":
		return 1 << 20, true
	case "gib":
		return 1 << 30, true
	}
	return 0, false
}

func dayUnits(name string) (int64, bool) {
	switch strings.ToLower(name) {
	case "d":
		return int64(day), true
	case "w":
		return 7 * int64(day), true
	case "y":
		return 365 * int64(day), true
	}
	return 0, false
}

// parseCount reads digits and a unit and tells whether the product is inside
// the range. A leading zero is refused: YAML 1.1 takes it for octal.
func parseCount(s string, units func(string) (int64, bool), low, high int64) (int64, bool) {
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	if end == 0 || (end > 1 && s[0] == '0') {
		return 0, false
	}
	unit, ok := units(s[end:])
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(s[:end], 10, 64)
	if err != nil || n > math.MaxInt64/unit {
		return 0, false
	}
	n *= unit
	return n, n >= low && n <= high
}

// parseInteger reads a whole decimal number with an optional sign.
func parseInteger(s string, low, high int64) (int64, bool) {
	digits := strings.TrimPrefix(s, "+")
	sign := int64(1)
	if strings.HasPrefix(s, "-") {
		digits, sign = s[1:], -1
	}
	n, ok := parseCount(digits, tokenUnits, 0, math.MaxInt64)
	if !ok || strings.TrimRight(digits, "kKmM") != digits {
		return 0, false
	}
	n *= sign
	return n, n >= low && n <= high
}

// parseShare reads a decimal fraction of at most six places, in millionths.
func parseShare(s string, low, high int64) (Share, bool) {
	before, after, dotted := strings.Cut(s, ".")
	if dotted && after == "" || before == "" && !dotted {
		return 0, false
	}
	if before == "" {
		before = "0"
	}
	after = strings.TrimRight(after, "0")
	if len(after) > 6 {
		return 0, false
	}
	n, ok := parseInteger(before, 0, 1)
	if !ok || before[0] == '-' || before[0] == '+' {
		return 0, false
	}
	n *= whole
	unit := int64(whole / 10)
	for _, c := range []byte(after) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n += int64(c-'0') * unit
		unit /= 10
	}
	return Share(n), n >= low && n <= high
}

func parseDuration(s string) (time.Duration, bool) {
	if n, ok := parseCount(s, dayUnits, 1, maxDuration); ok {
		return time.Duration(n), true
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d > 0
}

// SplitGlobs reads one glob, or several between commas, as users of other tools write
// them. A glob with a comma of its own has it inside braces or brackets or after a
// backslash.
func SplitGlobs(s string) []string {
	if list := SplitList(s); len(list) > 1 && !strings.Contains(s, "\n") {
		return list
	}
	return []string{s}
}

// SplitList reads a list as it is given to a flag or an environment variable:
// items between commas or line ends, without the white space around them, empty
// ones left out. A comma inside braces or brackets or after a backslash is part
// of the item. The JSON form `["a","b"]`, which [Table.Get] returns, is
// accepted too.
func SplitList(s string) []string {
	if items, ok := parseJSONList(s); ok {
		return items
	}
	var items []string
	start, depth, class := 0, 0, false
	add := func(end int) {
		if item := strings.TrimSpace(s[start:end]); item != "" {
			items = append(items, item)
		}
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '\n', c == ',' && depth == 0 && !class:
			add(i)
			start, depth, class = i+1, 0, false
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '{' && !class:
			depth++
		case c == '}' && !class && depth > 0:
			depth--
		}
	}
	add(len(s))
	return items
}
