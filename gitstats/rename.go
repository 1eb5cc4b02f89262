package gitstats

import (
	"cmp"
	"path"
	"slices"

	"ctxpack/internal/repo/gitrepo"
)

type renaming struct{ from, to string }

// findRenames finds the exact renames among the changes of one commit: a path deleted and one added with the same blob.
// Ambiguities are resolved as in git: each added path, in byte order, takes the first free deleted path with the
// same base name, or else the first free one. A file may change its executable bit; links and submodules keep their
// type.
func findRenames(changes []gitrepo.Change) []renaming {
	sources := map[content]*group{}
	var targets []gitrepo.Change
	for _, c := range changes {
		switch c.Kind {
		case gitrepo.Deleted:
			k := contentOf(c)
			if sources[k] == nil {
				sources[k] = &group{}
			}
			sources[k].paths = append(sources[k].paths, c.Path)
		case gitrepo.Added:
			targets = append(targets, c)
		}
	}
	if len(sources) == 0 {
		return nil
	}
	slices.SortFunc(targets, func(a, b gitrepo.Change) int { return cmp.Compare(a.Path, b.Path) })
	var out []renaming
	for _, to := range targets {
		if g := sources[contentOf(to)]; g != nil {
			if from, ok := g.take(path.Base(to.Path)); ok {
				out = append(out, renaming{from: from, to: to.Path})
			}
		}
	}
	return out
}

// content identifies the content of both ends of an exact rename.
type content struct {
	id   gitrepo.ID
	mode uint32 // 0 for all regular files
}

func contentOf(c gitrepo.Change) content {
	if c.Regular() {
		return content{id: c.ID}
	}
	return content{id: c.ID, mode: c.Mode}
}

// group hands out deleted paths of the same content. Each call takes amortized constant time, since one commit may
// move a hundred thousand empty files.
type group struct {
	paths  []string
	taken  []bool
	first  int              // all paths before it are taken
	byBase map[string][]int // paths by base name, some maybe taken; nil until used
}

func (g *group) take(base string) (string, bool) {
	if g.byBase == nil {
		slices.Sort(g.paths)
		g.taken = make([]bool, len(g.paths))
		g.byBase = map[string][]int{}
		for i, p := range g.paths {
			b := path.Base(p)
			g.byBase[b] = append(g.byBase[b], i)
		}
	}
	for row := g.byBase[base]; len(row) > 0; row = g.byBase[base] {
		i := row[0]
		g.byBase[base] = row[1:]
		if !g.taken[i] {
			g.taken[i] = true
			return g.paths[i], true
		}
	}
	for ; g.first < len(g.paths); g.first++ {
		if i := g.first; !g.taken[i] {
			g.taken[i] = true
			return g.paths[i], true
		}
	}
	return "", false
}
