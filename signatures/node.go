package signatures

import sitter "github.com/smacker/go-tree-sitter"

// A node is one node of the syntax tree of a file; the zero node stands for
// one that is not there and answers every question with nothing. It is valid
// while its file's tree is open. Node.Parent and the sibling functions of the
// library walk down from the root every time, so they have no counterpart here.
type node struct {
	n *sitter.Node
	f *file
}

const errorSymbol = 1<<16 - 1

func (n node) ok() bool { return n.n != nil }

// kind is the node's type in the grammar, "ERROR" for what did not parse.
func (n node) kind() string {
	if n.n == nil {
		return ""
	}
	s := n.n.Symbol()
	if s == errorSymbol || int(s) >= len(n.f.grammar.kinds) {
		return "ERROR"
	}
	return n.f.grammar.kinds[s]
}

func (n node) is(kinds ...string) bool {
	k := n.kind()
	for _, want := range kinds {
		if k == want {
			return true
		}
	}
	return false
}

func (n node) start() int {
	if n.n == nil {
		return 0
	}
	return min(int(n.n.StartByte()), len(n.f.src))
}

func (n node) end() int {
	if n.n == nil {
		return 0
	}
	return min(int(n.n.EndByte()), len(n.f.src))
}

// text is the node's source as written.
func (n node) text() string {
	if n.n == nil {
		return ""
	}
	s, e := n.start(), n.end()
	if s > e {
		return ""
	}
	return n.f.src[s:e]
}

// line is the 1-based line on which the node starts.
func (n node) line() int { return n.f.line(n.start()) }

// field is the first child with that field name.
func (n node) field(name string) node {
	if n.n == nil {
		return node{}
	}
	return node{n.n.ChildByFieldName(name), n.f}
}

// first is the first named child of one of these kinds.
func (n node) first(kinds ...string) node {
	for _, c := range n.children() {
		if c.is(kinds...) {
			return c
		}
	}
	return node{}
}

// children are all children, punctuation included, not to be changed by the
// caller. Child(i) of the library counts from the start each time; a cursor
// does not. Hooks ask several things about one node in a row, so the last
// answer is kept.
func (n node) children() []node {
	if n.n != nil && n.f.parent == n.n {
		return n.f.children
	}
	all, _ := n.fields("")
	return all
}

// fields are all children and, of them, those with the given field name.
func (n node) fields(name string) (all, named []node) {
	if n.n == nil {
		return nil, nil
	}
	c := sitter.NewTreeCursor(n.n)
	defer c.Close()
	for ok := c.GoToFirstChild(); ok; ok = c.GoToNextSibling() {
		child := node{c.CurrentNode(), n.f}
		all = append(all, child)
		if name != "" && c.CurrentFieldName() == name {
			named = append(named, child)
		}
	}
	n.f.parent, n.f.children = n.n, all
	return all, named
}

// has tells whether a child of that kind exists: a keyword, a modifier.
func (n node) has(kind string) bool { return n.first(kind).ok() }
