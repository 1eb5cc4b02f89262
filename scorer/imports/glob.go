package imports

import (
	"path"
	"strings"

	"ctxpack/internal/text/mapped"
)

const (
	// maxMembers limits the patterns of one workspace, alternatives included, and maxPattern their
	// bytes: each pattern is compared with every package below the workspace.
	maxMembers, maxPattern = 1000, 1000
	// maxGlobWork limits the comparisons in a tree: bytes of patterns times folders of paths.
	maxGlobWork = 100_000_000
)

// folderGlobs holds the patterns of a workspace. Later patterns override earlier ones.
type folderGlobs []folderGlob

type folderGlob struct {
	parts   []string
	size    int
	negated bool
}

// add adds patterns up to the limit. Patterns support `*`, `?`, classes, `**` and one level of
// `{a,b}`; a leading `!` excludes.
func (g folderGlobs) add(patterns []string) folderGlobs {
	for _, p := range patterns {
		if len(p) > maxPattern {
			continue
		}
		p, negated := strings.CutPrefix(p, "!")
		for _, q := range expandBraces(p) {
			if len(g) == maxMembers {
				return g
			}
			g = append(g, folderGlob{strings.Split(strings.Trim(strings.TrimPrefix(q, "./"), "/"), "/"), len(q), negated})
		}
	}
	return g
}

// match reports whether the patterns match a folder, relative to the workspace's root. It adds the
// comparisons to work, and matches nothing once work exceeds its limit.
func (g folderGlobs) match(dir string, work *int) bool {
	matched := false
	parts := strings.Split(dir, "/")
	for _, p := range g {
		if matched != p.negated {
			continue // this pattern cannot change the answer
		}
		if *work += p.size * len(parts); *work > maxGlobWork {
			return false
		}
		if matchParts(p.parts, parts) {
			matched = !p.negated
		}
	}
	return matched
}

// expandBraces expands the first {a,b} of a pattern.
func expandBraces(pattern string) []string {
	open := strings.IndexByte(pattern, '{')
	if open < 0 {
		return []string{pattern}
	}
	size := strings.IndexByte(pattern[open:], '}')
	if size < 0 {
		return []string{pattern}
	}
	return mapped.Of(strings.Split(pattern[open+1:open+size], ","), func(alt string) string { return pattern[:open] + alt + pattern[open+size+1:] })
}

// matchParts matches path elements against pattern elements; `**` matches any number of them.
// Backtracking to the last `**` is enough and limits the work to len(pattern) × len(parts).
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
