package history

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"ctxpack/internal/jsondoc"
)

// MessageID returns an id for a record: `{epoch_ms}-{uuid8}`. The first bytes of
// a random UUID stand for the whole.
func MessageID(epochMillis int64, random [4]byte) string {
	return fmt.Sprintf("%d-%s", epochMillis, hex.EncodeToString(random[:]))
}

// SessionID returns an id for a session: `sess_{epoch_ms}_{uuid6}`.
func SessionID(epochMillis int64, random [3]byte) string {
	return fmt.Sprintf("sess_%d_%s", epochMillis, hex.EncodeToString(random[:]))
}

// maxSession bounds what a session may be called, in bytes.
const maxSession = 200

// Latest stands for the session that goes on.
const Latest = "latest"

// CheckSession tells whether a session can have that id: any line of printable
// text of at most 200 bytes but "latest", which stands for another one.
func CheckSession(id string) error {
	if id == Latest {
		return fmt.Errorf("no session is called %q: it stands for the one that goes on", id)
	}
	if id == "" || len(id) > maxSession || strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Errorf("a session is called by 1 to %d bytes of printable text", maxSession)
	}
	return nil
}

// Draft is a message on its way into the store.
type Draft struct {
	ID, Session, Timestamp string // filled in by the store where they are empty
	Role, Content          string
	ImageRefs              []string
	rest                   []byte // further members, as JSON, each after a comma
}

// ParseDraft reads a record that a user gives: an object whose known members
// have their types. Members that are not known are kept as they are, those whose
// names begin a record that is no message are refused. Errors have a place.
func ParseDraft(data []byte) (Draft, error) {
	v, err := jsondoc.Parse(data, jsondoc.Options{})
	if err == nil {
		err = v.Want(jsondoc.Object)
	}
	if err != nil {
		return Draft{}, err
	}
	d := Draft{}
	for _, member := range []struct {
		name  string
		field *string
	}{{"id", &d.ID}, {"session_id", &d.Session}, {"timestamp", &d.Timestamp}, {"role", &d.Role}, {"content", &d.Content}} {
		if *member.field, err = v.StringOf(member.name); err != nil {
			return d, err
		}
	}
	if err := d.lists(v); err != nil {
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
	d.rest, err = otherMembers(v)
	return d, err
}

func (d *Draft) lists(v *jsondoc.Value) error {
	for _, name := range []string{"files", "files_modified", "image_refs"} {
		items, err := v.ItemsOf(name)
		if err != nil {
			return err
		}
		for _, item := range items {
			if err := item.Want(jsondoc.String); err != nil {
				return err
			}
			if name == "image_refs" {
				d.ImageRefs = append(d.ImageRefs, item.Text)
			}
		}
	}
	_, err := v.ItemsOf("edit_results")
	return err
}

// otherMembers returns the members of an object that Line does not write itself.
func otherMembers(object *jsondoc.Value) ([]byte, error) {
	var out bytes.Buffer
	for _, m := range object.Members {
		if slices.Contains([]string{"id", "session_id", "timestamp", "role", "content", "image_refs", "kind"}, m.Name) {
			continue
		}
		out.WriteString("," + m.RawName + ":")
		if err := json.Compact(&out, []byte(m.Value.Raw())); err != nil {
			return nil, fmt.Errorf("copy member %s: %w", m.RawName, err)
		}
	}
	return out.Bytes(), nil
}

// Line returns the record as the line that it is in the store.
func (d Draft) Line() []byte {
	var b bytes.Buffer
	member := func(before, name string, value any) {
		b.WriteString(before + `"` + name + `":`)
		b.Write(encode(value))
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

// SessionLine returns the record that starts a session.
func SessionLine(id, session, timestamp string) []byte {
	return encode(struct {
		Kind      string `json:"kind"`
		ID        string `json:"id"`
		Session   string `json:"session_id"`
		Timestamp string `json:"timestamp"`
	}{sessionKindName, id, session, timestamp})
}
