package outline

import (
	"context"
	"slices"
	"sort"
	"strings"
	"time"

	"ctxpack/signatures/internal/lex"
)

const (
	maxParseBytes = 1 << 20         // nothing larger is given to a parser
	maxParseTime  = 2 * time.Second // processor time of one parse; see parseTime
	maxWaits      = 64              // how many times that limit may pass in wall time
	MaxNesting    = 400             // nesting of brackets, and of declarations
	maxCaptures   = 200_000         // captures of one file's query; real files of the largest size have 50,000
)

// A File is one extraction in progress; it lives on one goroutine.
type File struct {
	Path    string
	Src     string
	Parsed  string     // the text for the parser: Src, or Src with parts blanked
	lost    []lex.Span // parts blanked so that the text after them parses
	spec    *Spec
	Elided  bool          // Src is a skeleton
	heads   bool          // bodies of functions are not parsed
	found   *lex.Skeleton // these bodies; nil if all of the text is parsed
	left    int           // remaining work
	grammar *grammar
	tree    *tree
	Out     *Outline

	parent   int32 // node whose children were requested last
	children []Node

	newlines []int      // offsets of line ends
	Comments []lex.Span // sorted
	branches []int      // sorted offsets
	Roots    []*Decl
	Header   string // first line of the outline: the file's own doc comment
	Exports  []string
	Locals   map[string]bool // names in the export lists of the file
	// ExportList is set if only a list decides which names are exported.
	ExportList bool
	ExportAt   []int // offsets that order exports
}

// A capture is a node found by the query.
type capture struct {
	role       string
	node       Node
	name, body Node // captured with it
	start, end int
}

// parse builds the tree, extracts everything from it and closes it. It returns the reason if there is no tree.
func (f *File) parse(ctx context.Context) string {
	switch {
	case len(f.Src) > maxParseBytes:
		return FallbackTooLarge
	case ctx.Err() != nil:
		return FallbackCancelled
	case workLimit(ctx, 0) == 0:
		return FallbackWork
	case f.spec.nestsDeeper(f.Src, MaxNesting):
		return FallbackTooDeep
	}
	if f.spec.Guard != nil {
		if reason := f.spec.Guard(f.Src); reason != "" {
			return reason
		}
	}
	g, err := f.spec.compiled()
	if err != nil {
		return FallbackFailed
	}
	f.grammar = g
	if f.tree = f.readByHand(); f.tree == nil {
		limit := workLimit(ctx, len(f.Src))
		f.left = limit
		var reason string
		f.tree, reason = f.read(ctx)
		f.Out.Work += limit - f.left
		if f.tree == nil {
			return reason
		}
	}
	defer f.tree.Close()
	f.newlines = lex.Newlines(f.Src)
	f.collect()
	f.complete()
	return ""
}

// parseTime returns the time limit for parsing n bytes: about twice what the slowest large files need, six times
// what shorter ones do, and little for a short text on which error recovery never ends.
func parseTime(n int) time.Duration {
	return min(maxParseTime, 250*time.Millisecond+time.Duration(n)*20*time.Microsecond)
}

// collect runs the query over the tree. It records comments, branches and errors at once, and sorts the rest in
// source order, outer nodes first.
func (f *File) collect() {
	var found []capture
	matches := 0
	f.grammar.query.run(f.tree.nodes, func(list []caught) bool {
		got := f.capture(list)
		switch got.role {
		case "":
		case "comment":
			text := got.node.Text() // some grammars include the line ends around it
			got.start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
			f.Comments = append(f.Comments, lex.Span{Start: got.start, End: got.start + len(strings.TrimRight(text[len(text)-len(strings.TrimLeft(text, " \t\r\n")):], "\r\n"))})
		case "branch":
			f.branches = append(f.branches, got.start)
		case "error":
			f.Out.Errors++
		default:
			found = append(found, got)
		}
		matches++
		return matches < maxCaptures
	})
	sort.Ints(f.branches)
	f.branches = slices.Compact(f.branches)
	sort.Slice(f.Comments, func(i, j int) bool { return f.Comments[i].Start < f.Comments[j].Start })
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

func (f *File) capture(list []caught) capture {
	var got capture
	for _, c := range list {
		switch n := (Node{c.at, f}); c.role {
		case "name":
			got.name = n
		case "body":
			got.body = n
		default:
			got.role, got.node = c.role, n
		}
	}
	got.start, got.end = got.node.Start(), got.node.End()
	return got
}

// Read-only.
var nesting = lex.StopsAt("()[];<>\"'")

// nestsDeeper reports whether brackets are nested deeper than limit, outside of strings that end on their line.
// Angle brackets count within one statement only, since most are comparisons. A parser that cannot decide forks at
// each (500,000 times `a<` took 4.8 GB in the Java grammar).
func (s *Spec) nestsDeeper(src string, limit int) bool {
	if n := strings.Count(src, "(") + strings.Count(src, "[") + strings.Count(src, "{"); max(n, strings.Count(src, "<")) <= limit {
		return false // counting is much faster
	}
	depth, angle := 0, 0
	for i := 0; i < len(src); i++ {
		if !nesting[src[i]] {
			continue
		}
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
			if opens := i+1 < len(src) && src[i+1] != '<' && src[i+1] != '='; opens && s.Angles && src[max(i-1, 0)] != '<' {
				angle++
			}
		case '>':
			angle = max(angle-1, 0)
		case '"', '\'':
			// Code of the grammar must not be skipped as a string here: in other languages, single
			// quotes hold one character.
			if end := lex.SkipString(src, i); c == '"' || s.SingleQuoted || end-i < len(`'\u{'`) {
				i = end
			}
		}
		if depth > limit || angle > limit {
			return true
		}
	}
	return false
}

// line returns the 1-based line of a byte offset.
func (f *File) line(offset int) int {
	return lex.LineOf(f.newlines, offset)
}
