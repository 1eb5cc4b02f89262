package text

import (
	"bytes"
	"regexp"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// maxBlocks is how many statements of one text are read.
const maxBlocks = 100_000

// A block is a statement of a language with braces: a head, possibly with a body of further statements.
type block struct {
	head       string // source on one line, without comments
	doc        string // first line of the comment above
	note       string // comment that ends the line
	docStart   int
	start, end int // bytes, with the body
	body       bool
	list       bool // its body is in round brackets
	listed     bool // it is a member of such a body, and others follow
	indent     int  // indentation of its members, in languages that nest by indentation
	kids       []*block
}

// blockRules describe the statements of a language.
type blockRules struct {
	comments lex.Comments
	// ends are the bytes that end a statement, in addition to braces; '\n' represents line ends, except where joins
	// continues the statement on the next line.
	ends  string
	joins func(before, next string) bool
	// value reports whether a brace after this head belongs to a value.
	value func(head string) bool
	// skip skips text that would be misread, such as a heredoc: it returns the offset after it, or i.
	skip func(src string, i int) int
	// breaks is set if a line end separates the contents of brackets.
	breaks bool
	// triple is the mark of long strings that document.
	triple string
	// starts matches lines that begin a statement, however the previous one ended.
	starts *regexp.Regexp
	// opens is set if indentation nests statements: it matches lines that members follow. comes
	// matches lines that continue a statement despite their indentation.
	opens, comes *regexp.Regexp
	// list matches a head that is followed by members in round brackets, separated by commas.
	list *regexp.Regexp
	// angles is set if angles are brackets.
	angles bool
	// docLine returns the documentation in a comment; the default is its first sentence.
	docLine func(comment string) string
}

// blocks passes the statements of a page to show; there is no outline if there are too many.
func (p *page) blocks(rules blockRules, show func(list []*block)) string {
	rules.comments = p.Spec.Comments
	if rules.docLine == nil {
		rules.docLine = outline.DocLine
	}
	root, ok := readBlocks(p.Src, rules)
	if !ok {
		return outline.FallbackTooLarge
	}
	show(root.kids)
	return ""
}

// A blockReader reads a text in one pass.
type blockReader struct {
	blockRules
	src     string
	count   int
	head    []byte
	start   int // start of the head, -1 between statements
	depth   int // depth of brackets inside the head
	stack   []*block
	doc     string
	docAt   int // start of the comments above, -1 for none
	docEnd  int
	inside  bool // inside a value in braces
	broken  bool // a line end that breaks may have to show
	dropped int  // depth of braces nested too deep for blocks
	wasted  int  // bytes scanned without success
	margin  int  // start of the line
	fresh   bool // nothing of the line was read
	last    int  // offset after the last text taken
}

// readBlocks splits a text into statements; false if there are too many. It reads each byte a bounded number of
// times.
func readBlocks(src string, rules blockRules) (*block, bool) {
	root := &block{body: true, end: len(src)}
	r := &blockReader{blockRules: rules, src: src, start: -1, docAt: -1, stack: []*block{root}, fresh: true}
	for i := 0; i < len(src); {
		next := r.step(i)
		if r.count > maxBlocks {
			return root, false
		}
		i = max(next, i+1)
	}
	r.finish(len(src))
	for _, open := range r.stack {
		open.end = len(src)
	}
	return root, true
}

func (r *blockReader) step(i int) int {
	c := r.src[i]
	if r.fresh && c > ' ' {
		if end := r.first(i); end > 0 {
			return end
		}
	}
	if r.skip != nil {
		if end := r.skip(r.src, i); end > i {
			r.take(i, min(end, len(r.src)))
			return end
		}
	}
	if r.triple != "" && c == r.triple[0] && strings.HasPrefix(r.src[i:], r.triple) {
		return r.long(i)
	}
	if end := r.comment(i); end > 0 {
		return end
	}
	switch {
	case strings.IndexByte(r.comments.Quote, c) >= 0:
		end := lex.SkipString(r.src, i) + 1
		r.take(i, end)
		return end
	case r.depth == 0 && c != '\n' && r.ended(c):
		r.finish(i + 1)
		return i + 1
	case c == '\n':
		return r.lineEnd(i)
	}
	return r.bracket(i, c)
}

func (r *blockReader) bracket(i int, c byte) int {
	switch {
	case c == '(' && r.opensList():
		r.begin(i).list = true
		return i + 1
	case c == ')' && r.depth == 0 && r.top().list:
		return r.close(i)
	case c == '{' && r.opens == nil:
		return r.open(i)
	case c == '}' && r.opens == nil:
		return r.close(i)
	case strings.IndexByte("([{", c) >= 0 || c == '<' && r.angles:
		r.depth++
	case strings.IndexByte(")]}", c) >= 0 || c == '>' && r.angles:
		r.depth = max(r.depth-1, 0)
	}
	r.take(i, i+1)
	return i + 1
}

func (r *blockReader) top() *block { return r.stack[len(r.stack)-1] }

func (r *blockReader) ended(c byte) bool {
	if r.top().list {
		return c == ','
	}
	return strings.IndexByte(r.ends, c) >= 0
}

func (r *blockReader) begin(i int) *block {
	r.depth = 0
	b := r.statement(i + 1)
	b.body = true
	if b.start < 0 || b.head == "" {
		b.start = i
	}
	r.stack = append(r.stack, b)
	return b
}

// opensList reports whether a parenthesis after the head opens a list of members.
func (r *blockReader) opensList() bool { return r.depth == 0 && r.list != nil && r.list.Match(r.head) }

// take appends source to the head and replaces white space with one space.
func (r *blockReader) take(i, end int) {
	for ; i < end; i++ {
		c := r.src[i]
		if lex.IsSpace(c) {
			if n := len(r.head); n > 0 && r.head[n-1] != ' ' {
				r.head = append(r.head, ' ')
			}
			r.broken = r.broken || c == '\n' && r.breaks && (r.depth > 0 || r.inside)
			continue
		}
		if r.broken {
			r.separate(c)
		}
		if r.start < 0 {
			r.start = i
		}
		if c == ',' && r.opens != nil {
			r.head = bytes.TrimSuffix(r.head, []byte(" "))
		}
		r.last = i + 1
		if len(r.head) < outline.MaxFlat {
			r.head = append(r.head, c)
		}
	}
}

// separate adds a comma where a line end separates two members in brackets.
func (r *blockReader) separate(next byte) {
	r.broken = false
	n := len(r.head)
	spaced := n >= 2 && n < outline.MaxFlat && r.head[n-1] == ' '
	if !spaced || strings.IndexByte("([{,;:=|&?", r.head[n-2]) >= 0 || strings.IndexByte(")]},;:=|&?@", next) >= 0 {
		return
	}
	r.head = append(r.head[:n-1], ',', ' ')
}

// comment skips a comment and keeps it if it documents the next statement.
func (r *blockReader) comment(i int) int {
	end, line := r.comments.At(r.src, i)
	if end > 0 {
		r.document(i, end, line)
	}
	return end
}

func (r *blockReader) document(i, end int, line bool) {
	if r.start >= 0 && (r.starts == nil || !r.fresh) {
		if len(r.head) > 0 && r.head[len(r.head)-1] != ' ' {
			r.head = append(r.head, ' ')
		}
		return
	}
	const near = 1000 // bytes before the comment that are read to find the code it trails
	from := max(0, i-near)
	before := r.src[from:i]
	if strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]) != "" { // trails a statement
		if n := len(r.top().kids); n > 0 {
			if last := r.top().kids[n-1]; !last.body && last.end >= from && !strings.Contains(r.src[last.end:i], "\n") {
				last.note = r.docLine(strings.TrimRight(r.src[i:end], "\r\n"))
			}
		}
		return
	}
	gap := r.docAt < 0 || strings.Count(r.src[r.docEnd:i], "\n") > 1
	if !line || gap {
		r.docAt = i
	}
	r.docEnd = end
	r.doc = "" // read when a statement needs it
}

