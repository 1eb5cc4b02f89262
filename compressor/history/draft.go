package history

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"ctxpack/internal/text/jsondoc"
)

// maxSession bounds the length of a session id, in bytes.
const maxSession = 200

// Latest denotes the latest session.
const Latest = "latest"

// CheckSession checks a session id: any line of printable text of at most 200 bytes except "latest", which denotes
// another one.
func CheckSession(id string) error {
	if id == Latest {
		return fmt.Errorf("a session cannot be named %q: that means the latest one", id)
	}
	if id == "" || len(id) > maxSession || strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Errorf("a session id has 1 to %d bytes of printable text", maxSession)
	}
	return nil
}

// Draft is a message to be stored.
type Draft struct {
	ID, Session, Timestamp string // filled in by the store if empty
	Role, Content          string
	ImageRefs              []string
	rest                   []byte // further members, as JSON, each after a comma
}

// ParseDrafts parses the user's input for the store: a record, several in an array or one per line, or a
// conversation in any shape that the package messages reads. Of a conversation it keeps the texts of user and
// assistant; left is the number of other messages. several is false for a single record. Errors have a place.
func ParseDrafts(data []byte) (drafts []Draft, several bool, left int, err error) {
	v, err := jsondoc.Parse(data, jsondoc.Options{})
	has := func(member string) bool { return v.Get(member) != nil }
	if err == nil && v.Kind == jsondoc.Object && !slices.ContainsFunc([]string{"messages", "input", "contents", "values"}, has) {
		d, err := draftOf(v)
		return []Draft{d}, false, 0, err
	}
	var list []*jsondoc.Value
	if err == nil {
		list = v.Items
	} else if lines, lineErr := jsondoc.ParseLines(data, jsondoc.Options{}); lineErr == nil && len(lines) > 1 {
		list = lines
	} else {
		return nil, false, 0, err
	}
	isRecord := func(item *jsondoc.Value) bool {
		role, content := item.Get("role"), item.Get("content")
		said := !role.Absent() && (role.Text == User || role.Text == Assistant) && !content.Absent() && content.Kind == jsondoc.String
		return said && item.Get("tool_calls").Absent()
	}
	if len(list) > 0 && !slices.ContainsFunc(list, func(item *jsondoc.Value) bool { return !isRecord(item) }) {
		for _, item := range list {
			d, err := draftOf(item)
			if err != nil {
				return nil, true, 0, err
			}
			drafts = append(drafts, d)
		}
		return drafts, true, 0, nil
	}
	c, err := ParseConversation(string(data))
	if err != nil {
		return nil, true, 0, err
	}
	left = len(c.System)
	for _, m := range c.Messages {
		if strings.TrimSpace(m.Content) == "" || m.Role == Tool {
			left++
			continue
		}
		drafts = append(drafts, Draft{Role: m.Role, Content: m.Content})
	}
	return drafts, true, left, nil
}

// draftOf parses a record from the user: an object whose known members have their types. It keeps unknown members,
// and refuses those whose names mark a record that is not a message. Errors have a place.
func draftOf(v *jsondoc.Value) (d Draft, err error) {
	var files []string
	names := jsondoc.Each(&files, jsondoc.TextOf)
	err = v.Read("id", &d.ID, "session_id", &d.Session, "timestamp", &d.Timestamp, "role", &d.Role, "content", &d.Content, "files", names,
		"files_modified", names, "image_refs", jsondoc.Each(&d.ImageRefs, jsondoc.TextOf),
		"edit_results", func(v *jsondoc.Value) error { return v.Want(jsondoc.Array) })
	if err != nil {
		return d, err
	}
	if k := v.Get("kind"); !k.Absent() && k.Text != messageKindName {
		return d, k.Errorf("the name is kept for records of ctxpack's own")
	}
	if r := v.Get("role"); !r.Absent() && d.Role != User && d.Role != Assistant {
		return d, r.Errorf("want %s or %s", User, Assistant)
	}
	if s := v.Get("session_id"); !s.Absent() {
		if err := CheckSession(d.Session); err != nil {
			return d, s.Errorf("%s", err)
		}
	}
	var rest bytes.Buffer
	for _, m := range v.Members {
		if slices.Contains([]string{"id", "session_id", "timestamp", "role", "content", "image_refs", "kind"}, m.Name) {
			continue // Line writes it
		}
		rest.WriteString("," + m.RawName + ":")
		if err := json.Compact(&rest, []byte(m.Value.Raw())); err != nil {
			return d, fmt.Errorf("copy member %s: %w", m.RawName, err)
		}
	}
	d.rest = rest.Bytes()
	return d, nil
}

// Line returns the record as a line of the store.
func (d Draft) Line() []byte {
	var b bytes.Buffer
	member := func(before, name string, value any) {
		b.WriteString(before + `"` + name + `":`)
		b.Write(jsondoc.Encode(value))
	}
	member("{", "id", d.ID)
	member(",", "session_id", d.Session)
	member(",", "timestamp", d.Timestamp)
	member(",", "role", d.Role)
	member(",", "content", d.Content)
	if len(d.ImageRefs) > 0 {
		member(",", "image_refs", d.ImageRefs)
	}
	b.Write(d.rest)
	b.WriteByte('}')
	return b.Bytes()
}

// recordHead is the start of every record but a message.
type recordHead struct {
	Kind      string `json:"kind"`
	ID        string `json:"id"`
	Session   string `json:"session_id"`
	Timestamp string `json:"timestamp"`
}

// SessionLine returns the record that starts a session.
func SessionLine(id, session, timestamp string) []byte {
	return jsondoc.Encode(recordHead{sessionKindName, id, session, timestamp})
}
