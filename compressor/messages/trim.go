package messages

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"ctxpack/internal/safe/fault"
)

// Options configure Trim.
type Options struct {
	Target         int                   // maximum tokens of all messages together, at least 1
	Count          func(text string) int // counts the tokens of a text; safe for concurrent use if Workers is more than 1
	Workers        int                   // how many texts are counted concurrently; 0 means 1
	PreserveRecent int                   // messages of at most this age are recent, 0 or more
	Protect        int                   // messages of this priority and above stay
	Single         bool                  // every message is a unit, otherwise a tool call with all its results
	Placeholders   bool                  // first replace tool results by short placeholders
	ByAge          bool                  // drop the oldest first, otherwise the lowest priority, the oldest of equals
	Summary        bool                  // put a summary in place of the first dropped message
	Clean          bool                  // write none of ctxpack's own members
	NoRefill       bool                  // do not restore dropped messages, neither whole nor shortened
}

// The defaults of Options that are not zero.
const (
	DefaultPreserveRecent = 5
	DefaultProtect        = 70
)

// Trim fits a conversation into o.Target tokens, or returns the smallest possible result, see OverTarget. It fails
// on wrong options and on a cancelled context.
//
// Messages with at least the priority o.Protect stay, and so do whole units with one, unless each message is
// separate. Others are dropped in the order of o.ByAge until the rest fits; with o.Placeholders, tool results are
// replaced first. If the result uses less than nine tenths of the target, dropped messages are restored, shortened
// if necessary. The result begins with the user and does not end with an answer if the same holds for the
// conversation.
func Trim(ctx context.Context, c *Conversation, o Options) (*Result, error) {
	switch {
	case o.Target < 1:
		return nil, fmt.Errorf("trim messages: the target is %d tokens", o.Target)
	case o.PreserveRecent < 0 || o.Protect < 0:
		return nil, fmt.Errorf("trim messages: negative age or priority: %d, %d", o.PreserveRecent, o.Protect)
	case o.Count == nil:
		return nil, errors.New("trim messages: no function counts tokens")
	}
	p := &plan{Conversation: c, o: o, classified: c.classify(o.PreserveRecent)}
	if err := p.count(ctx); err != nil {
		return nil, fmt.Errorf("count tokens: %w", err)
	}
	p.units = c.units(o.Single)
	p.priorities = p.unitPriorities()
	p.dropped = make([]bool, len(c.messages))
	p.placed = map[int][]edit{}
	before := p.total
	if o.Placeholders {
		for _, at := range p.replaceOrder() {
			if ctx.Err() != nil {
				return nil, fmt.Errorf("replace tool results: %w", ctx.Err())
			}
			if p.total > p.o.Target {
				p.replace(at)
			}
		}
	}
	p.drop()
	return p.result(before), nil
}

type plan struct {
	*Conversation
	o          Options
	classified []Classified
	units      units
	priorities []int          // priority of each unit, at its first message
	cost       []int          // cost of each message in its current form
	results    [][]int        // cost of each result, of messages that may be replaced
	total      int            // cost of the messages that are not dropped, and of the summary
	dropped    []bool         // by message
	placed     map[int][]edit // placeholders and shortened texts in messages
	summary    string         // the text, "" if there is none
}

// countChunk is how many messages a worker takes at once.
const countChunk = 16

// count counts the messages; each worker writes its own slots.
func (p *plan) count(ctx context.Context) error {
	n := len(p.messages)
	p.cost, p.results = make([]int, n), make([][]int, n)
	var wait sync.WaitGroup
	room, errs := make(chan struct{}, max(p.o.Workers, 1)), make([]error, (n+countChunk-1)/countChunk)
	for k := range errs {
		room <- struct{}{}
		count := fault.Guard("a message", func() error {
			for i := k * countChunk; i < min((k+1)*countChunk, n) && ctx.Err() == nil; i++ {
				p.cost[i], p.results[i] = p.costs(&p.messages[i], p.o.Count, p.o.Placeholders)
			}
			return nil
		})
		wait.Go(func() {
			errs[k] = count()
			<-room
		})
	}
	wait.Wait()
	fault.Raise(errors.Join(errs...))
	for i, n := range p.cost {
		p.classified[i].Tokens = n
		p.total += n
	}
	return ctx.Err()
}

