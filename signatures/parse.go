package signatures

import (
	"context"
	"sort"
	"strings"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
)

const (
	maxParseBytes = 1 << 20         // nothing larger is given to a parser
	maxParseTime  = 2 * time.Second // of one parse, on the wall clock
	maxNesting    = 400             // of brackets, and of declarations
	maxCaptures   = 400_000         // of one file's query
)

// A file is one extraction in progress; it lives on one goroutine.
type file struct {
	path    string
	src     string
	parsed  string // what the parser saw: src, or src with parts blanked
	spec    *spec
	grammar *grammar
	out     *Outline

	newlines []int  // offsets of line ends
	comments []span // sorted
	branches []int  // sorted offsets
	roots    []*decl
	exports  []string
	locals   map[string]bool // names that an export list of the file names
	// exportList tells that a list alone decides what is exported.
	exportList bool
	exportAt   []int // offsets that order exports
}

type span struct{ start, end int }

// A capture is a node that the query found.
type capture struct {
	role       string
	node       node
	name, body node // captured along with it
	start, end int
}

// parse builds the tree, reads everything out of it and closes it. It returns
// the reason if there is no tree.
func (f *file) parse(ctx context.Context) string {
	switch {
	case len(f.src) > maxParseBytes:
		return fallbackTooLarge
	case ctx.Err() != nil:
		return fallbackCancelled
	case nestsDeeper(f.src, maxNesting):
		return fallbackTooDeep
	}
	g, err := f.spec.compiled()
	if err != nil {
		return fallbackFailed
	}
	f.grammar = g
	limit := maxParseTime
	if at, ok := ctx.Deadline(); ok {
		limit = max(min(limit, time.Until(at)), time.Millisecond)
	}
	f.parsed = f.src
	tree := g.parse(f.src, limit)
	if tree == nil {
		return fallbackTimedOut
	}
	defer func() { tree.Close() }()
	if f.spec.mask != nil && tree.RootNode().HasError() && ctx.Err() == nil {
		masked := f.spec.mask(f.src)
		if again := g.parse(masked, limit); again != nil {
			if g.errors(again) < g.errors(tree) {
				tree, again, f.parsed = again, tree, masked
			}
			again.Close()
		}
	}
	f.newlines = newlines(f.src)
	f.collect(tree.RootNode())
	f.complete()
	return ""
}

// parse makes a tree that the caller closes; nil if time ran out. The
// library's own cancellation leaves a flag behind that can reach the next
// parse, so the limit is the parser's clock, and every parse has its own
// parser: making one costs microseconds.
func (g *grammar) parse(text string, limit time.Duration) *sitter.Tree {
	p := sitter.NewParser()
	defer p.Close()
	p.SetLanguage(g.language)
	p.SetOperationLimit(int(limit.Microseconds()))
	tree, err := p.ParseCtx(context.Background(), nil, []byte(text))
	if err != nil {
		return nil
	}
	return tree
}

// errors counts the places that did not parse.
func (g *grammar) errors(t *sitter.Tree) int {
	c := sitter.NewQueryCursor()
	defer c.Close()
	c.Exec(g.mistakes, t.RootNode())
	for n := range maxCaptures {
		if _, ok := c.NextMatch(); !ok {
			return n
		}
	}
	return maxCaptures
}

// collect runs the query over the tree. Comments, branches and errors are
// noted at once; the rest is put in source order, outer nodes first.
func (f *file) collect(root *sitter.Node) {
	c := sitter.NewQueryCursor()
	defer c.Close()
	c.Exec(f.grammar.query, root)
	var found []capture
	for range maxCaptures {
		m, ok := c.NextMatch()
		if !ok {
			break
		}
		got := f.capture(m)
		switch got.role {
		case "":
		case "comment":
			f.comments = append(f.comments, span{got.start, got.start + len(strings.TrimRight(got.node.text(), "\r\n"))})
		case "branch":
			f.branches = append(f.branches, got.start)
		case "error":
			f.out.Errors++
		default:
			found = append(found, got)
		}
	}
	sort.Ints(f.branches)
	sort.Slice(f.comments, func(i, j int) bool { return f.comments[i].start < f.comments[j].start })
	sort.SliceStable(found, func(i, j int) bool {
		if found[i].start != found[j].start {
			return found[i].start < found[j].start
		}
		if found[i].end != found[j].end {
			return found[i].end > found[j].end
		}
		return found[i].role == "import" && found[j].role != "import"
	})
	f.nest(found)
}

func (f *file) capture(m *sitter.QueryMatch) capture {
	var got capture
	for _, c := range m.Captures {
		switch role := f.grammar.captures[c.Index]; role {
		case "name":
			got.name = node{c.Node, f}
		case "body":
			got.body = node{c.Node, f}
		default:
			got.role, got.node = role, node{c.Node, f}
		}
	}
	got.start, got.end = got.node.start(), got.node.end()
	return got
}

// nestsDeeper looks for brackets nested deeper than limit. It knows nothing of
// strings and comments: an unbalanced bracket in one counts, which only a file
// with hundreds of them in a row can make a difference to.
func nestsDeeper(src string, limit int) bool {
	depth := 0
	for i := range len(src) {
		switch src[i] {
		case '(', '[', '{':
			if depth++; depth > limit {
				return true
			}
		case ')', ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return false
}

func newlines(src string) []int {
	var at []int
	for i := range len(src) {
		if src[i] == '\n' {
			at = append(at, i)
		}
	}
	return at
}

// line is the 1-based line of a byte offset.
func (f *file) line(offset int) int {
	return sort.SearchInts(f.newlines, offset) + 1
}

// branchesIn counts the branches inside a range of bytes.
func (f *file) branchesIn(start, end int) int {
	return sort.SearchInts(f.branches, end) - sort.SearchInts(f.branches, start)
}
