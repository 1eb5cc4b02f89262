package history

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	msg "ctxpack/compressor/messages"
)

// bytesOf counts a token for each byte, so that the cost of a message is easy to compute: its length and
// msg.TokensPerMessage.
func bytesOf(text string) int { return len(text) }

// talk makes messages from a description: u and a for the roles, each followed by the message's tokens.
func talk(t testing.TB, description string) []Message {
	t.Helper()
	var messages []Message
	for _, word := range strings.Fields(description) {
		var tokens int
		if _, err := fmt.Sscanf(word[1:], "%d", &tokens); err != nil {
			t.Fatal(err)
		}
		role := User
		if word[0] == 'a' {
			role = Assistant
		}
		name := fmt.Sprintf("%d:", len(messages))
		messages = append(messages, Message{Role: role, Content: name + strings.Repeat("x", max(0, tokens-msg.TokensPerMessage-len(name)))})
	}
	return messages
}

func at(i int) *int { return &i }

func TestCompact(t *testing.T) {
	t.Parallel()
	settings := Settings{Enabled: true, Trigger: 1000, VerbatimWindow: 400, SummaryBudget: 20, MinVerbatimExchanges: 2}
	disabled := settings
	disabled.Enabled = false
	one := settings
	one.MinVerbatimExchanges = 1
	for _, c := range []struct {
		name     string
		messages string
		boundary Boundary
		settings Settings
		want     Case
		start    int // of the window
		dropped  int
	}{
		{"no messages", "", Boundary{}, settings, CaseNone, 0, 0},
		{"at the trigger", "u500 a500", Boundary{Index: at(1), Confidence: 1}, settings, CaseNone, 0, 0},
		{"disabled", "u900 a900 u900 a900", Boundary{}, disabled, CaseNone, 0, 0},
		// The message that reaches the window is included.
		{"window reached exactly", "u300 a300 u200 a200 u200 a200", Boundary{}, settings, CaseSummarize, 2, 2},
		{"window passed", "u300 a300 u200 a210 u200 a200", Boundary{}, settings, CaseSummarize, 2, 2},
		{"window wants one more", "u300 a300 u300 a100 u190 a200", Boundary{}, one, CaseSummarize, 2, 2},
		// At a user message: one earlier than an answer.
		{"opens on an answer", "u300 a300 u200 a300 u100", Boundary{}, one, CaseSummarize, 2, 2},
		{"opens on the second answer", "u300 a300 u200 a100 a300 u100", Boundary{}, one, CaseSummarize, 2, 2},
		{"only answers before", "a600 a600 u100", Boundary{}, one, CaseNone, 0, 0},
		// No later than the second user message from the end.
		{"enough exchanges", "u300 a300 u100 a100 u100 a600", Boundary{}, settings, CaseSummarize, 2, 2},
		{"one user message", "a300 a300 u600", Boundary{}, settings, CaseSummarize, 2, 2},
		{"nothing before the window", "u600 a100 u600", Boundary{}, settings, CaseNone, 0, 0},
		// The boundary.
		{"boundary in the window", "u600 a100 u100 a100 u100 a100 u300 a100", Boundary{Index: at(4), Confidence: 0.5}, settings, CaseTruncate, 4, 4},
		{"boundary at the second exchange", "u600 a100 u100 a100 u100 a100 u100 a100", Boundary{Index: at(4), Confidence: 0.9}, settings, CaseTruncate, 4, 4},
		{"boundary on an answer", "u600 a100 u100 a50 u50 a50 u50 a50 u50 a50", Boundary{Index: at(5), Confidence: 0.9}, settings, CaseTruncate, 2, 4},
		{"boundary not believed", "u600 a100 u100 a100 u100 a100 u300 a100", Boundary{Index: at(4), Confidence: 0.49}, settings, CaseSummarize, 4, 4},
		{"boundary before the window", "u600 a100 u100 a100 u100 a100 u300 a100", Boundary{Index: at(3), Confidence: 1}, settings, CaseSummarize, 4, 4},
		{"boundary at the start of everything", "u600 a100 u600", Boundary{Index: at(0), Confidence: 1}, settings, CaseTruncate, 0, 0},
		// Earlier user messages are put back.
		{"boundary behind the end", "u600 a100 u100 a100 u100 a100 u300 a100", Boundary{Index: at(99), Confidence: 1}, settings, CaseTruncate, 4, 4},
		{"boundary in the last exchange", "u600 a100 u100 a100 u100 a100 u300 a100", Boundary{Index: at(7), Confidence: 1}, settings, CaseTruncate, 4, 4},
		{"one exchange is enough", "u600 a100 u100 a100 u100 a100 u300 a100", Boundary{Index: at(7), Confidence: 1}, one, CaseTruncate, 6, 6},
		{"nobody asked", "a600 a300 a500", Boundary{Index: at(9), Confidence: 1}, settings, CaseTruncate, 0, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			messages := talk(t, c.messages)
			got := Compact(messages, c.boundary, c.settings, bytesOf)
			if got.Case != c.want || got.VerbatimStart != c.start || got.Dropped != c.dropped {
				t.Errorf("case %s, window from %d, %d dropped; want %s, %d, %d", got.Case, got.VerbatimStart, got.Dropped, c.want, c.start, c.dropped)
			}
			checkCompaction(t, messages, c.settings, got)
		})
	}
}

