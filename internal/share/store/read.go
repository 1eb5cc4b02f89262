package store

import (
	"context"
	"slices"

	"ctxpack/compressor/history"
	"ctxpack/internal/text/jsondoc"
)

// Records returns all records of a session in file order: messages, its start, compactions, and records of later
// versions.
func (s *Store) Records(ctx context.Context, session string) ([]history.Record, Problems, error) {
	var found []history.Record
	var f history.Fields
	var id []byte
	problems, err := s.each(ctx, func(line []byte, number int) error {
		if err := f.Scan(line); err != nil {
			return err
		}
		if id = jsondoc.AppendText(id[:0], f.Session); string(id) != session {
			return nil
		}
		r, err := history.ParseRecord(line, number)
		if err == nil {
			found = append(found, r)
		}
		return err
	})
	return found, problems, err
}

// Query is a search.
type Query struct {
	Matcher *history.Matcher // nil finds nothing
	Role    string           // "" for any
	Limit   int              // maximum number of returned messages, at least 1
}

// Found is the result of a search.
type Found struct {
	Messages []history.Record // newest first
	Total    int              // how many match
}

// Search finds messages.
func (s *Store) Search(ctx context.Context, q Query) (Found, Problems, error) {
	var found Found
	if q.Matcher == nil {
		return found, Problems{}, nil
	}
	var f history.Fields
	problems, err := s.each(ctx, func(line []byte, number int) error {
		err := f.Scan(line)
		isMessage := err == nil && f.Kind == history.MessageKind && (q.Role == "" || string(jsondoc.AppendText(nil, f.Role)) == q.Role)
		if !isMessage || !q.Matcher.Match(f.Content) {
			return err
		}
		r, err := history.ParseRecord(line, number)
		if err != nil {
			return err
		}
		found.Total++
		found.Messages = append(found.Messages, r)
		// Older ones are released.
		if n := len(found.Messages) - q.Limit; n > q.Limit {
			found.Messages = slices.Delete(found.Messages, 0, n)
		}
		return nil
	})
	found.Messages = found.Messages[max(0, len(found.Messages)-q.Limit):]
	slices.Reverse(found.Messages)
	return found, problems, err
}
