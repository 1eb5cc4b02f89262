package gitstats

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
)

const (
	// DefaultRecentCommits is the number of commits used when
	// RecentOptions.MaxCommits is not positive.
	DefaultRecentCommits = 50
	// DefaultRecentChanges is the number of changes used when
	// RecentOptions.MaxChanges is not positive.
	DefaultRecentChanges = 1000
)

// RecentOptions limit how far back [ReadRecent] looks.
type RecentOptions struct {
	MaxCommits int // commits looked at, the newest first
	MaxChanges int // changes returned
}

// Recent is what the latest commits changed. Blobs is never nil.
type Recent struct {
	// Blobs maps the path of each regular file at HEAD to its blob id in
	// hexadecimal.
	Blobs map[string]string
	// Changes are those of the newest commit first, and of one commit in the
	// order of its tree. Each leads to a regular file that has changed.
	Changes []Change
	// Warnings tell why something is missing.
	Warnings []string
}

// Change is a regular file that a commit has made or changed.
type Change struct {
	Commit string    // its id in hexadecimal
	Time   time.Time // its committer time in UTC
	Path   string
	// Before and After are ids of blobs in hexadecimal; Before is "" if the
	// path was no regular file before.
	Before, After string
}

// ReadRecent walks the history of the work tree top from HEAD backwards, in the
// order that [Read] describes, and lists the files that the commits changed.
// Merges are passed over, and so are files that only changed their mode or moved
// without a change.
//
// The error is ctx's, when it was cancelled; everything else is a warning.
func ReadRecent(ctx context.Context, top string, o RecentOptions) (r *Recent, err error) {
	r = &Recent{Blobs: map[string]string{}}
	defer func() {
		if p := recover(); p != nil { // see read
			r.warn("read repository: internal error: %v", p)
			err = nil
		}
	}()
	if o.MaxCommits <= 0 {
		o.MaxCommits = DefaultRecentCommits
	}
	if o.MaxChanges <= 0 {
		o.MaxChanges = DefaultRecentChanges
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	repo, err := openRepository(top)
	if err == nil {
		defer repo.close()
		err = repo.supportsHistory()
	}
	if err == nil {
		err = r.fill(ctx, repo, o)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		r.warn("no git changes: %s", describe(err))
	}
	return r, nil
}

func (r *Recent) warn(format string, args ...any) {
	r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...))
}

func (r *Recent) fill(ctx context.Context, repo *repository, o RecentOptions) error {
	h, err := repo.head()
	if err != nil {
		return fmt.Errorf("read HEAD: %w", err)
	}
	if h.unborn {
		return nil // nothing is committed: that is no fault
	}
	lim := defaultLimits()
	s, warnings := openStore(repo, lim)
	defer s.close()
	r.Warnings = append(r.Warnings, warnings...)
	shallow, err := repo.shallow()
	if err != nil {
		r.warn("read shallow list: %s", describe(err))
	}
	c, err := s.commit(ctx, h.id)
	if err != nil {
		return fmt.Errorf("read commit %s: %w", h.id, err)
	}
	// The same list of files as Read gives, with the same limits and warnings.
	a := &Activity{Blobs: r.Blobs}
	err = a.list(ctx, s, newTally(0), c, newMemory(), newMemory())
	r.Warnings = append(r.Warnings, a.Warnings...)
	if err != nil {
		return err
	}
	w := &walker{store: s, tally: newTally(0), shallow: shallow, limits: lim, old: newMemory(), next: newMemory()}
	err = r.walk(ctx, w, c, o)
	r.Warnings = append(r.Warnings, w.warnings()...)
	return err
}

