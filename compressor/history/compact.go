package history

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	msg "ctxpack/compressor/messages"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/mapped"
)

// Settings define when a history is compacted and how much of it stays.
type Settings struct {
	Enabled              bool
	Trigger              int // tokens above which a history is compacted
	VerbatimWindow       int // tokens of the newest messages that stay verbatim
	SummaryBudget        int // maximum tokens of a summary
	MinVerbatimExchanges int // minimum number of user messages that stay verbatim
}

// Case is the kind of a compaction.
type Case string

// The cases. Emergency is that of Truncate; Undo reverts a compaction.
const (
	CaseNone      Case = "none"
	CaseTruncate  Case = "truncate"
	CaseSummarize Case = "summarize"
	CaseEmergency Case = "emergency"
	CaseUndo      Case = "undo"
)

// MinConfidence is the minimum confidence of a topic boundary.
const MinConfidence = 0.5

// acknowledgement is the assistant's answer to a summary.
const acknowledgement = "Understood. I will go on from this summary."

// Compaction is a change of a history: the first Dropped messages are removed except for Kept, and replaced by
// Insert. It never makes a history larger, and an earlier summary is part of the next.
type Compaction struct {
	Case          Case
	VerbatimStart int // index of the first message of the verbatim window
	Boundary      Boundary
	Dropped       int
	Kept          []int     // instructions for agents, and requests still in progress
	Insert        []Message // the summary, possibly with its acknowledgement, or nothing
	TokensBefore  int
	TokensAfter   int
}

// Apply returns the history after the compaction.
func (c *Compaction) Apply(messages []Message) []Message {
	return append(append(mapped.Of(c.Kept, func(i int) Message { return messages[i] }), c.Insert...), messages[c.Dropped:]...)
}

// Gone lists the indices of the removed messages.
func (c *Compaction) Gone() (gone []int) {
	for i := range c.Dropped {
		if !slices.Contains(c.Kept, i) {
			gone = append(gone, i)
		}
	}
	return gone
}

// Exceeded reports whether a history of this many tokens exceeds the trigger.
func (s Settings) Exceeded(tokens int) bool { return s.Enabled && tokens > s.Trigger }

// Compact computes the compaction of a history. The boundary, the topic change found by a detector, is used only if
// compaction is due.
func Compact(messages []Message, b Boundary, s Settings, count Counter) Compaction {
	l := newLines(messages, count)
	c := Compaction{Case: CaseNone, Boundary: b, TokensBefore: l.total, TokensAfter: l.total}
	if !s.Exceeded(c.TokensBefore) || len(messages) == 0 {
		return c
	}
	var inside bool
	c.VerbatimStart, inside = l.window(s)
	boundary := -1
	if b.Index != nil {
		boundary = min(*b.Index, len(messages))
	}
	summary := strings.TrimSpace(b.Summary)
	switch {
	case boundary >= c.VerbatimStart && b.Confidence >= MinConfidence && !inside:
		c.Case = CaseTruncate
		c.Dropped = l.opening(min(boundary, l.keepUsers(s.MinVerbatimExchanges)))
		c.Kept = l.kept(c.Dropped, false, 0)
		if earlier := earlierSummary(messages[:c.Dropped]); earlier != "" {
			c.Insert = summaryPair(cmp.Or(summary, earlier), len(c.Gone()), s.SummaryBudget, count)
		}
	case c.VerbatimStart > 0:
		c.Case = CaseSummarize
		c.Dropped = c.VerbatimStart
		c.Kept = l.kept(c.Dropped, inside, s.MinVerbatimExchanges)
		c.Insert = summaryPair(cmp.Or(summary, earlierSummary(messages[:c.Dropped])), len(c.Gone()), s.SummaryBudget, count)
	}
	if inside {
		c.Insert = c.Insert[:1] // the model is in the middle of its work, and continues
	}
	c.TokensAfter = Tokens(c.Apply(messages), count)
	// A summary does not replace itself.
	again := c.Dropped > 0 && b.Empty() && !slices.ContainsFunc(c.Gone(), func(i int) bool {
		return !messages[i].summarises() && messages[i].Content != acknowledgement
	})
	if c.TokensAfter > c.TokensBefore || again {
		c.Case, c.Dropped, c.Kept, c.Insert, c.TokensAfter = CaseNone, 0, nil, nil, c.TokensBefore
	}
	return c
}

