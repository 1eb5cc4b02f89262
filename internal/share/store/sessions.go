package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"ctxpack/compressor/history"
)

// Session is what a list of sessions says of one.
type Session struct {
	ID        string `json:"session_id"`
	Time      string `json:"timestamp"` // of its last activity; "" if no record has a time
	Count     int    `json:"message_count"`
	Preview   string `json:"preview"`    // the beginning of its first message
	FirstRole string `json:"first_role"` // of its first message; "" if it has none
}

// Sessions calls visit for each session, the one with the newest activity first;
// of those with the same time the one that stands later in the file. Activity is
// a message or the session's start. limit is the most that are visited, 0 for
// all. It returns the lines that were skipped, and the error of visit.
func (s *Store) Sessions(ctx context.Context, limit int, visit func(Session) error) (Problems, error) {
	all := newTallies()
	parts := make([]*tallies, s.jobs())
	problems, err := scan(ctx, s, func(slot int, b *block) *tallies {
		if parts[slot] == nil {
			parts[slot] = newTallies()
		}
		tallyBlock(parts[slot], b)
		return parts[slot]
	}, func(part *tallies, _ int) { all.merge(part) })
	if err != nil {
		return problems, err
	}
	order := make([]int32, all.count)
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		a, b := all.at(int(i)), all.at(int(j))
		return cmp.Or(cmp.Compare(b.last, a.last), cmp.Compare(b.position, a.position))
	})
	if limit > 0 && len(order) > limit {
		order = order[:limit]
	}
	return problems, s.describe(ctx, all, order, visit)
}

// tallyBlock gathers the sessions of a block.
func tallyBlock(t *tallies, b *block) {
	t.reset()
	var f history.Fields
	var id []byte
	b.each(func(line []byte, _ int, offset int64) error {
		if err := f.Scan(line); err != nil {
			return err
		}
		if f.Kind != history.MessageKind && f.Kind != history.SessionKind {
			return nil
		}
		id = history.AppendText(id[:0], f.Session)
		session := t.of(id)
		session.position = offset + 1
		session.last = max(session.last, parseTime(f.Timestamp))
		if f.Kind == history.MessageKind {
			if session.count == 0 {
				session.offset, session.first = offset, int32(len(line))
			}
			session.count++
		}
		return nil
	})
}

// describe reads the first messages of sessions again.
func (s *Store) describe(ctx context.Context, all *tallies, order []int32, visit func(Session) error) error {
	f, err := s.open()
	if f == nil || err != nil {
		return err
	}
	for _, i := range order {
		if err = ctx.Err(); err != nil {
			break
		}
		t := all.at(int(i))
		session := Session{ID: string(all.name(t)), Count: int(t.count)}
		if t.last != noTime {
			session.Time = time.Unix(0, t.last).UTC().Format(timestampForm)
		}
		if err = session.preview(f, t); err != nil {
			err = fmt.Errorf("read %s: %w", s.Path(), err)
			break
		}
		if err = visit(session); err != nil {
			break
		}
	}
	return errors.Join(err, f.Close())
}

// previewLength is how many characters of the first message are shown.
const previewLength = 100

// preview fills in what the first message tells.
func (session *Session) preview(f *os.File, t *tally) error {
	if t.offset < 0 {
		return nil
	}
	line := make([]byte, t.first)
	if _, err := f.ReadAt(line, t.offset); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	var fields history.Fields
	if fields.Scan(line) != nil {
		return errors.New("it has changed while it was read")
	}
	session.FirstRole = string(history.AppendText(nil, fields.Role))
	session.Preview = beginning(string(history.AppendText(nil, fields.Content)), previewLength)
	return nil
}

// beginning returns the first n characters of a text.
func beginning(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
