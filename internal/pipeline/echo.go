package pipeline

import (
	"context"
	"fmt"
	"strings"

	"ctxpack/internal/render"
)

// How much of a bundle may tell what it is for, in parts of its budget.
const (
	taskHead  = 20  // a task that has more is cut
	taskTail  = 100 // one that has no more stands at the end too
	taskLogs  = 10
	taskDiffs = 3
)

// tellTask makes what the bundle says of its task, nil if that is nothing.
func (f *fitter) tellTask(ctx context.Context) (*render.Task, error) {
	o := f.options
	told := &render.Task{}
	if o.Task != nil && o.Task.Echo {
		text := f.ranking.Clean(strings.TrimSpace(strings.ToValidUTF8(o.Task.Text, "\uFFFD")))
		told.Text = f.cut(text, o.Budget/taskHead)
		told.Again = text != "" && f.count(text) <= o.Budget/taskTail
	}
	if o.WithDiff {
		told.Diff = f.cut(f.ranking.diff, o.Budget/taskDiffs)
	}
	if o.WithLog > 0 {
		var err error
		if told.Log, err = f.latest(ctx); err != nil {
			return nil, err
		}
	}
	if told.Text == "" && told.Diff == "" && len(told.Log) == 0 {
		return nil, nil
	}
	return told, nil
}

// cut keeps the first lines of a text that have no more than a number of tokens, and
// says how many it leaves out.
func (f *fitter) cut(text string, most int) string {
	if f.count(text) <= most {
		return text
	}
	lines := newLineIndex(text)
	least, n := 0, lines.count()
	for least+1 < n {
		if middle := (least + n) / 2; f.count(lines.slice(1, middle)) <= most {
			least = middle
		} else {
			n = middle
		}
	}
	kept := ""
	if least > 0 {
		kept = lines.slice(1, least)
	} else {
		kept = f.cutLine(text, most) + "\n"
	}
	if left := lines.count() - max(least, 1); left > 0 {
		kept += fmt.Sprintf("… %d more lines\n", left)
	}
	return kept
}

// cutLine is the beginning of a text of one long line.
func (f *fitter) cutLine(text string, most int) string {
	text, _, _ = strings.Cut(text, "\n")
	text = text[:min(len(text), 16*most)] // no tokenizer takes more bytes for a token, on average
	for len(text) > 0 && f.count(text) > most {
		text = strings.ToValidUTF8(text[:len(text)*3/4], "")
	}
	return text + "…"
}

// latest are the last commits, as many as were asked for and there is room for.
func (f *fitter) latest(ctx context.Context) ([]render.Commit, error) {
	var list []render.Commit
	room := f.options.Budget / taskLogs
	seen := map[string]bool{}
	for _, t := range f.ranking.trees {
		if !t.Repo || seen[t.Top] {
			continue
		}
		seen[t.Top] = true
		log, err := f.ranking.readLog(ctx, t)
		if err != nil {
			return nil, err
		}
		for _, c := range log.Commits {
			subject, _, _ := strings.Cut(c.Message, "\n")
			subject = f.ranking.Clean(subject)
			if room -= f.count(subject) + len(c.ID)/4; len(list) == f.options.WithLog || room < 0 {
				break
			}
			list = append(list, render.Commit{ID: c.ID, Subject: subject})
		}
	}
	return list, nil
}

// taskOfPart is what one part of a split bundle says: the first one all, the last one
// what stands at the end.
func taskOfPart(t *render.Task, part, parts int) *render.Task {
	switch {
	case t == nil || part > 0 && part < parts-1:
		return nil
	case part == 0:
		first := *t
		first.Again = t.Again && parts == 1
		return &first
	case t.Again:
		return &render.Task{Text: t.Text}
	}
	return nil
}