// checkCompaction checks the invariants of compaction.
func checkCompaction(t *testing.T, messages []Message, s Settings, c Compaction) {
	t.Helper()
	result := c.Apply(messages)
	if n := Tokens(messages, bytesOf); c.TokensBefore != n {
		t.Errorf("%d tokens before, counted %d", c.TokensBefore, n)
	}
	if n := Tokens(result, bytesOf); c.TokensAfter != n {
		t.Errorf("%d tokens after, counted %d", c.TokensAfter, n)
	}
	verbatim := result[len(c.Insert):]
	if !slices.EqualFunc(verbatim, messages[len(messages)-len(verbatim):], sameMessage) {
		t.Error("what stays is not the end of what was there")
	}
	users := func(list []Message) (n int) {
		for _, m := range list {
			if m.Role == User {
				n++
			}
		}
		return n
	}
	if got, want := users(verbatim), min(users(messages), s.MinVerbatimExchanges); got < want {
		t.Errorf("%d user messages stay, want %d", got, want)
	}
	switch c.Case {
	case CaseNone:
		if c.Dropped != 0 || len(c.Insert) != 0 {
			t.Error("something was done in case none")
		}
	case CaseTruncate:
		if len(c.Insert) != 0 {
			t.Error("a summary in case truncate")
		}
	case CaseSummarize:
		if c.Dropped == 0 || c.Dropped != c.VerbatimStart || len(c.Insert) != 2 || c.Insert[0].Role != User || c.Insert[1].Role != Assistant {
			t.Errorf("summary of %d: %+v", c.Dropped, c.Insert)
		}
		if verbatim[0].Role != User {
			t.Error("the window opens on an answer")
		}
	}
}

func sameMessage(a, b Message) bool { return a.Role == b.Role && a.Content == b.Content }

// TestCompactProperties compacts many conversations, and compares the window with one found by exhaustive search.
func TestCompactProperties(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	seen := map[Case]int{}
	for range 2_000 {
		var description strings.Builder
		for range random.IntN(14) {
			fmt.Fprintf(&description, "%c%d ", "ua"[random.IntN(2)], 7+random.IntN(60))
		}
		messages := talk(t, description.String())
		s := Settings{
			Enabled: random.IntN(10) > 0, Trigger: 1 + random.IntN(300), VerbatimWindow: 1 + random.IntN(150),
			SummaryBudget: 1 + random.IntN(40), MinVerbatimExchanges: 1 + random.IntN(4),
		}
		b := Boundary{Confidence: float64(random.IntN(11)) / 10, Summary: strings.Repeat("word ", random.IntN(20))}
		if random.IntN(3) > 0 {
			b.Index = at(random.IntN(len(messages) + 3))
		}
		c := Compact(messages, b, s, bytesOf)
		checkCompaction(t, messages, s, c)
		seen[c.Case]++
		if c.TokensBefore > s.Trigger && s.Enabled && len(messages) > 0 {
			if want := slowWindow(messages, s); c.VerbatimStart != want {
				t.Errorf("window from %d, want %d", c.VerbatimStart, want)
			}
		}
		if t.Failed() {
			t.Fatalf("%s with %+v and boundary %v: %+v", description.String(), s, b.Index, c)
		}
	}
	if len(seen) != 3 {
		t.Errorf("cases %v", seen)
	}
}

