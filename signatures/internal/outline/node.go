package outline

import (
	"slices"

	"ctxpack/internal/text/mapped"
)

// A Node is one node of the syntax tree of a file. The zero node represents a missing node, whose methods return
// zero values. A node is valid while its file's tree is open.
type Node struct {
	at int32
	F  *File
}

const errorSymbol = 1<<16 - 1

// flat returns the tree's own node.
func (n Node) flat() *flat { return &n.F.tree.nodes[n.at] }

// Root returns the node of the whole text.
func (f *File) Root() Node { return Node{0, f} }

// Ok reports whether the node exists.
func (n Node) Ok() bool { return n.F != nil }

// Kind returns the node's type in the grammar, "ERROR" for text that did not parse.
func (n Node) Kind() string {
	if n.F == nil {
		return ""
	}
	s := n.flat().symbol
	if int(s) >= len(n.F.grammar.kinds) {
		return "ERROR"
	}
	return n.F.grammar.kinds[s]
}

// Named reports whether the node has a name in the grammar, unlike punctuation and keywords.
func (n Node) Named() bool { return n.F != nil && n.flat().flags&flatNamed != 0 }

// HasError reports whether something in the node did not parse.
func (n Node) HasError() bool { return n.F != nil && n.flat().flags&flatHasError != 0 }

// Is reports whether the node is of one of these kinds.
func (n Node) Is(kinds ...string) bool { return slices.Contains(kinds, n.Kind()) }

// Start returns the offset of the first byte.
func (n Node) Start() int {
	if n.F == nil {
		return 0
	}
	return min(int(n.flat().start), len(n.F.Src))
}

// StartOr returns the offset of the first byte, or end for a missing node.
func (n Node) StartOr(end int) int {
	if n.F == nil {
		return end
	}
	return n.Start()
}

// Arguments returns the values of an argument list, without punctuation and comments.
func (n Node) Arguments() []Node {
	const enough = 50
	list := slices.DeleteFunc(n.Children(), func(a Node) bool { return !a.Named() || a.Is("comment") })
	return list[:min(len(list), enough)]
}

// End returns the offset after the last byte.
func (n Node) End() int {
	if n.F == nil {
		return 0
	}
	return min(int(n.flat().end), len(n.F.Src))
}

// Text returns the node's source as written.
func (n Node) Text() string {
	if n.F == nil {
		return ""
	}
	s, e := n.Start(), n.End()
	if s > e {
		return ""
	}
	return n.F.Src[s:e]
}

// Line returns the 1-based line on which the node starts.
func (n Node) Line() int { return n.F.line(n.Start()) }

// each calls visit for the children in order, until it returns false.
func (n Node) each(visit func(child Node) bool) {
	if n.F == nil {
		return
	}
	nodes := n.F.tree.nodes
	for at, end := n.at+1, int32(nodes[n.at].next); at < end && visit(Node{at, n.F}); at = int32(nodes[at].next) {
	}
}

// Field returns the first child with that field name.
func (n Node) Field(name string) (first Node) {
	if n.F == nil {
		return Node{}
	}
	field, err := n.F.grammar.field(name)
	if err != nil {
		return Node{}
	}
	n.each(func(child Node) bool {
		if child.flat().field == field {
			first = child
		}
		return !first.Ok()
	})
	return first
}

// First returns the first named child of one of these kinds.
func (n Node) First(kinds ...string) (first Node) {
	n.each(func(child Node) bool {
		if child.Is(kinds...) {
			first = child
		}
		return !first.Ok()
	})
	return first
}

// Children returns all children, including punctuation. The caller must not change the slice. The last answer is
// cached, since hooks ask several questions about one node in a row.
func (n Node) Children() []Node {
	if n.F == nil {
		return nil
	}
	if n.F.children == nil || n.F.parent != n.at {
		list := []Node{}
		n.each(func(child Node) bool {
			list = append(list, child)
			return true
		})
		n.F.parent, n.F.children = n.at, list
	}
	return n.F.children
}

// Fields returns all children and, of them, those with the given field name.
func (n Node) Fields(name string) (all, named []Node) {
	if n.F == nil {
		return nil, nil
	}
	all = n.Children()
	if field, err := n.F.grammar.field(name); err == nil {
		named = mapped.Where(all, func(child Node) bool { return child.flat().field == field })
	}
	return all, named
}

// Has reports whether a child of that kind exists: a keyword, a modifier.
func (n Node) Has(kind string) bool { return n.First(kind).Ok() }
