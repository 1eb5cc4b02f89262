package worktree

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"ctxpack/compressor/recent"
	"ctxpack/gitstats"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/mapped"
)

const (
	// recentBytes bounds the blobs that are compared with files.
	recentBytes = source.DefaultMaxBytes
	// recentVersions is the maximum number of commits examined for one file.
	recentVersions = 10
)

// RecentOptions say where to look for recent changes.
type RecentOptions struct {
	// Path is a folder of the work tree: only changes below it are returned. "" means the whole work tree around
	// the current folder.
	Path     string
	Config   config.Config // its globs apply
	Strategy recent.Strategy
	MaxFiles int // documents, at least 1
	PageSize int // lines; longer hunks become several ranges
	Outputs  []fs.FileInfo
	Own      func(text string) bool // as in Options
}

// RecentChanges are the changes of a work tree as document events, newest first, in the unit recent.Lines: first
// the files that differ from the commit, by modification time, then the changes of the latest commits.
type RecentChanges struct {
	Events   []recent.Event
	Warnings []string
	Problems []source.Problem
}

var errNoRepository = errors.New("it is not part of a git work tree")

// NoRepository reports whether the path names a folder without history.
func (e *PathError) NoRepository() bool { return errors.Is(e.Err, errNoRepository) }

// FindRecent finds recent changes: in the work tree, without running git status, and in the latest
// commits. It fails if the context ends or if the path is not a folder of a work tree (*PathError).
// Texts are as on disk: the caller redacts secrets when it has all texts.
func FindRecent(ctx context.Context, o RecentOptions) (*RecentChanges, error) {
	path := cmp.Or(o.Path, ".")
	folder, isFolder, err := realPath(path)
	if err != nil {
		return nil, err
	}
	if !isFolder {
		return nil, &PathError{Path: path, Err: errNotFolder}
	}
	top, ok := gitrepo.Find(folder)
	if !ok {
		return nil, &PathError{Path: path, Err: errNoRepository}
	}
	if o.Path == "" {
		folder = top
	}
	set, err := Open(Options{Paths: []string{folder}, Config: o.Config, Outputs: o.Outputs, Own: o.Own})
	if err != nil {
		return nil, err
	}
	defer set.Close()
	files, err := set.Walk(ctx, nil)
	if err != nil {
		return nil, err
	}
	history, err := gitstats.ReadRecent(ctx, top, gitstats.RecentOptions{})
	if err != nil {
		return nil, err
	}
	f := &recentFinder{options: o, set: set, top: top, history: history}
	f.files = mapped.Where(files, func(file File) bool { return file.Skip == source.None })
	set.Warnings = append(set.Warnings, history.Warnings...)
	if err := f.workTree(ctx); err != nil {
		return nil, err
	}
	if err := f.commits(ctx); err != nil {
		return nil, err
	}
	return &RecentChanges{Events: f.events(), Warnings: set.Warnings, Problems: set.Problems}, nil
}

type recentFinder struct {
	options   RecentOptions
	set       *Set
	files     []File // files that may be shown
	top       string
	history   *gitstats.Recent
	documents []*recentDocument
}

type recentDocument struct {
	path     string
	content  string          // text on disk
	versions []recentVersion // newest first
}

// recentVersion is one change of a document: its texts before and after.
type recentVersion struct {
	before, after string
	made          bool // there was no text before
}

// workTree adds the files that differ from the commit.
func (f *recentFinder) workTree(ctx context.Context) error {
	for _, file := range f.candidates() {
		if len(f.documents) == f.options.MaxFiles {
			break
		}
		text, ok, err := f.read(ctx, file)
		if err != nil {
			return err
		}
		blob := f.history.Blobs[file.Path]
		if !ok || text.Blob == blob {
			continue
		}
		before, known := f.blob(blob)
		if known && len(recent.Diff(before, text.Content)) == 0 {
			continue // line breaks, or the encoding
		}
		f.documents = append(f.documents, &recentDocument{
			path: file.Path, content: text.Content,
			versions: []recentVersion{{before: before, after: text.Content, made: !known}},
		})
	}
	return nil
}

// candidates lists the files that may differ from the commit, by modification time, newest first.
func (f *recentFinder) candidates() []File {
	var files []File
	for _, file := range f.files {
		e, same := file.Root.unchanged(file.File)
		if !same || e.Size == 0 || e.Blob != f.history.Blobs[file.Path] {
			files = append(files, file)
		}
	}
	slices.SortFunc(files, func(a, b File) int {
		return cmp.Or(cmp.Compare(b.Modified, a.Modified), strings.Compare(a.Path, b.Path))
	})
	return files
}

