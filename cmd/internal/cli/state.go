package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/internal/repo/gitrepo"
)

// CheckState reports whether a state file in a repository belongs to the user. It rejects files that came with the
// repository and files in another user's folder, where that user could read additions. hint says what to do instead.
func CheckState(path, hint string) error {
	top, ok := gitrepo.Find(filepath.Dir(filepath.Dir(path)))
	if !ok {
		top = filepath.Dir(filepath.Dir(path))
	}
	for _, name := range []string{top, filepath.Join(top, ".git"), filepath.Dir(path), path} {
		if foreign(name) {
			return Usagef("%s belongs to another user, and is not used", ShortPath(name)).WithHint("%s", hint)
		}
	}
	if TrackedBelow(path) {
		return Usagef("the repository tracks %s: others may have written it, and additions would be published", ShortPath(path)).
			WithHint("git rm --cached %s, or %s", filepath.ToSlash(ShortPath(path)), hint)
	}
	return nil
}

// TrackedBelow reports whether git tracks a file, or a file in a folder. An unreadable index counts
// as tracking nothing.
func TrackedBelow(path string) bool {
	folder, err := filepath.Abs(filepath.Dir(path))
	if err == nil {
		folder, err = filepath.EvalSymlinks(folder)
	}
	if err != nil {
		return false // nothing exists there
	}
	path = filepath.Join(folder, filepath.Base(path))
	top, ok := gitrepo.Find(folder)
	if !ok {
		return false
	}
	rel, err := filepath.Rel(top, path)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	index, err := gitrepo.ReadIndex(top)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	return slices.ContainsFunc(index.Entries, func(e gitrepo.IndexEntry) bool { return e.Path == rel || strings.HasPrefix(e.Path, rel+"/") })
}
