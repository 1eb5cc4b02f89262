package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/repo/gitrepo/wire"
)

type fetcher struct {
	address Address
	o       Options
	mirror  *mirror
	fetched int64
	without string // why there is no history, "" if there is
}

func (f *fetcher) observe(p Progress) {
	if f.o.Observe != nil {
		p.Bytes = f.fetched
		f.o.Observe(p)
	}
}

// local returns an error of this machine.
func (f *fetcher) local(err error) error { return &Error{Kind: Failed, URL: f.address.URL, Err: err} }

// wanted is a resolved address.
type wanted struct {
	ref    string // in full; "" for a commit
	asked  string // as the user wrote it: the key of the work tree
	commit gitrepo.ID
	path   string // in the tree
}

// get determines the wanted commit and makes sure that the mirror has it.
func (f *fetcher) get(ctx context.Context) (wanted, error) {
	if err := f.wholeHistory(); err != nil {
		return wanted{}, err
	}
	if w, ok := f.resolveCommit(); ok && f.hasEnough(ctx, w.commit) {
		var err error
		f.without, err = f.history(ctx, nil, nil, w)
		return w, err
	}
	c := f.connect()
	defer c.close()
	refs, w, err := f.ask(ctx, c)
	if err != nil {
		return w, err
	}
	there := f.hasEnough(ctx, w.commit)
	if !there {
		if err := f.contents(ctx, c, refs, w); err != nil {
			return w, err
		}
	}
	if !there || w.ref != "" {
		if err := f.storeReference(w); err != nil {
			return w, err
		}
	}
	if f.address.scheme == "ssh" && !there {
		c, refs = nil, nil // a connection takes one request only
	}
	f.without, err = f.history(ctx, c, refs, w)
	return w, err
}

func (f *fetcher) connect() connection {
	if f.address.scheme == "ssh" {
		return &shell{address: f.address, o: f.o, said: &sayings{}}
	}
	return newWeb(f.address, f.o)
}

// ask requests the server's references, and resolves the wanted one.
func (f *fetcher) ask(ctx context.Context, c connection) (*wire.Refs, wanted, error) {
	f.observe(Progress{Doing: "connecting"})
	refs, err := c.refs(ctx)
	if said, ok := errors.AsType[*wire.ServerError](err); ok {
		err = f.address.errorf(NoRepository, "there is no such repository, or no access to it: the server says %q", said.Text)
	}
	if err != nil {
		return nil, wanted{}, err
	}
	w, err := f.resolve(refs)
	return refs, w, err
}

// storeReference stores the target of a reference.
func (f *fetcher) storeReference(w wanted) error {
	name := cmp.Or(w.ref, "refs/commits/"+w.commit.String())
	if err := f.mirror.setReference(name, w.commit); err != nil {
		return f.local(err)
	}
	return nil
}

// resolveCommit resolves an address with a commit id, which no server can change.
func (f *fetcher) resolveCommit() (wanted, bool) {
	text, rest := f.address.Ref, ""
	if text == "" {
		text, rest, _ = strings.Cut(f.address.Tail, "/")
	}
	id, err := gitrepo.ParseID(text)
	return wanted{asked: text, commit: id, path: rest}, err == nil
}

// hasEnough reports whether the mirror has a commit and the wanted depth of history with contents.
func (f *fetcher) hasEnough(ctx context.Context, id gitrepo.ID) bool {
	return f.mirror.whole(id) && f.reaches(ctx, id, f.o.Depth)
}

// reaches reports whether the mirror has a commit and its ancestors, depth in all; 0 for all of them.
func (f *fetcher) reaches(ctx context.Context, id gitrepo.ID, depth int) bool {
	objects, done, err := f.objects()
	if err != nil {
		return false
	}
	defer done()
	edge := f.mirror.shallow()
	depth = cmp.Or(depth, wire.Everything)
	level, seen := []gitrepo.ID{id}, map[gitrepo.ID]bool{id: true}
	for n := 1; len(level) > 0; n++ {
		var next []gitrepo.ID
		for _, id := range level {
			c, err := objects.Commit(ctx, id)
			if err != nil || edge[id] && n < depth {
				return false
			}
			for _, parent := range c.Parents {
				if !edge[id] && !seen[parent] {
					seen[parent] = true
					next = append(next, parent)
				}
			}
		}
		if n == depth {
			break
		}
		level = next
	}
	return true
}