// commits adds the changes of the latest commits: documents until there are enough, versions of existing ones.
func (f *recentFinder) commits(ctx context.Context) error {
	files := mapped.By(f.files, func(file File) string { return file.Path })
	documents := mapped.By(f.documents, func(d *recentDocument) string { return d.path })
	for _, c := range f.history.Changes {
		d := documents[c.Path]
		if file, there := files[c.Path]; d == nil && there && len(f.documents) < f.options.MaxFiles {
			text, ok, err := f.read(ctx, file)
			if err != nil {
				return err
			}
			if ok {
				d = &recentDocument{path: c.Path, content: text.Content}
				documents[c.Path] = d
				f.documents = append(f.documents, d)
			}
		}
		if d != nil && d.open(f.options.Strategy) {
			f.version(d, c)
		}
	}
	return nil
}

// open reports whether older versions of a document are needed.
func (d *recentDocument) open(s recent.Strategy) bool {
	n := len(d.versions)
	return n == 0 || s == recent.Proportional && n < recentVersions && !d.versions[n-1].made
}

// version adds the change of a document by a commit, unless only line breaks changed.
func (f *recentFinder) version(d *recentDocument, c gitstats.Change) {
	after, ok := f.blob(c.After)
	if !ok {
		return
	}
	before, known := f.blob(c.Before)
	if known && len(recent.Diff(before, after)) == 0 {
		return
	}
	d.versions = append(d.versions, recentVersion{before: before, after: after, made: !known})
}

// read returns the text of a file; ok is false if the file is not packed as text.
func (f *recentFinder) read(ctx context.Context, file File) (source.Text, bool, error) {
	text, skip, err := file.read(ctx, "")
	if ctx.Err() != nil {
		return text, false, ctx.Err()
	}
	if err != nil {
		f.set.Problems = append(f.set.Problems, source.Problem{Path: file.Path, Err: err})
	}
	return text, err == nil && skip == source.None, nil
}

// blob returns the text of a blob; ok is false if it is missing or not text.
func (f *recentFinder) blob(id string) (text string, ok bool) {
	if id == "" {
		return "", false
	}
	text, err := gitstats.ReadBlob(f.top, id, recentBytes)
	if err != nil {
		f.set.warn("%v; its changes are not known", err)
		return "", false
	}
	if strings.ContainsRune(text, 0) {
		return "", false
	}
	return strings.ToValidUTF8(strings.TrimPrefix(text, "\uFEFF"), "\uFFFD"), true
}

// events converts documents to events. Each leads from the text of the previous version to its own, so that ranges
// can be carried forward; the newest one leads to the file on disk.
func (f *recentFinder) events() []recent.Event {
	var events []recent.Event
	for _, d := range f.documents {
		for i, v := range d.versions {
			e := recent.Event{Path: d.path, Kind: recent.Edited, Content: d.content}
			if !v.made {
				e.Ranges = focalRanges(recent.Diff(v.before, v.after), f.options.PageSize)
			}
			after := v.after
			if i == 0 {
				after = d.content
				e.Ranges = recent.Carry(e.Ranges, recent.Diff(v.after, after), recent.Lines)
			}
			if i+1 < len(d.versions) {
				e.Edits = recent.Diff(d.versions[i+1].after, after)
			}
			events = append(events, e)
		}
	}
	return events
}

// focalRanges returns the ranges of edits, the one with the most lines first, then those nearest to it. A file
// longer than a page is cut into pages, so that a long hunk does not make its file too large to be shown.
func focalRanges(edits []recent.Edit, page int) []recent.Range {
	hunks := recent.Texts(edits, recent.Lines)
	if len(hunks) == 0 {
		return nil
	}
	longest := slices.MaxFunc(hunks, func(a, b recent.Range) int {
		return cmp.Or(cmp.Compare(a.End-a.Start, b.End-b.Start), cmp.Compare(b.Start, a.Start))
	})
	distance := func(r recent.Range) int {
		if r == longest {
			return -1
		}
		return max(longest.Start-r.End, r.Start-longest.End)
	}
	slices.SortStableFunc(hunks, func(a, b recent.Range) int { return cmp.Compare(distance(a), distance(b)) })
	page = cmp.Or(max(page, 0), recent.DefaultPageSize)
	var ranges []recent.Range
	for _, h := range hunks {
		for h.End-h.Start > page {
			ranges = append(ranges, recent.Range{Start: h.Start, End: h.Start + page})
			h.Start += page
		}
		ranges = append(ranges, h)
	}
	return ranges
}
