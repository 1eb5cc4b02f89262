package gitstats

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ctxpack/internal/repo/gitrepo"
)

// pastWork is the maximum number of bytes that a Past inflates: a task or a diff needs a few hundred files.
const pastWork = 1 << 30

// Past reads blobs and commits of a repository. It is safe for concurrent use; reads are serialized.
type Past struct {
	mu      sync.Mutex
	repo    *gitrepo.Repository
	objects *gitrepo.Objects
}

// OpenPast opens the repository of the work tree top; borrow is as Options.Borrow, and larger objects than most bytes
// are not read. Close the result.
func OpenPast(top string, borrow []string, most int64) (*Past, error) {
	repo, err := gitrepo.Open(top)
	if err != nil {
		return nil, errors.New(gitrepo.Describe(err))
	}
	p := &Past{repo: repo}
	limits := gitrepo.DefaultLimits()
	limits.Borrow, limits.Object, limits.Work = borrow, most, pastWork
	p.objects, _ = gitrepo.OpenObjects(repo, limits)
	return p, nil
}

// Close releases the repository.
func (p *Past) Close() {
	p.objects.Close()
	p.repo.Close()
}

// guarded runs f under the lock, and turns a panic on hostile data into an error.
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

// Changes returns the files that a commit with at most one parent, given by its id in hexadecimal, added or changed, at
// most [DefaultRecentChanges].
func (p *Past) Changes(ctx context.Context, id string) (list []Change, err error) {
	err = p.guarded(func() error {
		hash, err := gitrepo.ParseID(id)
		if err != nil {
			return err
		}
		c, err := p.objects.Commit(ctx, hash)
		if err != nil {
			return err
		}
		var parent *gitrepo.Commit
		if len(c.Parents) > 0 {
			if parent, err = p.objects.Commit(ctx, c.Parents[0]); err != nil {
				return err
			}
		}
		list, err = changesOf(ctx, p.objects, parent, c, DefaultRecentChanges)
		return err
	})
	return list, err
}
