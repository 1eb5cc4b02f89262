package jsondoc

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", "line 1, column 1: there is no JSON document"},
		{"white space", " \n\t", "line 2, column 2: there is no JSON document"},
		{"only a byte order mark", "\uFEFF", "line 1, column 1: there is no JSON document"},
		{"cut off", "{\n \"a\": [1,", "line 2, column 10: the input ends where a value is expected"},
		{"bad byte", "{\n  \"a\": x}", "line 2, column 8: unexpected 'x' where a value is expected"},
		{"columns are characters", "[\"é\",x]", "line 1, column 6: unexpected 'x' where a value is expected"},
		{"behind a byte order mark", "\uFEFF[x]", "line 1, column 2: unexpected 'x' where a value is expected"},
		{"trailing", "{}\n{}", "line 2, column 1: the input goes on after the document"},
		{"not UTF-8", "[\"a\n\xff\"]", "line 2, column 1: the text is not valid UTF-8"},
		{"twice", `{"a":{"x/y~":1,` + "\n" + `"x/y~":2}}`, "line 2: /a/x~1y~0: the name occurs twice in its object"},
		{"too deep", strings.Repeat("[", 20_000), "line 1, column 10001: nested deeper than 10000 levels"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := Parse([]byte(c.in), Options{})
			if err == nil || err.Error() != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	v, err := Parse([]byte("\uFEFF{\"a\": [1, 2.50, \"s\\u00e9\", true, null, {}],\n\"A\": 1e2}\r\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := v.Get("a")
	var kinds, texts []string
	for _, item := range a.Items {
		kinds = append(kinds, item.Kind.String())
		texts = append(texts, item.Text)
	}
	if got := strings.Join(kinds, ","); got != "a number,a number,a string,a boolean,null,an object" {
		t.Error(got)
	}
	if got := strings.Join(texts, ","); got != "1,2.50,sé,true,," {
		t.Error(got)
	}
	n := 0
	if err := v.Read("A", &n); n != 100 || err != nil {
		t.Errorf("A is %d, %v: names are compared with regard to case", n, err)
	}
	if got := v.Get("A").Errorf("bad").Error(); got != "line 2: /A: bad" {
		t.Error(got)
	}
	var got *Error
	if errors.As(a.Items[1].Errorf("bad"), &got); got == nil || got.Column != 11 {
		t.Errorf("%+v", got)
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	v, err := Parse([]byte(`{"s":"x","n":null,"i":7,"f":1.5,"b":true,"l":[1],"big":99999999999999999999,"half":1e400}`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, n, b, i, missing := "", "", false, 0, 0
	var l []string
	if err := v.Read("s", &s, "n", &n, "b", &b, "i", &i, "missing", &missing); s != "x" || n != "" || !b || i != 7 || missing != 0 || err != nil {
		t.Error(s, n, b, i, missing, err)
	}
	for name, into := range map[string]any{"i": &s, "s": &b, "b": Each(&l, TextOf), "f": &i, "big": &i, "half": &i} {
		if err := v.Read(name, into); err == nil || !strings.Contains(err.Error(), "/"+name+": want ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := v.Read("l", Each(&l, TextOf)); err == nil || !strings.Contains(err.Error(), "/l/0: want a string, got a number") {
		t.Error(err)
	}
	for _, name := range []string{"n!", "missing!"} {
		if err := v.Read(name, &s); err == nil || !strings.HasSuffix(err.Error(), "is missing") {
			t.Error(err)
		}
	}
	if err := v.ReadOnly("s", &s, "n!", &n); err == nil || !strings.Contains(err.Error(), "/i: unknown name; the known ones are s, n") {
		t.Error(err)
	}
}

func TestRepeated(t *testing.T) {
	t.Parallel()
	v, err := Parse([]byte(`{"a":1,"a":2}`), Options{Repeated: true})
	if err != nil || len(v.Members) != 2 || v.Get("a").Text != "1" {
		t.Errorf("%+v %v", v, err)
	}
}

func TestComments(t *testing.T) {
	t.Parallel()
	const text = "// first\n{/**/\"a//\" /* / */ : [1, // one\n/***/ 2,],} // last"
	v, err := Parse([]byte(text), Options{Loose: true, Comments: true})
	if err != nil || len(v.Get("a//").Items) != 2 {
		t.Errorf("%+v %v", v, err)
	}
	for in, want := range map[string]string{
		"{} /* no end *": "line 1, column 4: the input goes on after the document",
		"[1/]":           `line 1, column 3: unexpected '/' where "," or "]" is expected`,
		"[1]/":           "line 1, column 4: the input goes on after the document",
		"/*/ []":         "line 1, column 1: unexpected '/' where a value is expected",
	} {
		if _, err := Parse([]byte(in), Options{Comments: true}); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
	if _, err := Parse([]byte(text), Options{Loose: true}); err == nil {
		t.Error("comments are no JSON")
	}
}

func TestParseLines(t *testing.T) {
	t.Parallel()
	values, err := ParseLines([]byte("\uFEFF{\"a\":1}\r\n\n  \n[2]"), Options{})
	if err != nil || len(values) != 2 {
		t.Fatal(values, err)
	}
	if got := values[1].Items[0].Errorf("bad").Error(); got != "line 4: /0: bad" {
		t.Error(got)
	}
	_, err = ParseLines([]byte("{}\n\n{\"a\" 1}\n"), Options{Line: 10})
	if err == nil || err.Error() != "line 13, column 6: unexpected '1' where \":\" is expected" {
		t.Error(err)
	}
}

// Faults have positions: line and column, a pointer, and whether more text could have fixed them.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in    string
		at    int
		text  string
		ended bool
	}{
		{`{`, 1, `the input ends where a name in quotes is expected`, true},
		{`{"a"`, 4, `the input ends where ":" is expected`, true},
		{`{"a":1`, 6, `the input ends where "," or "}" is expected`, true},
		{`{"a":1;`, 6, `unexpected ';' where "," or "}" is expected`, false},
		{`{"a":1,}`, 7, `unexpected '}' where a name in quotes is expected`, false},
		{`[1,]`, 3, `unexpected ']' where a value is expected`, false},
		{`[tru`, 1, `unexpected 't' where a value is expected`, true},
		{`[trux`, 1, `unexpected 't' where a value is expected`, false},
		{`["ab`, 1, `a string that does not end`, true},
		{`["ab\`, 4, `a backslash that escapes nothing`, true},
		{`["ab\u12`, 4, `a backslash that escapes nothing`, true},
		{`["ab\u12"`, 4, `a backslash that escapes nothing`, false},
		{`["ab\x"`, 4, `a backslash that escapes nothing`, false},
		{"[\"ab\n\"", 4, `a control character inside a string`, false},
		{`[-`, 2, `the input ends where a digit is expected`, true},
		{`[1.x`, 3, `unexpected 'x' where a digit is expected`, false},
		{`[1e+]`, 4, `unexpected ']' where a digit is expected`, false},
		{`[-01]`, 1, `a number with a leading zero`, false},
		{`[é`, 1, `unexpected 'é' where a value is expected`, false},
	} {
		s := Scanner[[]byte]{Src: []byte(c.in)}
		_, f := s.Value()
		if f == nil || f.Offset != c.at || f.Text != c.text || f.Ended != c.ended {
			t.Errorf("%s: %+v, want %d, %s, %t", c.in, f, c.at, c.text, c.ended)
		}
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text                 string
		offset, line, column int
	}{
		{"", 0, 1, 1}, {"\uFEFFa", 4, 1, 2}, {"é\r\nb", 5, 2, 2}, {"\r\rc", 2, 3, 1}, {"a\n", 99, 2, 1}, {"a", -1, 1, 1},
	} {
		if line, column := Place(c.text, c.offset); line != c.line || column != c.column {
			t.Errorf("%q at %d: line %d, column %d", c.text, c.offset, line, column)
		}
	}
}

func TestUnquote(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		`""`, `"a"`, `"\"\\\/\b\f\n\r\t"`, `"\u0041\u00e9\u20ac"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00\ud83d"`, `"\ud83dx"`, `"\ud83d\u0041"`,
		`"\ud83d\n"`, `"äöü€😀"`, `"\u0000"`,
	} {
		var want string
		if err := json.Unmarshal([]byte(raw), &want); err != nil {
			t.Fatal(err)
		}
		if got := Unquote(raw); got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
		if got := string(AppendText([]byte("> "), []byte(raw))); got != "> "+want {
			t.Errorf("%s: %q appended, want %q", raw, got, want)
		}
		for limit := range len(raw) {
			if got := UnquotePrefix(raw, limit); !strings.HasPrefix(want, got) || len(got) > limit+3 {
				t.Errorf("%s: %q is no beginning of about %d bytes", raw, got, limit)
			}
		}
	}
}

// The parsed values equal those of encoding/json, and every error has a place inside the document.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "{}", "[1,2,3]", `{"a":{"b":[null,true,"x\u00e9\ud800"]}}`, "\uFEFF[]", "{\"a\":1,\"a\":2}", "[1e999]", "{\n\"a\" 1}", "\xff", "1 2",
		`{}`, `[]`, `null`, `1`, `"x"`, ``, ` `, `{`, `}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{"a":1 "b":2}`, `{,}`, `[1,]`, `[,1]`, `[1 2]`,
		`{"id":"1","session_id":"s","role":"user","content":"hi"}`,
		` {"a" : [ 1 , -0 , 1.5e-7 , 1E+9 , true , false , null , {"b":[]} ] } `,
		`{"a":01}`, `{"a":-}`, `{"a":1.}`, `{"a":.5}`, `{"a":1e}`, `{"a":+1}`, `{"a":tru}`, `{"a":nul`, `{"a":truex}`, `{"a":0x1}`,
		`{"a":"\u12"}`, `{"a":"\u00e9\ud83d\ude00\ud83d"}`, `{"a":"\x"}`, `{"a":"\`, "{\"a\":\"\t\"}", "{\"a\":\"\x7f\"}", `{"a":"abcdefgh\"ijklmnop"}`,
		"{\"a\":\"12345678901234567\n\"}", `{"role":"user"} x`, `{"\u0069d":"x","id":"y"}`, "{\"a\":\"\xff\"}", strings.Repeat("[", 50) + strings.Repeat("]", 50),
		strings.Repeat(`{"a":`, 10_001) + `1` + strings.Repeat(`}`, 10_001), `{"content":"é日本😀"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Parse(data, Options{Repeated: true})
		text := bytes.TrimPrefix(data, []byte(byteOrderMark))
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Line < 1 || e.Line > 1+bytes.Count(data, []byte("\n"))+bytes.Count(data, []byte("\r")) || e.Column < 1 || e.Column >
				len(data)+1 {
				t.Fatalf("%+v", err)
			}
			if InvalidUTF8(string(data)) < 0 && json.Valid(text) {
				t.Fatalf("refused: %v", err)
			}
			return
		}
		if !json.Valid(text) {
			t.Fatal("accepted")
		}
		var want any
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&want); err != nil {
			t.Fatal(err)
		}
		compare(t, v, want)
	})
}

func compare(t *testing.T, v *Value, want any) {
	if !json.Valid([]byte(v.Raw())) {
		t.Fatalf("the value stands in %q", v.Raw())
	}
	switch w := want.(type) {
	case string:
		if v.Kind != String || v.Text != w {
			t.Fatalf("%q, want %q", v.Text, w)
		}
	case json.Number:
		if v.Kind != Number || v.Text != w.String() {
			t.Fatalf("%q, want %q", v.Text, w)
		}
	case []any:
		if v.Kind != Array || len(v.Items) != len(w) {
			t.Fatalf("%d items, want %d", len(v.Items), len(w))
		}
		for i := range w {
			compare(t, v.Items[i], w[i])
		}
	case map[string]any:
		last := map[string]*Value{}
		for _, m := range v.Members {
			last[m.Name] = m.Value
		}
		if v.Kind != Object || len(last) != len(w) {
			t.Fatalf("%d members, want %d", len(last), len(w))
		}
		for name, value := range last {
			compare(t, value, w[name])
		}
	}
}
