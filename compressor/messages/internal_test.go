package messages

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/text/jsondoc"
)

func TestSplitWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"read_file":                "read file",
		"readFile":                 "read File",
		"fs.read":                  "fs read",
		"list_threads":             "list threads",
		"mcp__files__read-file":    "mcp files read file",
		"HTTPGet":                  "HTTP Get",
		"getURL2":                  "get URL 2",
		"READ_FILE":                "READ FILE",
		"Read":                     "Read",
		"file2cat":                 "file 2 cat",
		"concat":                   "concat",
		"":                         "",
		"__":                       "",
		"lesenÄndern":              "lesen Ändern",
		"a":                        "a",
		"readFILE":                 "read FILE",
		"str_replace_based_editor": "str replace based editor",
	} {
		if got := strings.Join(splitWords(name), " "); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestOperations has the words of the rule, and names that only seem to contain one.
func TestOperations(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]operation{
		"create": created, "write": created, "edit": edited, "modify": edited, "patch": edited, "replace": edited,
		"delete": deleted, "remove": deleted, "read": read, "get": read, "view": read, "open": read, "cat": read,
		"list_threads": noOperation, "thread": noOperation, "overwrite": noOperation, "editor": noOperation, "viewer": noOperation,
		"concatenate": noOperation, "reopen": noOperation, "widget": noOperation, "": noOperation,
		"get_or_create": created, "read_patch": edited, "replace_or_delete": edited, "view_deleted": read,
	} {
		if got := operationOf(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestAppendQuoted(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "a\"b\\c", "\x00\x1f\n\r\t\x7f", "äöü€😀<>&\u2028"} {
		raw := jsondoc.Encode(text)
		var got string
		if err := json.Unmarshal(raw, &got); err != nil || got != text {
			t.Errorf("%q: %s is %q, %v", text, raw, got, err)
		}
	}
	if got := string(jsondoc.Encode("a\xffb")); got != `"a\ufffdb"` {
		t.Errorf("invalid UTF-8: %s", got)
	}
}

func TestCompact(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{ "a b" : [ 1 , "c \" d" ] }`: `{"a b":[1,"c \" d"]}`,
		"[\r\n\t1]":                    "[1]",
		`"a b"`:                        `"a b"`,
		"1":                            "1",
	} {
		if got := compact(raw); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}

// TestClassTable checks that each class has a name and a priority, in the order of the table.
func TestClassTable(t *testing.T) {
	t.Parallel()
	var names []string
	for c := Class(0); c < classCount; c++ {
		if c.String() == "" || slices.Contains(names, c.String()) {
			t.Errorf("class %d has the name %q", c, c)
		}
		names = append(names, c.String())
		if c > 0 && c.Priority() >= (c-1).Priority() {
			t.Errorf("%s has the priority %d, not less than %s", c, c.Priority(), c-1)
		}
	}
}
