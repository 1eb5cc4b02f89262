package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ctxpack/gitstats"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/mapped"
)

// newsShare is the divisor of the budget that limits the comparison with an earlier bundle; maxNews
// is the maximum number of files of a kind that it names.
const (
	newsShare = 10
	maxNews   = 100
)

// leaveUnchanged omits the files that are unchanged since an earlier bundle, so that the budget is
// for changes, and lists new and removed files. A file is unchanged if the earlier bundle shows all
// of it, or if it equals its version in the commit that the bundle names. If the bundle was not
// clean, the commit says nothing about the files that it shows.
func (r *Ranking) leaveUnchanged(ctx context.Context, files []*File) error {
	past := r.options.Since
	if past == nil {
		return nil
	}
	before, err := r.committedThen(ctx, past)
	if err != nil {
		return err
	}
	var came, changed []string
	alike, here := 0, map[string]bool{}
	for _, f := range files {
		here[render.TextPath(f.Name)] = !f.Dir
		if f.Dir || f.Skip != source.None {
			continue
		}
		contents, shown := past.Shows(f.Name)
		blob, committed := before[f.Path]
		same := committed && (past.Clean || !shown) && (blob == f.Contents.Blob || f.tree.Tree.CommittedAs(f.File.File.File, blob))
		if !same && contents != nil {
			text, skip, err := f.Text(ctx)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			same = err == nil && skip == source.None && text.Content == *contents
		}
		switch {
		case same && !f.Facts.Pinned:
			f.Skip = source.Unchanged
			alike++
		case same:
		case shown || committed:
			changed = append(changed, f.Name)
		default:
			came = append(came, f.Name)
		}
	}
	gone := mapped.Where(past.Paths(), func(path string) bool { return !here[path] })
	r.tellNews(past, alike, []namedFiles{{"changed", changed}, {"new, or not shown before", came}, {"gone", gone}})
	return nil
}

// committedThen returns the blob ids of the commit in an earlier bundle, by path; nil if it names none of a
// repository that is here.
func (r *Ranking) committedThen(ctx context.Context, past *render.Past) (map[string]string, error) {
	if past.Commit == "" || len(r.trees) != 1 || !r.trees[0].Repo {
		return nil, nil
	}
	c, err := gitstats.Compare(ctx, r.trees[0].Top, past.Commit, r.options.ObjectsFrom)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		r.Warnings = append(r.Warnings, fmt.Sprintf("the earlier bundle's commit is missing, so files that it does not show in full count as changed: %v", err))
		return nil, nil
	}
	return c.Before, nil
}

// namedFiles are files in the same state.
type namedFiles struct {
	what  string
	names []string
}

// tellNews describes the changes since an earlier bundle in the header, with as many names as fit.
func (r *Ranking) tellNews(past *render.Past, alike int, lists []namedFiles) {
	for i := range lists {
		slices.Sort(lists[i].names)
		lists[i].names = mapped.Of(lists[i].names, r.Clean)
	}
	text := news(past.Commit, alike, lists, maxNews)
	for most := maxNews; most > 0 && r.options.Counter.Count(text) > r.options.Budget/newsShare; {
		most /= 2
		text = news(past.Commit, alike, lists, most)
	}
	if r.options.Header != "" {
		text = strings.TrimRight(r.options.Header, "\n") + "\n\n" + text
	}
	r.options.Header = text
}

// news describes the changes since an earlier bundle, with at most a given number of names of a kind.
func news(commit string, alike int, lists []namedFiles, most int) string {
	var b strings.Builder
	b.WriteString("Only changes since an earlier bundle")
	if commit != "" {
		b.WriteString(", of commit " + commit)
	}
	fmt.Fprintf(&b, "; %s as before.\n", humanize.Count(alike, "file"))
	nothing := true
	for _, l := range lists {
		if len(l.names) == 0 {
			continue
		}
		nothing = false
		shown := mapped.Of(l.names[:min(len(l.names), most)], render.QuotedPath)
		if n := len(l.names) - len(shown); n > 0 {
			shown = append(shown, fmt.Sprintf("%s more", humanize.Comma(n)))
		}
		fmt.Fprintf(&b, "- %s: %s\n", l.what, strings.Join(shown, ", "))
	}
	if nothing {
		b.WriteString("- nothing changed\n")
	}
	return b.String()
}