// slowWindow tries every start from the end.
func slowWindow(messages []Message, s Settings) int {
	users := 0
	for _, m := range messages {
		if m.Role == User {
			users++
		}
	}
	for start := len(messages); ; start-- {
		inside := 0
		for _, m := range messages[start:] {
			if m.Role == User {
				inside++
			}
		}
		reached := Tokens(messages[start:], bytesOf) >= s.VerbatimWindow
		enough := inside >= min(users, s.MinVerbatimExchanges)
		if start == 0 || reached && enough && messages[start].Role == User {
			return start
		}
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, summary string
		dropped       int
		want          string
	}{
		{"given", " We parsed it. ", 3, "[History Summary]\nWe parsed it."},
		{"cut between words", strings.Repeat("a", 15) + " bcdefgh", 3, "[History Summary]\n" + strings.Repeat("a", 15) + " bcde"},
		{"cut at a word near the end", strings.Repeat("a", 19) + " bcdefgh", 3, "[History Summary]\n" + strings.Repeat("a", 19)},
		{"cut between characters", strings.Repeat("é", 30), 3, "[History Summary]\n" + strings.Repeat("é", 10)},
		{"empty", "", 12345, "[History Summary]\n12,345 earlier messages were removed to save space; there is no summary of them."},
		{"blank", " \n", 1, "[History Summary]\n1 earlier message was removed to save space; there is no summary of it."},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pair := summaryPair(c.summary, c.dropped, 20, bytesOf)
			if pair[0].Content != c.want {
				t.Errorf("got %q, want %q", pair[0].Content, c.want)
			}
		})
	}
}

func TestTruncate(t *testing.T) {
	t.Parallel()
	s := Settings{Trigger: 50} // the limit is 100
	for _, c := range []struct {
		name, messages string
		dropped        []int
		over           int
	}{
		{"at the limit", "u50 a50", nil, 0},
		{"one pair", "u50 a50 u50 a10", []int{0, 1}, 0},
		{"two pairs", "u50 a50 u50 a50 u50 a50", []int{0, 1, 2, 3}, 0},
		{"a pair goes as a whole", "u90 a5 a5 u10", []int{0, 1, 2}, 0},
		{"answers first", "a60 a10 u10 a10 u30 a10", []int{0, 1}, 0},
		{"questions alone", "u60 u60 u10", []int{0}, 0},
		{"the last question stays", "u60 a60 u120 a20", []int{0, 1, 3}, 20},
		{"its answers go, oldest first", "u60 a60 u60 a40 a30", []int{0, 1, 3}, 0},
		{"nobody asked", "a60 a60 a60", []int{0, 1}, 0},
		{"a question alone", "u120", nil, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := Truncate(talk(t, c.messages), s, bytesOf)
			if over := max(0, got.TokensAfter-2*s.Trigger); !slices.Equal(got.Gone(), c.dropped) || over != c.over {
				t.Errorf("dropped %v, over %d, want %v, %d", got.Gone(), over, c.dropped, c.over)
			}
		})
	}
}

// TestTruncateAfterAnAgent: if only an agent wrote in the user's name, its message stays as the first one.
func TestTruncateAfterAnAgent(t *testing.T) {
	t.Parallel()
	c, err := ParseConversation(`[{"role":"user","content":"<system-reminder>begin</system-reminder>"},{"role":"assistant","content":"a long ` +
		`answer"},{"role":"assistant","content":"and another"}]`)
	if err != nil {
		t.Fatal(err)
	}
	done := Truncate(c.Messages, Settings{Trigger: 30}, bytesOf)
	if got := done.Gone(); !slices.Equal(got, []int{1}) {
		t.Errorf("%v went", got)
	}
}

