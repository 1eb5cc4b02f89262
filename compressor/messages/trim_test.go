package messages_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ctxpack/compressor/messages"
	"ctxpack/compressor/messages/providertest"
	"ctxpack/internal/safe/fault"
)

// given returns a message that states its cost.
func given(role string, tokens int, more string) string {
	return fmt.Sprintf(`{"role":%q,"content":"x","tokens":%d%s}`, role, tokens, more)
}

// TestDropping has conversations whose messages state their costs.
func TestDropping(t *testing.T) {
	t.Parallel()
	const summarized, instruction = `,"summarized":true`, `,"agent_instruction":true`
	flat := []string{ // priorities 100 20 60 60 90 60 80
		given("system", 10, ""), given("user", 10, summarized), given("user", 10, ""), given("assistant", 10, ""),
		given("user", 10, instruction), given("assistant", 10, ""), given("user", 10, ""),
	}
	for _, test := range []struct {
		name     string
		messages []string
		change   func(o *messages.Options)
		target   int
		kept     []int
		over     int
	}{
		{"fits", flat, nil, 70, []int{0, 1, 2, 3, 4, 5, 6}, 0},
		{"lowest first", flat, nil, 69, []int{0, 2, 3, 4, 5, 6}, 0},
		{"to the target exactly", flat, nil, 60, []int{0, 2, 3, 4, 5, 6}, 0},
		{"then oldest first, and what began it all comes back", flat, nil, 59, []int{0, 2, 4, 5, 6}, 0},
		{"and on", flat, nil, 45, []int{0, 4, 5, 6}, 0},
		{"all that is not protected", flat, nil, 30, []int{0, 4, 6}, 0},
		{"over the target", flat, nil, 29, []int{0, 4, 6}, 1},
		{"far over the target", flat, nil, 1, []int{0, 4, 6}, 29},
		{"protect less", flat, protect(85), 20, []int{0, 4}, 0},
		{"protect the system only", flat, protect(100), 19, []int{0}, 0},
		{"protect nothing", flat, protect(101), 1, nil, 0},
		{"protect everything", flat, protect(0), 1, []int{0, 1, 2, 3, 4, 5, 6}, 69},
		{"protect all but the summary", flat, protect(60), 1, []int{0, 2, 3, 4, 5, 6}, 59},
		{"by age", flat, age, 69, []int{0, 2, 3, 4, 5, 6}, 0},
		{"by age, on", flat, age, 50, []int{0, 2, 4, 5, 6}, 0},
		{"by age, protected stay", flat, age, 1, []int{0, 4, 6}, 29},
		{"stale results before old history", []string{
			say("assistant", "old"), answer("?", "result"), call("1", "x", ""), call("2", "x", ""), say("user", "t"),
		}, func(o *messages.Options) { o.PreserveRecent = 1 }, 7 + 15 + 15 + 5, []int{0, 2, 3, 4}, 0},
		{"a unit has the priority of its results", []string{
			given("assistant", 10, ""), call("r", "read", `{"path":"a"}`), answer("r", "x"), given("user", 10, ""),
		}, nil, 54, []int{0, 3}, 0},
		{"the highest of them", []string{
			given("assistant", 10, ""), `{"role":"assistant","tool_calls":[` + function("r", "read", `{"path":"a"}`) + "," + function("x", "run", "") + `]}`,
			answer("r", "x"), answer("x", "x"), given("user", 10, ""),
		}, nil, 72, []int{1, 2, 3, 4}, 0},
		{"or what is said with the calls", []string{
			given("assistant", 10, ""), parts("assistant", textPart("I read"), `{"type":"tool_use","id":"r","name":"read","input":{"path":"a"}}`),
			parts("user", toolResult("r", "x")), given("user", 10, ""),
		}, nil, 54, []int{1, 2, 3}, 0},
		{"thoughts are not said", []string{
			given("assistant", 10, ""), parts("assistant", `{"type":"thinking","thinking":"I read"}`, `{"type":"tool_use","id":"r","name":"read","input":{"path":"a"}}`),
			parts("user", toolResult("r", "x")), given("user", 10, ""),
		}, nil, 54, []int{0, 3}, 0},
		{"without units everything that is not protected goes", []string{
			call("w", "write", `{"path":"f"}`), answer("w", "x"), call("r", "read", `{"path":"f"}`), answer("r", "x"), call("o", "run", ""), answer("o", "x"),
			say("user", "t"),
		}, func(o *messages.Options) { o.Single = true }, 1, []int{3, 6}, 9},
		{"without units each message has its own", []string{
			given("assistant", 10, ""), call("r", "read", `{"path":"a"}`), answer("r", "x"), given("user", 10, ""),
		}, func(o *messages.Options) { o.Single = true }, 54, []int{0, 1, 3}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			o := options(test.target)
			if test.change != nil {
				test.change(&o)
			}
			r := trim(t, list(test.messages...), o)
			if !slices.Equal(r.Kept, test.kept) || r.OverTarget != test.over {
				t.Errorf("kept %v, over by %d; want %v, %d", r.Kept, r.OverTarget, test.kept, test.over)
			}
		})
	}
}

