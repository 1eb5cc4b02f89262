package gitstats

import (
	"cmp"
	"path"
	"slices"

	"ctxpack/internal/repo/gitrepo"
)

// renaming is an exact rename within one commit.
type renaming struct{ from, to string }

// pair finds the exact renames among the changes of one commit: a path deleted and one added with the same blob. The
// rule for ambiguous ones is git's: each added path, in byte order, takes the first free deleted path with the same
// base name, or else the first free one. Files may change their executable bit on the way, links and submodules stay
// what they are.
func pair(changes []gitrepo.Change) []renaming {
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

// content is what both ends of an exact rename share.
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

// group hands out deleted paths of the same content. Each call takes constant time
// on average: one commit may move a hundred thousand empty files.
type group struct {
	paths  []string
	taken  []bool
	first  int              // no path before is free
	byBase map[string][]int // free paths and maybe taken ones, by base name; nil until used
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
