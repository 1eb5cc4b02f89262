package config

import (
	"slices"
	"strings"
)

// nearestPath returns the dotted key, section or setting, that an unknown one
// was probably meant for: the same name in another spelling, the same name in
// another section, or a name a few typing mistakes away. It returns "" if
// nothing is near.
func (t *Table) nearestPath(path string) string {
	if len(path) > 200 {
		return ""
	}
	section, name := "", path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		section, name = path[:i+1], path[i+1:]
	}
	var siblings, elsewhere []string
	for _, key := range t.allPaths() {
		rest, inside := strings.CutPrefix(key, section)
		switch last := key[strings.LastIndexByte(key, '.')+1:]; {
		case inside && !strings.Contains(rest, "."):
			siblings = append(siblings, rest)
			if normal(rest) == normal(name) {
				return key
			}
		case normal(last) == normal(name):
			elsewhere = append(elsewhere, key)
		}
	}
	if len(elsewhere) > 0 {
		return elsewhere[0]
	}
	if near := Nearest(name, siblings); near != "" {
		return section + near
	}
	if len(siblings) > 0 || section == "" {
		return ""
	}
	// The section is unknown too: put it right first.
	known := t.nearestPath(section[:len(section)-1])
	if known == "" || known+"." == section {
		return "" // or it is a setting, which has nothing below
	}
	if fixed := known + "." + name; slices.Contains(t.allPaths(), fixed) {
		return fixed
	}
	return t.nearestPath(known + "." + name)
}

// allPaths lists every section and setting.
func (t *Table) allPaths() []string {
	var paths []string
	var visit func(*branch)
	visit = func(b *branch) {
		for _, c := range b.children {
			paths = append(paths, c.path)
			visit(c)
		}
	}
	visit(t.tree())
	return paths
}

// Nearest returns the candidate with the smallest edit distance to s, the first
// of equals, or "" if all are too far to be meant.
func Nearest(s string, candidates []string) string {
	best, found := "", len(s)+1
	for _, c := range candidates {
		limit := max(1, min(len(s), len(c))/3)
		if d := distance(normal(s), normal(c)); d <= limit && d < found {
			best, found = c, d
		}
	}
	if found == len(s)+1 && best == "" {
		return prefixed(s, candidates)
	}
	return best
}

// prefixed returns the only candidate that starts with s, or "".
func prefixed(s string, candidates []string) string {
	match := ""
	for _, c := range candidates {
		if len(s) >= 3 && strings.HasPrefix(normal(c), normal(s)) {
			if match != "" {
				return ""
			}
			match = c
		}
	}
	return match
}

// normal drops what different habits of spelling disagree on.
func normal(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
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
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(y)]
}
