package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/text/mapped"
)

// CheckTargets refuses to write through a link that is in one of the roots, or in a repository, and
// leads out of it: such a link came with the repository, so its author would choose which file is
// overwritten. Links elsewhere are the user's.
func CheckTargets(roots []string, targets ...string) error {
	var tops []string
	for _, root := range roots {
		if real, err := filepath.EvalSymlinks(root); err == nil {
			if real, err = filepath.Abs(real); err == nil {
				tops = append(tops, real)
			}
		}
	}
	for i, target := range targets {
		switch {
		case target == "" || target == "-":
		case slices.ContainsFunc(targets[:i], func(other string) bool { return filepath.Clean(other) == filepath.Clean(target) }):
			return Usagef("%s would be written twice: name another file", target)
		default:
			if err := checkTarget(tops, target); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkTarget(tops []string, target string) error {
	path, err := filepath.Abs(target)
	if err != nil {
		return Failf("write %s: %w", target, err)
	}
	at := filepath.VolumeName(path) + string(filepath.Separator) // without links, like all paths below
	rest, _ := filepath.Rel(at, path)
	for name := range strings.SplitSeq(rest, string(filepath.Separator)) {
		next := filepath.Join(at, name)
		info, err := os.Lstat(next)
		if err != nil {
			return nil // it will be created, or reported as missing
		}
		if info.Mode()&os.ModeSymlink == 0 {
			at = next
			continue
		}
		leads, err := filepath.EvalSymlinks(next)
		if err != nil {
			return nil // never write through a dangling link
		}
		if top, ok := topOf(tops, at); ok && !gitrepo.Within(top, leads) {
			return Usagef("write %s: %s is a link that leads out of the repository", target, ShortPath(next)).
				WithHint("name the target file, or remove the link")
		}
		at = leads
	}
	return nil
}

// topOf returns the repository or the one of tops that contains a folder.
func topOf(tops []string, folder string) (string, bool) {
	if top, ok := mapped.First(tops, func(top string) bool { return gitrepo.Within(top, folder) }); ok {
		return top, true
	}
	return gitrepo.Find(folder)
}
