package history

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"ctxpack/internal/text/jsondoc"
)

// FuzzScan checks that records are exactly the objects that encoding/json accepts, with the same texts.
func FuzzScan(f *testing.F) {
	for _, s := range []string{
		`{}`, `[]`, ``, `{"a"}`, `{"a":1,}`, `{"id":"1","session_id":"s","role":"user","content":"hi"}`,
		`{"a":01}`, `{"a":nul`, `{"content":"\u00e9\ud83d\ude00\ud83d"}`, `{"role":"user"} x`, `{"\u0069d":"x","id":"y"}`, "{\"a\":\"\xff\"}",
		`{"content":"é日本😀"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var fields Fields
		err := fields.Scan(line)
		want := json.Valid(line) && utf8.Valid(line) && bytes.HasPrefix(bytes.TrimLeft(line, " \t\r\n"), []byte("{"))
		if err == nil && !want {
			t.Fatalf("accepted %q", line)
		}
		for _, why := range []string{"it is not JSON", "it ends inside", "it is not UTF-8", "it is not an object"} {
			if err != nil && want && strings.HasPrefix(err.Error(), why) {
				t.Fatalf("refused %q: %v", line, err)
			}
		}
		if err != nil || fields.Content == nil || fields.Content[0] != '"' {
			return
		}
		var s string
		if err := json.Unmarshal(fields.Content, &s); err != nil {
			t.Fatal(err)
		}
		if got := text(fields.Content); got != s {
			t.Fatalf("text %q, want %q", got, s)
		}
	})
}

func TestFields(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, line, err string }{
		{"message", `{"id":"1","session_id":"s","role":"user","content":"hi"}`, ""},
		{"escaped names", `{"\u0069d":"1","session\u005fid":"s","ro\u006ce":"assistant"}`, ""},
		{"escaped role", `{"session_id":"s","role":"\u0075ser"}`, ""},
		{"nulls", `{"session_id":"s","role":"user","content":null,"files":null,"kind":null}`, ""},
		{"unknown fields", `{"session_id":"s","role":"user","x":{"role":"system"},"Role":1}`, ""},
		{"unknown names twice", `{"session_id":"s","role":"user","x":1,"x":2}`, ""},
		{"session", `{"kind":"session","session_id":"s"}`, ""},
		{"later kind", `{"kind":"note","session_id":"s"}`, ""},
		{"explicit kind", `{"kind":"message","session_id":"s","role":"user"}`, ""},
		{"array", `[1]`, "it is not an object"},
		{"number", `1`, "it is not an object"},
		{"half", `{"id":"1","sess`, "it ends inside a JSON value"},
		{"two", `{"session_id":"s","role":"user"}{}`, "something follows the object"},
		{"not UTF-8", "{\"session_id\":\"\xff\"}", "it is not UTF-8"},
		{"role twice", `{"session_id":"s","role":"user","role":"assistant"}`, `"role" occurs twice`},
		{"role twice, escaped", `{"session_id":"s","role":"user","\u0072ole":"assistant"}`, `"role" occurs twice`},
		{"no session", `{"role":"user"}`, "no session_id"},
		{"empty session", `{"session_id":"","role":"user"}`, "no session_id"},
		{"no role", `{"session_id":"s"}`, "role"},
		{"other role", `{"session_id":"s","role":"system"}`, "role"},
		{"session is a number", `{"session_id":1,"role":"user"}`, "session_id is not a string"},
		{"content is an array", `{"session_id":"s","role":"user","content":[]}`, "content is not a string"},
		{"files is a string", `{"session_id":"s","role":"user","files":"a"}`, "files is not an array"},
		{"compaction without details", `{"kind":"compaction","session_id":"s"}`, "without details"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var f Fields
			err := f.Scan([]byte(c.line))
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("error %v, want %q", err, c.err)
			}
		})
	}
}

