package config

import (
	"slices"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/nearest"
)

// nearestPath returns the dotted path of the section or setting that an unknown key probably means: the same name in
// another spelling or another section, or a name that differs by a few typing mistakes. It returns "" if no name is
// close.
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
	// The section is unknown too: correct it first.
	known := t.nearestPath(section[:len(section)-1])
	if known == "" || known+"." == section {
		return "" // not found, or it is a setting without children
	}
	if fixed := known + "." + name; slices.Contains(t.allPaths(), fixed) {
		return fixed
	}
	return t.nearestPath(known + "." + name)
}

// allPaths lists every section and setting.
func (t *Table) allPaths() []string {
	var paths []string
	for _, r := range t.rows {
		for i, c := range r.path + "." {
			if c == '.' {
				paths = mapped.AppendNew(paths, r.path[:i])
			}
		}
	}
	return paths
}

// Nearest returns the candidate that s probably means, ignoring differences of spelling style; "" if none is close.
func Nearest(s string, candidates []string) string { return nearest.Of(s, candidates, normal) }

// normal removes differences of spelling style: case, _ and -.
func normal(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}
