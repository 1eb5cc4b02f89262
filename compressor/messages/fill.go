package messages

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

const (
	// filled is the percentage of the target up to which dropped messages are shown again, shortened if necessary.
	filled = 90
	// minShown is the minimum size of a shortened text in tokens. A shorter one would be useless.
	minShown = 24
	// snap is the divisor of a piece's length that gives how much may be cut to end at a line or a word.
	snap = 16
	// headShare is the share of the beginning in a shortened text, in thirds.
	headShare = 2
)

// filling puts dropped units back into the remaining room.
type filling struct {
	*plan
	shown       []int // restored units, in that order
	first, last int   // index of the first and the last remaining message, except the system's
	needsStart  bool  // the conversation begins with the user, and so must the rest
	needsEnd    bool  // it does not end with an answer
}

// newFilling looks at the rest.
func (p *plan) newFilling() *filling {
	f := &filling{plan: p, first: len(p.messages), last: -1, needsStart: p.summary == "" && p.beginning().needed}
	for i := range p.messages {
		if !p.dropped[i] && !p.messages[i].apart() {
			f.first, f.last = min(f.first, i), i
		}
	}
	f.needsEnd = len(p.messages) > 0 && p.messages[len(p.messages)-1].role != assistant
	return f
}

// showRequest restores the request that began the conversation, shortened if necessary.
func (p *plan) showRequest() *filling {
	f := p.newFilling()
	if unit, _ := p.request(); unit >= 0 && p.dropped[unit] {
		f.show(unit)
	}
	return f
}

// fill uses the room that whole messages have left: first for the request that began the conversation, then for the
// messages dropped last. Each is restored whole if it fits, else with the beginning and the end of its texts. The
// rest remains a conversation that begins and ends as the input did.
func (p *plan) fill(order []int) *filling {
	f := p.showRequest()
	again := slices.Concat(order, order) // restored messages may allow earlier ones
	for _, unit := range slices.Backward(again) {
		if p.o.NoRefill || 100*p.total >= filled*p.o.Target {
			break
		}
		if p.dropped[unit] {
			f.show(unit)
		}
	}
	return f
}

// greeting is the maximum length in bytes of a text that counts as a greeting and not as a request.
const greeting = 20

// request finds the unit of the request that began the conversation, and the minimum tokens that
// show its start. For a greeting, room is kept only if a tenth of the target is enough. Messages
// written by agents do not count. unit is -1 if the request is protected.
func (p *plan) request() (unit, tokens int) {
	if p.o.NoRefill {
		return -1, 0
	}
	at, asks := -1, false
	for i := 0; i < len(p.messages) && !asks; i++ {
		m := &p.messages[i]
		class := p.classified[i].Class
		if mayAsk := m.starts() && len(m.results) == 0 && class != AgentInstructions && class != Summarized; !mayAsk || p.byMachine(m) {
			continue
		}
		if asks = m.own.shows() || len(p.text(&m.own)) > greeting; asks || at < 0 {
			at = i
		}
	}
	if at < 0 || p.priorities[p.units.of[at]] >= p.o.Protect {
		return -1, 0
	}
	unit = p.units.of[at]
	tokens = mapped.Sum(p.units.members[unit], func(k int) int { return p.cost[k] })
	if p.messages[at].given < 0 {
		tokens = min(tokens, 2*minShown)
	}
	room := p.o.Target
	for i, n := range p.cost {
		if p.priorities[p.units.of[i]] >= p.o.Protect {
			room -= n
		}
	}
	if !asks {
		room = p.o.Target * (100 - filled) / 100
	}
	if tokens > room {
		tokens = 0
	}
	return unit, tokens
}

// show restores a unit if it fits the conversation and the room.
func (f *filling) show(unit int) {
	room, cost, end := f.o.Target-f.total, 0, unit
	for _, i := range f.units.members[unit] {
		cost += f.cost[i]
		end = max(end, i)
	}
	aside := f.messages[unit].apart()
	isStart, isEnd := !aside && unit < f.first, !aside && end > f.last
	switch {
	case room <= 0, isStart && f.needsStart && !f.messages[unit].starts(), isEnd && f.needsEnd && f.messages[end].role == assistant:
		return
	case cost > room && !f.shorten(unit, cost, room):
		return
	}
	f.setDropped(unit, false)
	f.shown = append(f.shown, unit)
	if !aside {
		f.first, f.last = min(f.first, unit), max(f.last, end)
	}
}

// shownText is a text of a message that can be shortened.
type shownText struct {
	message, tokens int
	at              jsondoc.Span
	text            string
}

