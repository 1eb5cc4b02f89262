package fleet

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReadList(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want []string
		err  string
	}{
		{"", nil, ""},
		{"\uFEFFa\r\n\n  # b\n b c \na\n#\n/d", []string{"a", "b c", "/d"}, ""},
		{"a\nb\x00c\n", nil, "line 2 is no name"},
		{"a\n\xff\n", nil, "line 2 is no name"},
		{strings.Repeat("x", maxLine+1), nil, "line 1 is no name"},
		{strings.Repeat("x", 3*maxLine), nil, "more than 4096 bytes"},
	}
	for _, test := range tests {
		got, err := ReadList(strings.NewReader(test.text))
		if !reflect.DeepEqual(got, test.want) || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%.20q: %q, %v", test.text, got, err)
		}
	}
}

func TestParseShard(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Shard{"0/1": {0, 1}, "3/4": {3, 4}} {
		if got, err := ParseShard(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "1", "4/4", "-1/4", "0/0", "a/b", "0/4/2", "0/1000000"} {
		if _, err := ParseShard(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// Every repository is in one shard, the shards have similar sizes, and an additional shard takes its part from all
// others and moves nothing else.
func TestShards(t *testing.T) {
	t.Parallel()
	const repositories = 4000
	in := func(repository string, count int) int {
		found := -1
		for i := range count {
			if (Shard{i, count}).Has(repository) {
				if found >= 0 {
					t.Fatalf("%s is in shards %d and %d", repository, found, i)
				}
				found = i
			}
		}
		if found < 0 {
			t.Fatalf("%s is in no shard", repository)
		}
		return found
	}
	sizes := make([]int, 4)
	for n := range repositories {
		repository := fmt.Sprint("owner/name", n)
		before, after := in(repository, 4), in(repository, 5)
		sizes[before]++
		if after != before && after != 4 {
			t.Fatalf("%s moves from %d to %d", repository, before, after)
		}
	}
	for i, size := range sizes {
		if size < repositories/5 || size > repositories*3/10 {
			t.Errorf("shard %d has %d", i, size)
		}
	}
	if !(Shard{}).Has("x") {
		t.Error("all is not all")
	}
}

func TestFileName(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"https://github.com/Owner/Name": "github.com-owner-name-",
		"git@host:a/b.git":              "git-host-a-b.git-",
		"../../etc/passwd":              "etc-passwd-",
		"C:\\code\\x":                   "c-code-x-",
		"日本":                            "",
		".":                             "",
		strings.Repeat("a/", 100) + "b": strings.Repeat("a-", 39) + "b-",
	}
	seen := map[string]string{}
	for repository, want := range tests {
		name := FileName(repository)
		if !strings.HasPrefix(name, want) || len(name) != len(want)+12 {
			t.Errorf("%s: %s", repository, name)
		}
		seen[name] = repository
	}
	for _, repository := range []string{"Owner/name", "owner/name", "owner-name", "owner/name/"} {
		name := FileName(repository)
		if other, ok := seen[name]; ok {
			t.Errorf("%s and %s have the name %s", repository, other, name)
		}
		seen[name] = repository
	}
}

func TestManifest(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	open := func(shard Shard) *Manifest {
		m, err := Open(folder, shard)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	e := Entry{Repository: "a", Profile: "p", Commit: "c", Bundle: "b.md", Tokens: 5, Digest: "sha256:x", Seconds: 1.5, Made: "m"}
	failed := Entry{Repository: "b", Error: "<no> access", Made: "m"}
	killed := open(Shard{1, 2})
	for _, x := range []Entry{e, failed} {
		if err := killed.Add(x); err != nil {
			t.Fatal(err)
		}
	}
	journal := filepath.Join(folder, "manifest.1-of-2.journal.jsonl")
	f, err := os.OpenFile(journal, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"repository":"c","made":"m","tok`); err != nil { // as after a kill
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	check := func(m *Manifest) {
		t.Helper()
		if got, ok := m.Find(Entry{Repository: "a", Profile: "p", Commit: "c", Bundle: "b.md", Made: "m"}); !ok || got != e {
			t.Errorf("found %+v", got)
		}
		if got, ok := m.Find(Entry{Repository: "a", Profile: "p", Commit: "c", Made: "m"}); !ok || got != e {
			t.Errorf("whatever its file is called: found %+v", got)
		}
		for what, other := range map[string]Entry{
			"options": {Repository: "a", Profile: "p", Commit: "c", Bundle: "b.md", Made: "n"},
			"commit":  {Repository: "a", Profile: "p", Commit: "d", Bundle: "b.md", Made: "m"},
			"profile": {Repository: "a", Commit: "c", Bundle: "b.md", Made: "m"},
			"bundle":  {Repository: "a", Profile: "p", Commit: "c", Bundle: "c.md", Made: "m"},
			"unknown": {Repository: "a", Profile: "p", Commit: "c", Bundle: "b.md"},
			"none":    {},
			"failed":  {Repository: "b", Made: "m"},
			"cut":     {Repository: "c", Made: "m"},
		} {
			if got, ok := m.Find(other); ok {
				t.Errorf("%s: found %+v", what, got)
			}
		}
	}
	check(open(Shard{}))
	again := open(Shard{1, 2})
	check(again)
	path, err := again.Close([]Entry{e, failed})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(journal); err == nil {
		t.Error("the journal is still there")
	}
	text, err := os.ReadFile(path)
	want := `{"repository":"a","profile":"p","commit":"c","bundle":"b.md","tokens":5,"digest":"sha256:x","seconds":1.5,"made":"m"}
{"repository":"b","tokens":0,"seconds":0,"error":"<no> access","made":"m"}
`
	if err != nil || string(text) != want || filepath.Base(path) != "manifest.1-of-2.jsonl" {
		t.Errorf("%s, %v:\n%s", path, err, text)
	}
	check(open(Shard{0, 3}))
}

func FuzzList(f *testing.F) {
	f.Add("a\n# b\n/c d\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ReadList(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := ReadList(strings.NewReader(strings.Join(list, "\n")))
		if err != nil || !reflect.DeepEqual(list, again) {
			t.Fatalf("%q, then %q, %v", list, again, err)
		}
		names := map[string]bool{}
		for _, repository := range list {
			name := FileName(repository)
			if names[name] || name != filepath.Base(name) || len(name) > 100 || strings.HasPrefix(name, ".") {
				t.Fatalf("%q: %s", repository, name)
			}
			names[name] = true
		}
	})
}
