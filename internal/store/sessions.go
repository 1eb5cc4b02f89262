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
	ID        string `json:"id"`
	Time      string `json:"time"` // of its last activity; "" if no record has a time
	Count     int    `json:"message_count"`
	Preview   string `json:"preview"`    // the beginning of its first message
	FirstRole string `json:"first_role"` // of its first message; "" if it has none
}

// tally is what is gathered of a session while the file is read. There may be as
// many sessions as records, so it holds no text: that is read again for those
// that are listed.
type tally struct {
	id       string
	last     int64 // latest time, in nanoseconds of the Unix epoch
	position int64 // one more than the offset of its last record; 0 for none
	count    int32
	first    int32 // bytes of its first message
	offset   int64 // of its first message in the file
}

// tallies are the sessions of a part of a file.
type tallies struct {
	index map[string]int32
	list  []tally
}

func (t *tallies) of(id []byte) *tally {
	i, ok := t.index[string(id)]
	if !ok {
		if t.index == nil {
			t.index = map[string]int32{}
		}
		i = int32(len(t.list))
		name := string(id)
		t.index[name] = i
		t.list = append(t.list, tally{id: name, last: noTime, offset: -1})
	}
	return &t.list[i]
}

// noTime stands for a record without a time.
const noTime = -1 << 63

// Sessions lists the sessions, the one with the newest activity first; of those
// with the same time the one that stands later in the file. limit is the most
// that are listed, 0 for all. Activity is a message or the session's start.
func (s *Store) Sessions(ctx context.Context, limit int) ([]Session, Problems, error) {
	var all tallies
	problems, err := scan(ctx, s, tallyBlock, func(part tallies, _ int) {
		for i := range part.list {
			all.merge(&part.list[i])
		}
	})
	if err != nil {
		return nil, problems, err
	}
	slices.SortFunc(all.list, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.last, a.last), cmp.Compare(b.position, a.position))
	})
	if limit > 0 && len(all.list) > limit {
		all.list = all.list[:limit]
	}
	sessions, err := s.describe(ctx, all.list)
	return sessions, problems, err
}

// tallyBlock gathers the sessions of a block.
func tallyBlock(_ int, b *block) tallies {
	var t tallies
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
	return t
}

// merge adds what a block says of a session. Blocks come in the file's order.
func (t *tallies) merge(part *tally) {
	session := t.of([]byte(part.id))
	session.last = max(session.last, part.last)
	session.position = part.position
	if session.count == 0 {
		session.offset, session.first = part.offset, part.first
	}
	session.count += part.count
}

// previewLength is how many characters of the first message are shown.
const previewLength = 100

// describe reads the first messages of sessions again.
func (s *Store) describe(ctx context.Context, list []tally) ([]Session, error) {
	sessions := make([]Session, len(list))
	f, err := s.open()
	if f == nil || err != nil {
		return sessions[:0], err
	}
	for i := range list {
		if err = ctx.Err(); err == nil {
			sessions[i], err = describe(f, &list[i])
		}
		if err != nil {
			break
		}
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("read %s: %w", s.Path(), err)
	}
	return sessions, nil
}

func describe(f *os.File, t *tally) (Session, error) {
	session := Session{ID: t.id, Count: int(t.count)}
	if t.last != noTime {
		session.Time = time.Unix(0, t.last).UTC().Format(timestampForm)
	}
	if t.offset < 0 {
		return session, nil
	}
	line := make([]byte, t.first)
	if _, err := f.ReadAt(line, t.offset); err != nil && !errors.Is(err, io.EOF) {
		return session, err
	}
	var fields history.Fields
	if fields.Scan(line) != nil {
		return session, errors.New("it has changed while it was read")
	}
	session.FirstRole = string(history.AppendText(nil, fields.Role))
	session.Preview = beginning(string(history.AppendText(nil, fields.Content)), previewLength)
	return session, nil
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
