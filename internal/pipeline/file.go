package pipeline

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"ctxpack/internal/cache"
	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/internal/worktree"
	"ctxpack/scorer"
	"ctxpack/signatures"
)

// File is one file of the tree. After ranking it does not change; its Skip is
// then the reason for which it takes no part in packing.
type File struct {
	worktree.File
	Contents  cache.Facts  // what its contents alone tell
	Facts     scorer.Facts // what ranking knows of it
	Breakdown scorer.Breakdown

	lines  []render.Range // that the task names or a diff changed
	tree   *tree
	stored func(ctx context.Context) (worktree.Text, source.SkipReason, error) // in place of what is on disk, if not nil
	// outlineOnly tells that it is of a package that another one needs.
	outlineOnly bool
	bare        bool // it is not parsed, see parsing
	keep        bool // the cache may remember it
	// provisional tells that it was analysed before its secrets had numbers.
	provisional bool
	summary     atomic.Pointer[cache.Summary] // see summarise
	value       int                           // by the task, see scorer.TaskValue
}

// Summary is what stands for the file in the signatures tier, nil while nobody
// has asked for it.
func (f *File) Summary() *cache.Summary { return f.summary.Load() }

// Text gives the text of the file as it is packed.
func (f *File) Text(ctx context.Context) (worktree.Text, source.SkipReason, error) {
	if f.stored != nil {
		return f.stored(ctx)
	}
	return f.File.Text(ctx)
}

// small gives the text of a manifest.
func (f *File) small() (string, error) {
	if f.stored == nil {
		return f.tree.Tree.ReadSmall(f.Path, manifestLimit)
	}
	text, skip, err := f.stored(context.Background())
	if skip != source.None || len(text.Content) > manifestLimit {
		return "", errors.Join(err, errors.New(skip.Sentence()))
	}
	return text.Content, nil
}

func (f *File) fence() string { return signatures.FenceTag(f.Contents.Outline.Language) }

// countReasons counts the skipped files per reason, the most frequent first.
func countReasons(skipped []*File) []render.Skipped {
	counts := map[source.SkipReason]int{}
	for _, f := range skipped {
		counts[f.Skip]++
	}
	return sortReasons(counts)
}

func sortReasons(counts map[source.SkipReason]int) []render.Skipped {
	var reasons []render.Skipped
	for reason, n := range counts {
		reasons = append(reasons, render.Skipped{Reason: reason.String(), Sentence: reason.Sentence(), Count: n})
	}
	slices.SortFunc(reasons, func(a, b render.Skipped) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Reason, b.Reason)
	})
	return reasons
}
