package cli

import (
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/internal/repo/gitrepo"
)

// CheckState reports whether a file that this program keeps in a repository is the
// user's: not one that came with it, which somebody else has written, nor one in a
// folder of another user, who reads additions. hint says what to do instead.
func CheckState(path, hint string) error {
	top, ok := gitrepo.Find(filepath.Dir(filepath.Dir(path)))
	if !ok {
		top = filepath.Dir(filepath.Dir(path))
	}
	for _, name := range []string{top, filepath.Join(top, ".git"), filepath.Dir(path), path} {
		if foreign(name) {
			return Usagef("%s belongs to another user: what it holds is not taken", ShortPath(name)).WithHint("%s", hint)
		}
	}
	if TrackedBelow(path) {
		return Usagef("the repository tracks %s: it may hold what others wrote, and what is added would be published", ShortPath(path)).
			WithHint("git rm --cached %s, or %s", filepath.ToSlash(ShortPath(path)), hint)
	}
	return nil
}

// TrackedBelow reports whether git tracks a file, or one in a folder. An index that
// cannot be read tracks nothing that is known.
func TrackedBelow(path string) bool {
	folder, err := filepath.Abs(filepath.Dir(path))
	if err == nil {
		folder, err = filepath.EvalSymlinks(folder)
	}
	if err != nil {
		return false // nothing is there
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