func (f *fetcher) objects() (*gitrepo.Objects, func(), error) {
	repo, err := gitrepo.OpenBare(f.mirror.path(gitName))
	if err != nil {
		return nil, nil, err
	}
	limits := gitrepo.DefaultLimits()
	limits.Object, limits.Work = maxObject, maxWork
	objects, _ := gitrepo.OpenObjects(repo, limits)
	return objects, func() { objects.Close(); repo.Close() }, nil
}

// resolve finds the wanted commit in the server's references.
func (f *fetcher) resolve(refs *wire.Refs) (wanted, error) {
	a := f.address
	if a.Ref == "" && a.Tail == "" {
		if refs.Head == (wire.ID{}) {
			return wanted{}, a.errorf(NoRef, "the repository has no commits, or its HEAD names none: give --ref")
		}
		branch := refs.Branch
		if refs.Names[branch] != refs.Head || !strings.HasPrefix(branch, "refs/heads/") {
			branch = ""
		}
		return wanted{ref: branch, commit: gitrepo.ID(refs.Head)}, nil
	}
	if w, ok := f.resolveCommit(); ok {
		return w, nil
	}
	text := a.Ref
	var parts []string
	if text == "" {
		parts = strings.Split(a.Tail, "/")
		text = a.Tail
	}
	for n := max(len(parts), 1); n > 0; n-- {
		asked, rest := text, ""
		if len(parts) > 0 {
			asked, rest = strings.Join(parts[:n], "/"), strings.Join(parts[n:], "/")
		}
		for _, pattern := range []string{"%s", "refs/heads/%s", "refs/tags/%s", "refs/%s"} {
			name := fmt.Sprintf(pattern, asked)
			if id, ok := refs.Names[name]; ok && safeReference(name) {
				return wanted{ref: name, asked: asked, commit: gitrepo.ID(id), path: rest}, nil
			}
		}
	}
	first, _, _ := strings.Cut(text, "/")
	if looksAbbreviated(first) {
		return wanted{}, a.errorf(NoRef, "there is no branch or tag %s; a commit is named by all 40 digits", first)
	}
	return wanted{}, a.errorf(NoRef, "there is no branch, tag or commit %s", text)
}

func looksAbbreviated(text string) bool {
	const minimum = 7
	return len(text) >= minimum && strings.Trim(text, "0123456789abcdef") == ""
}

// safeReference reports whether a name is safe in the files of a repository.
func safeReference(name string) bool {
	return gitrepo.SafeRef(name) && !strings.ContainsAny(name, " \uFFFD") && utf8.ValidString(name)
}

// receive sends a request and stores the received objects in the mirror.
func (f *fetcher) receive(ctx context.Context, c connection, refs *wire.Refs, q wire.Request) error {
	request, err := refs.Encode(q)
	if err != nil {
		return err
	}
	body, err := c.fetch(ctx, request)
	if err != nil {
		return err
	}
	defer func() { _ = body.Close() }() // it was read, or is useless
	answer, err := refs.Response(&counted{f: f, from: body, left: f.o.MaxBytes - f.fetched}, q)
	if err != nil {
		return err
	}
	bases, done, err := f.objects()
	if err != nil {
		return f.local(err)
	}
	defer done()
	err = gitrepo.ReceivePack(ctx, f.mirror.path(gitName), answer.Pack, bases, gitrepo.ReceiveLimits{
		Bytes: f.o.MaxBytes, Objects: maxObjects, Object: maxObject, Work: maxWork,
		Observe: func(done, total int) { f.observe(Progress{Doing: "checking", Done: done, Total: total}) },
	})
	if errors.Is(err, gitrepo.ErrPackTooLarge) {
		return f.address.errorf(TooLarge, "%w", err)
	}
	if err == nil {
		if err = f.mirror.setShallow(answer); err != nil {
			return f.local(err)
		}
	}
	return err
}

