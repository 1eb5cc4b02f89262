package imports

import (
	"path"
	"strings"
)

// matchFolders reports whether a folder, relative to the workspace's root, is
// named by the patterns of a workspace. Later patterns win; one that begins
// with `!` takes out. The patterns know `*`, `?`, classes, `**` and one level
// of `{a,b}`.
func matchFolders(patterns []string, dir string) bool {
	matched := false
	parts := strings.Split(dir, "/")
	for _, p := range patterns {
		p, negated := strings.CutPrefix(p, "!")
		if matched != negated {
			continue // the pattern could not change the answer
		}
		for _, q := range expandBraces(p) {
			q = strings.Trim(strings.TrimPrefix(q, "./"), "/")
			if matchParts(strings.Split(q, "/"), parts) {
				matched = !negated
				break
			}
		}
	}
	return matched
}

// expandBraces returns the patterns that the first {a,b} of a pattern stands
// for.
func expandBraces(pattern string) []string {
	open := strings.IndexByte(pattern, '{')
	if open < 0 {
		return []string{pattern}
	}
	size := strings.IndexByte(pattern[open:], '}')
	if size < 0 {
		return []string{pattern}
	}
	var out []string
	for _, alt := range strings.Split(pattern[open+1:open+size], ",") {
		out = append(out, pattern[:open]+alt+pattern[open+size+1:])
	}
	return out
}

// matchParts matches path elements against pattern elements, `**` standing for
// any number of them. It backs up to the last `**` only, which is enough and
// keeps the work at len(pattern) × len(parts).
func matchParts(pattern, parts []string) bool {
	p, s := 0, 0
	star, resume := -1, 0
	for s < len(parts) {
		if p < len(pattern) {
			if pattern[p] == "**" {
				star, resume = p, s
				p++
				continue
			}
			if ok, err := path.Match(pattern[p], parts[s]); ok && err == nil {
				p++
				s++
				continue
			}
		}
		if star < 0 {
			return false
		}
		resume++
		p, s = star+1, resume
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}
