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
		if !slices.ContainsFunc(kept, func(k string) bool { return isInside(f, k) }) {
			kept = append(kept, f)
		}
	}
	return kept
}

func commonFolder(folders []string) string {
	common := folders[0]
	for _, f := range folders[1:] {
		for !isInside(f, common) {
			common = filepath.Dir(common)
		}
	}
	return common
}

// isInside reports whether a path is folder or below it.
func isInside(p, folder string) bool {
	const separator = string(filepath.Separator)
	return p == folder || strings.HasPrefix(p, strings.TrimSuffix(folder, separator)+separator)
}
