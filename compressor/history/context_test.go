package history

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// records parses lines as the store would.
func records(t testing.TB, lines ...string) []Record {
	t.Helper()
	var list []Record
	for i, line := range lines {
		r, err := ParseRecord([]byte(line), i+1)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list = append(list, r)
	}
	return list
}

func said1(id, role, content string) string {
	return string(Draft{ID: id, Session: "s", Role: role, Content: content}.Line())
}

func contents(items []Item) string {
	var list []string
	for _, i := range items {
		list = append(list, i.Content)
	}
	return strings.Join(list, " ")
}

func TestContext(t *testing.T) {
	t.Parallel()
	talk := []string{said1("1", User, "a"), said1("2", Assistant, "b"), said1("3", User, "c"), said1("4", Assistant, "d")}
	mark := func(id string, m Mark) string { return string(m.Line(id, "s", "t")) }
	pair := []MarkMessage{{User, "S"}, {Assistant, "ok"}}
	for _, c := range []struct {
		name    string
		more    []string
		want    string
		applied int
		ignored int
	}{
		{"plain", nil, "a b c d", 0, 0},
		{"truncate", []string{mark("5", Mark{Case: CaseTruncate, Through: "2"})}, "c d", 1, 0},
		{"summarize", []string{mark("5", Mark{Case: CaseSummarize, Through: "2", Insert: pair}), said1("6", User, "e")}, "S ok c d e", 1, 0},
		{"everything goes", []string{mark("5", Mark{Case: CaseTruncate, Through: "4"})}, "", 1, 0},
		{"emergency", []string{mark("5", Mark{Case: CaseEmergency, Through: "3", Kept: []string{"2"}})}, "b d", 1, 0},
		{"twice", []string{mark("5", Mark{Case: CaseSummarize, Through: "2", Insert: pair}),
			mark("6", Mark{Case: CaseSummarize, Through: "3", Insert: []MarkMessage{{User, "T"}}})}, "T d", 2, 0},
		{"through an inserted message",
			[]string{mark("5", Mark{Case: CaseSummarize, Through: "2", Insert: pair}), mark("6", Mark{Case: CaseTruncate, Through: "5/1"})}, "c d", 2, 0},
		// Two processes compact at once: the second one has not seen the first.
		{"at once, the second goes further",
			[]string{mark("5", Mark{Case: CaseSummarize, Through: "1", Insert: pair}),
				mark("6", Mark{Case: CaseSummarize, Through: "2", Insert: []MarkMessage{{User, "T"}}})}, "T c d", 2, 0},
		{"at once, the first goes further",
			[]string{mark("5", Mark{Case: CaseSummarize, Through: "3", Insert: pair}),
				mark("6", Mark{Case: CaseSummarize, Through: "2", Insert: []MarkMessage{{User, "T"}}})}, "S ok d", 1, 1},
		{"said meanwhile", []string{said1("6", User, "e"), mark("5", Mark{Case: CaseSummarize, Through: "2", Insert: pair})}, "S ok c d e", 1, 0},
		{"a message is gone", []string{mark("5", Mark{Case: CaseTruncate, Through: "9"})}, "a b c d", 0, 1},
		{"the last message that goes is gone", []string{mark("5", Mark{Case: CaseEmergency, Through: "9"})}, "a b c d", 0, 1},
		{"undone", []string{mark("5", Mark{Case: CaseTruncate, Through: "2"}), mark("6", Mark{Case: CaseUndo, Undoes: "5"})}, "a b c d", 0, 0},
		{"one of two undone", []string{mark("5", Mark{Case: CaseTruncate, Through: "1"}), mark("6", Mark{Case: CaseTruncate, Through: "2"}),
			mark("7", Mark{Case: CaseUndo, Undoes: "6"})}, "b c d", 1, 0},
		{"other kinds", []string{string(SessionLine("5", "s", "t")), `{"kind":"note","session_id":"s"}`}, "a b c d", 0, 0},
		{"without an id", []string{`{"session_id":"s","role":"user","content":"e"}`,
			mark("6", Mark{Case: CaseTruncate, Through: withoutID(`{"session_id":"s","role":"user","content":"e"}`)})}, "", 1, 0},
		{"images only", []string{`{"session_id":"s","role":"user","content":"","image_refs":["x","y"]}`}, "a b c d [2 images]", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := Context(records(t, append(slices.Clone(talk), c.more...)...))
			if got := contents(s.Items); got != c.want || len(s.Applied) != c.applied || len(s.Ignored) != c.ignored {
				t.Errorf("got %q, applied %v, ignored %v", got, s.Applied, s.Ignored)
			}
		})
	}
}

