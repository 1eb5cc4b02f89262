package pipeline

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
)

// Share is a part of what a bundle spends, for the files of one folder of the set: of a
// root, or of one below it.
type Share struct {
	Folder string // its path in the set, or the last part of a root's
	Part   int    // of 1,000
}

// ShareError says that a share is for nothing.
type ShareError struct {
	Folder string
	Near   []string // folders that may be meant
}

func (e *ShareError) Error() string {
	return fmt.Sprintf("the share for %s: no file that is packed lies there", render.DisplayPath(e.Folder))
}

// neededShare is the share of the packages that are only needed by others: what is
// asked for comes first.
const neededShare = 250

// shareGroups gives each file the share that it belongs to, that of the innermost
// folder, or the one behind them all, which is the rest. It returns nil without shares.
func (r *Ranking) shareGroups() (groups, shares []int, err error) {
	switch {
	case len(r.options.Shares) > 0:
	case len(r.options.Packages) > 0:
		for _, f := range r.Files {
			group := 0
			if f.OutlineOnly {
				group = 1
			}
			groups = append(groups, group)
		}
		return groups, []int{1000 - neededShare, neededShare}, nil
	default:
		return nil, nil, nil
	}
	rest := 1000
	folders := make([][]string, len(r.options.Shares))
	for i, s := range r.options.Shares {
		shares = append(shares, s.Part)
		rest -= s.Part
		name := path.Clean(strings.Trim(s.Folder, "/"))
		folders[i] = []string{name + "/"}
		for _, t := range r.trees {
			if prefix := strings.TrimSuffix(t.Prefix, "/"); prefix != "" && path.Base(prefix) == name {
				folders[i] = append(folders[i], t.Prefix)
			}
		}
	}
	used := make([]bool, len(shares))
	for _, f := range r.Files {
		group, longest := len(shares), 0
		for i, names := range folders {
			for _, folder := range names {
				if len(folder) > longest && strings.HasPrefix(f.Name, folder) {
					group, longest = i, len(folder)
				}
			}
		}
		if group < len(used) {
			used[group] = true
		}
		groups = append(groups, group)
	}
	if i := slices.Index(used, false); i >= 0 {
		asked := r.options.Shares[i].Folder
		return nil, nil, &ShareError{asked, NearPaths(path.Clean(strings.Trim(asked, "/")), foldersOf(r.Files))}
	}
	return groups, append(shares, max(rest, 0)), nil
}

// foldersOf are the folders that files lie in, and those above them.
func foldersOf(files []*File) []string {
	seen := map[string]bool{}
	for _, f := range files {
		for folder := path.Dir(f.Name); folder != "." && !seen[folder]; folder = path.Dir(folder) {
			seen[folder] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}
