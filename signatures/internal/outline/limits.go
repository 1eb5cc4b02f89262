package outline

import "ctxpack/signatures/internal/lex"

// Limits on syntax trees. They are far above those of real programs. Trees beyond them crashed the library's
// queries or held them up for minutes.
const (
	// maxTreeDepth bounds the depth of a tree: a chain of operators is as deep as it is long.
	maxTreeDepth = 30_000
	// maxDepthWork bounds the depth times the bytes of a text.
	maxDepthWork = 1_000_000_000
	// shallowBytes is the size of a subtree that need not be inspected: two levels take at least a byte, except for
	// brackets.
	shallowBytes = 8_000
	// maxUnnamed bounds the unnamed children of one error node.
	maxUnnamed = 10_000
	// maxLooked bounds the nodes that are inspected for this check.
	maxLooked = 200_000
)

// unreadable searches a tree for nodes that no real program has, and returns the reason if there is one, else the
// places that did not parse. It visits only large subtrees and those with errors.
func unreadable(t *tree) (errors []lex.Span, reason string) {
	type place struct{ at, depth int32 }
	todo := []place{{0, 0}}
	size := int(t.nodes[0].end)
	for looked := 0; len(todo) > 0; {
		here := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if int(here.depth) > maxTreeDepth || int(here.depth)*size > maxDepthWork {
			return nil, FallbackTooDeep
		}
		n := &t.nodes[here.at]
		isError := n.symbol == errorSymbol
		if isError {
			errors = append(errors, lex.Span{Start: int(n.start), End: int(n.end)})
		}
		unnamed := 0
		for at := here.at + 1; at < int32(n.next); at = int32(t.nodes[at].next) {
			child := &t.nodes[at]
			if child.flags&flatNamed == 0 {
				unnamed++
			}
			looked++
			if inError := isError && child.symbol == errorSymbol; inError || child.flags&flatHasError != 0 || child.end-child.start > shallowBytes {
				todo = append(todo, place{at, here.depth + 1})
			}
		}
		if isError && unnamed > maxUnnamed || looked > maxLooked {
			return nil, FallbackErrors
		}
	}
	return errors, ""
}
