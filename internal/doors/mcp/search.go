package mcp

import (
	"context"
	"errors"
	"fmt"

	"ctxpack/internal/bundle/pipeline"
)

// search answers with the declarations and passages that match.
func (q *query) search(ctx context.Context) ([]string, error) {
	wanted, err := pipeline.ParseSearch(q.Query)
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	o, err := q.options(q.scope.roots[0])
	if err != nil {
		return nil, err
	}
	o.Paths, o.Task, o.OrderOnly = q.scope.roots, wanted.RankedBy(), true
	if _, err := q.rank(ctx, o); err != nil {
		return nil, err
	}
	q.usually(listingLimit)
	return one(q.Search(ctx, q.ranking, wanted, q.limit))
}

// one returns an answer with a single piece.
func one(text string, err error) ([]string, error) { return []string{text}, err }

// uses answers where a name is declared and used.
func (q *query) uses(ctx context.Context) ([]string, error) {
	if err := q.rankFor(ctx, ""); err != nil {
		return nil, err
	}
	q.usually(listingLimit)
	text, err := q.Uses(ctx, q.ranking, q.Name, q.Mode, q.limit)
	if missing, ok := errors.AsType[*pipeline.NoNameError](err); ok {
		err = fmt.Errorf("%w%s", err, didYouMean(missing.Near))
	}
	return one(text, err)
}

// explain answers why a file has its place in a bundle for the same task.
func (q *query) explain(ctx context.Context) ([]string, error) {
	real, err := q.scope.resolve(q.Path)
	if err != nil {
		f, guessed := q.file(ctx, q.Path)
		if guessed != nil {
			return nil, guessed
		}
		real = diskPath(f)
		q.ranking.Close()
		q.ranking = nil
	}
	if isFolder(real) {
		return nil, fmt.Errorf("%s is a folder: name a file", q.Path)
	}
	o, err := q.packOptions(ctx)
	if err != nil {
		return nil, err
	}
	o.Paths = []string{q.scope.place(real)}
	ranking, err := q.rank(ctx, o)
	if err != nil {
		return nil, err
	}
	return one(q.Explain(ctx, ranking, real, o.Budget))
}
