package messages_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ctxpack/compressor/messages"
)

func summaries(target int) messages.Options {
	o := options(target)
	o.Summary = true
	return o
}

func TestSummary(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1000)
	input := list(
		say("system", "s"), say("user", "first"),
		call("1", "read", `{"path":"a"}`), answer("1", long), call("2", "read", `{"path":"./b"}`), answer("2", long),
		strings.Replace(call("3", "write", `{"path":"b"}`), "{", `{"summarized":true,`, 1), strings.Replace(answer("3", "ok"), "{", `{"summarized":true,`, 1),
		say("user", "task"),
	)
	o := summaries(215)
	o.Protect = 75
	r := trim(t, input, o)
	got := reported(t, r)
	if !slices.Equal(got.Kept, []int{0, 1, 8}) || !r.Summarised {
		t.Fatalf("kept %v, summary %t", got.Kept, r.Summarised)
	}
	saved := 0
	for _, d := range got.Dropped {
		saved += d.Tokens
	}
	text := fmt.Sprintf("[History Summary]\n6 messages removed, %d tokens saved: 2 recent turn, 1 recent file read, 1 stale tool output, 2 "+
		"summarized\nFiles:\n- a (read)\n- ./b (read, created)", saved)
	if want := `{"role":"user","content":` + quote(text) + `,"summarized":true}`; string(got.Messages[2]) != want {
		t.Errorf("summary\n%s, want\n%s", got.Messages[2], want)
	}
	if got.TokensAfter != 5+9+8+len(text)+4 {
		t.Errorf("%d tokens, want %d", got.TokensAfter, 5+9+8+len(text)+4)
	}
	once := written(t, r)
	second := trim(t, once, o)
	if second.TokensBefore != r.TokensAfter || written(t, second) != once || second.Classified[2].Class != messages.Summarized {
		t.Errorf("again: %d tokens as %s: %s", second.TokensBefore, second.Classified[2].Class, written(t, second))
	}
}

// TestSummaryPlace: it replaces the first dropped message.
func TestSummaryPlace(t *testing.T) {
	t.Parallel()
	s, a, u := given("system", 10, ""), given("assistant", 1000, ""), given("user", 10, "")
	for _, test := range []struct{ name, input, want string }{
		{"between", list(s, a, u), list(s, "S", u)},
		{"first", list(a, s, a, u), list("S", s, u)},
		{"last", list(s, a), list(s, "S")},
		{"alone", "[ " + a + " ]", "[ S ]"},
		{"indented", "[\n " + s + ",\n " + a + ",\n " + u + "\n]", "[\n " + s + ",\n S,\n " + u + "\n]"},
		{"lines", s + "\n" + a + "\n" + u + "\n", s + "\nS\n" + u + "\n"},
		{"first line", a + "\n" + u, "S\n" + u},
		{"nothing dropped", list(s, u), list(s, u)},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := written(t, trim(t, test.input, summaries(300)))
			from := strings.Index(got, `{"role":"user","content":"[History Summary]`)
			if from >= 0 {
				to := from + strings.Index(got[from:], "}") + 1
				got = got[:from] + "S" + got[to:]
			}
			if got != test.want {
				t.Errorf("wrote %s, want %s", got, test.want)
			}
		})
	}
}

// TestSummaryMakesRoom: more is dropped so that the summary fits the target.
func TestSummaryMakesRoom(t *testing.T) {
	t.Parallel()
	var list10 []string
	for range 10 {
		list10 = append(list10, given("assistant", 50, ""))
	}
	input := list(append(list10, given("user", 50, ""))...)
	o := summaries(400)
	plain := o
	plain.Summary = false
	a, b := trim(t, input, plain), trim(t, input, o)
	if len(a.Dropped) != 3 || len(b.Dropped) < 4 || b.TokensAfter > 400 || !b.Summarised || b.TokensAfter < 350 {
		t.Errorf("dropped %v without, %v with a summary, %d tokens", a.Dropped, b.Dropped, b.TokensAfter)
	}
}

// TestSummaryHasNoRoom: then nothing is dropped for it.
func TestSummaryHasNoRoom(t *testing.T) {
	t.Parallel()
	input := list(given("assistant", 50, ""), given("assistant", 50, ""), given("user", 50, ""))
	for _, target := range []int{100, 60, 50, 10} {
		o := summaries(target)
		plain := o
		plain.Summary = false
		a, b := trim(t, input, plain), trim(t, input, o)
		if b.Summarised || !slices.Equal(a.Dropped, b.Dropped) || written(t, a) != written(t, b) {
			t.Errorf("target %d: dropped %v without, %v with a summary", target, a.Dropped, b.Dropped)
		}
	}
}

// TestSummaryFiles: as many files as fit in a tenth of the target.
func TestSummaryFiles(t *testing.T) {
	t.Parallel()
	var all []string
	for i := range 300 {
		id := fmt.Sprint(i)
		all = append(all, call(id, "read", fmt.Sprintf(`{"path":"folder/file%03d.go"}`, i)), answer(id, strings.Repeat("x", 100)))
	}
	input := list(append(all, say("user", "task"))...)
	for _, test := range []struct{ target, listed int }{{30_000, 100}, {20_000, 50}, {8_000, 20}, {5_000, 10}, {3_500, 5}, {1000, 0}} {
		r := trim(t, input, summaries(test.target))
		var first struct{ Content string }
		if err := json.Unmarshal(reported(t, r).Messages[0], &first); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(first.Content, "\n- "); n != test.listed || r.TokensAfter > test.target || len(first.Content) > max(200, test.target/10) {
			t.Errorf("target %d: %d files, %d tokens:\n%s", test.target, n, r.TokensAfter, first.Content)
		}
		files := len(r.Dropped) / 2
		if !strings.Contains(first.Content, fmt.Sprintf("and %d more", files-test.listed)) && !strings.Contains(first.Content, fmt.Sprintf("Files: %d", files)) {
			t.Errorf("target %d: the rest of %d files is not counted: %s", test.target, files, first.Content)
		}
	}
}
