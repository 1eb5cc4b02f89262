package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"ctxpack/internal/text/pattern"
)

// MaxTokens is the largest accepted token count: it fits an int on every
// platform, and its product with a share fits 64 bits.
const MaxTokens = math.MaxInt32

// Examples of accepted forms, for errors.
const (
	tokenForms    = "such as 8000, 8k, 128k or 1m"
	durationForms = "such as 90d, 12w, 1y, 36h or 1h30m"
	sizeForms     = "such as 500k, 10MB or 1MiB"
)

// ParseTokens parses a token count from 1 to [MaxTokens]: digits, optionally followed by k for thousands or m for
// millions, in either case. The error for other texts names the accepted values.
func ParseTokens(s string) (int, error) {
	n, ok := parseCount(s, tokenUnits, 1, MaxTokens)
	if !ok {
		return 0, fmt.Errorf("want a token count from 1 to %s %s, got %s", grouped(MaxTokens), tokenForms, quoted(s))
	}
	return int(n), nil
}

// The units by their names in lower case. Read-only.
var (
	tokenUnits = map[string]int64{"": 1, "k": 1e3, "m": 1e6}
	sizeUnits  = map[string]int64{"": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30}
	dayUnits   = map[string]int64{"d": int64(day), "w": 7 * int64(day), "y": 365 * int64(day)}
)

// parseCount parses digits with a unit and reports whether the product is inside
// the range. It rejects a leading zero, which means octal in YAML 1.1.
func parseCount(s string, units map[string]int64, low, high int64) (int64, bool) {
	digits := s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
	unit := units[strings.ToLower(s[len(digits):])]
	n, err := strconv.ParseInt(digits, 10, 64)
	if isNumber := err == nil && (len(digits) == 1 || digits[0] != '0'); !isNumber || unit == 0 || n > math.MaxInt64/unit {
		return 0, false
	}
	n *= unit
	return n, n >= low && n <= high
}

// parseInteger parses a decimal integer with an optional sign.
func parseInteger(s string, low, high int64) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	digits := strings.TrimLeft(s, "+-")
	return n, err == nil && (digits == "0" || digits[0] != '0') && n >= low && n <= high
}

// share matches a decimal fraction with at most six places.
var share = pattern.Of(`^[01]?(\.[0-9]{1,6}0*)?$`)

// parseShare parses a decimal fraction and returns it in millionths.
func parseShare(s string, low, high int64) (Share, bool) {
	f, err := strconv.ParseFloat(s, 64)
	n := int64(math.Round(f * whole)) // exact: at most six decimals are accepted
	if inRange := n >= low && n <= high; !inRange || err != nil || !share().MatchString(s) {
		return 0, false
	}
	return Share(n), true
}

// parseDuration parses a positive duration: whole days (d), weeks (w) or years of 365
// days (y), or any form that time.ParseDuration accepts.
func parseDuration(s string) (time.Duration, bool) {
	if n, ok := parseCount(s, dayUnits, 1, math.MaxInt64); ok {
		return time.Duration(n), true
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d > 0
}

// SplitGlobs splits a text into globs at commas, as other tools do. A comma inside braces or brackets, or after a
// backslash, is part of a glob.
func SplitGlobs(s string) []string {
	if list := SplitList(s); len(list) > 1 && !strings.Contains(s, "\n") {
		return list
	}
	return []string{s}
}

// SplitList splits the value of a flag or an environment variable at commas and line ends. It trims white space and
// omits empty items. A comma inside braces or brackets, or after a backslash, is part of an item. It also accepts the
// JSON form `["a","b"]`, which [Table.Get] returns.
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
