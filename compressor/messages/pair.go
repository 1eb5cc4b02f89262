package messages

// callAt identifies a call: message and index among its calls. Message is -1 for none.
type callAt struct{ message, call int }

// link finds the call of each result. A result belongs to the latest earlier call with its id; of several in one
// message, which cannot be distinguished, to the first. Formats without ids use the order: a result belongs to the
// first unanswered call in the latest message with calls, of the result's tool if it names one.
func (c *Conversation) link() {
	open := pending{byID: map[string]callAt{}}
	for i := range c.messages {
		m := &c.messages[i]
		if m.hasCalls() { // before its results: tools run by the provider answer in the same message
			open.add(i, m.calls)
		}
		for k := range m.results {
			r := &m.results[k]
			if r.inside > 0 {
				r.call = callAt{i, r.inside - 1}
			} else {
				r.call = open.take(r)
			}
			if r.call.message >= 0 {
				c.messages[r.call.message].calls[r.call.call].answered = true
			}
		}
	}
}

// pending holds the calls that a result can belong to.
type pending struct {
	byID    map[string]callAt
	message int              // the latest with calls
	byTool  map[string][]int // its unanswered calls without ids, in order, by the tool's name
	unnamed []int            // the same, of all tools
	taken   []bool           // its answered calls
}

func (p *pending) add(i int, calls []call) {
	p.message, p.byTool, p.unnamed, p.taken = i, nil, nil, nil
	for k := range calls {
		if id := calls[k].id; id != "" {
			at, ok := p.byID[id]
			if calls[k].twin = ok && at.message == i; !calls[k].twin {
				p.byID[id] = callAt{i, k}
			}
			continue
		}
		if p.byTool == nil {
			p.byTool, p.taken = map[string][]int{}, make([]bool, len(calls))
		}
		p.byTool[calls[k].name] = append(p.byTool[calls[k].name], k)
		p.unnamed = append(p.unnamed, k)
	}
}

// take finds the call of a result.
func (p *pending) take(r *result) callAt {
	if r.id != "" {
		if at, ok := p.byID[r.id]; ok {
			return at
		}
		return callAt{-1, 0}
	}
	k := -1
	if r.name == "" {
		k, p.unnamed = p.first(p.unnamed)
	} else if list := p.byTool[r.name]; len(list) > 0 {
		k, p.byTool[r.name] = p.first(list)
	}
	if k < 0 {
		return callAt{-1, 0}
	}
	return callAt{p.message, k}
}

// first returns the first unanswered call of a list, -1 if there is none, and the rest of the list.
func (p *pending) first(list []int) (int, []int) {
	for i, k := range list {
		if !p.taken[k] {
			p.taken[k] = true
			return k, list[i+1:]
		}
	}
	return -1, nil
}

// Orphan is a tool call without a result, or a result without its call, in the input.
type Orphan struct {
	Index  int    // index of the message
	Result bool   // it is a result; otherwise it is a call
	ID     string // as in the input, may be ""
}

// Orphans returns the calls without results and the results without calls, in the order of the input. Providers
// reject a request with any, except a call in its last message. Trim leaves them unchanged: it repairs nothing, and
// an orphan is a unit of its own.
func (c *Conversation) Orphans() []Orphan {
	var out []Orphan
	for i := range c.messages {
		m := &c.messages[i]
		for _, r := range m.results {
			if r.call.message < 0 {
				out = append(out, Orphan{i, true, r.id})
			}
		}
		if !m.hasCalls() {
			continue
		}
		for _, call := range m.calls {
			if !call.answered && !call.twin {
				out = append(out, Orphan{i, false, call.id})
			}
		}
	}
	return out
}

// units groups messages that stay or are dropped together. A unit is identified by its first message.
type units struct {
	of      []int   // the unit of each message
	members [][]int // members of each unit, at its first message
}

// units joins messages with calls and messages with their results, and reasoning with the message that follows it:
// providers refuse one without the other.
func (c *Conversation) units(single bool) units {
	n := len(c.messages)
	u := units{make([]int, n), make([][]int, n)}
	for i := range u.of {
		u.of[i] = i
	}
	if !single {
		for i := range c.messages {
			for _, r := range c.messages[i].results {
				if r.call.message >= 0 {
					u.join(r.call.message, i)
				}
			}
			for k := i + 1; k < n && c.messages[i].onlyReasons() && c.messages[k].role == assistant; k++ {
				u.join(i, k)
				if c.messages[k].onlyReasons() {
					break // the reasoning continues from there
				}
			}
		}
	}
	for i := range u.of {
		u.of[i] = u.find(i)
		u.members[u.of[i]] = append(u.members[u.of[i]], i)
	}
	return u
}

// find returns the first message of a message's unit.
func (u *units) find(i int) int {
	for u.of[i] != i {
		u.of[i] = u.of[u.of[i]]
		i = u.of[i]
	}
	return i
}

func (u *units) join(a, b int) {
	a, b = u.find(a), u.find(b)
	u.of[max(a, b)] = min(a, b)
}
