package messages

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// Pairing says what is dropped together.
type Pairing uint8

// The pairings.
const (
	PairUnits Pairing = iota // a tool call and all its results
	PairNone                 // every message by itself
)

// Mode says what is done to messages.
type Mode uint8

// The modes.
const (
	Drop        Mode = iota // they are removed
	Placeholder             // first tool results give way to short placeholders
)

// Strategy says in which order messages go.
type Strategy uint8

// The strategies.
const (
	ByPriority Strategy = iota // lowest priority first, oldest first among equals
	ByAge                      // oldest first
)

// Options say how Trim fits a conversation.
type Options struct {
	Target         int                   // most tokens of all messages together, 1 or more
	Count          func(text string) int // counts the tokens of a text; safe for concurrent use if Workers is more than 1
	Workers        int                   // how many texts are counted at once; 0 and 1: no goroutine is started
	PreserveRecent int                   // messages of at most this age are recent, 0 or more
	Protect        int                   // messages of this priority and above stay
	Pairing        Pairing
	Mode           Mode
	Strategy       Strategy
	Summary        bool // puts a summary where the first dropped message stood
}

// The defaults of Options that are not zero.
const (
	DefaultPreserveRecent = 5
	DefaultProtect        = 70
)

// Trim fits a conversation into o.Target tokens. If what is protected is more
// than that, the result is the smallest that can be made, and says so in
// OverTarget; that is no error. Errors are wrong options, and that of a
// cancelled context.
//
// Messages are classified ([Class]); messages of a priority of o.Protect and
// above are protected, and with [PairUnits] whole units that hold one. What is
// not protected goes in the order of o.Strategy until the tokens of what is left
// are at most the target. In mode [Placeholder] tool results that are not
// themselves protected are replaced first, in the same order.
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
	p.units = c.units(o.Pairing)
	p.dropped = make([]bool, len(c.messages))
	p.rewritten = map[int]string{}
	before := p.total
	if o.Mode == Placeholder {
		if err := p.replaceResults(ctx); err != nil {
			return nil, fmt.Errorf("replace tool results: %w", err)
		}
	}
	p.drop()
	if p.total > o.Target {
		p.restoreEvidence()
	}
	return p.result(before), nil
}

// plan is what becomes of the messages.
type plan struct {
	*Conversation
	o          Options
	classified []Classified
	units      units
	cost       []int          // of each message as it stands now
	results    [][]int        // what each result costs, of messages with several of them that may be replaced
	total      int            // of the messages that are not dropped, and of the summary
	dropped    []bool         // by message
	rewritten  map[int]string // messages whose results are replaced
	summary    string         // as JSON, "" if there is none
}

// countChunk is how many messages a worker takes at once.
const countChunk = 16

// count counts the messages; each worker writes the slots that are its own.
func (p *plan) count(ctx context.Context) error {
	n := len(p.messages)
	p.cost, p.results = make([]int, n), make([][]int, n)
	var next atomic.Int64
	work := func() {
		for ctx.Err() == nil {
			end := int(next.Add(countChunk))
			if end-countChunk >= n {
				return
			}
			for i := end - countChunk; i < min(end, n); i++ {
				p.cost[i], p.results[i] = p.costs(&p.messages[i], p.o.Count, p.o.Mode == Placeholder)
			}
		}
	}
	var wait sync.WaitGroup
	for range p.o.Workers - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
	for i, n := range p.cost {
		p.classified[i].Tokens = n
		p.total += n
	}
	return ctx.Err()
}

// protected says whether a message may be neither dropped nor replaced for its
// own sake.
func (p *plan) protected(i int) bool { return p.classified[i].Class.Priority() >= p.o.Protect }

// drop drops units until the total, with the summary, is at most the target.
func (p *plan) drop() {
	if p.total <= p.o.Target {
		return
	}
	order := p.dropOrder()
	done := p.dropUntil(order, p.o.Target)
	if p.o.Summary && p.total <= p.o.Target {
		p.summarise(order, done)
	}
}

// dropUntil drops the first units of an order until the total is at most a
// limit, and returns how many it dropped.
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
	for i := unit; i >= 0; i = p.units.next[i] {
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

// dropOrder lists the units that are not protected, the first to go first.
// Since age falls along the conversation, oldest first leaves the recent steps
// for last.
func (p *plan) dropOrder() []int {
	type candidate struct{ unit, priority int }
	var list []candidate
	for i := range p.messages {
		if p.units.first[i] != i {
			continue
		}
		priority := 0
		for k := i; k >= 0; k = p.units.next[k] {
			priority = max(priority, p.classified[k].Class.Priority())
		}
		if priority >= p.o.Protect {
			continue
		}
		if p.o.Strategy == ByAge {
			priority = 0
		}
		list = append(list, candidate{i, priority})
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.priority, b.priority), cmp.Compare(a.unit, b.unit))
	})
	order := make([]int, len(list))
	for i, c := range list {
		order[i] = c.unit
	}
	return order
}
