package gitstats

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/text/mapped"
)

const (
	// DefaultRecentCommits is the number of commits used when RecentOptions.MaxCommits is not positive.
	DefaultRecentCommits = 50
	// DefaultRecentChanges is the number of changes used when RecentOptions.MaxChanges is not positive.
	DefaultRecentChanges = 1000
)

// RecentOptions limit how far back [ReadRecent] looks.
type RecentOptions struct {
	MaxCommits int // commits looked at, the newest first
	MaxChanges int // changes returned
}

// Recent holds the changes of the latest commits. Blobs is never nil.
type Recent struct {
	// Blobs maps the path of each regular file at HEAD to its blob id in hexadecimal.
	Blobs map[string]string
	// Changes are ordered by commit, newest first, then as in the commit's tree. Each results in a changed regular
	// file.
	Changes []Change
	// Warnings explain why something is missing.
	Warnings []string
}

// Change is a regular file that a commit added or changed.
type Change struct {
	Commit string    // its id in hexadecimal
	Time   time.Time // its committer time in UTC
	Path   string
	// Before and After are ids of blobs in hexadecimal; Before is "" if the path was not a regular file before.
	Before, After string
}

// ReadRecent walks the history of the work tree top from HEAD backwards, in the order that [Read] describes, and
// lists the files that the commits changed. It skips merges, and files that only changed their mode or moved
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
	o.MaxCommits = cmp.Or(max(o.MaxCommits, 0), DefaultRecentCommits)
	o.MaxChanges = cmp.Or(max(o.MaxChanges, 0), DefaultRecentChanges)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	repo, err := gitrepo.Open(top)
	if err == nil {
		defer repo.Close()
		err = r.fill(ctx, repo, o)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		r.warn("no git changes: %s", gitrepo.Describe(err))
	}
	return r, nil
}

func (r *Recent) warn(format string, args ...any) {
	r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...))
}

func (r *Recent) fill(ctx context.Context, repo *gitrepo.Repository, o RecentOptions) error {
	h, err := repo.Head()
	if err != nil {
		return fmt.Errorf("read HEAD: %w", err)
	}
	if h.Unborn {
		return nil // an unborn branch is not an error
	}
	lim := defaultLimits()
	s, warnings := gitrepo.OpenObjects(repo, lim.objects)
	defer s.Close()
	r.Warnings = append(r.Warnings, warnings...)
	shallow, err := repo.Shallow()
	if err != nil {
		r.warn("read shallow list: %s", gitrepo.Describe(err))
	}
	c, err := s.Commit(ctx, h.ID)
	if err != nil {
		return fmt.Errorf("read commit %s: %w", h.ID, err)
	}
	// The same file list as in Read, with the same limits and warnings.
	a, w := &Activity{Blobs: r.Blobs}, newWalker(s, shallow, lim)
	err = a.list(ctx, w, c)
	r.Warnings = append(r.Warnings, a.Warnings...)
	if err != nil {
		return err
	}
	err = r.walk(ctx, w, c, o)
	r.Warnings = append(r.Warnings, w.warnings()...)
	return err
}

// walk visits commits until there are enough commits or changes.
func (r *Recent) walk(ctx context.Context, w *walker, head *gitrepo.Commit, o RecentOptions) error {
	w.seen = map[gitrepo.ID]*gitrepo.Commit{head.ID: head}
	w.queue.push(head)
	for range o.MaxCommits {
		if len(w.queue.items) == 0 || len(r.Changes) >= o.MaxChanges {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		c := w.queue.pop()
		if w.shallow[c.ID] {
			continue // neither its parents nor its changes are known
		}
		w.pushParents(ctx, c)
		if len(c.Parents) > 1 {
			continue
		}
		switch err := r.commit(ctx, w, c, o.MaxChanges); {
		case errors.Is(err, gitrepo.ErrTooManyEntries):
			w.large++
		case err != nil:
			w.fail(err)
		}
	}
	return ctx.Err()
}

// commit adds the changes of one commit. It fails if they cannot be determined.
func (r *Recent) commit(ctx context.Context, w *walker, c *gitrepo.Commit, limit int) error {
	var parent *gitrepo.Commit
	if len(c.Parents) == 1 {
		if parent = w.seen[c.Parents[0]]; parent == nil {
			return nil // counted as failed when it was read
		}
	}
	list, err := changesOf(ctx, w.objects, parent, c, limit-len(r.Changes))
	r.Changes = append(r.Changes, list...)
	return err
}

// changesOf returns at most limit changes of a commit against its parent, nil if it has none.
func changesOf(ctx context.Context, objects *gitrepo.Objects, parent, c *gitrepo.Commit, limit int) ([]Change, error) {
	var changes []gitrepo.Change
	collect := func(ch gitrepo.Change) { changes = append(changes, ch) }
	d := &gitrepo.Differ{Objects: objects, Left: defaultLimits().diff}
	var err error
	if parent == nil {
		err = d.List(ctx, c.Tree, collect)
	} else {
		err = d.Diff(ctx, parent.Tree, c.Tree, collect)
	}
	if err != nil {
		return nil, err
	}
	var list []Change
	moved := mapped.Set(mapped.Of(findRenames(changes), func(r renaming) string { return r.to }))
	for _, ch := range changes {
		if len(list) >= limit {
			break
		}
		if ch.Kind == gitrepo.Deleted || !ch.Regular() || moved[ch.Path] {
			continue
		}
		out := Change{Commit: c.ID.String(), Time: time.Unix(c.Time, 0).UTC(), Path: ch.Path, After: ch.ID.String()}
		if ch.Kind == gitrepo.Modified {
			before, err := objects.FileAt(ctx, parent.Tree, ch.Path)
			if err != nil {
				return list, err
			}
			if !before.IsZero() {
				out.Before = before.String()
			}
		}
		if out.Before != out.After {
			list = append(list, out)
		}
	}
	return list, nil
}

// ReadBlob returns the bytes of a blob of the work tree top's repository; id is in hexadecimal. It fails if the blob
// is missing, damaged, or has more than limit bytes.
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
	hash, err := gitrepo.ParseID(id)
	if err != nil {
		return "", err
	}
	repo, err := gitrepo.Open(top)
	if err != nil {
		return "", errors.New(gitrepo.Describe(err))
	}
	defer repo.Close()
	s, _ := gitrepo.OpenObjects(repo, gitrepo.DefaultLimits())
	defer s.Close()
	data, err := s.Blob(context.Background(), hash)
	if err != nil {
		return "", errors.New(gitrepo.Describe(err))
	}
	if int64(len(data)) > limit {
		return "", fmt.Errorf("%d bytes: too large", len(data))
	}
	return string(data), nil
}
