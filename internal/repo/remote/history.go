package remote

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/repo/gitrepo/wire"
	"ctxpack/internal/text/mapped"
)

// A ranking needs to know which files past commits changed, but not their contents. So a commit is fetched with its
// whole tree, and the earlier commits without contents, if the server can omit them. The mirror is then marked as
// partial: only the commits that were fetched by name are complete.
const (
	partialName = "partial" // in the bare repository's folder
	// withoutName stores why a server gives no history, so that it is not requested again.
	withoutName = "without-history"
)

// partial reports whether commits of the mirror may lack contents.
func (m *mirror) partial() bool {
	_, err := m.note(gitName + "/" + partialName)
	return err == nil
}

// whole reports whether a commit was fetched with its whole tree.
func (m *mirror) whole(id gitrepo.ID) bool {
	return !m.partial() || slices.Contains(slices.Collect(maps.Values(m.references())), id)
}

// wholeHistory prepares a mirror for fetching more than one commit with contents: a partial one is cleared.
func (f *fetcher) wholeHistory() error {
	if f.o.Depth == 1 || !f.mirror.partial() {
		return nil
	}
	if err := f.mirror.clear(); err != nil {
		return f.local(err)
	}
	if err := f.mirror.prepare(f.address.URL); err != nil {
		return f.local(err)
	}
	return nil
}

// history fetches the commits before an existing one into the mirror. Without them the ranking has less data, which
// must not fail the run: it returns why. c and refs belong to an unused connection, or are nil.
func (f *fetcher) history(ctx context.Context, c connection, refs *wire.Refs, w wanted) (why string, err error) {
	if f.o.History == 0 || f.reaches(ctx, w.commit, f.o.History) {
		return "", nil
	}
	if why, err := f.mirror.note(gitName + "/" + withoutName); err == nil {
		return why, nil
	}
	limits := f.o
	limits.Timeout /= 2 // leaves time to write the files
	within, cancel := context.WithTimeoutCause(ctx, limits.Timeout, errTime)
	defer cancel()
	failed := func(err error) (string, error) {
		if ctx.Err() != nil {
			return "", err
		}
		return strings.Join(strings.Fields(f.address.explain(within, limits, err).Error()), " "), nil
	}
	if c == nil {
		c = f.connect()
		defer c.close()
		if refs, err = c.refs(within); err != nil {
			return failed(err)
		}
	}
	if !refs.CanFilter() {
		why = "the server cannot omit file contents"
		return why, f.mirror.setNote(gitName+"/"+withoutName, why)
	}
	if f.o.MaxBytes <= f.fetched {
		return "the fetch limit is reached", nil
	}
	if err := f.mirror.setNote(gitName+"/"+partialName, "yes"); err != nil { // marked before such a commit exists
		return "", f.local(err)
	}
	q := f.request(within, w)
	q.Depth, q.NoBlobs = f.o.History, true
	for id := range f.mirror.shallow() {
		q.Shallow = append(q.Shallow, wire.ID(id))
	}
	if err := f.receive(within, c, refs, q); err != nil {
		return failed(err)
	}
	return "", nil
}

// request returns the request for a commit, given the commits that were fetched by name.
func (f *fetcher) request(ctx context.Context, w wanted) wire.Request {
	have := mapped.Of(f.commits(ctx), func(id gitrepo.ID) wire.ID { return wire.ID(id) })
	return wire.Request{Want: wire.ID(w.commit), Have: have}
}

// contents fetches a commit with its whole tree, and the wanted depth before it.
func (f *fetcher) contents(ctx context.Context, c connection, refs *wire.Refs, w wanted) error {
	q := f.request(ctx, w)
	q.Depth = f.o.Depth
	if f.mirror.partial() {
		// A server assumes that the client has all ancestors of a commit it has. Only the commit itself is here, so
		// the request declares it shallow.
		q.Shallow = append(q.Shallow, q.Have...)
	} else {
		for id := range f.mirror.shallow() {
			q.Shallow = append(q.Shallow, wire.ID(id))
		}
	}
	err := f.receive(ctx, c, refs, q)
	if said, ok := errors.AsType[*wire.ServerError](err); ok && w.ref == "" {
		return f.address.errorf(NoRef, "there is no commit %s, or the server does not give it: it says %q", w.commit, said.Text)
	}
	if err != nil {
		return err
	}
	if !f.has(ctx, w.commit) {
		return f.address.errorf(Malformed, "the server does not send the commit that it has named")
	}
	return nil
}
