package pipeline

import (
	"context"
	"slices"

	"ctxpack/gitstats"
	"ctxpack/internal/cache"
	"ctxpack/internal/relevance"
	"ctxpack/internal/source"
	"ctxpack/internal/terms"
	"ctxpack/packer"
	"ctxpack/scorer"
)

// pastCommits is how far back commits with similar messages are looked for.
const pastCommits = 3000

// seek finds the terms of the task in a file: in its text, if that was read, else by
// what the cache knows of it. It reads the file at most once more.
func (r *Ranking) seek(ctx context.Context, f *File, text *source.Text) error {
	q := r.options.Task
	if q == nil || f.Skip != source.None {
		return nil
	}
	blob := f.Contents.Blob
	var words *cache.Words
	if f.tree.words != nil {
		words = f.tree.words()
		if counts, ok := words.Get(blob); ok {
			f.found = q.Look(counts)
			return nil
		}
	}
	if text == nil {
		again, skip, err := f.Text(ctx)
		if skip != source.None {
			return err
		}
		text = &again
	}
	counts := terms.Count(text.Content)
	f.found = q.Look(counts)
	if words != nil {
		words.Put(text.Blob, counts)
	}
	return nil
}

// startLog reads the messages of the trees' commits.
func (r *Ranking) readLog(ctx context.Context, t *tree) (*gitstats.Log, error) {
	o := gitstats.LogOptions{Commits: pastCommits}
	if t.words != nil {
		if o.Memory = t.words().History(); o.Memory == "" && t.cache != nil {
			o.Memory = t.cache().History()
		}
	}
	l, err := gitstats.ReadLog(ctx, t.Top, o)
	if err == nil && t.words != nil {
		t.words().SetHistory(l.Memory)
	}
	return l, err
}

// relevances gives each file its signals.
func (r *Ranking) relevances(ctx context.Context, files []*File) error {
	q := r.options.Task
	if q == nil {
		return nil
	}
	var list []relevance.File
	var ranked []*File
	for _, f := range files {
		if f.Dir || f.Skip != source.None {
			continue
		}
		ranked = append(ranked, f)
		list = append(list, relevance.File{Path: f.Name, Found: f.found, Declared: f.Contents.Names, Recency: -1})
	}
	var past []relevance.Commit
	seen := map[string]bool{}
	for _, t := range r.trees {
		if !t.Repo || seen[t.Top] {
			continue
		}
		seen[t.Top] = true
		log, err := r.readLog(ctx, t)
		if err != nil {
			return err
		}
		place := map[string]int{}
		for i, f := range ranked {
			if f.tree.Top == t.Top {
				place[f.Path] = i
			}
		}
		age := 0
		for _, c := range log.Commits {
			if !c.Wide {
				commit := relevance.Commit{Message: c.Message}
				for _, name := range c.Files {
					if i, ok := place[name]; ok {
						commit.Files = append(commit.Files, i)
						if list[i].Recency < 0 {
							list[i].Recency = age
						}
					}
				}
				if len(commit.Files) > 0 {
					past = append(past, commit)
				}
			}
			age++
		}
	}
	r.average = relevance.Average(list)
	r.weights = q.Weights(list)
	for i, s := range q.Rank(list, past) {
		f := ranked[i]
		f.lines = s.Lines
		f.Facts.Task = &scorer.Relevance{
			Content: s.Content, Path: s.Path, Names: s.Names, Past: s.Past, Recent: s.Recent, Places: s.Places, Wanted: wanted(q, f),
		}
	}
	return nil
}

// wanted tells whether the task asks for files of a kind that is not code.
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

// What a file and its parts are worth by a task, for each token. The numbers are
// measured, see docs/ranking.md.
const (
	taskDoubling   = 8    // points for twice the relevance, as in a score
	taskWhole      = 1500 // what a whole file is worth, in thousandths of its relevance
	taskAny        = 500  // what every part of a file is
	taskName       = 500  // more for one that declares a name of the task
	taskLine       = 4000 // more for one with a line that the task names
	taskPart       = 100  // length of a part in terms, about
	taskLoss       = 10   // hundredths: tokens to the power of a tenth
	taskTokens     = 225  // added to those of a whole file
	taskPartTokens = 20   // added to those of a part
	taskBrief      = -15  // points that the outline of a file is worth less than the file
)

// taskWorth is what a file is worth in each chain.
func taskWorth(file *File) [2]int {
	w := taskDoubling * log2(max(scorer.TaskValue(file.Facts), 1))
	return [2]int{packer.Brief: w + briefPoints - taskBrief*point, packer.Deep: w}
}

// share is what a share of a worth takes away from it or adds, in thousandths.
func share(thousandths int) int { return taskDoubling * (log2(thousandths) - log2(1000)) }

// deepValueOf is what the text of a file is worth for each of its tokens, as a whole.
func (f *fitter) deepValueOf(file *File) int {
	worth := worthOf(file)[packer.Deep]
	if f.options.Task == nil {
		return deepValue(worth, file.Contents.Tokens)
	}
	return worth + share(taskWhole) - taskLoss*taskDoubling*log2(file.Contents.Tokens+taskTokens)/100
}

// deepest is no less than the value of any step of a file's text.
func (f *fitter) deepest(file *File, worth int) int {
	if f.options.Task == nil {
		return deepValue(worth, file.Contents.Tokens) + exportedBonus
	}
	return worth + share(1000+taskAny+taskName+taskLine)
}

// fileShare is how much of the bundle a large file may take before others: of what a
// task asks for, as much as it is worth.
func (f *fitter) fileShare() int {
	if f.options.Task == nil {
		return fileShare
	}
	return 0
}

// rateParts gives the parts of a file their values by the task, if there is one: how
// well the text of a part matches it, next to the best of the file, and the names and
// lines that the task mentions.
func (f *fitter) rateParts(file *File, text string, parts []filePart) {
	q := f.options.Task
	if q == nil {
		return
	}
	lines := newLineIndex(text)
	scores := make([]int, len(parts))
	best := 1
	for k, p := range parts {
		found := q.Look(terms.Count(lines.slice(p.start, p.end)))
		scores[k] = relevance.BM25(f.ranking.weights, found, taskPart)
		best = max(best, scores[k])
	}
	worth := worthOf(file)[packer.Deep]
	for k := range parts {
		p := &parts[k]
		part := taskAny + 1000*scores[k]/best + taskName*f.naming(file, *p)/relevance.Whole
		if slices.ContainsFunc(file.lines, func(line int) bool { return line >= p.start && line <= p.end }) {
			part += taskLine
		}
		p.value = worth + share(part) - taskLoss*taskDoubling*log2(p.cost+taskPartTokens)/100
	}
}

// naming tells how much the task mentions a name that a part declares.
func (f *fitter) naming(file *File, p filePart) int {
	most := 0
	for _, d := range file.Summary().Declarations {
		if d.StartLine >= p.start && d.StartLine <= p.end {
			most = max(most, f.options.Task.Naming(d.Name))
		}
	}
	return most
}