// unitPriorities returns the priority of each unit at its first message: the highest of its messages that count,
// see [message.counts].
func (p *plan) unitPriorities() []int {
	out := make([]int, len(p.messages))
	for i := range p.messages {
		all, counting := 0, -1
		for _, k := range p.units.members[i] {
			class := p.classified[k].Class
			all = max(all, class.Priority())
			if p.o.Single || p.messages[k].counts(class) {
				counting = max(counting, class.Priority())
			}
		}
		if out[i] = counting; counting < 0 {
			out[i] = all
		}
	}
	return out
}

// drop drops units until the total, with the summary, is at most the target.
func (p *plan) drop() {
	if p.total <= p.o.Target {
		return
	}
	order := p.dropOrder()
	request, words := p.request()
	if p.o.Summary && p.summarise(order, p.o.Target-words) {
		p.fillBesideSummary(order)
		return
	}
	start := p.beginning()
	for _, unit := range order {
		room := p.o.Target - start.price()
		if request >= 0 && p.dropped[request] {
			room -= words
		}
		if p.total <= room {
			break
		}
		p.setDropped(unit, true)
	}
	p.dropTrailing()
	p.showRequest()
	if at := p.beginning().message(); at >= 0 {
		p.setDropped(at, false)
	}
	p.fill(order)
}

// dropUntil drops the first units of an order until the total is at most a limit, and returns how many it dropped.
func (p *plan) dropUntil(order []int, limit int) int {
	for i, unit := range order {
		if p.total <= limit {
			return i
		}
		p.setDropped(unit, true)
	}
	return len(order)
}

// setDropped drops or restores a unit.
func (p *plan) setDropped(unit int, dropped bool) {
	for _, i := range p.units.members[unit] {
		if p.dropped[i] == dropped {
			continue
		}
		p.dropped[i] = dropped
		if dropped {
			p.total -= p.cost[i]
		} else {
			p.total += p.cost[i]
		}
	}
}

// dropTrailing drops answers that became the last message: providers would treat such an answer as one to continue.
func (p *plan) dropTrailing() {
	last := len(p.messages) - 1
	if last < 0 || p.messages[last].role == assistant {
		return
	}
	for ; last >= 0; last-- {
		if p.dropped[last] {
			continue
		}
		unit := p.units.of[last]
		if p.messages[last].role != assistant || p.priorities[unit] >= p.o.Protect {
			return
		}
		p.setDropped(unit, true)
	}
}

// beginning makes sure that the conversation still begins with a user message while units are dropped.
type beginning struct {
	*plan
	needed   bool // the input begins with one
	at       int  // first remaining message, except the system's
	latest   int  // the latest that could be restored before it, -1 for none
	cheapest int
}

func (p *plan) beginning() *beginning {
	s := &beginning{plan: p, latest: -1, cheapest: -1}
	for i := range p.messages {
		if !p.messages[i].apart() {
			s.needed = p.messages[i].starts()
			break
		}
	}
	return s
}

// advance finds the first remaining message, and reports whether one must be restored before it.
func (s *beginning) advance() bool {
	if !s.needed {
		return false
	}
	for ; s.at < len(s.messages); s.at++ {
		m := &s.messages[s.at]
		switch {
		case m.apart():
		case !s.dropped[s.at]:
			return !m.starts() && s.latest >= 0
		case m.starts() && len(m.results) == 0:
			s.latest = s.at
			if s.cheapest < 0 || s.cost[s.at] <= s.cost[s.cheapest] {
				s.cheapest = s.at
			}
		}
	}
	return false
}

// price returns the minimum cost of a beginning.
func (s *beginning) price() int {
	if !s.advance() {
		return 0
	}
	return s.cost[s.cheapest]
}

// message returns the message to restore, -1 for none: the one answered by the rest, if it fits.
func (s *beginning) message() int {
	switch {
	case !s.advance():
		return -1
	case s.total+s.cost[s.latest] <= s.o.Target:
		return s.latest
	}
	return s.cheapest
}

// dropOrder lists the unprotected units in the order of dropping. Since age decreases along the conversation,
// oldest first drops the recent steps last.
func (p *plan) dropOrder() []int {
	var order []int
	for i := range p.messages {
		if p.units.of[i] == i && p.priorities[i] < p.o.Protect {
			order = append(order, i)
		}
	}
	if !p.o.ByAge {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.priorities[a], p.priorities[b]) })
	}
	return order
}
