package pipeline

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ctxpack/compressor/recent"
	"ctxpack/gitstats"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/lineindex"
	"ctxpack/internal/text/mapped"
)

const (
	// maxChanged is the maximum number of files of a diff that are read.
	maxChanged = 300
	// nearLines is the number of context lines before and after a line that a task points to.
	nearLines = 15
	// maxFocus is the maximum number of bytes of source used as search text.
	maxFocus = 64 << 10
)

// focus is the part of a task given by paths: files, with their relevant lines marked, and the source there.
type focus struct {
	vault *redact.Vault // also for other versions of files
	files map[*File]bool
	text  strings.Builder
	diff  strings.Builder
}

// focusOn resolves --diff and --near to files that can be packed, or reports that no file matches.
func (r *Ranking) focusOn(ctx context.Context, files, all []*File) (*focus, error) {
	f := &focus{files: map[*File]bool{}, vault: r.vault}
	for _, place := range r.options.Task.Near {
		if err := f.near(ctx, r, all, place); err != nil {
			return nil, &TaskError{fmt.Errorf("--near: %w", err)}
		}
	}
	if !r.options.Task.Diff {
		return f, nil
	}
	found := false
	seen := map[string]bool{}
	for _, t := range r.trees {
		if !t.Repo || seen[t.Top] {
			continue
		}
		seen[t.Top], found = true, true
		if err := f.changed(ctx, t, files, r.options); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, &TaskError{fmt.Errorf("find changes: %w", err)}
		}
	}
	switch {
	case !found:
		return nil, &TaskError{fmt.Errorf("find changes: %s is not part of a git work tree", render.DisplayPath(r.Name))}
	case f.diff.Len() == 0:
		r.Warnings = append(r.Warnings, "nothing was changed: --diff has no effect")
	}
	return f, nil
}

func (f *focus) add(text string) {
	if room := maxFocus - f.text.Len(); room > 0 {
		f.text.WriteString(text[:min(len(text), room)] + "\n")
	}
}

// near resolves a path with an optional line.
func (f *focus) near(ctx context.Context, r *Ranking, all []*File, place string) error {
	name, line := place, 0
	if before, digits, ok := cutLast(place, ":"); ok {
		if n, err := strconv.Atoi(digits); err == nil && n > 0 {
			name, line = before, n
		}
	}
	file, err := findFile(all, name, r.Name)
	switch {
	case err != nil:
		return err
	case file.Skip != source.None:
		return fmt.Errorf("%s is not packed: %s", render.DisplayPath(name), file.Skip.Sentence())
	}
	text, skip, err := file.Text(ctx)
	if skip != source.None {
		if err == nil {
			err = fmt.Errorf("%s", skip.Sentence())
		}
		return fmt.Errorf("read %s: %w", render.DisplayPath(name), err)
	}
	if line > text.Lines {
		return fmt.Errorf("%s has %s and no line %s", render.DisplayPath(name), humanize.Count(text.Lines, "line"), humanize.Comma(line))
	}
	f.files[file] = true
	if line == 0 {
		f.add(text.Content)
		return nil
	}
	file.Lines = append(file.Lines, render.Range{Start: line, End: line})
	f.add(lineindex.New(text.Content).Slice(line-nearLines, line+nearLines))
	return nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// changed finds the files of a tree that changed in a range, their changed lines in the work tree, and the diff.
func (f *focus) changed(ctx context.Context, t *tree, files []*File, o Options) error {
	c, err := gitstats.Compare(ctx, t.Top, o.Task.Range, o.ObjectsFrom)
	if err != nil {
		return err
	}
	past, err := gitstats.OpenPast(t.Top, o.ObjectsFrom, 64<<20)
	if err != nil {
		return err
	}
	defer past.Close()
	here := map[string]*File{}
	n := 0
	for _, file := range files {
		if file.tree.Top != t.Top {
			continue
		}
		here[file.Path] = file
		before, after := c.Before[file.Path], file.Contents.Blob
		if c.After != nil {
			after = c.After[file.Path]
		}
		if before == after || n == maxChanged {
			continue
		}
		n++
		if err := f.change(ctx, past, file, before, after); err != nil {
			return err
		}
	}
	f.removed(c, here, t)
	return ctx.Err()
}

// change marks the changes in a file.
func (f *focus) change(ctx context.Context, past *gitstats.Past, file *File, before, after string) error {
	text, skip, err := file.Text(ctx)
	if skip != source.None {
		return err // a file deleted meanwhile is reported when it is packed
	}
	old := ""
	if before != "" {
		blob, err := past.Blob(ctx, before)
		if err != nil {
			return err
		}
		old = f.vault.CleanFile(file.Path, asText(blob))
	}
	current := text.Content
	if after != file.Contents.Blob {
		if after == "" {
			return nil // it was created later
		}
		blob, err := past.Blob(ctx, after)
		if err != nil {
			return err
		}
		current = f.vault.CleanFile(file.Path, asText(blob))
	}
	edits := recent.Diff(old, current)
	if len(edits) == 0 {
		return nil // only line ends differ
	}
	f.files[file] = true
	spots := recent.Texts(edits, recent.Lines)
	if current != text.Content {
		spots = recent.Carry(spots, recent.Diff(current, text.Content), recent.Lines)
	}
	lineOf := func(s recent.Range) render.Range { return render.Range{Start: s.Start + 1, End: max(s.End, s.Start+1)} }
	file.Lines = append(file.Lines, mapped.Of(spots, lineOf)...)
	f.diff.WriteString(unifiedDiff(file.Name, old, before == "", current, edits))
	lines := lineindex.New(old)
	for _, e := range edits {
		if e.End > e.Start {
			f.add(lines.Slice(e.Start+1, e.End))
		}
		f.add(e.Text)
	}
	return nil
}

// asText converts a blob to text like source.Text.
func asText(blob []byte) string {
	return strings.ToValidUTF8(strings.TrimPrefix(string(blob), "\uFEFF"), "\uFFFD")
}

// removed lists the files that no longer exist.
func (f *focus) removed(c *gitstats.Comparison, here map[string]*File, t *tree) {
	for _, name := range slices.Sorted(maps.Keys(c.Before)) {
		if t.Sub != "" && !strings.HasPrefix(name, t.Sub+"/") {
			continue
		}
		if c.After != nil {
			if _, ok := c.After[name]; ok {
				continue
			}
		} else if here[name] != nil || t.Tree.Exists(name) {
			continue
		}
		fmt.Fprintf(&f.diff, "--- %s\n+++ /dev/null\n", diffName("a/", f.vault.Clean(name)))
		f.add(name)
	}
}
