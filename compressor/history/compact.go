package history

import (
	"cmp"
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"ctxpack/internal/text/humanize"
)

// Settings say when a history is compacted and what stays of it.
type Settings struct {
	Enabled              bool
	Trigger              int // tokens from above which a history is compacted
	VerbatimWindow       int // tokens of the newest messages that stay as they are
	SummaryBudget        int // most tokens of a summary
	MinVerbatimExchanges int // user messages that stay as they are, at least
}

// DefaultSettings returns the settings where nothing else is set.
func DefaultSettings() Settings {
	return Settings{Enabled: true, Trigger: 24_000, VerbatimWindow: 4_000, SummaryBudget: 500, MinVerbatimExchanges: 2}
}

// Case is what was done to a history.
type Case string

// The cases. Emergency is that of Truncate, Undo takes a compaction back.
const (
	CaseNone      Case = "none"
	CaseTruncate  Case = "truncate"
	CaseSummarize Case = "summarize"
	CaseEmergency Case = "emergency"
	CaseUndo      Case = "undo"
)

// MinConfidence is from where on a topic boundary is believed.
const MinConfidence = 0.5

// summaryMark opens the message that holds a summary; `trim messages` knows it.
const summaryMark = "[History Summary]"

// acknowledgement is the assistant's answer to a summary.
const acknowledgement = "Understood. I will go on from this summary."

// Compaction says what becomes of a history: the first Dropped messages go, and
// Insert takes their place. It never makes a history larger, and an earlier
// summary lives on in the next.
type Compaction struct {
	Case          Case
	VerbatimStart int // index of the first message of the verbatim window
	Boundary      Boundary
	Dropped       int
	Insert        []Message // the summary and its acknowledgement, or nothing
	TokensBefore  int
	TokensAfter   int
}

// Apply returns what the history is after the compaction.
func (c *Compaction) Apply(messages []Message) []Message {
	if c.Dropped == 0 && len(c.Insert) == 0 {
		return messages
	}
	return append(append([]Message{}, c.Insert...), messages[c.Dropped:]...)
}

// Due reports whether a history of so many tokens is to be compacted.
func (s Settings) Due(tokens int) bool { return s.Enabled && tokens > s.Trigger }

// Compact decides what becomes of a history. The boundary is where the topic
// changed, as somebody has judged; it is looked at only if compaction is due.
func Compact(messages []Message, b Boundary, s Settings, count Counter) Compaction {
	costs := make([]int, len(messages))
	c := Compaction{Case: CaseNone, Boundary: b}
	for i, m := range messages {
		costs[i] = Cost(m, count)
		c.TokensBefore += costs[i]
	}
	c.TokensAfter = c.TokensBefore
	if !s.Due(c.TokensBefore) || len(messages) == 0 {
		return c
	}
	c.VerbatimStart = verbatimStart(messages, costs, s)
	boundary := -1
	if b.Index != nil {
		boundary = min(*b.Index, len(messages))
	}
	switch {
	case boundary >= c.VerbatimStart && b.Confidence >= MinConfidence:
		c.Case = CaseTruncate
		c.Dropped = min(boundary, keepUsers(messages, s.MinVerbatimExchanges))
		for c.Dropped > 0 && c.Dropped < len(messages) && messages[c.Dropped].Role == Tool {
			c.Dropped-- // no result without its call
		}
		if earlier := earlierSummary(messages[:c.Dropped]); earlier != "" {
			c.Insert = summaryPair(cmp.Or(strings.TrimSpace(b.Summary), earlier), c.Dropped, s.SummaryBudget, count)
		}
	case c.VerbatimStart > 0:
		c.Case = CaseSummarize
		c.Dropped = c.VerbatimStart
		summary := cmp.Or(strings.TrimSpace(b.Summary), earlierSummary(messages[:c.Dropped]))
		c.Insert = summaryPair(summary, c.Dropped, s.SummaryBudget, count)
	}
	c.TokensAfter = Tokens(c.Insert, count)
	for _, n := range costs[c.Dropped:] {
		c.TokensAfter += n
	}
	if c.TokensAfter > c.TokensBefore {
		c.Case, c.Dropped, c.Insert, c.TokensAfter = CaseNone, 0, nil, c.TokensBefore
	}
	return c
}

// WindowStart returns the index of the first message that a compaction would
// leave as it is.
func WindowStart(messages []Message, s Settings, count Counter) int {
	costs := make([]int, len(messages))
	for i, m := range messages {
		costs[i] = Cost(m, count)
	}
	return verbatimStart(messages, costs, s)
}

