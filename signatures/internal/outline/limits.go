package outline

import (
	sitter "github.com/smacker/go-tree-sitter"

	"ctxpack/signatures/internal/lex"
)

// Limits of what a query may be run over. They are far above what programs
// have and far below what was seen to break.
const (
	// maxTreeDepth bounds the depth of a tree. The library's query cursor keeps
	// depths in 16 bits: a tree deeper than 65,535 nodes (a chain of operators
	// is enough) makes it read outside of its memory, which no recover catches.
	maxTreeDepth = 30_000
	// maxDepthWork bounds the depth times the bytes of a text: a query looks at a
	// match that is open above for each node (30,000 nested #if took ten seconds).
	maxDepthWork = 1_000_000_000
	// shallowBytes is the size of a subtree that need not be looked into: it
	// takes at least a byte for two levels, brackets aside.
	shallowBytes = 8_000
	// maxUnnamed bounds the children without a name of one error. For each child
	// the cursor looks for a later sibling with a name, and the children of an
	// error are a flat list: 131,072 exclamation marks took 51 seconds.
	maxUnnamed = 10_000
	// maxLooked bounds the nodes that are looked at to find this out.
	maxLooked = 200_000
)

// unreadable looks for what queries cannot bear in a tree, and returns the
// reason if there is such a thing, else the places that did not parse. It visits
// large subtrees and those with errors only.
func unreadable(t *sitter.Tree) (errors []lex.Span, reason string) {
	type place struct {
		n     *sitter.Node
		depth int
	}
	todo := []place{{t.RootNode(), 0}}
	size := int(todo[0].n.EndByte())
	for looked := 0; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at.depth > maxTreeDepth || at.depth*size > maxDepthWork {
			return nil, FallbackTooDeep
		}
		children, isError := int(at.n.ChildCount()), at.n.IsError()
		if isError {
			errors = append(errors, lex.Span{Start: int(at.n.StartByte()), End: int(at.n.EndByte())})
		}
		if isError && children-int(at.n.NamedChildCount()) > maxUnnamed {
			return nil, FallbackErrors
		}
		if looked += children; looked > maxLooked {
			return nil, FallbackErrors
		}
		c := sitter.NewTreeCursor(at.n)
		for ok := c.GoToFirstChild(); ok; ok = c.GoToNextSibling() {
			if child := c.CurrentNode(); child.HasError() || isError && child.IsError() || child.EndByte()-child.StartByte() > shallowBytes {
				todo = append(todo, place{child, at.depth + 1})
			}
		}
		c.Close()
	}
	return errors, ""
}
