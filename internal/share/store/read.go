package store

import (
	"context"
	"slices"

	"ctxpack/compressor/history"
)

// Records returns all records of a session in the order of the file: messages,
// its start, compactions, and what a later release may have written.
func (s *Store) Records(ctx context.Context, session string) ([]history.Record, Problems, error) {
	var all []history.Record
	problems, err := scan(ctx, s, func(_ int, b *block) []history.Record {
		var found []history.Record
		var f history.Fields
		var id []byte
		b.each(func(line []byte, number int, _ int64) error {
			if err := f.Scan(line); err != nil {
				return err
			}
			if id = history.AppendText(id[:0], f.Session); string(id) != session {
				return nil
			}
			r, err := history.ParseRecord(line, number)
			if err == nil {
				found = append(found, r)
			}
			return err
		})
		return found
	}, func(found []history.Record, before int) {
		for i := range found {
			found[i].Line += before
		}
		all = append(all, found...)
	})
	return all, problems, err
}

// Query says what to search for.
type Query struct {
	Matcher *history.Matcher // nil finds nothing
	Role    string           // "" for any
	Limit   int              // the most messages that are returned, 1 or more
}

// Found is what a search has found.
type Found struct {
	Messages []history.Record // the newest first
	Total    int              // how many match
}

// Search finds messages. Lines that cannot match are not decoded, so that a line
// that is no record is only noticed if it may.
func (s *Store) Search(ctx context.Context, q Query) (Found, Problems, error) {
	var found Found
	if q.Matcher == nil {
		return found, Problems{}, nil
	}
	searchers := make([]searcher, s.jobs())
	for i := range searchers {
		searchers[i] = searcher{query: q, matcher: q.Matcher.Clone()}
	}
	problems, err := scan(ctx, s, func(slot int, b *block) Found { return searchers[slot].search(b) },
		func(part Found, before int) {
			for i := range part.Messages {
				part.Messages[i].Line += before
			}
			found.Total += part.Total
			found.Messages = append(found.Messages, part.Messages...)
			// What is older than the newest ones is let go.
			if n := len(found.Messages) - q.Limit; n > q.Limit {
				found.Messages = slices.Delete(found.Messages, 0, n)
			}
		})
	if n := len(found.Messages) - q.Limit; n > 0 {
		found.Messages = found.Messages[n:]
	}
	slices.Reverse(found.Messages)
	return found, problems, err
}

// searcher searches blocks, one after another.
type searcher struct {
	query   Query
	matcher *history.Matcher
	places  []int
	fields  history.Fields
	hits    []hit
}

// hit is a line that matches.
type hit struct {
	line   []byte
	number int
}

func (s *searcher) search(b *block) Found {
	var found Found
	s.hits = s.hits[:0]
	visit := func(line []byte, number int, _ int64) error {
		ok, err := s.matches(line)
		if ok {
			found.Total++
			s.hits = append(s.hits, hit{line, number})
		}
		return err
	}
	places, all := s.matcher.May(b.data, s.places[:0])
	if s.places = places; all {
		b.each(visit)
	} else {
		slices.Sort(places)
		b.eachAt(places, visit)
	}
	for _, h := range s.hits[max(0, len(s.hits)-s.query.Limit):] {
		if r, err := history.ParseRecord(h.line, h.number); err == nil {
			found.Messages = append(found.Messages, r)
		} else {
			found.Total--
			b.problems.add(h.number, err)
		}
	}
	return found
}

// matches reports whether a line is a message that is searched for.
func (s *searcher) matches(line []byte) (bool, error) {
	if err := s.fields.Scan(line); err != nil || s.fields.Kind != history.MessageKind {
		return false, err
	}
	if s.query.Role != "" && string(history.AppendText(nil, s.fields.Role)) != s.query.Role {
		return false, nil
	}
	return s.matcher.Match(s.fields.Content), nil
}
