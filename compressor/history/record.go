package history

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

// Kind is the kind of a record.
type Kind uint8

// The kinds. A record without the member "kind" is a message. The other kinds have it, so that no
// program mistakes them for messages.
const (
	MessageKind    Kind = iota // a message was said
	SessionKind                // a session was started
	CompactionKind             // a context was compacted, see Mark
	OtherKind                  // from a later release
)

// The values of the member "kind".
const (
	messageKindName    = "message"
	sessionKindName    = "session"
	compactionKindName = "compaction"
	tiersKindName      = "tiers" // see Stability; no record of the conversation
)

// The roles of messages. Only the first two are stored.
const (
	User      = "user"
	Assistant = "assistant"
	Tool      = "tool" // tool results

	roleSystem = "system"
)

// Fields are the members of a record that ctxpack reads, as the JSON text in the record's line; nil for one that is
// missing or null.
type Fields struct {
	ID, Session, Timestamp, Role, Content []byte // strings, with their quotes
	Images, Detail                        []byte
	Kind                                  Kind
}

// Scan finds the fields of the record in a line, as parts of it. The error is the reason why the line holds no
// record: it is not UTF-8 or no JSON object, a known name is repeated or has the wrong type, or it has no session
// or no role.
func (f *Fields) Scan(line []byte) error {
	*f = Fields{}
	if !utf8.Valid(line) {
		return errors.New("it is not UTF-8")
	}
	s := scanner{Src: line}
	if s.Space(); s.Peek() != '{' {
		if _, fault := s.Value(); fault != nil {
			return notJSON(fault)
		}
		return errors.New("it is not an object")
	}
	var kind, files, modified, edits []byte
	slots := [...]slot{
		{"id", &f.ID, '"'}, {"session_id", &f.Session, '"'}, {"timestamp", &f.Timestamp, '"'}, {"role", &f.Role, '"'},
		{"content", &f.Content, '"'}, {"kind", &kind, '"'}, {"files", &files, '['}, {"files_modified", &modified, '['},
		{"edit_results", &edits, '['}, {"image_refs", &f.Images, '['}, {"compaction", &f.Detail, '{'},
	}
	var err error
	fault := s.Object(func(name jsondoc.Span) *jsondoc.Fault {
		value, fault := s.Value()
		if fault == nil && err == nil {
			err = take(slots[:], line[name.From:name.To], line[value.From:value.To])
		}
		return fault
	})
	if s.Space(); fault == nil && s.Pos < len(line) {
		fault = s.Failf(s.Pos, "something follows the object")
	}
	switch {
	case err != nil:
		return err
	case fault != nil:
		return notJSON(fault)
	}
	for _, field := range slots {
		if v := *field.value; v != nil && v[0] == 'n' {
			*field.value = nil
		} else if v != nil && v[0] != field.first {
			return fmt.Errorf("%s is not %s", field.name, map[byte]string{'"': "a string", '[': "an array", '{': "an object"}[field.first])
		}
	}
	return f.check(kind)
}

// A slot is the destination of a member's value, and the value's first byte.
type slot struct {
	name  string
	value *[]byte
	first byte
}

// scanner scans lines without building values: a store may hold millions of records of which a command needs a few
// fields.
type scanner = jsondoc.Scanner[[]byte]

// notJSON returns why a line holds no record. The caller adds the line number.
func notJSON(f *jsondoc.Fault) error {
	if f.Ended {
		return errors.New("it ends inside a JSON value")
	}
	return fmt.Errorf("it is not JSON: byte %d: %s", f.Offset+1, f.Text)
}

// take stores the value of a member, whose name is in quotes, in its slot.
func take(slots []slot, name, value []byte) error {
	if bytes.IndexByte(name, '\\') >= 0 {
		name = jsondoc.Encode(text(name))
	}
	for i := range slots {
		if string(name[1:len(name)-1]) != slots[i].name {
			continue
		}
		if *slots[i].value != nil {
			return fmt.Errorf("%s occurs twice", name)
		}
		*slots[i].value = value
		break
	}
	return nil
}

// check applies the rules that make an object a record of a store.
func (f *Fields) check(kind []byte) error {
	if f.Kind = OtherKind; kind == nil {
		f.Kind = MessageKind
	} else if i := slices.Index([]string{messageKindName, sessionKindName, compactionKindName}, text(kind)); i >= 0 {
		f.Kind = Kind(i)
	}
	switch role := text(f.Role); {
	case len(f.Session) <= len(`""`):
		return errors.New("it has no session_id")
	case f.Kind == MessageKind && role != User && role != Assistant:
		return errors.New("its role is neither user nor assistant")
	case f.Kind == CompactionKind && f.Detail == nil:
		return errors.New("it is a compaction without details")
	}
	return nil
}

// Record is one record of a session.
type Record struct {
	Kind      Kind
	ID        string // may be empty in a hand-written file
	Session   string
	Timestamp string // ISO 8601 UTC, as written
	Role      string
	Content   string
	ImageRefs []string
	Line      int    // in the store, from 1
	JSON      string // the record as stored

	mark *Mark // set for a compaction
}

// ParseRecord parses the record in a line. The error is that of [Fields.Scan], or reports that image references are
// not strings or that a compaction is malformed.
func ParseRecord(line []byte, number int) (Record, error) {
	var f Fields
	if err := f.Scan(line); err != nil {
		return Record{}, err
	}
	r := Record{
		Kind: f.Kind, ID: text(f.ID), Session: text(f.Session), Timestamp: text(f.Timestamp), Role: text(f.Role), Content: text(f.Content),
		Line: number, JSON: string(bytes.TrimSpace(line)),
	}
	if f.Images != nil {
		list, err := jsondoc.Parse(f.Images, jsondoc.Options{Repeated: true})
		if err == nil && jsondoc.Each(&r.ImageRefs, jsondoc.TextOf)(list) != nil {
			err = errors.New("an item is not a string")
		}
		if err != nil {
			return Record{}, fmt.Errorf("image_refs: %w", err)
		}
	}
	var err error
	if r.Kind == CompactionKind {
		if r.mark, err = parseMark(f.Detail); err != nil {
			return Record{}, fmt.Errorf("compaction: %w", err)
		}
	}
	return r, nil
}

// Hidden reports whether a record has no content of the conversation.
func (r *Record) Hidden() bool {
	return r.Kind == OtherKind && strings.Contains(r.JSON, `"kind":"`+tiersKindName+`"`)
}

// key returns a message's name in a compaction: its id or, without one, its content, which does not depend on its
// position. again is the number of earlier records with the same content.
func (r *Record) key(again int) string {
	if r.ID != "" {
		return r.ID
	}
	sum := sha256.Sum256([]byte(r.JSON))
	return fmt.Sprintf("%x-%d", sum[:8], again)
}

// message returns the message for a model: its text or, if it only has images, their number.
func (r *Record) message() Message {
	m := Message{Role: r.Role, Content: r.Content}
	m.Images = mapped.Of(r.ImageRefs, func(ref string) Image { return Image{Ref: ref} })
	if m.Content == "" && len(m.Images) > 0 {
		m.Content = "[" + humanize.Count(len(m.Images), "image") + "]"
	}
	return m
}

// text decodes a JSON string, "" for none.
func text(quoted []byte) string { return string(jsondoc.AppendText(nil, quoted)) }
