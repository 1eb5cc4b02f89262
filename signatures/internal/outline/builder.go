package outline

// A Builder makes the syntax tree of a text for a language that reads its skeletons itself: nodes of the grammar's
// kinds, each before its children. Later stages see no difference, and the parser, the most expensive stage, is not
// needed.
//
// Only nodes that the language's query or hooks use need be present. Comments may be added as they are read: their
// position among the nodes does not matter.
type Builder struct {
	grammar *grammar
	nodes   []flat
	open    []int32
}

// Open adds a node that holds the following nodes until it is closed, and returns its number. field is its field in
// the parent, "" for none.
func (b *Builder) Open(kind, field string, start int) int {
	b.open = append(b.open, int32(len(b.nodes)))
	b.add(kind, field, start, start)
	return len(b.nodes) - 1
}

// Close ends the innermost open node, and returns its number.
func (b *Builder) Close(end int) int {
	at := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	b.nodes[at].end, b.nodes[at].next = uint32(end), uint32(len(b.nodes))
	return int(at)
}

// Rename gives a node another kind.
func (b *Builder) Rename(node int, kind string) {
	s := b.grammar.numbers[kind]
	b.nodes[node].symbol, b.nodes[node].flags = s.number, s.flags
}

// Leaf adds a node without children.
func (b *Builder) Leaf(kind, field string, start, end int) { b.add(kind, field, start, end) }

func (b *Builder) add(kind, field string, start, end int) {
	n := flat{start: uint32(start), end: uint32(end), next: uint32(len(b.nodes) + 1), field: b.grammar.fieldNumbers[field]}
	s, ok := b.grammar.numbers[kind]
	if !ok {
		panic("the grammar has no " + kind) // a bug in the reader: the grammar reads the text
	}
	n.symbol, n.flags = s.number, s.flags
	b.nodes = append(b.nodes, n)
}

// A symbolNumber is the grammar's number of a node kind.
type symbolNumber struct {
	number uint16
	flags  uint8
}

// number fills in the numbers of kinds and fields. If a kind is both a name and a token, the name's number is used.
func (g *grammar) number() {
	g.numbers, g.fieldNumbers = map[string]symbolNumber{}, map[string]uint8{}
	for i, kind := range g.kinds {
		for _, named := range [...]bool{true, false} {
			have, ok := g.numbers[kind]
			if taken := ok && (have.flags == flatNamed || !named); taken || !g.visible(i, named) {
				continue
			}
			g.numbers[kind] = symbolNumber{number: uint16(i)}
			if named {
				g.numbers[kind] = symbolNumber{uint16(i), flatNamed}
			}
		}
	}
	for i, field := range g.fields {
		g.fieldNumbers[field] = uint8(i)
	}
}

// readByHand makes the tree of a skeleton without the parser, if its language can and the reader is sure of the
// text.
func (f *File) readByHand() *tree {
	if !f.Elided || f.spec.Read == nil {
		return nil
	}
	b := &Builder{grammar: f.grammar, nodes: make([]flat, 0, 16+len(f.Src)/48)}
	if !f.spec.Read(b, f.Src) || len(b.open) > 0 || len(b.nodes) == 0 {
		return nil
	}
	f.Parsed = f.Src
	return &tree{nodes: b.nodes, own: true}
}

// Len returns the number of nodes.
func (b *Builder) Len() int { return len(b.nodes) }

// Back takes back all nodes after the first n.
func (b *Builder) Back(n int) {
	b.nodes = b.nodes[:n]
	for len(b.open) > 0 && int(b.open[len(b.open)-1]) >= n {
		b.open = b.open[:len(b.open)-1]
	}
}

// join adds the nodes of a second root to a tree, as Go's own.
func (t *tree) join(nodes []flat) {
	all := append(make([]flat, 0, len(t.nodes)+len(nodes)), t.nodes...)
	for _, n := range nodes {
		n.next += uint32(len(t.nodes))
		all = append(all, n)
	}
	t.Close()
	t.nodes, t.own = all, true
}
