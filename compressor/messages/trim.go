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

// Options say how Trim fits a conversation.
type Options struct {
	Target         int                   // most tokens of all messages together, 1 or more
	Count          func(text string) int // counts the tokens of a text; safe for concurrent use if Workers is more than 1
	Workers        int                   // how many texts are counted at once; 0 means 1
	PreserveRecent int                   // messages of at most this age are recent, 0 or more
	Protect        int                   // messages of this priority and above stay
	Single         bool                  // every message is separate, otherwise a tool call with all its results
	Placeholders   bool                  // first tool results give way to short placeholders
	ByAge          bool                  // the oldest goes first, otherwise the lowest priority, the oldest among equals
	Summary        bool                  // puts a summary where the first dropped message stood
	Clean          bool                  // writes none of the members that only ctxpack knows
	NoRefill       bool                  // what was dropped does not come back, neither whole nor shortened
}

// The defaults of Options that are not zero.
const (
	DefaultPreserveRecent = 5
	DefaultProtect        = 70
)

// Trim fits a conversation into o.Target tokens, or makes the smallest result that there
// is, see OverTarget. Errors are wrong options, and that of a cancelled context.
//
// Messages of a priority of o.Protect and above stay, and whole units that hold one unless each is separate. Others go
// in the order of o.ByAge until the rest fits, with o.Placeholders after tool results were replaced. If less than nine
// tenths of the target are used then, dropped messages come back, shortened where they must be. The result begins
// with the user and does not end with an answer if that is so of the conversation.
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

// plan is what becomes of the messages.
type plan struct {
	*Conversation
	o          Options
	classified []Classified
	units      units
	priorities []int          // of each unit, at its first message
	cost       []int          // of each message as it is now
	results    [][]int        // what each result costs, of messages that may be replaced
	total      int            // of the messages that are not dropped, and of the summary
	dropped    []bool         // by message
	placed     map[int][]edit // placeholders and shortened texts in messages
	summary    string         // what it says, "" if there is none
}

// countChunk is how many messages a worker takes at once.
const countChunk = 16

// count counts the messages; each worker writes the slots that are its own.
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

// unitPriorities returns the priority of each unit at its first message: the
// highest of its messages that count, see [message.counts].
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

// setDropped drops a unit or puts it back.
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

// dropTrailing drops answers at the end that were not there: providers take the
// last one for the beginning of an answer to go on with.
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

// beginning keeps the conversation beginning with a message of the user's while units are dropped.
type beginning struct {
	*plan
	needed   bool // the input begins with one
	at       int  // of the first message that is left, but for the system's
	latest   int  // the latest that could be put back in front of it, -1 for none
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

// advance looks for the first message that is left, and says whether one has to be put back in front of it.
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

// price is what a beginning costs at least.
func (s *beginning) price() int {
	if !s.advance() {
		return 0
	}
	return s.cost[s.cheapest]
}

// message is the one that is to be put back, -1 for none: the one that was
// answered by the rest, if there is room for it.
func (s *beginning) message() int {
	switch {
	case !s.advance():
		return -1
	case s.total+s.cost[s.latest] <= s.o.Target:
		return s.latest
	}
	return s.cheapest
}

// dropOrder lists the units that are not protected, the first to go first. Since age falls along the conversation,
// oldest first leaves the recent steps for last.
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