func (f *fetcher) has(ctx context.Context, id gitrepo.ID) bool {
	objects, done, err := f.objects()
	if err != nil {
		return false
	}
	defer done()
	_, err = objects.Commit(ctx, id)
	return err == nil
}

// commits returns the commits that were fetched by name and still exist.
func (f *fetcher) commits(ctx context.Context) []gitrepo.ID {
	objects, done, err := f.objects()
	if err != nil {
		return nil
	}
	defer done()
	found := map[gitrepo.ID]bool{}
	for _, id := range f.mirror.references() {
		if _, err := objects.Commit(ctx, id); err == nil {
			found[id] = true
		}
	}
	return sortedIDs(found)
}

// counted bounds and counts the bytes that are read from a server.
type counted struct {
	f    *fetcher
	from io.Reader
	left int64
}

func (c *counted) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errBytes
	}
	n, err := c.from.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	c.f.fetched += int64(n)
	c.f.observe(Progress{Doing: "fetching"})
	return n, err
}

// write writes the commit's files to disk, unless they exist.
func (f *fetcher) write(ctx context.Context, w wanted) (*Tree, error) {
	t := f.mirror.tree(w.asked, f.address.Name)
	out := &Tree{Top: t.folder(), Name: f.address.Name, URL: f.address.URL, Ref: w.ref, Commit: w.commit.String(), Fetched: f.fetched, NoHistory: f.without}
	if !t.has(w.commit) {
		made, err := f.checkOut(ctx, t, w)
		switch {
		case errors.Is(err, gitrepo.ErrTreeTooLarge):
			return nil, f.address.errorf(TooLarge, "%w", err)
		case errors.Is(err, gitrepo.ErrMissing), ctx.Err() != nil:
			return nil, err
		case err != nil:
			return nil, f.local(err)
		}
		out.Warnings = made
	}
	var err error
	if out.Path, err = f.below(t.folder(), w.path); err != nil {
		return nil, err
	}
	return out, nil
}

func (f *fetcher) checkOut(ctx context.Context, t tree, w wanted) ([]string, error) {
	objects, done, err := f.objects()
	if err != nil {
		return nil, err
	}
	defer done()
	commit, err := objects.Commit(ctx, w.commit)
	if err != nil {
		return nil, err
	}
	if err := t.begin(); err != nil {
		return nil, err
	}
	made, err := objects.CheckOut(ctx, commit.Tree, t.folder(), gitrepo.CheckOutLimits{
		Entries: maxEntries, Bytes: expansion * f.o.MaxBytes,
		Observe: func(done, total int) { f.observe(Progress{Doing: "writing", Done: done, Total: total}) },
	})
	if err != nil {
		return nil, err
	}
	branch := w.ref
	if !strings.HasPrefix(branch, "refs/heads/") {
		branch = ""
	}
	return made.LeftOut, t.finish(made, w.commit, branch)
}

// below returns the location of an address's path inside its repository, which no link may leave.
func (f *fetcher) below(top, name string) (string, error) {
	if name == "" {
		return top, nil
	}
	missing := f.address.errorf(NoPath, "there is no file or folder %s in it", name)
	name = filepath.FromSlash(path.Clean(name))
	if !filepath.IsLocal(name) {
		return "", missing
	}
	full := filepath.Join(top, name)
	real, err := filepath.EvalSymlinks(full)
	if err != nil {
		return "", missing
	}
	if rel, err := filepath.Rel(top, real); err != nil || !filepath.IsLocal(rel) || strings.EqualFold(strings.Split(filepath.ToSlash(rel), "/")[0], ".git") {
		return "", f.address.errorf(Refused, "%s is a link that leads out of the repository", filepath.ToSlash(name))
	}
	return real, nil
}