func protect(n int) func(*messages.Options) {
	return func(o *messages.Options) { o.Protect = n }
}

func age(o *messages.Options) { o.ByAge = true }

// TestByAge: priorities do not matter, the last steps are dropped last.
func TestByAge(t *testing.T) {
	t.Parallel()
	input := list(given("assistant", 10, ""), given("user", 10, `,"summarized":true`), call("1", "x", ""),
		strings.Replace(answer("1", "x"), "{", `{"tokens":10,`, 1), given("user", 10, ""))
	o := options(45)
	o.ByAge = true
	if r := trim(t, input, o); !slices.Equal(r.Dropped, []int{0}) {
		t.Errorf("by age, dropped %v, want the oldest", r.Dropped)
	}
	o.ByAge = false
	if r := trim(t, input, o); !slices.Equal(r.Dropped, []int{1}) {
		t.Errorf("by priority, dropped %v, want the summary", r.Dropped)
	}
	o.ByAge, o.Target = true, 25
	if r := trim(t, input, o); !slices.Equal(r.Dropped, []int{0, 2, 3}) {
		t.Errorf("by age, dropped %v, want all up to the unit but for what fits then", r.Dropped)
	}
}

// TestPairs checks which messages are dropped together.
func TestPairs(t *testing.T) {
	t.Parallel()
	task := say("user", "task")
	two := parts("assistant", `{"type":"tool_use","id":"a","name":"x"}`, `{"type":"tool_use","id":"b","name":"x"}`)
	for _, test := range []struct {
		name     string
		messages []string
		single   bool
		dropped  []int // one token less than everything
		orphans  int
	}{
		{"call and result", []string{call("a", "x", ""), answer("a", "r"), task}, false, []int{0, 1}, 0},
		{"by themselves", []string{call("a", "x", ""), answer("a", "r"), task}, true, []int{0}, 0},
		{"parallel calls", []string{`{"role":"assistant","tool_calls":[` + function("a", "x", "") + "," + function("b", "x", "") + `]}`, answer("b", "r"),
			answer("a", "r"), task},
			false, []int{0, 1, 2}, 0},
		{"tool use and result", []string{use("a", "x", "{}"), parts("user", toolResult("a", "r")), task}, false, []int{0, 1}, 0},
		{"results in one message", []string{two, parts("user", toolResult("b", "r"), toolResult("a", "r")), task}, false, []int{0, 1}, 0},
		{"results in two messages", []string{two, parts("user", toolResult("b", "r")), parts("user", toolResult("a", "r")), task}, false, []int{0, 1, 2}, 0},
		{"results and text", []string{use("a", "x", "{}"), parts("user", toolResult("a", "r"), textPart("t")), task}, false, []int{0, 1}, 0},
		{"something between", []string{call("a", "x", ""), say("user", "wait"), answer("a", "r"), task}, false, []int{0, 2}, 0},
		{"ids used again", []string{call("a", "x", ""), answer("a", "r"), call("a", "x", ""), answer("a", "r"), task}, false, []int{0, 1}, 0},
		{"two results of one call", []string{call("a", "x", ""), answer("a", "r"), answer("a", "r"), task}, false, []int{0, 1, 2}, 0},
		{"function", []string{`{"role":"assistant","function_call":{"name":"f"}}`, `{"role":"function","name":"f","content":"r"}`, task}, false, []int{0, 1}, 0},
		{"calls without ids", []string{`{"role":"assistant","tool_calls":[{"function":{"name":"f"}}]}`, `{"role":"tool","content":"r"}`, task}, false,
			[]int{0, 1}, 0},
		{"result for two messages", []string{use("a", "x", "{}"), use("b", "x", "{}"), parts("user", toolResult("a", ""), toolResult("b", "")), task},
			false, []int{0, 1, 2}, 0},

		{"call without a result", []string{call("a", "x", ""), task}, false, []int{0}, 1},
		{"result without a call", []string{answer("a", "r"), task}, false, []int{0}, 1},
		{"result before its call", []string{answer("a", "r"), call("a", "x", ""), task}, false, []int{0}, 2},
		{"result of another call", []string{call("a", "x", ""), answer("b", "r"), task}, false, []int{0}, 2},
		{"one of two results", []string{two, parts("user", toolResult("b", "r")), task}, false, []int{0, 1}, 1},
		{"call of the user", []string{parts("user", `{"type":"tool_use","id":"a","name":"x"}`), parts("user", toolResult("a", "r")), task}, false, []int{1}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			input := list(test.messages...)
			c := parse(t, input)
			if got := c.Orphans(); len(got) != test.orphans {
				t.Errorf("orphans %v, want %d", got, test.orphans)
			}
			o := options(1_000_000)
			o.Target = trim(t, input, o).TokensBefore - 1
			o.Single = test.single
			if r := trim(t, input, o); !slices.Equal(r.Dropped, test.dropped) {
				t.Errorf("dropped %v, want %v", r.Dropped, test.dropped)
			}
		})
	}
}

