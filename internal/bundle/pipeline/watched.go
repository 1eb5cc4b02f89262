package pipeline

import (
	"path/filepath"
	"strings"

	"ctxpack/internal/repo/source"
)

// Watched returns the folders, as absolute paths, whose changes may affect the bundle, and the paths in them that
// rules exclude by name. For a folder inside a repository, the read parts of the whole repository count.
func (r *Ranking) Watched() (folders []string, left map[string]bool) {
	left = map[string]bool{}
	for _, files := range [][]*File{r.Skipped, r.around} {
		for _, f := range files {
			switch f.Skip {
			case source.Ignored, source.IgnoredByTool, source.Excluded, source.OutsideInclude, source.Output, source.Vendored, source.Submodule, source.NestedRepository:
				left[filepath.Join(f.tree.Top, filepath.FromSlash(strings.TrimSuffix(f.Path, "/")))] = true
			}
		}
	}
	for _, t := range r.trees {
		folder := t.Top
		if t.Sub != "" && len(r.around) == 0 {
			folder = filepath.Join(t.Top, filepath.FromSlash(t.Sub))
		}
		folders = append(folders, folder)
	}
	return folders, left
}
