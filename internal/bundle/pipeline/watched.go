package pipeline

import (
	"path/filepath"
	"strings"

	"ctxpack/internal/repo/source"
)

// Watched are the folders, as absolute paths, whose changes may make another bundle, and
// what in them makes none: what rules leave out by its name. Of a folder inside of a
// repository the whole repository counts, as far as it was looked at.
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
