package signatures

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sort"
	"strings"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
)

const (
	maxParseBytes = 1 << 20         // nothing larger is given to a parser
	maxParseTime  = 2 * time.Second // of one parse, of processor time; see parseTime
	maxWaits      = 64              // times that limit may pass on the wall
	maxNesting    = 400             // of brackets, and of declarations
	maxCaptures   = 200_000         // of one file's query; real files of the largest size have 50,000
)

// A file is one extraction in progress; it lives on one goroutine.
type file struct {
	path    string
	src     string
	parsed  string // what the parser saw: src, or src with parts blanked
	lost    []span // parts blanked to read what follows them
	spec    *spec
	bare    bool // src is a skeleton
	grammar *grammar
	root    *sitter.Node
	out     *Outline

	parent   *sitter.Node // whose children were asked for last
	children []node

	newlines []int  // offsets of line ends
	comments []span // sorted
	branches []int  // sorted offsets
	roots    []*decl
	header   string // what the outline starts with: the file's own doc comment
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
	case f.spec.nestsDeeper(f.src, maxNesting):
		return fallbackTooDeep
	}
	if f.spec.guard != nil {
		if reason := f.spec.guard(f.src); reason != "" {
			return reason
		}
	}
	g, err := f.spec.compiled()
	if err != nil {
		return fallbackFailed
	}
	f.grammar = g
	tree, reason := f.tree(ctx)
	if tree == nil {
		return reason
	}
	defer tree.Close()
	f.newlines = newlines(f.src)
	f.collect(tree.RootNode())
	f.complete()
	return ""
}

// parseTime is how long a parse of a text of n bytes may take: about twice what
// the slowest large files need, six times what shorter ones do, and little for a short text on which an
// error recovery never ends.
func parseTime(n int) time.Duration {
	return min(maxParseTime, 250*time.Millisecond+time.Duration(n)*20*time.Microsecond)
}

// parse makes a tree that the caller closes; nil if time ran out. The limit is
// of processor time, so that a busy machine gives the same result as an idle
// one: the parser's own clock is on the wall, so a parse that it stopped is
// begun again with more time if the processor had been elsewhere. It is not
// resumed: after a pause the parser can prefer another reading of a text with
// mistakes. The library's cancellation leaves a flag behind that can reach the
// next parse, so it is not used, and every parse has its own parser: making
// one costs microseconds.
func (g *grammar) parse(ctx context.Context, text string, limit time.Duration) *sitter.Tree {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	source := []byte(text)
	for wall := limit; wall <= maxWaits*limit && ctx.Err() == nil; wall *= 4 {
		start := threadTime()
		tree, err := g.parseWithin(source, wall)
		if err == nil {
			return tree
		}
		if !errors.Is(err, sitter.ErrOperationLimit) || threadTime()-start >= limit*9/10 {
			break
		}
	}
	return nil
}

// parseWithin parses with a limit of wall time.
func (g *grammar) parseWithin(source []byte, wall time.Duration) (*sitter.Tree, error) {
	p := sitter.NewParser()
	defer p.Close()
	p.SetLanguage(g.language)
	defer g.settled(p)()
	p.SetOperationLimit(max(int(wall.Microseconds()), 1))
	tree, err := p.ParseCtx(context.Background(), nil, source)
	if err != nil {
		return nil, fmt.Errorf("parse: %w", err)
	}
	return tree, nil
}

// collect runs the query over the tree. Comments, branches and errors are
// noted at once; the rest is put in source order, outer nodes first.
func (f *file) collect(root *sitter.Node) {
	f.root = root
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
			text := got.node.text() // some grammars count the line ends around it
			got.start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
			f.comments = append(f.comments, span{got.start, got.start + len(strings.TrimRight(text[len(text)-len(strings.TrimLeft(text, " \t\r\n")):], "\r\n"))})
		case "branch":
			f.branches = append(f.branches, got.start)
		case "error":
			f.out.Errors++
		default:
			found = append(found, got)
		}
	}
	sort.Ints(f.branches)
	f.branches = slices.Compact(f.branches)
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

// nestsDeeper looks for brackets nested deeper than limit, outside of strings
// that end on their line. Angle brackets, where they nest, are those of one
// statement, since most are comparisons: a parser that cannot tell forks at
// each (500,000 times `a<` took 4.8 GB in the Java grammar).
func (s *spec) nestsDeeper(src string, limit int) bool {
	depth, angle := 0, 0
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case '(', '[':
			depth++
		case ')', ']':
			depth = max(depth-1, 0)
		case '{':
			depth, angle = depth+1, 0
		case '}':
			depth, angle = max(depth-1, 0), 0
		case ';':
			angle = 0
		case '<':
			if s.angles && i+1 < len(src) && src[i+1] != '<' && src[i+1] != '=' && src[max(i-1, 0)] != '<' {
				angle++
			}
		case '>':
			angle = max(angle-1, 0)
		case '"', '\'':
			// What a grammar takes for code must not hide here: elsewhere
			// than in these languages single quotes hold one character.
			if end := skipString(src, i); c == '"' || s.singleQuoted || end-i < len(`'\u{'`) {
				i = end
			}
		}
		if depth > limit || angle > limit {
			return true
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
	return lineOf(f.newlines, offset)
}

// lineOf is the 1-based line of an offset in a text with these line ends.
func lineOf(newlines []int, offset int) int {
	return sort.SearchInts(newlines, offset) + 1
}

// branchesIn counts the branches inside a range of bytes.
func (f *file) branchesIn(start, end int) int {
	return sort.SearchInts(f.branches, end) - sort.SearchInts(f.branches, start)
}
