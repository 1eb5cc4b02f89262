package recent

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ctxpack/internal/text/jsondoc"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, in, want string }{
		{"files", `{"files":[{"path":"a","content":"x","focal_ranges":[{"start":1,"end":2}],"edit_entry_count":3,"languageId":"go"}],"other":1}`,
			"{[{a x [{1 2}] 3}] [] false}"},
		{"little", `{"files":[{"path":"a","content":""},{"path":"b","content":"y","focal_ranges":null}],"history":null}`,
			"{[{a  [] 0} {b y [] 0}] [] false}"},
		{"no files", `{"files":[]}`, "{[] [] false}"},
		{"no history", `{"history":[]}`, "{[] [] true}"},
		{"history", `{"history":[{"path":"a","kind":"edit","content":"x","edits":[{"start":1,"end":2,"text":"t"},{"start":0,"end":1}]},` +
			`{"path":"a","kind":"view","ranges":[{"start":5,"end":6}]}]}`,
			"{[] [{a 1 x [{1 2 t} {0 1 }] []} {a 0  [] [{5 6}]}] true}"},
		{"insertion in front of a replacement", `{"history":[{"path":"a","kind":"edit","content":"","edits":[{"start":3,"end":4},{"start":3,"end":3}]}]}`,
			"{[] [{a 1  [{3 4 } {3 3 }] []}] true}"},
		{"nothing known", `{}`, `read files: line 1, column 1: want an object with "files" or "history"`},
		{"an array", `[]`, "read files: line 1, column 1: want an object, got an array"},
		{"both", `{"files":[],"history":[]}`, `read files: line 1: /history: "files" and "history" exclude each other`},
		{"does not parse", "{\"files\":\n[,]}", "read files: line 2, column 2: unexpected ',' where a value is expected"},
		{"files of another kind", `{"files":{}}`, "read files: line 1: /files: want an array, got an object"},
		{"file of another kind", `{"files":["a"]}`, "read files: line 1: /files/0: want an object, got a string"},
		{"no path", `{"files":[{"content":"x"}]}`, `read files: line 1: /files/0: "path" is missing`},
		{"no content", `{"files":[{"path":"x","content":null}]}`, `read files: line 1: /files/0: "content" is missing`},
		{"content of another kind", `{"files":[{"path":"x","content":5}]}`, `read files: line 1: /files/0/content: want a string, got a number`},
		{"no start", `{"files":[{"path":"x","content":"","focal_ranges":[{"end":1}]}]}`, `read files: line 1: /files/0/focal_ranges/0: "start" is missing`},
		{"no end", `{"files":[{"path":"x","content":"","focal_ranges":[{"start":1}]}]}`, `read files: line 1: /files/0/focal_ranges/0: "end" is missing`},
		{"negative", `{"files":[{"path":"x","content":"","focal_ranges":[{"start":-1,"end":1}]}]}`,
			`read files: line 1: /files/0/focal_ranges/0/start: want a number from 0, got -1`},
		{"negative count", `{"files":[{"path":"x","content":"","edit_entry_count":-1}]}`,
			`read files: line 1: /files/0/edit_entry_count: want a number from 0, got -1`},
		{"no kind", `{"history":[{"path":"a"}]}`, `read files: line 1: /history/0: "kind" is missing`},
		{"another kind", `{"history":[{"path":"a","kind":"save"}]}`, `read files: line 1: /history/0/kind: want "edit" or "view", got "save"`},
		{"no content of the newest", `{"history":[{"path":"a","kind":"view"}]}`,
			`read files: line 1: /history/0: "content" is missing, and this is the newest event of its path`},
		{"edit that runs backward", `{"history":[{"path":"a","kind":"edit","content":"","edits":[{"start":2,"end":1}]}]}`,
			`read files: line 1: /history/0/edits/0/end: want an end that is not before the start, got 2 and 1`},
		{"edits overlap", `{"history":[{"path":"a","kind":"edit","content":"","edits":[{"start":2,"end":5},{"start":1,"end":3}]}]}`,
			`read files: line 1: /history/0/edits/0: it overlaps edit 1; the edits of an event all refer to the text before it`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in, err := Parse([]byte(c.in))
			got := fmt.Sprint(in)
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"files":[{"path":"a","content":"x\ny\r\nz","focal_ranges":[{"start":1,"end":2},{"start":99,"end":0}],"edit_entry_count":3}]}`,
		`{"history":[{"path":"a","kind":"edit","content":"x","edits":[{"start":1,"end":2,"text":"t\n"},{"start":0,"end":1}]},{"path":"a",` +
			`"kind":"view","ranges":[{"start":5,"end":6}]}]}`,
		`{"history":[{"path":"a","kind":"view","content":"` + strings.Repeat(`x\n`, 50) +
			`"},{"path":"a","kind":"edit","edits":[{"start":9,"end":9,"text":"😀"}]}]}`,
		`{"files":1e999}`, `{`, "\uFEFF{\"files\":[]}",
	} {
		f.Add([]byte(s), 30, 2)
	}
	f.Fuzz(func(t *testing.T, data []byte, budget, page int) {
		in, err := Parse(data)
		if err != nil {
			var place *jsondoc.Error
			if !errors.As(err, &place) || place.Line < 1 {
				t.Fatalf("no place: %v", err)
			}
			return
		}
		for s := range StrategyNames() {
			o := Options{Budget: budget & 0xffff, PageSize: page&0x3f + 1, Strategy: Strategy(s), Offsets: Offsets(budget & 0xff % 3), Tokens: letters}
			files := in.Files
			if in.IsHistory {
				files, _ = Collect(in.History, o.Strategy, o.Offsets, 3)
			}
			if unique(files) {
				checkResult(t, files, o)
			}
		}
	})
}

// unique reports whether all paths differ, which checkResult needs.
func unique(files []File) bool {
	seen := map[string]bool{}
	for _, f := range files {
		if seen[f.Path] {
			return false
		}
		seen[f.Path] = true
	}
	return true
}

func FuzzDiff(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		files := append(randomFiles(random), File{}, File{})
		f.Add(files[0].Content, files[1].Content)
	}
	f.Fuzz(func(t *testing.T, before, after string) {
		edits := Diff(before, after)
		if got := strings.Join(applied(before, edits), "\n"); got != strings.Join(splitLines(after), "\n") {
			t.Fatalf("%q by %+v: %q, want %q", before, edits, got, after)
		}
	})
}
