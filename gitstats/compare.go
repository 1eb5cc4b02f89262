package gitstats

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"ctxpack/internal/repo/gitrepo"
)

// Comparison is a result of [Compare].
type Comparison struct {
	// From and To are ids of commits; To is "" for the work tree.
	From, To string
	// Before and After map the paths of regular files to blob ids. After is nil for the work tree.
	Before, After map[string]string
}

// Compare resolves a range of commits, written as for git diff: A is from A to the work tree, A..B from A to B,
// A...B from their merge base to B. An omitted A means HEAD, and so does the B of A...B; without B, the range ends
// at the work tree. "" is from HEAD to the work tree. borrow is as Options.Borrow.
func Compare(ctx context.Context, top, spec string, borrow []string) (c *Comparison, err error) {
	defer func() {
		if p := recover(); p != nil { // see read
			err = fmt.Errorf("read repository: internal error: %v", p)
		}
	}()
	repo, err := gitrepo.Open(top)
	if err != nil {
		return nil, errors.New(gitrepo.Describe(err))
	}
	defer repo.Close()
	limits := gitrepo.DefaultLimits()
	limits.Borrow = borrow
	s, _ := gitrepo.OpenObjects(repo, limits)
	defer s.Close()
	from, to, err := ends(ctx, repo, s, spec)
	if err != nil {
		return nil, err
	}
	c = &Comparison{From: from.ID.String()}
	if c.Before, err = filesOf(ctx, s, from); err != nil {
		return nil, err
	}
	if to != nil {
		c.To = to.ID.String()
		c.After, err = filesOf(ctx, s, to)
	}
	return c, err
}

// Resolves reports whether spec is a revision or a range, in the syntax of [Compare], of the repository at top.
func Resolves(ctx context.Context, top, spec string) (ok bool) {
	defer func() {
		if recover() != nil { // see read: then it does not
			ok = false
		}
	}()
	repo, err := gitrepo.Open(top)
	if err != nil {
		return false
	}
	defer repo.Close()
	s, _ := gitrepo.OpenObjects(repo, gitrepo.DefaultLimits()) // a warning means damaged objects: the revision does not resolve
	defer s.Close()
	_, _, err = ends(ctx, repo, s, spec)
	return err == nil
}

// ends resolves a range; to is nil for the work tree.
func ends(ctx context.Context, repo *gitrepo.Repository, s *gitrepo.Objects, spec string) (from, to *gitrepo.Commit, err error) {
	resolve := func(name string) (*gitrepo.Commit, error) {
		name = cmp.Or(name, "HEAD")
		c, err := repo.Resolve(ctx, s, name)
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("revision %s: %s", name, gitrepo.Describe(err))
		}
		return c, err
	}
	a, b, common := strings.Cut(spec, "...")
	ranged := common
	if !common {
		a, b, ranged = strings.Cut(spec, "..")
	}
	if from, err = resolve(a); err != nil || !ranged {
		return from, nil, err
	}
	if b != "" {
		if to, err = resolve(b); err != nil {
			return nil, nil, err
		}
	}
	if common {
		end := to
		if end == nil {
			if end, err = resolve("HEAD"); err != nil {
				return nil, nil, err
			}
		}
		if from, err = s.MergeBase(ctx, from, end); err == nil && from == nil {
			err = fmt.Errorf("%s has no common ancestor with the other commit", a)
		}
	}
	return from, to, err
}

func filesOf(ctx context.Context, s *gitrepo.Objects, c *gitrepo.Commit) (map[string]string, error) {
	files := map[string]string{}
	d := &gitrepo.Differ{Objects: s, Left: defaultLimits().list}
	err := d.List(ctx, c.Tree, func(ch gitrepo.Change) {
		if ch.Regular() {
			files[ch.Path] = ch.ID.String()
		}
	})
	if err != nil {
		return nil, fmt.Errorf("read tree of %s: %s", c.ID, gitrepo.Describe(err))
	}
	return files, nil
}
