package worktree

import (
	"path/filepath"
	"slices"
	"strings"
)

// withoutNested drops duplicates and folders inside other ones.
func withoutNested(folders []string) []string {
	folders = slices.Clone(folders)
	slices.Sort(folders)
	var kept []string
	for _, f := range folders {
		if !slices.ContainsFunc(kept, func(k string) bool { return inside(f, k) }) {
			kept = append(kept, f)
		}
	}
	return kept
}

func commonFolder(folders []string) string {
	common := folders[0]
	for _, f := range folders[1:] {
		for !inside(f, common) {
			common = filepath.Dir(common)
		}
	}
	return common
}

// inside reports whether a path is folder or below it.
func inside(p, folder string) bool {
	const separator = string(filepath.Separator)
	return p == folder || strings.HasPrefix(p, strings.TrimSuffix(folder, separator)+separator)
}
