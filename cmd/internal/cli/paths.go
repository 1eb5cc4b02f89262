package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Expand resolves patterns among paths as a shell does: a path that does not exist is replaced with
// its matches, in order. Only a leading dot in the pattern matches a leading dot.
func Expand(paths []string) ([]string, error) {
	var out []string
	for _, path := range paths {
		if _, err := os.Lstat(path); !strings.ContainsAny(path, "*?[") || !errors.Is(err, fs.ErrNotExist) {
			out = append(out, path)
			continue
		}
		if strings.Contains(path, "**") {
			return nil, Usagef("open %s: a PATH must not contain **", path).WithHint("name the folder, and give --include %q", path)
		}
		found, err := filepath.Glob(path)
		if err != nil {
			return nil, Usagef("open %s: it is no pattern: %w", path, err)
		}
		matched := false
		for _, name := range found {
			if !hiddenMatch(path, name) {
				out, matched = append(out, name), true
			}
		}
		if !matched {
			return nil, Usagef("open %s: no file or folder matches it", path)
		}
	}
	return out, nil
}

// hiddenMatch reports whether a part of a matched name begins with a dot and the pattern's part does not.
func hiddenMatch(pattern, name string) bool {
	parts := strings.Split(filepath.ToSlash(name), "/")
	for i, p := range strings.Split(filepath.ToSlash(filepath.Clean(pattern)), "/") {
		if i < len(parts) && strings.HasPrefix(parts[i], ".") && !strings.HasPrefix(p, ".") {
			return true
		}
	}
	return false
}
