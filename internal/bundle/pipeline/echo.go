package pipeline

import (
	"context"
	"fmt"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/lineindex"
)

// The share of the task's text in a bundle, as a fraction of its budget.
const (
	taskHead  = 20  // a task that exceeds it is cut
	taskTail  = 100 // one within it is repeated at the end
	taskLogs  = 10
	taskDiffs = 3
)

// tellTask returns the task's text in the bundle, nil if there is none.
func (r *Ranking) tellTask(ctx context.Context, budget int) (*render.Task, error) {
	o := r.options
	told := &render.Task{}
	if o.Task != nil && o.Task.Echo {
		text := r.Clean(strings.TrimSpace(strings.ToValidUTF8(o.Task.Text, "\uFFFD")))
		told.Text = o.cut(text, budget/taskHead)
		told.Again = text != "" && o.Counter.Count(text) <= budget/taskTail
	}
	if o.WithDiff {
		told.Diff = o.cut(r.diff, budget/taskDiffs)
	}
	if o.WithLog > 0 {
		var err error
		if told.Log, err = r.latest(ctx, budget/taskLogs); err != nil {
			return nil, err
		}
	}
	if told.Text == "" && told.Diff == "" && len(told.Log) == 0 {
		return nil, nil
	}
	return told, nil
}

// cut keeps the first lines of a text within a number of tokens, and states how many it omits.
func (o Options) cut(text string, most int) string {
	if o.Counter.Count(text) <= most {
		return text
	}
	lines := lineindex.New(text)
	least, n := 0, lines.Count()
	for least+1 < n {
		if middle := (least + n) / 2; o.Counter.Count(lines.Slice(1, middle)) <= most {
			least = middle
		} else {
			n = middle
		}
	}
	kept := ""
	if least > 0 {
		kept = lines.Slice(1, least)
	} else {
		kept = o.cutLine(text, most) + "\n"
	}
	if left := lines.Count() - max(least, 1); left > 0 {
		kept += fmt.Sprintf("… %d more lines\n", left)
	}
	return kept
}

// cutLine returns the beginning of a text of one long line.
func (o Options) cutLine(text string, most int) string {
	text, _, _ = strings.Cut(text, "\n")
	text = text[:min(len(text), 16*most)] // no tokenizer averages more bytes per token
	for len(text) > 0 && o.Counter.Count(text) > most {
		text = strings.ToValidUTF8(text[:len(text)*3/4], "")
	}
	return text + "…"
}

// latest returns the last commits, as many as requested within the room.
func (r *Ranking) latest(ctx context.Context, room int) ([]render.Commit, error) {
	var list []render.Commit
	seen := map[string]bool{}
	for _, t := range r.trees {
		if !t.Repo || seen[t.Top] {
			continue
		}
		seen[t.Top] = true
		log, err := r.readLog(ctx, t)
		if err != nil {
			return nil, err
		}
		for _, c := range log.Commits {
			subject, _, _ := strings.Cut(c.Message, "\n")
			subject = r.Clean(subject)
			if room -= r.options.Counter.Count(subject) + len(c.ID)/4; len(list) == r.options.WithLog || room < 0 {
				break
			}
			list = append(list, render.Commit{ID: c.ID, Subject: subject})
		}
	}
	return list, nil
}
