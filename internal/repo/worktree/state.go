package worktree

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"ctxpack/internal/repo/source"
)

// State returns a hash of the names and contents of listed files. ok is false if git's index lacks the contents of
// one of them, because it is new or was changed: then no commit describes them.
func (s *Set) State(files []File) (state string, ok bool) {
	h := sha256.New()
	for _, f := range files {
		blob := ""
		if f.Skip == source.None && !f.Dir {
			if blob = f.Root.committed(f.File); blob == "" {
				return "", false
			}
		}
		fmt.Fprintf(h, "%q %d %t %d %q %s\n", f.Name, f.Size, f.Executable, f.Skip, f.Detail, blob)
	}
	return hex.EncodeToString(h.Sum(nil)), true
}

// committed returns the blob id of a file that is as git's index has it. If its times prove nothing, the file is
// read.
func (r *Root) committed(f source.File) string {
	if blob := r.IndexedBlob(f); blob != "" {
		return blob
	}
	if !r.Tracks(f) {
		return ""
	}
	if blob := r.entries()[f.Path].Blob; r.Tree.CommittedAs(f, blob) {
		return blob
	}
	return ""
}
