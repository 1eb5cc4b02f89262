package pipeline

import (
	"context"
	"strconv"

	"golang.org/x/sync/errgroup"

	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/share/cache"
)

// Analyser is the version of the analysis of files. Raise it whenever a file may get other facts: older ones are not used.
const Analyser = 57

// program returns the version for the keys of caches.
func program() string { return "analyser " + strconv.Itoa(Analyser) }

// exchanges is the number of concurrent requests to a store, which mostly wait for a server.
const exchanges = 16

func tracked(root *worktree.Root) []cache.Tracked {
	var list []cache.Tracked
	for path, blob := range root.Indexed() {
		list = append(list, cache.Tracked{Path: path, Blob: blob})
	}
	return list
}

// fetch gets shared facts of files that the caches lack.
func (r *Ranking) fetch(ctx context.Context, files []*File) {
	var batches []*cache.Batch
	for _, t := range r.trees {
		if t.cache == nil {
			continue
		}
		own := func(yield func(string, cache.Stamp) bool) {
			for _, f := range files {
				if f.tree == t && !yield(f.Path, f.stamp()) {
					return
				}
			}
		}
		batches = append(batches, t.cache().Missing(own)...)
		if t.words != nil {
			batches = append(batches, t.words().Missing(t.cache(), own)...)
		}
	}
	fault.Each(exchanges, len(batches), func(int) string { return "a shared object" }, func(i int) {
		if ctx.Err() == nil {
			batches[i].Fetch(ctx)
		}
	})
}

// storeAll shares new facts. It stops at the first failure, since the next request would fail too.
func storeAll(batches []*cache.Batch) error {
	group, ctx := errgroup.WithContext(context.Background())
	group.SetLimit(exchanges)
	for _, b := range batches {
		group.Go(fault.Guard("a shared object", func() error {
			if ctx.Err() != nil {
				return nil // the failed one returns the error
			}
			return b.Store(ctx)
		}))
	}
	return group.Wait()
}
