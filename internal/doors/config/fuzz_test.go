package config

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"
)

// FuzzLoad checks that every file is either accepted, equal to its own rendering
// and valid by the schema, or rejected with places.
func FuzzLoad(f *testing.F) {
	f.Add(table().Example())
	f.Add("context: {include: &a [x], exclude: *a, git: {window: 1h}, weights: {}}\n")
	for _, tt := range errorTests() {
		f.Add(tt.yaml)
	}
	schema := compileSchema(f)
	f.Fuzz(func(t *testing.T, text string) {
		c, origins, err := load(text)
		if len(origins) != len(table().Keys()) {
			t.Fatalf("%d origins", len(origins))
		}
		if err != nil {
			checkErrors(t, text, err)
			return
		}
		again, _, err := load(table().YAML(c))
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Fatalf("%s\nis read as %+v, %v\nwant %+v", table().YAML(c), again, err, c)
		}
		for _, k := range table().Keys() {
			other := table().Default()
			if err := table().Set(&other, k.Path, table().Get(c, k.Path)); err != nil || table().Get(other, k.Path) != table().Get(c, k.Path) {
				t.Fatalf("set %s to %q: %v", k.Path, table().Get(c, k.Path), err)
			}
		}
		var value any
		if yaml.Unmarshal([]byte(text), &value) != nil {
			return // values below a null are not checked
		}
		if err := schema.Validate(undated(value)); err != nil {
			t.Fatalf("load accepts what the schema refuses: %v", err)
		}
	})
}

func checkErrors(t *testing.T, text string, err error) {
	t.Helper()
	list, ok := errors.AsType[Errors](err)
	if !ok || len(list) == 0 || len(list) > maxErrors+1 {
		t.Fatalf("error %v", err)
	}
	lines := strings.Count(text, "\n") + strings.Count(text, "\r") + strings.Count(text, "\u0085") +
		strings.Count(text, "\u2028") + strings.Count(text, "\u2029") + 1
	for _, e := range list {
		if e.Line < 1 || e.Line > lines || e.Column < 0 || e.Msg == "" || strings.Contains(e.Error(), "\n") {
			t.Fatalf("error %+v of %d lines", e, lines)
		}
	}
}

// undated converts dates found by the YAML parser back to texts.
func undated(value any) any {
	switch v := value.(type) {
	case time.Time:
		return "date"
	case []any:
		for i := range v {
			v[i] = undated(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = undated(v[k])
		}
	}
	return value
}

func FuzzNumbers(f *testing.F) {
	for _, s := range []string{"8000", "8k", "128k", "1m", "90d", "12w", "1y", "1h30m", "10MB", "1MiB", "0", "-1", "0.9", "9223372036854775807k"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n, err := ParseTokens(s); err == nil && (n < 1 || n > MaxTokens) || err != nil && n != 0 {
			t.Fatalf("ParseTokens(%q) = %d, %v", s, n, err)
		}
		if d, ok := parseDuration(s); ok {
			if d <= 0 {
				t.Fatalf("parseDuration(%q) = %v", s, d)
			}
			if again, ok := parseDuration(Duration(d).String()); !ok || again != d {
				t.Fatalf("%v is read back as %v, %v", Duration(d), again, ok)
			}
		}
		if n, err := ParseSize(s); err == nil {
			if n <= 0 {
				t.Fatalf("ParseSize(%q) = %d", s, n)
			}
			if again, err := ParseSize(Size(n).String()); err != nil || again != n {
				t.Fatalf("%v is read back as %d, %v", Size(n), again, err)
			}
		}
		if v, ok := parseShare(s, 0, whole); ok {
			if again, ok := parseShare(v.String(), 0, whole); !ok || again != v {
				t.Fatalf("%v is read back as %v", v, again)
			}
		}
	})
}
