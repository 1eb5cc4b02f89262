package pipeline

import (
	"bytes"
	"context"
	"strings"

	"ctxpack/gitstats"
	"ctxpack/internal/bundle/view"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/mapped"
)

// maxFollowed is the maximum number of files of a commit whose changes are followed.
const maxFollowed = 20

// mostVersion is the maximum number of bytes of a version of a file that is read.
const mostVersion = 1 << 20

// leastLine is the minimum number of bytes of a line that is followed: shorter ones are everywhere.
const leastLine = 9

// follow finds the lines of files that come from commits whose messages are similar to the task. Such code often
// answers the task without having its words. Unreadable data is omitted, as in [gitstats.ReadLog]. The error is ctx's.
func (s *search) follow(ctx context.Context, borrow []string) error {
	opened := map[*tree]*gitstats.Past{}
	defer func() {
		for _, p := range opened {
			p.Close()
		}
	}()
	found := map[*File][]followed{}
	for k, c := range s.past {
		if c.Likeness == 0 || len(c.Files) > maxFollowed {
			continue
		}
		t := s.log[k].tree
		if opened[t] == nil {
			p, err := gitstats.OpenPast(t.Top, borrow, mostVersion)
			if err != nil {
				continue
			}
			opened[t] = p
		}
		byPath := mapped.By(mapped.Of(c.Files, func(i int) *File { return s.files[i] }), func(f *File) string { return f.Path })
		changes, _ := opened[t].Changes(ctx, s.log[k].id)
		for _, ch := range changes {
			if f := byPath[ch.Path]; f != nil && f.isCode() && ch.Before != "" {
				found[f] = append(found[f], followed{opened[t], ch, c.Likeness})
			}
		}
	}
	for _, f := range s.files { // in a fixed order, since reading stops at a limit
		f.follow(ctx, found[f])
	}
	return ctx.Err()
}

// followed is a change of a file by a commit.
type followed struct {
	past *gitstats.Past
	gitstats.Change
	likeness int
}

// follow finds the lines of changes that are still in the file.
func (f *File) follow(ctx context.Context, list []followed) {
	if len(list) == 0 {
		return
	}
	text, skip, _ := f.Text(ctx)
	if skip != source.None {
		return // packing reports it
	}
	numbers, n := map[string]int{}, 0 // 0 for a line that occurs twice
	for line := range strings.Lines(text.Content) {
		n++
		if line = strings.TrimSpace(line); len(line) >= leastLine {
			if _, twice := numbers[line]; twice {
				numbers[line] = 0
			} else {
				numbers[line] = n
			}
		}
	}
	for _, c := range list {
		before, lost := c.past.Blob(ctx, c.Before)
		after, err := c.past.Blob(ctx, c.After)
		if lost != nil || err != nil {
			continue
		}
		old, changed := present(numbers, n, before), view.Change{Likeness: c.likeness}
		for i, is := range present(numbers, n, after) {
			if is && !old[i] && i > 0 {
				changed.Lines = append(changed.Lines, i)
			}
		}
		f.Changes = append(f.Changes, changed)
	}
}

// present reports which of the n numbered lines a blob has.
func present(numbers map[string]int, n int, blob []byte) []bool {
	has := make([]bool, n+1)
	for line := range bytes.Lines(blob) {
		if i, ok := numbers[string(bytes.TrimSpace(line))]; ok {
			has[i] = true
		}
	}
	return has
}
