package outline

// A query says which nodes of a tree matter. It reads the language of the library's own queries as far as the
// languages here need it: kinds and tokens, `_`, fields, absent fields, alternatives, anchors, what is optional,
// captures. The library's own is not used: before its first match it goes through all tables of a grammar.
type query struct {
	bySymbol [][]*pattern // which start at a node of the symbol; the last is for errors
}

// A pattern is a node that a query looks for, with some of those below it.
type pattern struct {
	symbols  []bool // by symbol, errors last; nil for any node but errors
	named    bool   // of any node, only those with a name
	field    uint8  // that it is of its parent; 0 for any
	lacks    []uint8
	first    bool // no node with a name is between the step before and this one
	last     bool // none follows it
	optional bool
	holds    bool // it captures something, or a node below it does
	captures []string
	steps    []*pattern
}

// A caught is a node with the name that a query gives it.
type caught struct {
	role string
	at   int32
}

// run calls found for everything that matches, outer nodes first, until it says no.
func (q *query) run(nodes []flat, found func([]caught) bool) {
	m := matching{nodes: nodes}
	more := true
	done := func() bool {
		more = more && found(m.held)
		return true
	}
	for at := 0; at < len(nodes) && more; at++ {
		for _, p := range q.bySymbol[min(int(nodes[at].symbol), len(q.bySymbol)-1)] {
			if p.fits(&nodes[at]) {
				m.try(p, int32(at), done)
			}
		}
	}
}

// A matching is a query that runs over a tree.
type matching struct {
	nodes []flat
	held  []caught
}

// fits reports whether a node is of the kind that a pattern looks for.
func (p *pattern) fits(n *flat) bool {
	if p.symbols == nil {
		return n.symbol != errorSymbol && (!p.named || n.flags&flatNamed != 0)
	}
	return p.symbols[min(int(n.symbol), len(p.symbols)-1)]
}

// try matches the rest of a pattern to a node that fits, and then what comes after it; it
// reports whether that came to an end.
func (m *matching) try(p *pattern, at int32, then func() bool) bool {
	for _, field := range p.lacks {
		if m.has(at, field) {
			return false
		}
	}
	held := len(m.held)
	for _, role := range p.captures {
		m.held = append(m.held, caught{role, at})
	}
	ok := m.below(p.steps, at+1, int32(m.nodes[at].next), then)
	m.held = m.held[:held]
	return ok
}

// below matches steps to the siblings from one up to the end, in their order, and then what
// comes after. A step that captures nothing is matched once.
func (m *matching) below(steps []*pattern, from, end int32, then func() bool) (found bool) {
	if len(steps) == 0 {
		return then()
	}
	step := steps[0]
	for at := from; at < end; at = int32(m.nodes[at].next) {
		n := &m.nodes[at]
		if (step.field == 0 || step.field == n.field) && step.fits(n) && (!step.last || !m.named(int32(n.next), end)) {
			if m.try(step, at, func() bool { return m.below(steps[1:], int32(n.next), end, then) }) {
				if found = true; !step.holds {
					return true
				}
			}
		}
		if step.first && n.flags&flatNamed != 0 {
			break
		}
	}
	if !found && step.optional {
		return m.below(steps[1:], from, end, then)
	}
	return found
}

// named reports whether one of the siblings from one up to the end has a name.
func (m *matching) named(at, end int32) bool {
	for ; at < end; at = int32(m.nodes[at].next) {
		if m.nodes[at].flags&flatNamed != 0 {
			return true
		}
	}
	return false
}

// has reports whether a node has a child with a field.
func (m *matching) has(at int32, field uint8) bool {
	end := int32(m.nodes[at].next)
	for at++; at < end; at = int32(m.nodes[at].next) {
		if m.nodes[at].field == field {
			return true
		}
	}
	return false
}