// shorten shortens the texts of a unit with this cost, the longest ones to the same length, until it fits a room.
func (f *filling) shorten(unit, cost, room int) bool {
	texts := f.textsOf(unit)
	longest := 0
	for _, t := range texts {
		longest = max(longest, t.tokens)
	}
	excess := func(limit int) int { // over the room, with texts limited to this length
		return cost - room - mapped.Sum(texts, func(t shownText) int { return max(0, t.tokens-limit) })
	}
	// The largest length without excess.
	limit := longest - sort.Search(longest, func(less int) bool { return excess(longest-less) <= 0 })
	if limit < minShown || excess(limit) > 0 {
		return false
	}
	edits := map[int][]edit{}
	for _, t := range texts {
		if t.tokens <= limit {
			continue
		}
		text := beginningAndEnd(t.text, limit, f.o.Count)
		saved := t.tokens - f.o.Count(text)
		if text == "" || saved <= 0 {
			return false
		}
		edits[t.message] = append(edits[t.message], edit{t.at, string(jsondoc.Encode(text))})
		f.cost[t.message] -= saved
	}
	for i, list := range edits {
		f.placed[i] = append(f.placed[i], list...)
	}
	return true
}

// textsOf lists the texts that can be shortened: a message's own text and its tool results, except
// placeholders and the texts of messages that state their cost.
func (f *filling) textsOf(unit int) []shownText {
	var texts []shownText
	for _, i := range f.units.members[unit] {
		m := &f.messages[i]
		if m.given >= 0 {
			continue
		}
		unsigned := mapped.Where(m.own.parts, func(p part) bool { return p.said() && !p.signed })
		list := mapped.Of(unsigned, func(p part) jsondoc.Span { return p.text })
		for k := range m.results {
			if !f.isPlaceholder(resultAt{i, k}) {
				list = append(list, m.results[k].texts()...)
			}
		}
		for _, at := range list {
			inside := func(e edit) bool { return e.at.From <= at.From && at.To <= e.at.To }
			if slices.ContainsFunc(f.placed[i], inside) || at.To-at.From <= minShown {
				continue
			}
			text := f.string(at)
			texts = append(texts, shownText{i, f.o.Count(text), at, text})
		}
	}
	return texts
}

// beginningAndEnd shortens a text to at most a number of tokens, "" if nothing fits. Two thirds are its beginning.
func beginningAndEnd(text string, limit int, count func(string) int) string {
	const longest = 32 // bytes of a token, on average
	fits := func(n int) bool {
		cut := cutOut(text, n)
		return count(cut) <= limit && len(cut) < len(text)
	}
	most := min(len(text), longest*limit)
	n := most - sort.Search(most, func(less int) bool { return fits(most - less) })
	if n == 0 {
		return ""
	}
	return cutOut(text, n)
}

// cutOut keeps about n bytes of a text, cut at lines or words if possible, and states the size of the omission.
func cutOut(text string, n int) string {
	head := n * headShare / 3
	tail := len(text) - (n - head)
	head = snapped(text, head, -1, head/snap)
	tail = snapped(text, tail, 1, (len(text)-tail)/snap)
	gap := text[head:max(head, tail)]
	left := fmt.Sprintf("%d characters", utf8.RuneCountInString(gap))
	if lines := strings.Count(gap, "\n"); lines > 1 {
		left = fmt.Sprintf("%d lines", lines)
	}
	return strings.TrimRightFunc(text[:head], unicode.IsSpace) + "\n[… " + left + " left out …]\n" + strings.TrimLeftFunc(text[max(head, tail):], unicode.IsSpace)
}

// snapped moves an offset by at most a given number of bytes to the nearest line, else to a word,
// and in any case to a character.
func snapped(text string, at, step, limit int) int {
	word := -1
	for i, moved := at, 0; i > 0 && i < len(text) && moved <= limit; i, moved = i+step, moved+1 {
		switch text[i-1] {
		case '\n':
			return i
		case ' ', '\t':
			if word < 0 {
				word = i
			}
		}
	}
	if word >= 0 {
		return word
	}
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at += step
	}
	return at
}

// fillBesideSummary fills the room left by a summary, which then covers fewer messages.
func (p *plan) fillBesideSummary(order []int) {
	before := TokensPerMessage + p.o.Count(p.summary)
	f := p.fill(order)
	for len(f.shown) > 0 {
		text, cost := "", 0
		if slices.Contains(p.dropped, true) {
			text, cost = p.summaryWithin(before)
		}
		if p.total-before+cost <= p.o.Target {
			p.summary, p.total = text, p.total-before+cost
			return
		}
		last := len(f.shown) - 1
		p.setDropped(f.shown[last], true)
		f.shown = f.shown[:last]
	}
}
