package gitstats

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ctxpack/internal/repo/gitrepo"
)

// Past reads commits, their files and blobs from a repository. It is safe for
// concurrent use; reads wait for each other.
type Past struct {
	mu      sync.Mutex
	repo    *gitrepo.Repository
	objects *gitrepo.Objects
}

// OpenPast opens the repository of the work tree top; borrow is as Options.Borrow.
// Close the result.
func OpenPast(top string, borrow []string) (*Past, error) {
	repo, err := gitrepo.Open(top)
	if err != nil {
		return nil, errors.New(gitrepo.Describe(err))
	}
	p := &Past{repo: repo}
	limits := gitrepo.DefaultLimits()
	limits.Borrow = borrow
	p.objects, _ = gitrepo.OpenObjects(repo, limits)
	return p, nil
}

// Close releases the repository.
func (p *Past) Close() {
	p.objects.Close()
	p.repo.Close()
}

// guarded runs f alone, and makes an error of a panic on hostile data.
func (p *Past) guarded(f func() error) (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer func() {
		if caught := recover(); caught != nil { // see read
			err = fmt.Errorf("read repository: internal error: %v", caught)
		}
	}()
	return f()
}

// Parent returns the id of a commit's only parent, "" if it has none or several.
func (p *Past) Parent(ctx context.Context, commit string) (parent string, err error) {
	err = p.guarded(func() error {
		c, err := p.commit(ctx, commit)
		if err == nil && len(c.Parents) == 1 {
			parent = c.Parents[0].String()
		}
		return err
	})
	return parent, err
}

// Files maps the paths of a commit's regular files to their blob ids.
func (p *Past) Files(ctx context.Context, commit string) (files map[string]string, err error) {
	err = p.guarded(func() error {
		c, err := p.commit(ctx, commit)
		if err == nil {
			files, err = filesOf(ctx, p.objects, c)
		}
		return err
	})
	return files, err
}

// Blob returns the bytes of a blob.
func (p *Past) Blob(ctx context.Context, id string) (data []byte, err error) {
	err = p.guarded(func() error {
		hash, err := gitrepo.ParseID(id)
		if err == nil {
			data, err = p.objects.Blob(ctx, hash)
		}
		return err
	})
	return data, err
}

func (p *Past) commit(ctx context.Context, id string) (*gitrepo.Commit, error) {
	hash, err := gitrepo.ParseID(id)
	if err != nil {
		return nil, err
	}
	c, err := p.objects.Commit(ctx, hash)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("read commit %s: %s", id, gitrepo.Describe(err))
	}
	return c, err
}
