package outline

// A Builder makes the tree of a text for a language that reads its skeletons by hand:
// nodes of the kinds that the grammar has, each before those below it. All that is made of
// a tree afterwards is the same, and the parser, which costs most, is not asked.
//
// Only nodes that the query or the hooks of the language look at need be there. Comments
// may be added as they are read: nothing depends on where among the nodes they are.
type Builder struct {
	grammar *grammar
	nodes   []flat
	open    []int32
}

// Open adds a node that holds those which follow until it is closed. The field is that of
// the node above, "" for none.
func (b *Builder) Open(kind, field string, start int) {
	b.open = append(b.open, int32(len(b.nodes)))
	b.add(kind, field, start, start)
}

// Close ends the innermost node that is open.
func (b *Builder) Close(end int) {
	at := b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	b.nodes[at].end, b.nodes[at].next = uint32(end), uint32(len(b.nodes))
}

// Leaf adds a node that holds none.
func (b *Builder) Leaf(kind, field string, start, end int) { b.add(kind, field, start, end) }

func (b *Builder) add(kind, field string, start, end int) {
	n := flat{start: uint32(start), end: uint32(end), next: uint32(len(b.nodes) + 1), field: b.grammar.fieldNumbers[field]}
	s, ok := b.grammar.numbers[kind]
	if !ok {
		panic("the grammar has no " + kind) // a mistake in the reader: the grammar reads the text
	}
	n.symbol, n.flags = s.number, s.flags
	b.nodes = append(b.nodes, n)
}

// A symbolNumber is how nodes of a kind are written.
type symbolNumber struct {
	number uint16
	flags  uint8
}

// number fills in the numbers of kinds and fields. Of a kind that is a name and a token alike, it is the name's.
func (g *grammar) number() {
	g.numbers, g.fieldNumbers = map[string]symbolNumber{}, map[string]uint8{}
	for i, kind := range g.kinds {
		for _, named := range [...]bool{true, false} {
			if have, ok := g.numbers[kind]; !g.visible(i, named) || ok && (have.flags == flatNamed || !named) {
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

// readByHand makes the tree of a skeleton without the parser, if its language can do so and
// the text is one of which it is sure.
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
