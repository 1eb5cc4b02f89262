package pipeline

import (
	"context"
	"encoding/hex"
	"slices"
	"strings"

	"ctxpack/gitstats"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/share/cache"
	"ctxpack/internal/text/mapped"
	"ctxpack/scorer"
	"ctxpack/scorer/imports"
	"ctxpack/scorer/relevance"
	"ctxpack/scorer/terms"
)

// Task is the purpose of a bundle. At least one of Text, Diff and Near is set.
type Task struct {
	// Text is the user's description: an issue, a question, a stack trace.
	Text string
	// Diff requests the changes in a Range, see [gitstats.Compare], and what they affect.
	Diff  bool
	Range string
	// Near are paths, each with an optional line after a colon.
	Near []string
	// Echo includes the text in the bundle.
	Echo bool
}

// TaskError is an error in a task.
type TaskError struct{ Err error }

func (e *TaskError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *TaskError) Unwrap() error { return e.Err }

// pastCommits is the number of commits that are searched for similar messages.
const pastCommits = 3000

// pastLog is the key of their shared messages.
const pastLog = "messages of 3000 commits"

// countTerms makes the search terms of a file available: from the cache, else from its text, which is read again if
// necessary.
func (r *Ranking) countTerms(ctx context.Context, f *File, text *worktree.Text) error {
	if r.options.Task == nil || f.Skip != source.None {
		return nil
	}
	words := f.tree.words()
	if _, ok := words.Get(f.wordsKey()); ok {
		return nil
	}
	if _, ok := words.Find(f.Path, f.wordsKey()); ok {
		return nil
	}
	if text == nil {
		again, skip, err := f.Text(ctx)
		if skip != source.None {
			return err
		}
		text = &again
	}
	words.Put(f.wordsKey(), terms.Count(text.Content))
	return nil
}

// wordsKey returns the key of the file's search terms: without secrets they depend on its blob,
// with secrets also on its name.
func (f *File) wordsKey() string {
	if len(f.Contents.Secrets) == 0 {
		return f.Contents.Blob
	}
	return f.Contents.Blob + hex.EncodeToString([]byte(redact.Disguise(f.Path)))
}

// readLog reads the messages of a tree's commits.
func (r *Ranking) readLog(ctx context.Context, t *tree) (*gitstats.Log, error) {
	o := gitstats.LogOptions{
		Commits: pastCommits, Borrow: r.options.ObjectsFrom,
		PrivatePath: privatePath,
		Private:     func(message string) bool { return len(redact.Scan("", message)) > 0 },
	}
	var words *cache.Words
	if t.words != nil {
		words = t.words()
		if o.Memory = words.History(); o.Memory == "" {
			o.Recall = func(commits []string) string { return words.Past().Recall(ctx, pastLog, commits) }
		}
	}
	if o.Memory == "" && t.cache != nil {
		o.Memory = t.cache().History()
	}
	l, err := gitstats.ReadLog(ctx, t.Top, o)
	if err == nil && words != nil && l.Memory != words.History() {
		words.SetHistory(l.Memory)
		if r.Git != nil && !r.Git.Shallow {
			words.Past().Found(pastLog, l.Commit, l.Memory)
		}
	}
	return l, err
}

// search has the data for finding the files relevant to a task.
type search struct {
	query  *relevance.Query
	files  []*File
	list   []relevance.File
	past   []relevance.Commit
	log    []logged       // the commits of past
	focus  map[*File]bool // files given by path
	linked map[*File]bool // importers and imports of these
}

// logged is a commit in the history of a tree.
type logged struct {
	tree *tree
	id   string
}

// relevances computes each file's signals.
func (r *Ranking) relevances(ctx context.Context, files []*File, graph *imports.Graph) error {
	task := r.options.Task
	if task == nil {
		return nil
	}
	s := &search{files: mapped.Where(files, func(f *File) bool { return !f.Dir && f.Skip == source.None })}
	focus, err := r.focusOn(ctx, s.files, files)
	if err != nil {
		return err
	}
	s.focus = focus.files
	s.link(graph)
	s.query = relevance.ParseWith(task.Text, focus.text.String())
	r.query, r.diff = s.query, focus.diff.String()
	s.look(r)
	if err := r.lookBack(ctx, s); err != nil {
		return err
	}
	r.weights = s.query.Weights(s.list)
	ranked := s.query.Rank(s.list, s.past)
	if err := s.quote(ctx, ranked); err != nil {
		return err
	}
	if !r.options.OrderOnly { // only parts need it
		if err := s.follow(ctx, r.options.ObjectsFrom); err != nil {
			return err
		}
	}
	for i, signals := range ranked {
		f := s.files[i]
		f.Lines = append(f.Lines, mapped.Of(signals.Lines, func(line int) render.Range { return render.Range{Start: line, End: line} })...)
		f.Facts.Task = &scorer.Relevance{
			Content: signals.Content, Path: signals.Path, Declares: signals.Names, Past: signals.Past, Recent: signals.Recent,
			Named: signals.Places, Focus: s.focus[f], Linked: s.linked[f], Wanted: wanted(s.query, f),
		}
	}
	return nil
}

