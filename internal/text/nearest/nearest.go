// Package nearest finds the name that was probably meant by an unknown one: a few typing errors away, or
// abbreviated.
package nearest

import "strings"

// Of returns the candidate whose form has the smallest edit distance to that of s, the first of equals, or else the
// only one that starts with it; "" if all are too different.
func Of(s string, candidates []string, form func(string) string) string {
	best, found := "", len(s)+1
	for _, c := range candidates {
		limit := max(1, min(len(s), len(c))/3)
		if d := distance(form(s), form(c)); d <= limit && d < found {
			best, found = c, d
		}
	}
	if best == "" {
		return prefixed(s, candidates, form)
	}
	return best
}

// prefixed returns the only candidate that starts with s, or "".
func prefixed(s string, candidates []string, form func(string) string) string {
	match := ""
	for _, c := range candidates {
		if len(s) >= 3 && strings.HasPrefix(form(c), form(s)) {
			if match != "" {
				return ""
			}
			match = c
		}
	}
	return match
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbouring characters that turn a into b (optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 100 || len(y) > 100 {
		return len(x) + len(y)
	}
	before, last, now := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		now[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+cost)
			if min(i, j) > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(y)]
}