// long takes a long string as a comment.
func (r *blockReader) long(i int) int {
	end := lex.Past(r.src, r.triple, i+len(r.triple))
	if r.start < 0 {
		r.docAt, r.docEnd = i, end
		r.doc = outline.DocLine("# " + strings.Trim(r.src[i:end], "\" \t\r\n"))
	}
	return end
}

func (r *blockReader) lineEnd(i int) int {
	r.fresh, r.margin = true, i+1
	if inStatement := r.depth == 0 && r.start >= 0 && !r.top().list; inStatement && strings.IndexByte(r.ends, '\n') >= 0 {
		rest := r.src[i+1:]
		rest = rest[:min(len(rest), 200)]
		if r.joins == nil || !r.joins(string(r.head[max(0, len(r.head)-200):]), strings.TrimLeft(rest, " \t\r\n")) {
			r.finish(i)
			return i + 1
		}
	}
	r.take(i, i+1)
	return i + 1
}

// open starts the body of a block, or takes a brace that is part of a value.
func (r *blockReader) open(i int) int {
	interpolates := i > 0 && strings.IndexByte("#@$", r.src[i-1]) >= 0
	if inValue := r.depth > 0 || interpolates || r.value != nil && r.value(string(r.head[max(0, len(r.head)-200):])); inValue {
		if end := r.balanced(i); end > 0 {
			r.inside = true
			r.take(i, end)
			r.inside = false
			return end
		}
	}
	r.depth = 0
	if len(r.stack) > outline.MaxNesting {
		r.dropped++
		r.reset()
		return i + 1
	}
	r.begin(i)
	return i + 1
}