func TestOrphans(t *testing.T) {
	t.Parallel()
	c := parse(t, list(answer("z", ""), call("a", "x", ""), say("user", "t"), parts("user", toolResult("b", ""), toolResult("a", ""))))
	want := []messages.Orphan{{Index: 0, Result: true, ID: "z"}, {Index: 3, Result: true, ID: "b"}}
	if got := c.Orphans(); !slices.Equal(got, want) {
		t.Errorf("orphans %v, want %v", got, want)
	}
}

// TestUnitOfModification: a unit is protected with its result.
func TestUnitOfModification(t *testing.T) {
	t.Parallel()
	input := list(call("a", "edit", `{"path":"f"}`), answer("a", "r"), say("assistant", "x"), say("user", "task"))
	if r := trim(t, input, options(1)); !slices.Equal(r.Kept, []int{0, 1, 3}) {
		t.Errorf("kept %v", r.Kept)
	}
}

// TestWritten checks the bytes around dropped messages.
func TestWritten(t *testing.T) {
	t.Parallel()
	s, a, u := given("system", 10, ""), given("assistant", 10, ""), given("user", 10, "")
	for _, test := range []struct {
		name, input, want string
	}{
		{"array", `[` + a + `, ` + s + ` ,` + a + `,` + u + `]`, `[` + s + `,` + u + `]`},
		{"indented array", "[\n  " + s + ",\n  " + a + ",\n  " + u + "\n]\n", "[\n  " + s + ",\n  " + u + "\n]\n"},
		{"first and last", "[\n  " + a + ",\n  " + u + ",\n  " + a + "\n]\n", "[\n  " + u + "\n]\n"},
		{"nothing is left", "[\n  " + a + ",\n  " + a + "\n]\n", "[]\n"},
		{"object", `{"n":1.00,"messages": [ ` + a + `,` + s + ` ],"z":null, "n":2}` + "\n", `{"n":1.00,"messages": [ ` + s + ` ],"z":null, "n":2}` + "\n"},
		{"lines", s + "\n" + a + "\n" + u + "\n", s + "\n" + u + "\n"},
		{"lines with CRLF", a + "\r\n" + s + "\r\n" + a + "\r\n" + u + "\r\n", s + "\r\n" + u + "\r\n"},
		{"the last line without an end", s + "\n" + a, s},
		{"no line is left", a + "\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := written(t, trim(t, test.input, options(1)))
			if got != test.want {
				t.Errorf("wrote %q, want %q", got, test.want)
			}
			if again := written(t, trim(t, got, options(1))); again != got {
				t.Errorf("again: %q", again)
			}
		})
	}
}

