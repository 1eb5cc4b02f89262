package outline

// A query selects nodes of a tree. Its syntax is the subset of the library's query language that the languages here
// need: kinds and tokens, `_`, fields, absent fields, alternatives, anchors, optional patterns, captures. The
// library's own engine is not used, since it reads all tables of a grammar before its first match.
type query struct {
	bySymbol [][]*pattern // patterns by the symbol of their first node; the last entry is for errors
}

// A pattern matches a node and some of its descendants.
type pattern struct {
	symbols  []bool // by symbol, errors last; nil for any node but errors
	named    bool   // only named nodes
	field    uint8  // its field in the parent; 0 for any
	lacks    []uint8
	first    bool // no named node precedes it after the previous step
	last     bool // none follows it
	optional bool
	holds    bool // it or a node below it has a capture
	captures []string
	steps    []*pattern
}

// A caught is a captured node with its capture name.
type caught struct {
	role string
	at   int32
}

// run calls found for each match, outer nodes first, until it returns false.
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

// matching holds the state of a query that runs over a tree.
type matching struct {
	nodes []flat
	held  []caught
}

// fits reports whether a node is of a pattern's kind.
func (p *pattern) fits(n *flat) bool {
	if p.symbols == nil {
		return n.symbol != errorSymbol && (!p.named || n.flags&flatNamed != 0)
	}
	return p.symbols[min(int(n.symbol), len(p.symbols)-1)]
}

// try matches the rest of a pattern to a node that fits, then calls then; it reports whether then did.
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

// below matches steps, in order, to the siblings from at to end, then calls then. A step without captures is
// matched once.
func (m *matching) below(steps []*pattern, from, end int32, then func() bool) (found bool) {
	if len(steps) == 0 {
		return then()
	}
	step := steps[0]
	for at := from; at < end; at = int32(m.nodes[at].next) {
		n := &m.nodes[at]
		if fits := (step.field == 0 || step.field == n.field) && step.fits(n); fits && (!step.last || !m.named(int32(n.next), end)) {
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

// named reports whether one of the siblings from at to end has a name.
func (m *matching) named(at, end int32) bool {
	for ; at < end; at = int32(m.nodes[at].next) {
		if m.nodes[at].flags&flatNamed != 0 {
			return true
		}
	}
	return false
}

// has reports whether a node has a child in a field.
func (m *matching) has(at int32, field uint8) bool {
	end := int32(m.nodes[at].next)
	for at++; at < end; at = int32(m.nodes[at].next) {
		if m.nodes[at].field == field {
			return true
		}
	}
	return false
}
