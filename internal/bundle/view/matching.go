package view

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/text/lineindex"
	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
	"ctxpack/scorer/relevance"
	"ctxpack/signatures"
)

// With a task, each declaration is matched separately: its words are compared with those of the task, and the
// result is combined with the scores of its file's best declarations and of the file's rank. Declarations alone
// match by accident, files alone only come near the answer.

const (
	matchedFiles = 400      // the first files, whose texts are read
	matchedBytes = 16 << 20 // most bytes of them
	bestParts    = 3        // number of a file's best parts that rate it
)

// matching holds how well the parts of files match a task.
type matching struct {
	scores   [][]int // by file and part; nil for files that were not read
	changed  [][]int // by file and part: the likeness of the commits that changed it, summed up
	mean     []int   // mean score of the best parts of each file
	best     int     // best score of all parts
	top      int     // best mean of all files
	topValue int
	tests    bool // the task is about tests
}

// match compares the parts of the first files with the task; nil without one.
func (d *Declarations) match(ctx context.Context) *matching {
	q := d.options.Query
	if !d.options.Task || q == nil {
		return nil
	}
	n := len(d.files)
	m := &matching{scores: make([][]int, n), changed: make([][]int, n), mean: make([]int, n), best: 1, top: 1, topValue: 1, tests: q.Tests}
	found := make([][]relevance.Found, n)
	group := errgroup.Group{}
	group.SetLimit(d.options.Jobs)
	bytes := 0
	for i, file := range d.files[:min(len(d.files), matchedFiles)] {
		if bytes += int(file.Size); file.Value <= 0 || bytes > matchedBytes && i > 0 {
			break
		}
		m.topValue = max(m.topValue, file.Value)
		group.Go(fault.Guard(file.Name, func() error {
			if text, ok := d.Text(ctx, i); ok {
				parts := d.partsOf(file)
				found[i] = lookAtParts(q, file.Name, parts, text)
				m.changed[i] = changedParts(file.Changes, parts)
			}
			return nil
		}))
	}
	fault.Raise(group.Wait()) // only panics can occur
	length, parts := 0, 0
	for _, list := range found {
		for _, f := range list {
			length, parts = length+f.Length, parts+1
		}
	}
	average := max(length/max(parts, 1), 1)
	for i, list := range found {
		if list == nil {
			continue
		}
		m.scores[i] = make([]int, len(list))
		for k, f := range list {
			m.scores[i][k] = relevance.BM25(d.options.Weights, f, average)
		}
		m.judge(i)
	}
	return m
}

// judge rates a file by its best parts.
func (m *matching) judge(i int) {
	sorted := slices.Sorted(slices.Values(m.scores[i]))
	slices.Reverse(sorted)
	for k, score := range sorted[:min(len(sorted), bestParts)] {
		m.mean[i] += score / bestParts
		if k == 0 {
			m.best = max(m.best, score)
		}
	}
	m.top = max(m.top, m.mean[i])
}

// lookAtParts finds the terms of a query in each part of a text. The part's name counts three times, and the names
// of its type and the path of the file count too.
func lookAtParts(q *relevance.Query, name string, parts []signatures.Part, text string) []relevance.Found {
	lines := lineindex.New(text)
	var b strings.Builder
	ends := make([]int, len(parts))
	for k, p := range parts {
		if p.Bytes > 0 {
			for _, r := range ownLines(parts, []int{k}) {
				b.WriteString(lines.Slice(r.Start, r.End))
			}
			for range 3 {
				b.WriteString(" " + p.Name)
			}
			b.WriteString(" " + p.Parent + " " + name + "\n")
		}
		ends[k] = b.Len()
	}
	return q.LookInPieces(b.String(), ends)
}

// changedParts sums up the likeness of the commits that changed each part.
func changedParts(changes []Change, parts []signatures.Part) []int {
	sums, owner := make([]int, len(parts)), map[int]int{}
	if len(changes) == 0 {
		return sums
	}
	for k := range parts {
		for _, r := range ownLines(parts, []int{k}) {
			for line := r.Start; line <= r.End; line++ {
				owner[line] = k
			}
		}
	}
	for _, c := range changes {
		seen := map[int]bool{}
		for _, line := range c.Lines {
			if k, ok := owner[line]; ok && !seen[k] {
				seen[k] = true
				sums[k] += c.Likeness
			}
		}
	}
	return sums
}

// unmatched is the worth of a part in a file that was not read: less than any other.
const unmatched = -30 * fixed.Unit

// worth returns the terms of the worth of a part for the task, binary logarithms: its own words, those of its file's
// best parts, the rank of the file, the commits that changed the part, and the loss of a test.
func (m *matching) worth(file *File, i, k int, p signatures.Part) (words, best, rank, past, test int) {
	if m == nil || m.scores[i] == nil {
		return unmatched, 0, 0, 0, 0
	}
	own := 1000 * m.scores[i][k] / m.best
	own = own*own/1000 + 20
	if slices.ContainsFunc(file.Lines, func(l render.Range) bool { return l.End >= p.StartLine && l.Start <= p.EndLine }) {
		own += 3000
	}
	if file.Facts.Class == scorer.Test && !m.tests {
		test = fitted.PartBeside * fixed.Unit / 1000
	}
	past = fixed.Log2(relevance.Whole+m.changed[i][k], relevance.Whole) * fitted.TaskChanged / 1000
	return fixed.Log2Linear(own), fixed.Log2Linear(100 + 1000*m.mean[i]/m.top), 2 * fixed.Log2Linear(50+1000*file.Value/m.topValue), past, test
}