// TestSurvives: kept messages have the bytes of the input.
func TestSurvives(t *testing.T) {
	t.Parallel()
	kept := `{ "zeta":12345678901234567890.10, "role":"user","x":{"b":1,"a":2,"b":3}, "content":"\u00e9\/ \ud83d\ude00 <&>" ,"e":1E+400 }`
	got := written(t, trim(t, list(given("assistant", 10, ""), kept), options(20)))
	if got != list(kept) {
		t.Errorf("wrote %s", got)
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	input := list(say("system", "s"), call("a", "read", `{"path":"f\"ü"}`), answer("a", strings.Repeat("x", 500)), say("assistant", "y"), say("user", "t"))
	o := options(100)
	o.Placeholders = true
	for _, in := range []string{input, `{"messages":` + input + `}`, strings.ReplaceAll(input[1:len(input)-1], "},{\"role", "}\n{\"role")} {
		r := reported(t, trim(t, in, o))
		if len(r.Messages) != len(r.Kept) || string(r.Messages[0]) != say("system", "s") {
			t.Errorf("messages %s", r.Messages)
		}
		if len(r.Classified) != 5 || r.Classified[2].Path == nil || *r.Classified[2].Path != `f"ü` || r.Classified[1].Path != nil {
			t.Errorf("classified %v", r.Classified)
		}
		if len(r.Dropped) != 2 || r.Dropped[0].Index != 1 || r.Dropped[1].Index != 2 || r.Dropped[1].Class != "recent file read" || r.Dropped[1].Priority !=
			50 || r.Dropped[1].Tokens != 504 {
			t.Errorf("dropped %v", r.Dropped)
		}
		if r.Target != 100 || r.TokensBefore != r.TokensAfter+504+34 || r.OverTarget != 0 || len(r.Replaced) != 0 {
			t.Errorf("numbers %+v", r)
		}
	}
	if r := reported(t, trim(t, "[]", o)); len(r.Messages)+len(r.Classified)+len(r.Kept)+len(r.Dropped)+len(r.Replaced) != 0 {
		t.Errorf("of nothing: %+v", r)
	}
}

func TestWrongOptions(t *testing.T) {
	t.Parallel()
	c := parse(t, "[]")
	for _, o := range []messages.Options{
		{Target: 0, Count: bytes}, {Target: -1, Count: bytes}, {Target: 1}, {Target: 1, Count: bytes, Protect: -1}, {Target: 1, Count: bytes, PreserveRecent: -1},
	} {
		if _, err := messages.Trim(t.Context(), c, o); err == nil {
			t.Errorf("no error for %+v", o)
		}
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := messages.Trim(ctx, parse(t, list(say("user", "x"))), options(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestStartsWithUser: a conversation that began with the user still does, as some services require: with the
// question before the rest, the smallest one if there is no room, or the summary.
func TestStartsWithUser(t *testing.T) {
	t.Parallel()
	small, large := say("user", "small"), say("user", strings.Repeat("large ", 20))
	steps := []string{say("assistant", "yes"), use("a", "edit", `{"path":"f"}`), parts("user", toolResult("a", "r"))}
	for _, test := range []struct {
		name     string
		messages []string
		target   int
		kept     []int
		over     bool
	}{
		{"the question before", []string{given("user", 60, ""), say("user", "medium"), given("assistant", 100, ""), steps[1], steps[2],
			say("user", "task")}, 100, []int{1, 3, 4, 5}, false},
		{"the smallest one", concat([]string{small, large}, steps, []string{say("user", "task")}), 55, []int{0, 3, 4, 5}, false},
		{"over the target", concat([]string{small, large}, steps, []string{say("user", "task")}), 1, []int{0, 3, 4, 5}, true},
		{"after the system", concat([]string{say("system", "s"), small}, steps, []string{say("user", "task")}), 1, []int{0, 1, 3, 4, 5}, true},
		{"the task is the beginning", []string{small, say("assistant", "x"), say("user", "task")}, 1, []int{2}, true},
		{"it never did", concat(steps, []string{say("user", "task")}), 1, []int{1, 2, 3}, true},
		{"the answer at the end goes, too",
			[]string{say("user", "task"), say("assistant", "I look"), call("1", "x", ""), answer("1", strings.Repeat("r", 100))}, 40, []int{0}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := trim(t, list(test.messages...), options(test.target))
			if !slices.Equal(r.Kept, test.kept) || r.OverTarget > 0 != test.over {
				t.Errorf("kept %v, over by %d, want %v; %d tokens", r.Kept, r.OverTarget, test.kept, r.TokensAfter)
			}
		})
	}
	o := options(300)
	o.Summary, o.Count = true, func(s string) int { return (len(s) + 9) / 10 }
	input := list(concat([]string{given("user", 300, ""), given("assistant", 200, "")}, steps, []string{say("user", "task")})...)
	if r := trim(t, input, o); !r.Summarised || !providertest.UserFirst([]byte(written(t, r))) || slices.Contains(r.Kept, 0) {
		t.Errorf("no summary at the start: %s", written(t, r))
	}
}

// TestWorkerPanics: a panic in a worker reaches the caller, which can recover it.
func TestWorkerPanics(t *testing.T) {
	t.Parallel()
	defer func() {
		if p, ok := recover().(*fault.Panic); !ok || p.What != "a message" || p.Value != "a mistake" {
			t.Errorf("got %v", p)
		}
	}()
	c := parse(t, "["+strings.Repeat(`{"role":"user","content":"x"},`, 999)+`{"role":"user","content":"y"}]`)
	_, _ = messages.Trim(context.Background(), c, messages.Options{Target: 9, Workers: 4, Count: func(string) int { panic("a mistake") }})
}

// TestRequestFirst: the user's request is kept before a greeting and before messages that an agent wrote in the
// user's name.
func TestRequestFirst(t *testing.T) {
	t.Parallel()
	hello := list(say("system", "sys"), say("user", "hello!"), say("assistant", "how can i help you?"), say("user", "write a function that adds two numbers"),
		say("assistant", "sure, here is the code"), say("user", "rename it"))
	agent := list(say("user", "<environment_context>\n  <cwd>/x</cwd>\n</environment_context>"),
		say("user", "<command-name>/clear</command-name>\n<command-args></command-args>"),
		say("user", "<system-reminder>x</system-reminder>\nMake the parser accept a quote"), say("assistant", strings.Repeat("word ", 60)),
		say("user", "go on"), say("user", "<system-reminder>y</system-reminder>"))
	for _, c := range []struct {
		input  string
		target int
		refill bool
		want   []int
	}{
		{hello, 65, true, []int{0, 3, 5}}, {hello, 65, false, []int{0, 1, 4, 5}}, {hello, 75, true, []int{0, 1, 3, 5}}, {hello, 90, true, []int{0, 3, 4, 5}},
		{agent, 110, true, []int{2, 4, 5}}, {agent, 110, false, []int{4, 5}},
	} {
		o := options(c.target)
		o.NoRefill = !c.refill
		if r := trim(t, c.input, o); !slices.Equal(r.Kept, c.want) {
			t.Errorf("%d, refill %t: kept %v, want %v: %v", c.target, c.refill, r.Kept, c.want, r.Classified)
		}
	}
}

// TestSignedText: a signed text is not shortened.
func TestSignedText(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 100)
	for _, c := range []struct{ sign, want string }{{`,"thoughtSignature":"c2ln"`, ""}, {"", "left out"}} {
		input := `{"contents":[{"role":"user","parts":[{"text":"Explain it"}]},{"role":"model","parts":[{"text":` + quote(long) + c.sign +
			`}]},{"role":"user","parts":[{"text":"go on"}]}]}`
		if got := written(t, trim(t, input, options(200))); strings.Contains(got, "left out") != (c.want != "") || strings.Contains(got, "Signature") {
			t.Errorf("%s", got)
		}
	}
}

// TestSessionBranches: abandoned branches are no part of the conversation, but results of parallel calls next to
// the line are, and so is everything before a missing parent.
func TestSessionBranches(t *testing.T) {
	t.Parallel()
	entry := func(id, parent, message string) string {
		if parent != "null" {
			parent = quote(parent)
		}
		return `{"uuid":` + quote(id) + `,"parentUuid":` + parent + `,"message":` + message + "}\n"
	}
	call := func(id string) string {
		return parts("assistant", `{"type":"tool_use","id":`+quote(id)+`,"name":"run","input":{}}`)
	}
	result := func(id, text string) string { return parts("user", toolResult(id, text)) }
	start := entry("1", "null", say("user", "one")) + entry("2", "1", say("assistant", "two"))
	for _, c := range []struct{ name, input, want string }{
		{"asked again", start + entry("3", "2", say("user", "left")) + entry("4", "3", say("assistant", "left")) + entry("5", "2", say("user", "five")),
			"one two five"},
		{"begun again", start + entry("5", "null", say("user", "five")), "five"},
		{"parallel calls", start + entry("a", "2", call("a")) + entry("b", "a", call("b")) + entry("ra", "a", result("a", "ra")) + entry("rb", "b",
			result("b", "rb")) +
			entry("5", "rb", say("user", "five")), "one two ra rb five"},
		{"answered again", start + entry("a", "2", call("a")) + entry("x", "a", result("a", "left")) + entry("y", "x", say("assistant", "left")) +
			entry("ra", "a", result("a", "ra")) + entry("5", "ra", say("user", "five")), "one two ra five"},
		{"by way of another entry", start + `{"type":"attachment","uuid":"x","parentUuid":"2"}` + "\n" + entry("5", "x", say("user", "five")), "one two five"},
		{"parent not there", start + entry("5", "gone", say("user", "five")) + entry("6", "gone", say("user", "six")), "one two five six"},
		{"none has a parent", entry("1", "null", say("user", "one")) + entry("2", "null", say("assistant", "two")) + entry("5", "null",
			say("user", "five")), "one two five"},
		{"no chain", start + `{"message":` + say("user", "five") + "}\n", "one two five"},
	} {
		var said []string
		input := c.input + `{"type":"summary"}` + "\n"
		for _, s := range parse(t, input).Said() {
			text := s.Text()
			for _, p := range s.Parts {
				text += p.ResultText()
			}
			said = append(said, text)
		}
		if got := strings.Join(strings.Fields(strings.Join(said, " ")), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if got := written(t, trim(t, input, options(10_000))); got != input {
			t.Errorf("%s: not the same bytes:\n%s", c.name, got)
		}
	}
}

// TestSessionChain: a trimmed session can be resumed: each entry names an existing parent, ids stay unique, and
// input of other agents and messages before a compaction are excluded.
func TestSessionChain(t *testing.T) {
	t.Parallel()
	entry := func(id, parent, more, message string) string {
		if parent != "null" {
			parent = quote(parent)
		}
		return `{"uuid":` + quote(id) + `,"parentUuid":` + parent + more + `,"type":"x","message":` + message + "}\n"
	}
	long := strings.Repeat("word ", 40)
	input := entry("0", "null", "", say("user", "before "+long)) + `{"type":"system","subtype":"compact_boundary","uuid":"b","parentUuid":null}` + "\n" +
		entry("1", "b", `,"isCompactSummary":true`, say("user", "This goes on from an earlier one.")) + entry("2", "1", "",
		say("user", "Make the parser accept a quote")) +
		entry("s", "null", `,"isSidechain":true`, say("user", "another agent "+long)) +
		entry("3", "2", "", parts("assistant", `{"type":"tool_use","id":"a","name":"run","input":{}}`)) + entry("4", "3", "", parts("user", toolResult("a", long))) +
		`{"type":"attachment","uuid":"5","parentUuid":"4"}` + "\n" + entry("6", "5", "", parts("assistant", textPart(long))) + entry("7", "6", "",
		say("user", "go on"))
	if c := parse(t, entry("1", "null", `,"isSidechain":true`, say("user", "x"))); c.Len() != 1 {
		t.Errorf("%d messages of another agent alone", c.Len())
	}
	for target := 20; target < 700; target += 20 {
		for _, summary := range []bool{false, true} {
			o := options(target)
			o.Summary = summary
			r := trim(t, input, o)
			if n := len(r.Classified); n != 6 {
				t.Fatalf("%d messages", n)
			}
			ids := map[string]bool{}
			for line := range strings.Lines(written(t, r)) {
				var e struct {
					UUID       string
					ParentUUID *string
				}
				if err := json.Unmarshal([]byte(line), &e); err != nil {
					t.Fatal(err)
				}
				if ids[e.UUID] || e.ParentUUID != nil && !ids[*e.ParentUUID] {
					t.Fatalf("target %d, summary %t: %s in\n%s", target, summary, line, written(t, r))
				}
				ids[e.UUID] = true
			}
		}
	}
}