func TestTruncateProperties(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	for range 2_000 {
		var description strings.Builder
		for range random.IntN(14) {
			fmt.Fprintf(&description, "%c%d ", "ua"[random.IntN(2)], 7+random.IntN(60))
		}
		messages := talk(t, description.String())
		trigger := 1 + random.IntN(120)
		got := Truncate(messages, Settings{Trigger: trigger}, bytesOf)
		var left []Message
		last := -1
		for i, m := range messages {
			if m.Role == User {
				last = i
			}
			if !slices.Contains(got.Gone(), i) {
				left = append(left, m)
			}
		}
		switch n := Tokens(left, bytesOf); {
		case n != got.TokensAfter, Tokens(messages, bytesOf) != got.TokensBefore:
			t.Errorf("%d tokens after, counted %d", got.TokensAfter, n)
		case slices.Contains(got.Gone(), last):
			t.Error("the last user message went")
		case n > 2*trigger && len(left) > 1:
			t.Errorf("%d messages with %d tokens stay over %d", len(left), n, 2*trigger)
		case got.TokensBefore <= 2*trigger && got.Dropped > 0:
			t.Error("messages went without need")
		}
		if t.Failed() {
			t.Fatalf("%s: %+v", description.String(), got)
		}
	}
}

// TestSummaryLivesOn: an earlier summary is kept in any case, unless a new one is based on it; an emergency keeps
// it.
func TestSummaryLivesOn(t *testing.T) {
	t.Parallel()
	s := Settings{Enabled: true, Trigger: 500, VerbatimWindow: 200, SummaryBudget: 200, MinVerbatimExchanges: 1}
	messages := append(summaryPair("They chose tabs.", 3, 200, bytesOf), talk(t, "u300 a300 u100 a100 u60 a60")...)
	for _, c := range []struct {
		name     string
		boundary Boundary
		want     Case
		summary  string
	}{
		{"no judgement", Boundary{}, CaseSummarize, "They chose tabs."},
		{"a new summary", Boundary{Summary: "Tabs, and a parser."}, CaseSummarize, "Tabs, and a parser."},
		{"a change of topic", Boundary{Index: at(6), Confidence: 1}, CaseTruncate, "They chose tabs."},
		{"a change of topic with a summary", Boundary{Index: at(6), Confidence: 1, Summary: "Tabs."}, CaseTruncate, "Tabs."},
	} {
		got := Compact(messages, c.boundary, s, bytesOf)
		if got.Case != c.want || len(got.Insert) != 2 || got.Insert[0].Content != msg.SummaryHeading+"\n"+c.summary {
			t.Errorf("%s: %s, %+v", c.name, got.Case, got.Insert)
		}
	}
	cut := Truncate(messages, Settings{Trigger: 200}, bytesOf)
	if gone := cut.Gone(); len(gone) == 0 || gone[0] != 2 || cut.TokensAfter > 400 {
		t.Errorf("%+v", cut)
	}
}

// TestNeverLarger: a history that would grow is not changed.
func TestNeverLarger(t *testing.T) {
	t.Parallel()
	s := Settings{Enabled: true, Trigger: 20, VerbatimWindow: 10, SummaryBudget: 500, MinVerbatimExchanges: 1}
	messages := talk(t, "u10 a10 u10 a10")
	c := Compact(messages, Boundary{Summary: strings.Repeat("long ", 50)}, s, bytesOf)
	if c.Case != CaseNone || c.TokensAfter != c.TokensBefore || len(c.Apply(messages)) != 4 {
		t.Errorf("%+v", c)
	}
}

// TestToolsStayWhole: neither a window, a boundary nor an emergency separates a call from its results.
func TestToolsStayWhole(t *testing.T) {
	t.Parallel()
	messages := talk(t, "u300 a300 u100 a100 u200 a200 u60 a60")
	messages[6].Role, messages[6].Parts = Tool,
		[]msg.Part{{Kind: msg.ResultKind, ID: "x", Parts: []msg.Part{{Kind: msg.TextKind, Text: strings.Repeat("y", 100)}}}}
	messages[5].Parts = []msg.Part{{Kind: msg.CallKind, ID: "x", Name: "run"}}
	s := Settings{Enabled: true, Trigger: 300, VerbatimWindow: 50, SummaryBudget: 100, MinVerbatimExchanges: 1}
	for i := range 9 {
		c := Compact(messages, Boundary{Index: &i, Confidence: 1}, s, bytesOf)
		if left := c.Apply(messages); len(left) > 0 && left[0].Role == Tool {
			t.Errorf("boundary %d: a result is first", i)
		}
	}
	for limit := range 700 {
		gone := map[int]bool{}
		cut := Truncate(messages, Settings{Trigger: 1 + limit}, bytesOf)
		for _, i := range cut.Gone() {
			gone[i] = true
		}
		if gone[5] != gone[6] {
			t.Errorf("limit %d: %v", limit, gone)
		}
	}
}