// walk visits commits until there are enough commits or changes.
func (r *Recent) walk(ctx context.Context, w *walker, head *commit, o RecentOptions) error {
	w.seen = map[plumbing.Hash]*commit{head.id: head}
	w.queue.push(head)
	for range o.MaxCommits {
		if len(w.queue.items) == 0 || len(r.Changes) >= o.MaxChanges {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		c := w.queue.pop()
		if w.shallow[c.id] {
			continue // neither its parents nor its changes are known
		}
		w.pushParents(ctx, c)
		if len(c.parents) > 1 {
			continue
		}
		switch err := r.commit(ctx, w, c, o.MaxChanges); {
		case errors.Is(err, errEntries):
			w.large++
		case err != nil:
			w.fail(err)
		}
	}
	return ctx.Err()
}

// commit adds the changes of one commit. Its error means that they cannot be
// told.
func (r *Recent) commit(ctx context.Context, w *walker, c *commit, most int) error {
	var parent *commit
	if len(c.parents) == 1 {
		if parent = w.seen[c.parents[0]]; parent == nil {
			return nil // counted as failed when it was read
		}
	}
	var changes []change
	collect := func(ch change) { changes = append(changes, ch) }
	d := &differ{store: w.store, left: w.limits.diff}
	var err error
	if parent == nil {
		err = d.list(ctx, c.tree, collect)
	} else {
		err = d.diff(ctx, parent.tree, c.tree, collect)
	}
	if err != nil {
		return err
	}
	moved := map[string]bool{}
	for _, p := range pair(changes) {
		moved[p.to] = true
	}
	for _, ch := range changes {
		if len(r.Changes) >= most {
			break
		}
		if ch.kind == deleted || !isRegular(ch.mode) || moved[ch.path] {
			continue
		}
		out := Change{Commit: c.id.String(), Time: time.Unix(c.time, 0).UTC(), Path: ch.path, After: ch.id.String()}
		if ch.kind == modified {
			if out.Before, err = w.store.blobAt(ctx, parent.tree, ch.path); err != nil {
				return err
			}
		}
		if out.Before != out.After {
			r.Changes = append(r.Changes, out)
		}
	}
	return nil
}

// blobAt returns the id of the regular file at a path in a tree, "" if there is
// none.
func (s *store) blobAt(ctx context.Context, tree plumbing.Hash, path string) (string, error) {
	data, err := s.read(ctx, tree, plumbing.TreeObject)
	for err == nil && len(data) > 0 {
		var e treeEntry
		if e, data, err = nextEntry(data); err != nil {
			break
		}
		name := string(e.name)
		switch {
		case name == path && isRegular(e.mode):
			return e.id.String(), nil
		case len(path) > len(name) && path[:len(name)] == name && path[len(name)] == '/' && isTree(e.mode):
			return s.blobAt(ctx, e.id, path[len(name)+1:])
		}
	}
	return "", err
}

// ReadBlob returns the bytes of a blob of the work tree top's repository; id is
// in hexadecimal. It fails if the blob is missing, damaged, or has more than
// limit bytes.
func ReadBlob(top, id string, limit int64) (text string, err error) {
	defer func() {
		if p := recover(); p != nil { // see read
			err = fmt.Errorf("read blob %s: internal error: %v", id, p)
		}
	}()
	text, err = readBlob(top, id, limit)
	if err != nil {
		return "", fmt.Errorf("read blob %s: %w", id, err)
	}
	return text, nil
}

func readBlob(top, id string, limit int64) (string, error) {
	hash, err := parseID(id)
	if err != nil {
		return "", err
	}
	repo, err := openRepository(top)
	if err != nil {
		return "", errors.New(describe(err))
	}
	defer repo.close()
	if err := repo.supportsHistory(); err != nil {
		return "", err
	}
	s, _ := openStore(repo, defaultLimits())
	defer s.close()
	data, err := s.read(context.Background(), hash, plumbing.BlobObject)
	if err != nil {
		return "", errors.New(describe(err))
	}
	if int64(len(data)) > limit {
		return "", fmt.Errorf("%d bytes: %w", len(data), errLimit)
	}
	return string(data), nil
}
