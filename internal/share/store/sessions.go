package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"ctxpack/compressor/history"
	"ctxpack/internal/text/jsondoc"
)

// Session is an entry of the list of sessions.
type Session struct {
	ID        string `json:"session_id"`
	Time      string `json:"timestamp"` // time of its last activity; "" if no record has a time
	Count     int    `json:"message_count"`
	Preview   string `json:"preview"`    // the start of its first message
	FirstRole string `json:"first_role"` // role of its first message; "" if it has none
}

// tally collects the data of a session while the file is read.
type tally struct {
	Session
	last time.Time // zero for none
	line int       // line of its last record
}

// Sessions lists the sessions by last activity, newest first; for equal times, the one later in the file is first.
// Activity is a message or the session's start. limit is the maximum number listed, 0 for all. Problems are the
// lines that were skipped.
func (s *Store) Sessions(ctx context.Context, limit int) (list []Session, problems Problems, err error) {
	byID := map[string]*tally{}
	var f history.Fields
	var id []byte
	problems, err = s.each(ctx, func(line []byte, number int) error {
		if err := f.Scan(line); err != nil {
			return err
		}
		if f.Kind != history.MessageKind && f.Kind != history.SessionKind {
			return nil
		}
		id = jsondoc.AppendText(id[:0], f.Session)
		t := byID[string(id)]
		if t == nil {
			t = &tally{Session: Session{ID: string(id)}}
			byID[t.ID] = t
		}
		t.saw(&f, number)
		return nil
	})
	for _, t := range slices.SortedFunc(maps.Values(byID), func(a, b *tally) int {
		return cmp.Or(b.last.Compare(a.last), cmp.Compare(b.line, a.line))
	}) {
		if limit > 0 && len(list) == limit {
			break
		}
		if !t.last.IsZero() {
			t.Time = t.last.UTC().Format(timestampForm)
		}
		list = append(list, t.Session)
	}
	return list, problems, err
}

func (t *tally) saw(f *history.Fields, line int) {
	const previewLength = 100 // characters of the first message
	t.line = line
	if at, err := time.Parse(time.RFC3339Nano, string(jsondoc.AppendText(nil, f.Timestamp))); err == nil && at.After(t.last) {
		t.last = at
	}
	if f.Kind != history.MessageKind {
		return
	}
	if t.Count++; t.Count == 1 {
		t.FirstRole = string(jsondoc.AppendText(nil, f.Role))
		t.Preview = fmt.Sprintf("%.*s", previewLength, jsondoc.AppendText(nil, f.Content))
	}
}