func TestParseRecord(t *testing.T) {
	t.Parallel()
	line := ` {"id":"1-a","x":1.50,"session_id":"s","timestamp":"2024-01-02T03:04:05Z","role":"user","content":"a\nb\ud83d\ude00",` +
		`"image_refs":["images/a","b\/c"]} `
	r, err := ParseRecord([]byte(line), 7)
	if err != nil {
		t.Fatal(err)
	}
	if r.ID != "1-a" || r.Session != "s" || r.Timestamp != "2024-01-02T03:04:05Z" || r.Content != "a\nb😀" || r.Line != 7 || r.Kind != MessageKind {
		t.Errorf("record %+v", r)
	}
	if len(r.ImageRefs) != 2 || r.ImageRefs[1] != "b/c" {
		t.Errorf("images %q", r.ImageRefs)
	}
	if r.JSON != strings.TrimSpace(line) {
		t.Errorf("JSON %s", r.JSON)
	}
	for _, bad := range []string{
		`{"session_id":"s","role":"user","image_refs":[1]}`,
		`{"session_id":"s","kind":"compaction","compaction":{}}`,
		`{"session_id":"s","kind":"compaction","compaction":{"case":"truncate"}}`,
		`{"session_id":"s","kind":"compaction","compaction":{"case":"truncate","through":1}}`,
		`{"session_id":"s","kind":"compaction","compaction":{"case":"truncate","through":"a","through":"b"}}`,
		`{"session_id":"s","kind":"compaction","compaction":{"case":"summarize","through":"a","insert":[{"role":"system"}]}}`,
	} {
		if _, err := ParseRecord([]byte(bad), 1); err == nil {
			t.Errorf("accepted %s", bad)
		}
	}
}

func parseDraft(data []byte) (Draft, error) {
	v, err := jsondoc.Parse(data, jsondoc.Options{})
	if err != nil {
		return Draft{}, err
	}
	return draftOf(v)
}

func TestDraft(t *testing.T) {
	t.Parallel()
	d, err := parseDraft([]byte("\uFEFF" + `{"role":"user", "x": {"b": 1.0,
		"a": 12345678901234567890}, "content": "<hi> \u00e9", "files": ["a"], "edit_results": [{}], "image_refs": ["images/1"]}`))
	if err != nil {
		t.Fatal(err)
	}
	d.ID, d.Session, d.Timestamp = "1-a", "s", "t"
	want := `{"id":"1-a","session_id":"s","timestamp":"t","role":"user","content":"<hi> é","image_refs":["images/1"],"x":{"b":1.0,` +
		`"a":12345678901234567890},"files":["a"],"edit_results":[{}]}`
	if got := string(d.Line()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, c := range []struct{ input, err string }{
		{`[]`, "want an object"},
		{`{"role":"system"}`, "/role: want user or assistant"},
		{`{"role":"user","role":"user"}`, "occurs twice"},
		{`{"kind":"compaction"}`, "/kind: the name is kept"},
		{`{"session_id":"a\nb"}`, "/session_id: a session id has"},
		{`{"session_id":""}`, "/session_id"},
		{`{"session_id":"latest"}`, "/session_id: a session cannot be named"},
		{`{"files":[1]}`, "/files/0: want a string"},
		{`{"edit_results":1}`, "/edit_results: want an array"},
		{`{"content":1}`, "/content: want a string"},
		{`{"content":"a"} {"content":"b"}`, "line 1"},
	} {
		if _, err := parseDraft([]byte(c.input)); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q", c.input, err, c.err)
		}
	}
}

// FuzzDraft checks that appended records are read back unchanged.
func FuzzDraft(f *testing.F) {
	f.Add("user", "a\nb\u2028\x00<&>\"\\", `{"x":1}`)
	f.Add("assistant", "", `{"id":null,"kind":null,"\u0069d":"x"}`)
	f.Fuzz(func(t *testing.T, role, content, document string) {
		if d, err := parseDraft([]byte(document)); err == nil {
			d.Session = "s"
			if d.Role == "" {
				d.Role = User
			}
			if _, err := ParseRecord(d.Line(), 1); err != nil {
				t.Fatalf("%s became %s: %v", document, d.Line(), err)
			}
		}
		if !utf8.ValidString(content) || role != User && role != Assistant {
			return
		}
		line := Draft{ID: "1", Session: "s", Role: role, Content: content}.Line()
		if bytes.IndexByte(line, '\n') >= 0 {
			t.Fatal("a line end inside a record")
		}
		r, err := ParseRecord(line, 1)
		if err != nil || r.Role != role || r.Content != content {
			t.Fatalf("%q became %q, %v", content, r.Content, err)
		}
	})
}
