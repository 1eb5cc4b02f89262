package history

import (
	"slices"
	"strings"

	msg "ctxpack/compressor/messages"
	"ctxpack/internal/text/mapped"
)

// lines holds the places where a history may be split.
type lines struct {
	messages []Message
	costs    []int
	total    int    // sum of the costs
	clean    []bool // no result from there on belongs to an earlier call, and no reasoning precedes it
}

func newLines(messages []Message, count Counter) lines {
	l := lines{messages: messages, clean: make([]bool, len(messages)+1)}
	calls, first := map[string]int{}, make([]int, len(messages))
	for i, m := range messages {
		l.costs = append(l.costs, Cost(m, count))
		l.total += l.costs[i]
		first[i] = i
		for _, p := range m.Parts {
			if at, known := calls[p.ID]; p.Kind == msg.CallKind {
				calls[p.ID] = i
			} else if known && p.Kind == msg.ResultKind {
				first[i] = min(first[i], at)
			}
		}
	}
	low := len(messages)
	l.clean[low] = true
	for i := low - 1; i >= 0; i-- {
		low = min(low, first[i])
		l.clean[i] = low >= i && (i == 0 || !messages[i-1].has(msg.ReasoningKind) || !messages[i-1].silent())
	}
	return l
}

// opens reports whether a history can begin with a message: a user message without tool results.
func (m *Message) opens() bool { return m.Role == User && !m.has(msg.ResultKind) }

// asks reports whether a message is written by the user.
func (m *Message) asks() bool { return m.opens() && !m.machine }

// summarises reports whether a message is a summary of earlier ones.
func (m *Message) summarises() bool {
	return m.Role == User && strings.HasPrefix(m.Content, msg.SummaryHeading)
}

func (m *Message) instructs() bool {
	return m.opens() && (m.instructions || msg.OpensWithInstructions(m.Content))
}

// opening goes back to a message that a history can begin with.
func (l lines) opening(at int) int {
	isOpening := func(at int) bool { return l.clean[at] && l.messages[at].opens() }
	for at > 0 && at < len(l.messages) && !isOpening(at) {
		at--
	}
	return at
}

// window returns the index of the first message that stays verbatim: the newest messages until their tokens reach
// the window, with at least the minimum number of user messages, each with its answer. If that exceeds the trigger
// because of the model's work on these requests, the window begins inside that work, between two calls.
func (l lines) window(s Settings) (start int, inside bool) {
	at, tokens := len(l.costs), 0
	for at > 0 && tokens < s.VerbatimWindow {
		at--
		tokens += l.costs[at]
	}
	start = l.opening(min(at, l.keepUsers(s.MinVerbatimExchanges)))
	rest := mapped.Sum(l.costs[start:], func(n int) int { return n })
	for rest > s.Trigger && at > start {
		m := &l.messages[at]
		if works := m.has(msg.CallKind) || m.has(msg.ReasoningKind); works && l.clean[at] && m.Role == Assistant {
			return at, true
		}
		at--
	}
	return start, false
}

// kept lists what stays of a removed beginning: instructions and, if the model is at work, the last requests.
func (l lines) kept(end int, inside bool, exchanges int) (kept []int) {
	for i := end - 1; i >= 0; i-- {
		m := &l.messages[i]
		request := inside && exchanges > 0 && m.asks() && !m.summarises()
		if request {
			exchanges--
		}
		if request || m.instructs() {
			kept = append(kept, i)
		}
	}
	slices.Reverse(kept)
	return kept
}

// keepUsers returns the index of the n-th user message from the end; if there are fewer, of the first one; if there
// is none, the number of messages.
func (l lines) keepUsers(n int) int {
	at := len(l.messages)
	for i := len(l.messages) - 1; i >= 0 && n > 0; i-- {
		if l.messages[i].asks() {
			at = i
			n--
		}
	}
	return at
}
