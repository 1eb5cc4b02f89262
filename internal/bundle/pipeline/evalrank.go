package pipeline

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"ctxpack/gitstats"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/share/cache"
	"ctxpack/packer"
	"ctxpack/scorer"
)

// rankAt ranks the files of a commit.
func (e *evaluator) rankAt(ctx context.Context, commit string, blobs map[string]string, message string) (*Ranking, error) {
	o := e.options.Options
	o.Task = &Task{Text: message}
	t := &tree{Root: &worktree.Root{Top: e.root.Top, Sub: e.root.Sub, Repo: true, Tree: e.root.Tree}, at: commit}
	e.words = keptWords(e.words)
	t.words = func() *cache.Words { return e.words }
	e.words.SetHistory(e.logMemory)
	r := &Ranking{Name: path.Base(e.root.Top), options: o, trees: []*tree{t}}
	var files []*File
	for _, name := range sortedNames(blobs) {
		if e.root.Sub != "" && !strings.HasPrefix(name, e.root.Sub+"/") {
			continue
		}
		f := newFile(worktree.File{}, t)
		f.Path, f.Name, f.Key, f.Root = name, name, name, t.Root
		f.Stored = func(ctx context.Context) (worktree.Text, source.SkipReason, error) {
			return e.text(ctx, name, blobs[name])
		}
		files = append(files, f)
	}
	if err := e.analyse(ctx, r, files, blobs); err != nil {
		return nil, err
	}
	a, err := gitstats.Read(ctx, e.root.Top, gitstats.Options{At: commit, Memory: e.memory, Borrow: o.ObjectsFrom})
	if err != nil {
		return nil, err
	}
	e.memory = a.Memory
	t.commits, t.churn, t.blobs, t.young = a.Commits, a.Churn, a.Blobs, a.Visited < enoughHistory
	err = r.rank(ctx, files)
	e.logMemory = e.words.History()
	return r, err
}

// keptWords are the words of before, or new ones, in memory alone.
func keptWords(w *cache.Words) *cache.Words {
	if w == nil {
		return cache.OpenWords("", cache.Key{})
	}
	return w
}

// text reads a file of a commit.
func (e *evaluator) text(ctx context.Context, name, blob string) (worktree.Text, source.SkipReason, error) {
	raw, err := e.past.Blob(ctx, blob)
	if err != nil {
		return worktree.Text{}, source.Missing, nil // as a file that went away
	}
	text, skip := source.Stored(name, raw, render.Opens)
	if skip == source.None && text.Content == "" {
		skip = source.Empty
	}
	return worktree.Text{Text: text}, skip, nil
}

// analyse finds out the facts of files, once for all commits that have them.
func (e *evaluator) analyse(ctx context.Context, r *Ranking, files []*File, blobs map[string]string) error {
	group := errgroup.Group{}
	group.SetLimit(r.jobs())
	for _, f := range files {
		group.Go(fault.Guard(f.Name, func() error {
			key := blobs[f.Path] + path.Base(f.Path)
			e.mu.Lock()
			known, skip := e.facts[key], e.skips[key]
			e.mu.Unlock()
			if known != nil {
				f.Contents = *known
				f.SetSummary(known.Summary)
				return r.countTerms(ctx, f, nil)
			}
			var text worktree.Text
			var err error
			if skip == source.None {
				text, skip, err = f.Text(ctx)
			}
			if skip == source.None {
				f.Contents = r.options.contents(ctx, f.Path, text)
				f.SetSummary(f.Contents.Summary)
				err = r.countTerms(ctx, f, &text)
			}
			f.Skip = skip
			e.mu.Lock()
			defer e.mu.Unlock()
			if skip != source.None {
				e.skips[key] = skip
			} else {
				e.facts[key] = &f.Contents
			}
			return errors.Join(err, ctx.Err())
		}))
	}
	return group.Wait()
}

// keep remembers the summaries that were made.
func (e *evaluator) keep(r *Ranking) {
	for _, f := range r.Files {
		key := f.Contents.Blob + path.Base(f.Path)
		if known := e.facts[key]; known != nil && known.Summary == nil {
			known.Summary = f.Summary()
		}
	}
}

// withoutTask is the same ranking as it would be without a task.
func (r *Ranking) withoutTask() *Ranking {
	free := *r
	free.options.Task, free.Files, free.Skipped, free.query = nil, nil, nil, nil
	var files []*File
	for _, f := range r.Files {
		other := newFile(f.File.File, f.tree)
		other.Contents, other.Facts, other.Stored = f.Contents, f.Facts, f.Stored
		other.Facts.Task = nil
		other.SetSummary(f.Summary())
		files = append(files, other)
	}
	slices.SortFunc(files, func(a, b *File) int { return strings.Compare(a.Name, b.Name) })
	free.order(files)
	return &free
}

// shownAt packs, and tells what became of the files.
func (s *sizes) shownAt(ctx context.Context, budget int) (map[string]Outcome, error) {
	result, err := s.pack(ctx, budget)
	var small *TooSmallError
	if errors.As(err, &small) {
		return nil, nil // nothing is shown
	}
	if err != nil {
		return nil, err
	}
	shown := make(map[string]Outcome, len(result.Outcomes))
	for i, o := range result.Outcomes {
		shown[result.Files[i].Path] = o
	}
	return shown, nil
}

// entryTokens is about what is written around a file, in tokens.
const entryTokens = 25

// byContent fills a budget with whole files in the order of BM25.
func (r *Ranking) byContent(budget int) map[string]Outcome {
	files := slices.Clone(r.Files)
	slices.SortStableFunc(files, func(a, b *File) int { return b.Facts.Task.Content - a.Facts.Task.Content })
	shown := map[string]Outcome{}
	for _, f := range files {
		if cost := f.Contents.Tokens + entryTokens; cost <= budget && f.Facts.Class != scorer.Other {
			shown[f.Path] = Outcome{Tier: packer.Full}
			budget -= cost
		}
	}
	return shown
}