// balanced returns the offset after the brace that closes the one at i, 0 if it is far away or missing.
func (r *blockReader) balanced(i int) int {
	const far = 1 << 14
	if r.wasted > len(r.src) {
		return 0
	}
	depth, j := 0, i
	for ; j < len(r.src) && j < i+far; j++ {
		end, _ := r.comments.At(r.src, j)
		if r.skip != nil && end == 0 {
			end = r.skip(r.src, j)
		}
		switch c := r.src[j]; {
		case end > j:
			j = end - 1
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return j + 1
			}
		case strings.IndexByte(r.comments.Quote, c) >= 0:
			j = lex.SkipString(r.src, j)
		}
	}
	r.wasted += j - i // a string may extend beyond the limit
	return 0
}

func (r *blockReader) close(i int) int {
	r.finish(i)
	if r.dropped > 0 {
		r.dropped--
		return i + 1
	}
	if n := len(r.stack); n > 1 {
		if top := r.top(); top.list && len(top.kids) > 0 {
			top.kids[len(top.kids)-1].listed = false
		}
		r.stack[n-1].end = i + 1
		r.stack = r.stack[:n-1]
	}
	r.docAt = -1
	return i + 1
}

func (r *blockReader) finish(end int) {
	if r.start >= 0 && (r.opens != nil || r.starts != nil) {
		end = min(end, max(r.last, r.start+1))
	}
	if r.start >= 0 {
		r.statement(end)
	}
	r.reset()
}

func (r *blockReader) reset() {
	r.head, r.start, r.depth, r.broken = r.head[:0], -1, 0, false
}

// statement adds the current statement to the innermost open block.
func (r *blockReader) statement(end int) *block {
	r.count++
	b := &block{head: strings.TrimSpace(string(r.head)), start: r.start, end: end}
	if r.start < 0 {
		b.start = end - 1
	}
	b.docStart = b.start
	if r.docAt >= 0 && r.docAt < b.start && strings.Count(r.src[r.docEnd:b.start], "\n") <= 1 {
		b.docStart = r.docAt
		if b.doc = r.doc; b.doc == "" {
			b.doc = r.docLine(strings.TrimRight(r.src[r.docAt:r.docEnd], "\r\n"))
		}
	}
	if r.docAt < b.start {
		r.docAt, r.doc = -1, ""
	}
	top := r.top()
	b.listed = top.list
	top.kids = append(top.kids, b)
	r.reset()
	return b
}