// earlierSummary returns the summaries that stand among messages.
func earlierSummary(messages []Message) string {
	var found []string
	for _, m := range messages {
		if text, ok := strings.CutPrefix(m.Content, summaryMark); ok && m.Role == User {
			found = append(found, strings.TrimSpace(text))
		}
	}
	return strings.Join(found, "\n")
}

// verbatimStart returns the index of the first message that stays as it is: the
// newest messages until their tokens reach the window, not fewer user messages
// than are asked for, and none of the user's is cut off from its answer.
func verbatimStart(messages []Message, costs []int, s Settings) int {
	start, tokens := len(messages), 0
	for start > 0 && tokens < s.VerbatimWindow {
		start--
		tokens += costs[start]
	}
	start = min(start, keepUsers(messages, s.MinVerbatimExchanges))
	for start > 0 && start < len(messages) && messages[start].Role != User {
		start--
	}
	return start
}

// keepUsers returns the index of the n-th user message from the end; if there
// are fewer, of the first one; if there is none, the number of messages.
func keepUsers(messages []Message, n int) int {
	at := len(messages)
	for i := len(messages) - 1; i >= 0 && n > 0; i-- {
		if messages[i].Role == User {
			at = i
			n--
		}
	}
	return at
}

// summaryPair makes the two messages that stand for those that went.
func summaryPair(summary string, dropped, budget int, count Counter) []Message {
	summary = cutTokens(strings.TrimSpace(summary), budget, count)
	if summary == "" {
		summary = missingSummary(dropped)
	}
	return []Message{
		{Role: User, Content: summaryMark + "\n" + summary},
		{Role: Assistant, Content: acknowledgement},
	}
}

func missingSummary(dropped int) string {
	if dropped == 1 {
		return "1 earlier message was removed to save space; there is no summary of it."
	}
	return fmt.Sprintf("%s earlier messages were removed to save space; there is no summary of them.", humanize.Comma(dropped))
}

// cutTokens returns the longest beginning of a text that has at most budget
// tokens, cut between words if there is a place in its last tenth.
func cutTokens(text string, budget int, count Counter) string {
	if count(text) <= budget {
		return text
	}
	whole := func(i int) int {
		for i < len(text) && !utf8.RuneStart(text[i]) {
			i--
		}
		return i
	}
	cut := text[:whole(sort.Search(len(text), func(i int) bool { return count(text[:whole(i+1)]) > budget }))]
	if i := strings.LastIndexAny(cut, " \t\n"); i >= len(cut)*9/10 {
		cut = cut[:max(i, 0)]
	}
	for cut != "" && count(cut) > budget { // a shorter text can have more tokens
		_, n := utf8.DecodeLastRuneInString(cut)
		cut = cut[:len(cut)-n]
	}
	return strings.TrimSpace(cut)
}

// Truncation is what an emergency truncation does.
type Truncation struct {
	Dropped      []int // indices of the messages that go
	TokensBefore int
	TokensAfter  int
	Limit        int
}

// Over says by how many tokens what must stay is over the limit, 0 if it is not.
func (t *Truncation) Over() int { return max(0, t.TokensAfter-t.Limit) }

// Truncate makes a history fit in an emergency, without a summary. Above 2 ×
// trigger the oldest exchanges go, each a user message with the answers to it,
// until the rest has at most that many tokens; answers in front of the first
// user message are an exchange of their own. A summary stays, and so does the
// last user message: if its exchange alone is too large, the answers in it go,
// oldest first, but no tool's answer without its call.
func Truncate(messages []Message, s Settings, count Counter) Truncation {
	t := Truncation{Limit: 2 * s.Trigger}
	last := -1
	for i, m := range messages {
		t.TokensBefore += Cost(m, count)
		if m.Role == User {
			last = i
		}
	}
	t.TokensAfter = t.TokensBefore
	drop := func(i int) {
		t.Dropped = append(t.Dropped, i)
		t.TokensAfter -= Cost(messages[i], count)
	}
	for i := 0; i < len(messages) && t.TokensAfter > t.Limit; {
		end := i + 1
		for end < len(messages) && messages[end].Role != User && (i < last || messages[end].Role == Tool) {
			end++ // an exchange goes as a whole, and a call with its results
		}
		kept := i == last || i < last && strings.HasPrefix(messages[i].Content, summaryMark) && messages[i].Role == User
		if kept && i == last {
			end = i + 1
		}
		for ; i < end; i++ {
			if !kept {
				drop(i)
			}
		}
	}
	return t
}