// TestContextIsCompacted checks over many histories that the record of a compaction gives the same messages as the
// compaction, whatever is said and compacted later, and that undoing everything restores everything.
func TestContextIsCompacted(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 8))
	s := Settings{Enabled: true, Trigger: 60, VerbatimWindow: 30, SummaryBudget: 10, MinVerbatimExchanges: 1}
	for range 40 {
		var lines []string
		var all, want []Message
		for i := range 30 {
			state := Context(records(t, lines...))
			if !slices.EqualFunc(state.Messages(), want, sameMessage) {
				t.Fatalf("after %d lines: %v, want %v", len(lines), contents(state.Items), want)
			}
			var mark *Mark
			switch random.IntN(6) {
			case 0:
				b := Boundary{Index: at(random.IntN(len(want) + 1)), Confidence: random.Float64()}
				c := Compact(state.Messages(), b, s, bytesOf)
				want, mark = c.Apply(want), state.Mark(&c)
			case 1:
				c := Truncate(state.Messages(), Settings{Trigger: 20}, bytesOf)
				want, mark = c.Apply(want), state.Mark(&c)
			default:
				m := Message{Role: []string{User, Assistant}[random.IntN(2)], Content: fmt.Sprintf("message %d", i)}
				lines = append(lines, said1(fmt.Sprint("id", i), m.Role, m.Content))
				all, want = append(all, m), append(slices.Clone(want), m)
				continue
			}
			if mark != nil {
				lines = append(lines, string(mark.Line(fmt.Sprint("id", i), "s", "t")))
			}
		}
		for i := 0; ; i++ {
			state := Context(records(t, lines...))
			mark := state.UndoMark()
			if mark == nil {
				if !slices.EqualFunc(state.Messages(), all, sameMessage) {
					t.Fatal("taking everything back does not give everything")
				}
				break
			}
			lines = append(lines, string(mark.Line(fmt.Sprint("undo", i), "s", "t")))
		}
	}
}

// withoutID returns a compaction's name for a record without an id.
func withoutID(line string) string {
	r := Record{JSON: line}
	return r.key(0)
}

// TestWithoutIDs: compactions of records without ids stay valid when the file is edited, also if two have the same
// content.
func TestWithoutIDs(t *testing.T) {
	t.Parallel()
	var records []Record
	read := func(line string, number int) Record {
		r, err := ParseRecord([]byte(line), number)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for i, text := range []string{"a", "b", "a", "c"} {
		records = append(records, read(`{"session_id":"s","role":"user","content":"`+text+`"}`, 10+i))
	}
	state := Context(records)
	mark := state.Mark(&Compaction{Case: CaseTruncate, Dropped: 3})
	records = append(records, read(string(mark.Line("m", "s", "")), 20))
	for i := range records {
		records[i].Line += 7
	}
	state = Context(records[1:]) // the first line was removed, and others inserted before
	if len(state.Ignored) != 1 || len(state.Items) != 3 {
		t.Errorf("%+v", state)
	}
	if state = Context(records); len(state.Items) != 1 || state.Items[0].Content != "c" {
		t.Errorf("%+v", state)
	}
}

// TestParseDrafts has input that can be stored at once.
func TestParseDrafts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, input, want string
		several           bool
		left              int
	}{
		{"record", `{"role":"user","content":"a","x":1}`, `user a ,"x":1`, false, 0},
		{"array", `[{"role":"user","content":"a","x":1},{"role":"assistant","content":"b","session_id":"s"}]`, `user a ,"x":1|assistant b `, true, 0},
		{"lines", "{\"role\":\"user\",\"content\":\"a\"}\n{\"role\":\"assistant\",\"content\":\"b\"}\n", "user a |assistant b ", true, 0},
		{"request", `{"messages":[{"role":"system","content":"s"},{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"assistant",` +
			`"content":null,"tool_calls":[{"id":"1","function":{"name":"f"}}]},{"role":"tool","tool_call_id":"1","content":"r"},{"role":"assistant","content":"b"}]}`,
			"user a |assistant b ", true, 3},
		{"session of an agent", "{\"type\":\"summary\"}\n{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"a\"}}\n", "user a ", true, 0},
	} {
		drafts, several, left, err := ParseDrafts([]byte(c.input))
		var got []string
		for _, d := range drafts {
			got = append(got, d.Role+" "+d.Content+" "+string(d.rest))
		}
		if err != nil || strings.Join(got, "|") != c.want || several != c.several || left != c.left {
			t.Errorf("%s: %q, %t, %d, %v", c.name, got, several, left, err)
		}
	}
	for _, bad := range []string{"", "x", `[{"role":"user","content":"a"},{"role":"human"}]`, `{"role":"tool"}`} {
		if _, _, _, err := ParseDrafts([]byte(bad)); err == nil {
			t.Errorf("no error for %q", bad)
		}
	}
}
