package mcp

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/text/mapped"
)

// rankFor ranks the root of a path; all roots for "".
func (q *query) rankFor(ctx context.Context, real string) error {
	if q.ranking != nil {
		return nil
	}
	folders := q.scope.roots
	if real != "" {
		folders = []string{q.scope.place(real)}
	}
	o, err := q.options(folders[0])
	if err != nil {
		return err
	}
	o.Paths = folders
	_, err = q.rank(ctx, o)
	return err
}

// diskPath returns the absolute path of a file.
func diskPath(f *pipeline.File) string { return filepath.Join(f.Root.Top, filepath.FromSlash(f.Path)) }

// shown returns the name of a file in answers.
func (q *query) shown(f *pipeline.File) string { return q.ranking.CleanName(q.name(diskPath(f))) }

// file finds a file by its path, or by a unique suffix of its path.
func (q *query) file(ctx context.Context, name string) (*pipeline.File, error) {
	real, err := q.scope.resolve(name)
	if err != nil && !errors.Is(err, errMissing) {
		return nil, err
	}
	if e := q.rankFor(ctx, real); e != nil {
		return nil, e
	}
	all := slices.Concat(q.ranking.Files, q.ranking.Skipped)
	if err != nil {
		return q.guess(name, all)
	}
	if f, ok := mapped.First(all, func(f *pipeline.File) bool { return diskPath(f) == real && !f.Dir }); ok {
		return f, nil
	}
	if f, ok := mapped.First(all, func(f *pipeline.File) bool { return f.Dir && gitrepo.Within(diskPath(f), real) }); ok {
		return nil, &passedOver{name, real, f.Skip}
	}
	return nil, fmt.Errorf("%s is not a readable file", name)
}

// guess finds the likely meant file for a missing path.
func (q *query) guess(name string, all []*pipeline.File) (*pipeline.File, error) {
	clean := strings.TrimPrefix(path.Clean("/"+filepath.ToSlash(name)), "/")
	var ends []*pipeline.File
	var names []string
	for _, f := range all {
		if f.Dir {
			continue
		}
		shown := q.shown(f)
		names = append(names, shown)
		if shown == clean || strings.HasSuffix(shown, "/"+clean) {
			ends = append(ends, f)
		}
	}
	if len(ends) == 1 {
		return ends[0], nil
	}
	return nil, meant(name, clean, names)
}

// meant returns the error of a missing path with suggestions: similar files, or a folder that contains one.
func meant(asked, name string, files []string) error {
	seen := map[string]bool{}
	names := slices.Clone(files)
	for _, file := range files {
		for folder := path.Dir(file); folder != "." && folder != "/" && !seen[folder]; folder = path.Dir(folder) {
			seen[folder] = true
			names = append(names, folder)
		}
	}
	return fmt.Errorf("%s: %w%s", asked, errMissing, didYouMean(pipeline.NearPaths(name, names)))
}

// didYouMean returns the end of an error with suggestions, "" for none.
func didYouMean(near []string) string {
	if len(near) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(near, ", ") + "?"
}

// missing returns the error of a missing path that may be a folder's.
func (q *query) missing(ctx context.Context, name string) error {
	if err := q.rankFor(ctx, ""); err != nil {
		return err
	}
	return meant(name, strings.TrimPrefix(path.Clean("/"+filepath.ToSlash(name)), "/"), mapped.Of(q.ranking.Files, q.shown))
}

// open returns the lines of a file, by its path. It also reads a file that ranking omitted for its
// purpose rather than for its format.
func (q *query) open(ctx context.Context, name string) (*content, error) {
	f, err := q.file(ctx, name)
	var passed *passedOver
	switch {
	case errors.As(err, &passed) && byRule(passed.reason):
		return q.alone(ctx, passed.path, passed.reason)
	case err != nil:
		return nil, err
	case byRule(f.Skip):
		return q.alone(ctx, diskPath(f), f.Skip)
	}
	return q.content(ctx, q.ranking, f)
}

// alone reads an omitted file if the reason, which applies to it or its folder, allows that.
func (q *query) alone(ctx context.Context, real string, reason source.SkipReason) (*content, error) {
	o, err := q.options(q.scope.place(real))
	if err != nil {
		return nil, err
	}
	o.Paths = []string{real}
	if reason != source.Ignored && reason != source.IgnoredByTool {
		o.Include = []string{escapeGlob(filepath.Base(real))} // includes the file again
	}
	ranking, err := pipeline.Rank(ctx, o)
	if err != nil {
		return nil, err
	}
	defer ranking.Close()
	for _, f := range slices.Concat(ranking.Files, ranking.Skipped) {
		if diskPath(f) == real {
			return q.content(ctx, ranking, f)
		}
	}
	return nil, &passedOver{q.name(real), real, reason}
}

// passedOver reports that a file is in a folder that was not entered.
type passedOver struct {
	name, path string
	reason     source.SkipReason
}

func (e *passedOver) Error() string {
	return fmt.Sprintf("%s is not read: %s", e.name, e.reason.Sentence())
}

// byRule reports whether the rule that omits a file permits reading it on request.
func byRule(r source.SkipReason) bool {
	switch r {
	case source.Ignored, source.IgnoredByTool, source.Excluded, source.OutsideInclude, source.LockFile, source.Minified,
		source.SourceMap, source.Vendored, source.Generated, source.Output:
		return true
	}
	return false
}

// content is a file with its text.
type content struct {
	name  string
	file  *pipeline.File
	lines []string // each with its line end, except the last
}

// content reads a file of a ranking.
func (q *query) content(ctx context.Context, r *pipeline.Ranking, f *pipeline.File) (*content, error) {
	name := q.shown(f)
	if f.Skip == source.Empty {
		return &content{name: name, file: f}, nil
	}
	if f.Skip != source.None {
		return nil, fmt.Errorf("%s is not read: %s", name, f.Skip.Sentence())
	}
	text, skip, err := f.Text(ctx)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", name, fault.WithoutPath(err))
	case skip != source.None:
		return nil, fmt.Errorf("%s is not read: %s", name, skip.Sentence())
	case text.Blob != f.Contents.Blob:
		return nil, fmt.Errorf("%s has just changed: ask again", name)
	}
	r.Summarise(ctx, []*pipeline.File{f})
	return &content{name: name, file: f, lines: slices.Collect(strings.Lines(q.ranking.Clean(text.Content)))}, nil
}

// numbered returns lines with their numbers, counted from 1, including both ends.
func (c *content) numbered(from, to int) string {
	var b strings.Builder
	for n := max(from, 1); n <= min(to, len(c.lines)); n++ {
		fmt.Fprintf(&b, "%d\t%s\n", n, strings.TrimRight(c.lines[n-1], "\r\n"))
	}
	return b.String()
}