// Due reports whether a history should be compacted: it exceeds the trigger, and at least a tenth of it can be
// removed. Otherwise no detector needs to be asked.
func Due(messages []Message, s Settings, count Counter) bool {
	l, most := newLines(messages, count), 0
	start, inside := l.window(s)
	end := max(start, l.opening(l.keepUsers(s.MinVerbatimExchanges)))
	kept := l.kept(end, inside, s.MinVerbatimExchanges)
	for i, n := range l.costs[:end] {
		if !slices.Contains(kept, i) && !messages[i].summarises() {
			most += n
		}
	}
	return s.Exceeded(l.total) && most*10 >= l.total
}

// WindowStart returns the index of the first message that a compaction would not change.
func WindowStart(messages []Message, s Settings, count Counter) int {
	start, _ := newLines(messages, count).window(s)
	return start
}

func earlierSummary(messages []Message) string {
	summaries := mapped.Where(messages, func(m Message) bool { return m.summarises() })
	return strings.Join(mapped.Of(summaries, func(m Message) string {
		return strings.TrimSpace(strings.TrimPrefix(m.Content, msg.SummaryHeading))
	}), "\n")
}

// summaryPair returns the two messages that replace the removed ones.
func summaryPair(summary string, dropped, budget int, count Counter) []Message {
	summary = cutTokens(strings.TrimSpace(summary), budget, count)
	return []Message{
		{Role: User, Content: msg.SummaryHeading + "\n" + cmp.Or(summary, missingSummary(dropped))},
		{Role: Assistant, Content: acknowledgement},
	}
}

func missingSummary(dropped int) string {
	if dropped == 1 {
		return "1 earlier message was removed to save space; there is no summary of it."
	}
	return fmt.Sprintf("%s earlier messages were removed to save space; there is no summary of them.", humanize.Comma(dropped))
}

// cutTokens returns the longest prefix of a text with at most budget tokens, cut between words if possible within
// its last tenth.
func cutTokens(text string, budget int, count Counter) string {
	if count(text) <= budget {
		return text
	}
	characters := []rune(text)
	cut := string(characters[:sort.Search(len(characters), func(i int) bool { return count(string(characters[:i+1])) > budget })])
	if i := strings.LastIndexAny(cut, " \t\n"); i >= len(cut)*9/10 && i > 0 {
		cut = cut[:i]
	}
	for cut != "" && count(cut) > budget { // a shorter text can have more tokens
		_, n := utf8.DecodeLastRuneInString(cut)
		cut = cut[:len(cut)-n]
	}
	return strings.TrimSpace(cut)
}

// Truncate makes a history fit in an emergency. Above 2 × trigger the oldest exchanges are removed, each a user
// message with its answers, until the rest has at most that many tokens. A summary, instructions for agents and the
// last user message stay: if its exchange alone is too large, its answers are removed, oldest first.
func Truncate(messages []Message, s Settings, count Counter) Compaction {
	l := newLines(messages, count)
	c := Compaction{Case: CaseNone, TokensBefore: l.total, TokensAfter: l.total}
	last := l.keepUsers(1)
	if last == len(messages) { // an agent may have written in the user's name
		if last = l.opening(last - 1); last == 0 && !messages[0].opens() {
			last = -1
		}
	}
	var kept []int
	for i := 0; i < len(messages) && c.TokensAfter > 2*s.Trigger; {
		end := i + 1
		for ; end < len(messages); end++ { // an exchange is removed as a whole, and a call with its results
			if l.clean[end] && (i >= last || messages[end].opens()) {
				break
			}
		}
		if i == last {
			end = i + 1
		}
		for ; i < end; i++ {
			m := &messages[i]
			if isFrame := m.summarises() || m.instructs() || m.Content == acknowledgement; isFrame || i == last {
				kept = append(kept, i)
				continue
			}
			c.Case, c.Dropped, c.Kept = CaseEmergency, i+1, kept
			c.TokensAfter -= l.costs[i]
		}
	}
	return c
}