// atWork makes a conversation like talk, in which each c is a call of the model and r its result; m is a result
// with words of the user.
func atWork(t testing.TB, description string) []Message {
	t.Helper()
	list := talk(t, strings.NewReplacer("c", "a", "r", "u", "m", "u", "i", "u").Replace(description))
	call := 0
	for k, word := range strings.Fields(description) {
		m := &list[k]
		text := msg.Part{Kind: msg.TextKind, Text: m.Content}
		switch word[0] {
		case 'c':
			call++
			m.Parts = []msg.Part{{Kind: msg.CallKind, ID: fmt.Sprint(call), Arguments: m.Content[:len(m.Content)-msg.TokensPerCall]}}
		case 'r', 'm':
			m.Parts = []msg.Part{{Kind: msg.ResultKind, ID: fmt.Sprint(call), Parts: []msg.Part{text}}}
			if m.Role = Tool; word[0] == 'm' {
				m.Role, m.Parts = User, append(m.Parts, msg.Part{Kind: msg.TextKind})
			}
		case 'i':
			m.Content = "# AGENTS.md\n" + m.Content[len("# AGENTS.md\n"):]
		}
	}
	return list
}

// TestCompactAtWork: no call is separated from its results, the work for one request can be shortened, with the
// request before the summary, and instructions stay.
func TestCompactAtWork(t *testing.T) {
	t.Parallel()
	s := Settings{Enabled: true, Trigger: 300, VerbatimWindow: 100, SummaryBudget: 100, MinVerbatimExchanges: 1}
	for _, c := range []struct {
		name, talk string
		want       Case
		dropped    int
		kept       []int
		insert     int
	}{
		{"a result with words", "u300 c50 m50 a20 u20", CaseNone, 0, nil, 0},
		{"one request", "u100 c50 r50 c50 r50 c50 r50 a30", CaseSummarize, 5, []int{0}, 1},
		{"instructions", "i100 u100 a150 u90 a20", CaseSummarize, 3, []int{0}, 2},
		{"instructions and one request", "i60 u60 c60 r60 c60 r60 c60 r60", CaseSummarize, 6, []int{0, 1}, 1},
		{"a window of one answer", "u50 c100 r50 a300", CaseNone, 0, nil, 0},
	} {
		messages := atWork(t, c.talk)
		got := Compact(messages, Boundary{}, s, bytesOf)
		if got.Case != c.want || got.Dropped != c.dropped || !slices.Equal(got.Kept, c.kept) || len(got.Insert) != c.insert {
			t.Errorf("%s: %+v", c.name, got)
		}
		if n := Tokens(got.Apply(messages), bytesOf); n != got.TokensAfter {
			t.Errorf("%s: %d tokens after, counted %d", c.name, got.TokensAfter, n)
		}
	}
	reminded := atWork(t, "u100 c50 r50 c50 r50 c50 r50 u30")
	reminded[7].machine = true // it is not a request
	if got := Compact(reminded, Boundary{}, s, bytesOf); !slices.Equal(got.Kept, []int{0}) || got.Dropped != 5 {
		t.Errorf("%+v", got)
	}
	cut := Truncate(atWork(t, "i60 u50 c60 m60 c60 r60 u20 c60 r60"), Settings{Trigger: 75}, bytesOf)
	if !slices.Equal(cut.Gone(), []int{1, 2, 3, 4, 5, 7, 8}) {
		t.Errorf("%+v", cut)
	}
}

// TestDue: no detector is asked about a history in which one message is too large.
func TestDue(t *testing.T) {
	t.Parallel()
	s := Settings{Enabled: true, Trigger: 300, VerbatimWindow: 100, SummaryBudget: 100, MinVerbatimExchanges: 1}
	huge := append(summaryPair("Much was said.", 3, 200, bytesOf), talk(t, "u20 a20 u900 a20")...)
	for _, c := range []struct {
		messages []Message
		want     bool
	}{{huge, false}, {talk(t, "u900 a20"), false}, {talk(t, "u900 a20 u20 a20"), true}, {talk(t, "u200 a20 u900 a20"), true},
		{talk(t, "u200 a20 u20 a20"), false}} {
		if got := Due(c.messages, s, bytesOf); got != c.want {
			t.Errorf("due %t: %v", got, c.messages)
		}
	}
}