// look finds the terms of the query in the files.
func (s *search) look(r *Ranking) {
	s.list = make([]relevance.File, len(s.files))
	const batch = 256
	r.sideBySide((len(s.files)+batch-1)/batch, func(n int) {
		for i := n * batch; i < min((n+1)*batch, len(s.files)); i++ {
			f := s.files[i]
			counts, _ := f.tree.words().Get(f.wordsKey()) // empty for a file that changed meanwhile
			s.list[i] = relevance.File{Path: f.Name, Found: s.query.Look(counts), Declared: f.Contents.Names, Code: f.isCode(), Recency: -1}
		}
	})
}

const (
	quotedFiles  = 150 // the best-matching files, whose texts are searched for messages
	quotedShared = 5   // maximum number of files with a significant message
)

// quote finds the messages that the task quotes in the best-matching source. They count half as much as a path,
// less if several files have them.
func (s *search) quote(ctx context.Context, ranked []relevance.Signals) error {
	if len(s.query.Messages) == 0 {
		return nil
	}
	var order []int
	for i := range ranked {
		switch s.files[i].Facts.Class {
		case scorer.Source, scorer.Template, scorer.Catalogue:
			if ranked[i].Content > 0 {
				order = append(order, i)
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return ranked[b].Content - ranked[a].Content })
	type place struct{ file, line int }
	found := make([][]place, len(s.query.Messages))
	for _, i := range order[:min(len(order), quotedFiles)] {
		text, _, err := s.files[i].Text(ctx)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err != nil {
			continue // ignored here; packing reports it if the file is packed
		}
		for k, message := range s.query.Messages {
			if at := strings.Index(text.Content, message); at >= 0 && len(found[k]) <= quotedShared {
				found[k] = append(found[k], place{i, 1 + strings.Count(text.Content[:at], "\n")})
			}
		}
	}
	for _, places := range found {
		if len(places) > quotedShared {
			continue
		}
		for _, p := range places {
			signals := &ranked[p.file]
			signals.Places = max(signals.Places, relevance.Whole/2/len(places))
			signals.Lines = append(signals.Lines, p.line)
		}
	}
	return nil
}

func (f *File) isCode() bool { return f.Facts.Class != scorer.Other && f.Facts.Class != scorer.Prose }

// lookBack finds signals in past commits.
func (r *Ranking) lookBack(ctx context.Context, s *search) error {
	seen := map[string]*gitstats.Activity{}
	for _, t := range r.trees {
		if !t.Repo || seen[t.Top] != nil {
			continue
		}
		log, err := r.readLog(ctx, t)
		if err != nil {
			return err
		}
		seen[t.Top] = &gitstats.Activity{Commit: log.Commit, Shallow: log.Shallow, Visited: len(log.Commits)}
		place := map[string]int{}
		for i, f := range s.files {
			if f.tree.Top == t.Top {
				place[f.Path] = i
			}
		}
		for age, c := range log.Commits {
			if !c.Wide {
				s.commit(t, c, age, place)
			}
		}
	}
	if r.options.byTaskAlone() { // otherwise the activity of the trees covers it
		r.states(seen)
	}
	return nil
}

func (s *search) commit(t *tree, c gitstats.LogCommit, age int, place map[string]int) {
	commit := relevance.Commit{Message: c.Message}
	for _, name := range c.Files {
		if i, ok := place[name]; ok {
			commit.Files = append(commit.Files, i)
			if s.list[i].Recency < 0 {
				s.list[i].Recency = age
			}
		}
	}
	if len(commit.Files) > 0 {
		s.past, s.log = append(s.past, commit), append(s.log, logged{t, c.ID})
	}
}

// link finds the neighbours of the files that the task names.
func (s *search) link(graph *imports.Graph) {
	s.linked = map[*File]bool{}
	if len(s.focus) == 0 {
		return
	}
	byName := mapped.By(s.files, func(f *File) string { return f.Key })
	for f := range s.focus {
		for _, names := range [][]string{graph.Importers(f.Key), graph.Imports(f.Key)} {
			for _, name := range names {
				if other := byName[name]; other != nil && !s.focus[other] {
					s.linked[other] = true
				}
			}
		}
	}
}

// wanted reports whether the task asks for files of a kind that is not code.
func wanted(q *relevance.Query, f *File) bool {
	switch f.Facts.Class {
	case scorer.Test:
		return q.Tests
	case scorer.Prose:
		return q.Documents
	case scorer.Other:
		return q.Settings
	}
	return false
}
