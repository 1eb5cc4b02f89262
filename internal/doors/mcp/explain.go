package mcp

import (
	"context"
	"fmt"
)

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
