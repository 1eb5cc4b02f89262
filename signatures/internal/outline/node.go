package outline

import (
	sitter "github.com/smacker/go-tree-sitter"
)

// A Node is one node of the syntax tree of a file; the zero node stands for
// one that is not there and answers every question with nothing. It is valid
// while its file's tree is open. Node.Parent and the sibling functions of the
// library walk down from the root every time, so they have no counterpart here.
type Node struct {
	n *sitter.Node
	F *File
}

const errorSymbol = 1<<16 - 1

// Root is the node of the whole text.
func (f *File) Root() Node { return Node{f.root, f} }

// Ok tells whether the node is there.
func (n Node) Ok() bool { return n.n != nil }

// Kind is the node's type in the grammar, "ERROR" for what did not parse.
func (n Node) Kind() string {
	if n.n == nil {
		return ""
	}
	s := n.n.Symbol()
	if s == errorSymbol || int(s) >= len(n.F.grammar.kinds) {
		return "ERROR"
	}
	return n.F.grammar.kinds[s]
}

// Named tells nodes with a name in the grammar from punctuation and keywords.
func (n Node) Named() bool { return n.n != nil && n.n.IsNamed() }

// Is tells whether the node is of one of these kinds.
func (n Node) Is(kinds ...string) bool {
	k := n.Kind()
	for _, want := range kinds {
		if k == want {
			return true
		}
	}
	return false
}

// Start is the offset of the first byte.
func (n Node) Start() int {
	if n.n == nil {
		return 0
	}
	return min(int(n.n.StartByte()), len(n.F.Src))
}

// End is the offset after the last byte.
func (n Node) End() int {
	if n.n == nil {
		return 0
	}
	return min(int(n.n.EndByte()), len(n.F.Src))
}

// Text is the node's source as written.
func (n Node) Text() string {
	if n.n == nil {
		return ""
	}
	s, e := n.Start(), n.End()
	if s > e {
		return ""
	}
	return n.F.Src[s:e]
}

// Line is the 1-based line on which the node starts.
func (n Node) Line() int { return n.F.line(n.Start()) }

// Field is the first child with that field name.
func (n Node) Field(name string) Node {
	if n.n == nil {
		return Node{}
	}
	return Node{n.n.ChildByFieldName(name), n.F}
}

// First is the first named child of one of these kinds.
func (n Node) First(kinds ...string) Node {
	for _, c := range n.Children() {
		if c.Is(kinds...) {
			return c
		}
	}
	return Node{}
}

// Children are all children, punctuation included, not to be changed by the
// caller. Child(i) of the library counts from the start each time; a cursor
// does not. Hooks ask several things about one node in a row, so the last
// answer is kept.
func (n Node) Children() []Node {
	if n.n != nil && n.F.parent == n.n {
		return n.F.children
	}
	all, _ := n.Fields("")
	return all
}

// Fields are all children and, of them, those with the given field name.
func (n Node) Fields(name string) (all, named []Node) {
	if n.n == nil {
		return nil, nil
	}
	c := sitter.NewTreeCursor(n.n)
	defer c.Close()
	for ok := c.GoToFirstChild(); ok; ok = c.GoToNextSibling() {
		child := Node{c.CurrentNode(), n.F}
		all = append(all, child)
		if name != "" && c.CurrentFieldName() == name {
			named = append(named, child)
		}
	}
	n.F.parent, n.F.children = n.n, all
	return all, named
}

// Has tells whether a child of that kind exists: a keyword, a modifier.
func (n Node) Has(kind string) bool { return n.First(kind).Ok() }
