package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/gitrepo"
)

// pack answers with a bundle. It splits a bundle larger than an answer between files.
func (q *query) pack(ctx context.Context) ([]string, error) {
	o, err := q.packOptions(ctx)
	if err != nil {
		return nil, err
	}
	if o.Budget > q.limit {
		o.Split = q.limit - trailerRoom
	}
	result, err := pipeline.Run(ctx, o)
	if small, ok := errors.AsType[*pipeline.TooSmallError](err); ok {
		err = fmt.Errorf("%w: ask for a budget and a limit of %d or more", err, small.Needed)
	}
	if err != nil {
		return nil, err
	}
	return result.Parts, nil
}

// packOptions returns the options for pack, and for explain, which explains such a bundle.
func (q *query) packOptions(ctx context.Context) (pipeline.Options, error) {
	paths := q.Paths
	if q.Path != "" {
		paths = nil
	}
	folders, globs, err := q.choose(ctx, paths)
	if err != nil {
		return pipeline.Options{}, err
	}
	o, err := q.options(folders[0])
	if err != nil {
		return o, err
	}
	o.Paths, o.Include = folders, globs
	o.Format, o.Budget = render.Formats()[0], int(q.Budget)
	if len(globs) > 0 {
		o.Config.Context.Include = nil
	}
	o.Budget = cmp.Or(o.Budget, q.limit)
	if len(folders) == 1 && folders[0] != q.scope.base {
		o.Header = fmt.Sprintf("Paths are relative to %s.", q.name(folders[0]))
	}
	if q.Task != "" {
		o.Task = &pipeline.Task{Text: q.Task} // the caller knows the task
	}
	return o, o.Check()
}

// choose returns the folders to rank for paths, and the globs that select the paths' files: one
// repository if it contains all paths, else all roots.
func (q *query) choose(ctx context.Context, paths []string) (folders, globs []string, err error) {
	if len(paths) == 0 {
		return q.scope.roots, nil, nil
	}
	var found []string
	for _, path := range paths {
		real, err := q.scope.resolve(path)
		switch {
		case errors.Is(err, errMissing) && strings.ContainsAny(path, "*?[{"):
			globs = append(globs, filepath.ToSlash(path))
			continue
		case errors.Is(err, errMissing):
			return nil, nil, q.missing(ctx, path)
		case err != nil:
			return nil, nil, err
		}
		found = append(found, real)
		if place := q.scope.place(real); len(folders) == 0 {
			folders = []string{place}
		} else if place != folders[0] {
			folders = q.scope.roots
		}
	}
	isOutside := func(path string) bool { return len(folders) == 1 && !gitrepo.Within(folders[0], path) }
	if len(globs) > 0 || len(folders) > 1 || slices.ContainsFunc(found, isOutside) {
		folders = q.scope.roots
	}
	if len(folders) > 1 && len(found) > 0 {
		if len(globs) > 0 {
			return nil, nil, errors.New("paths: with several roots, ask for globs and for paths by themselves")
		}
		return found, nil, nil
	}
	for _, real := range found {
		rel, err := filepath.Rel(folders[0], real)
		if err != nil {
			return nil, nil, err
		}
		if rel == "." {
			return folders, nil, nil
		}
		globs = append(globs, "/"+escapeGlob(filepath.ToSlash(rel)))
	}
	return folders, globs, nil
}

// escapeGlob escapes the wildcards of globs.
func escapeGlob(path string) string {
	var b strings.Builder
	for _, r := range path {
		if strings.ContainsRune(`*?[]{}\!,`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// name returns a path as shown in answers: relative to the base.
func (q *query) name(path string) string {
	rel, err := filepath.Rel(q.scope.base, path)
	if err != nil {
		rel = path
	}
	return render.DisplayPath(filepath.ToSlash(rel))
}
