package history

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

// Mark is the record of a compaction: the decision, its inputs, and how to apply it. It names messages by their
// ids, so that it is valid whatever is appended later.
type Mark struct {
	Case          Case          `json:"case"`
	Through       string        `json:"through,omitempty"` // the last message of the removed beginning
	Kept          []string      `json:"kept,omitempty"`    // messages up to it that stay, before the inserted ones
	Removed       int           `json:"removed"`           // number of removed messages
	Insert        []MarkMessage `json:"insert,omitempty"`  // the replacement
	VerbatimStart int           `json:"verbatim_start"`
	Boundary      *Boundary     `json:"boundary,omitempty"`
	TokensBefore  int           `json:"tokens_before"`
	TokensAfter   int           `json:"tokens_after"`
	Undoes        string        `json:"undoes,omitempty"` // the reverted record, for CaseUndo
}

// MarkMessage is a message inserted by a compaction.
type MarkMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

func parseMark(data []byte) (*Mark, error) {
	// For a repeated name, encoding/json would use the last value.
	if _, err := jsondoc.Parse(data, jsondoc.Options{}); err != nil {
		return nil, errors.New("a name occurs twice in it")
	}
	var m Mark
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, errors.New("its members have other types than ctxpack writes")
	}
	switch m.Case {
	case CaseTruncate, CaseSummarize, CaseEmergency:
	case CaseUndo:
		return &m, nil
	default:
		return nil, fmt.Errorf("unknown case %q", m.Case)
	}
	if m.Through == "" {
		return nil, errors.New("it names no message")
	}
	for _, i := range m.Insert {
		if i.Role != User && i.Role != Assistant {
			return nil, fmt.Errorf("unknown role %q", i.Role)
		}
	}
	return &m, nil
}

// Line returns the record of a compaction as a line of the store.
func (m *Mark) Line(id, session, timestamp string) []byte {
	return jsondoc.Encode(struct {
		recordHead
		Compaction *Mark `json:"compaction"`
	}{recordHead{compactionKindName, id, session, timestamp}, m})
}

// Item is a message of a context.
type Item struct {
	Message
	Key string // its name in a Mark
}

// State is the state of a session after its records.
type State struct {
	Items   []Item   // the context: the input of a model
	Applied []string // ids of the effective compactions, oldest first
	// Ignored gives, for each compaction that cannot be applied, the reason: a message that it names no longer
	// exists. Nothing is removed then.
	Ignored []string
}

// Messages returns the messages of the context.
func (s *State) Messages() []Message {
	return mapped.Of(s.Items, func(item Item) Message { return item.Message })
}

// Context replays the records of a session: its messages in the order of the store, with each compaction that was
// not reverted applied at its place.
func Context(records []Record) State {
	var s State
	undone := map[string]bool{}
	for _, r := range records {
		if r.Kind == CompactionKind && r.mark.Case == CaseUndo {
			undone[r.mark.Undoes] = true
		}
	}
	said := map[string]int{} // number of records without an id, by content
	for _, r := range records {
		key := r.key(said[r.JSON])
		if r.ID == "" {
			said[r.JSON]++
		}
		switch {
		case r.Kind == MessageKind:
			s.Items = append(s.Items, Item{Message: r.message(), Key: key})
		case r.Kind != CompactionKind || r.mark.Case == CaseUndo || undone[key]:
		case s.apply(r.mark, key):
			s.Applied = append(s.Applied, key)
		default:
			s.Ignored = append(s.Ignored, fmt.Sprintf("compaction %s is not applied: a message that it removes is not there", key))
		}
	}
	return s
}

// apply applies a compaction; false if that is impossible.
func (s *State) apply(m *Mark, key string) bool {
	head := slices.IndexFunc(s.Items, func(i Item) bool { return i.Key == m.Through }) + 1
	if head == 0 {
		return false
	}
	rest := s.Items[head:]
	s.Items = slices.DeleteFunc(slices.Clone(s.Items[:head]), func(i Item) bool { return !slices.Contains(m.Kept, i.Key) })
	for i, inserted := range m.Insert {
		s.Items = append(s.Items, Item{Message: Message{Role: inserted.Role, Content: inserted.Content}, Key: fmt.Sprintf("%s/%d", key, i)})
	}
	s.Items = append(s.Items, rest...)
	return true
}

// Mark returns the record of a compaction of this context, nil if it changes nothing.
func (s *State) Mark(c *Compaction) *Mark {
	if c.Dropped == 0 && len(c.Insert) == 0 {
		return nil
	}
	m := &Mark{
		Case: c.Case, Removed: c.Dropped - len(c.Kept), VerbatimStart: c.VerbatimStart,
		TokensBefore: c.TokensBefore, TokensAfter: c.TokensAfter, Through: s.Items[c.Dropped-1].Key,
	}
	if c.Case != CaseEmergency {
		m.Boundary = &c.Boundary
	}
	m.Kept = mapped.Of(c.Kept, func(i int) string { return s.Items[i].Key })
	m.Insert = mapped.Of(c.Insert, func(i Message) MarkMessage { return MarkMessage{i.Role, i.Content} })
	return m
}

// UndoMark returns a record that reverts the last effective compaction, nil if there is none.
func (s *State) UndoMark() *Mark {
	if len(s.Applied) == 0 {
		return nil
	}
	return &Mark{Case: CaseUndo, Undoes: s.Applied[len(s.Applied)-1]}
}

// Note describes a record that is not a message in one line, "" for others.
func (r *Record) Note() string {
	if r.Kind != CompactionKind {
		return ""
	}
	m := r.mark
	done := "removed from the context"
	switch m.Case {
	case CaseUndo:
		return fmt.Sprintf("undo: compaction %s is reverted", m.Undoes)
	case CaseSummarize:
		done = "replaced by a summary"
	}
	return fmt.Sprintf("%s: %s %s, %s tokens before, %s after",
		m.Case, humanize.Count(m.Removed, "message"), done, humanize.Comma(m.TokensBefore), humanize.Comma(m.TokensAfter))
}
