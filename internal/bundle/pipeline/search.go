package pipeline

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/lineindex"
	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
	"ctxpack/scorer/relevance"
	"ctxpack/signatures"
)

const (
	// searchedFiles is how many of the best-matching files are opened: the answer is in the first few, and each
	// costs reading and a parse.
	searchedFiles = 40
	// searchBatch is how many files are searched for an expression between checks for enough results.
	searchBatch = 128
	shownLines  = 3 // lines shown of a passage
	// leastPassages are shown even if they match weakly.
	leastPassages = 5
)

// SearchResult holds the matches, best first.
type SearchResult struct {
	Passages []Passage
	Weak     int // number of found passages that match too weakly
	Unopened int // files not searched that may match too, ranked after those searched
}

// Passage is a matching declaration, or matching lines outside of any.
type Passage struct {
	File       *File
	Name, Kind string // name and kind of the declaration; "" for lines outside of any
	In         string // the enclosing declaration, "" for none
	Head       string // its signature, or first line
	Start, End int
	Lines      []MatchingLine // the best-matching lines, in file order
}

// MatchingLine is a line of a passage, without its indentation.
type MatchingLine struct {
	Line int
	Text string
}

// Search returns the matching passages, up to a maximum number, of a ranking by the query's task. Its error is the
// context's.
func (r *Ranking) Search(ctx context.Context, q *SearchQuery, most int) (*SearchResult, error) {
	result := &SearchResult{}
	if q.pattern != nil {
		r.searchPattern(ctx, q, most, result)
		return result, ctx.Err()
	}
	files := slices.DeleteFunc(slices.Clone(r.Files), func(f *File) bool {
		t := f.Facts.Task
		return t == nil || t.Content+t.Declares+t.Named+t.Path == 0
	})
	result.Unopened = max(len(files)-searchedFiles, 0)
	files = files[:len(files)-result.Unopened]
	found := make([][]*candidate, len(files))
	if err := r.each(ctx, files, func(i int) {
		found[i] = r.searchFile(ctx, files[i], "", func(c *candidate) {
			if own := c.own() + strings.Repeat(" "+c.Name, 3); c.isNamed() || len(r.query.LookIn(own).Hits) > 0 {
				c.value = r.query.Passage(r.weights, own+" "+c.In+" "+c.File.Name)
			}
		})
	}); err != nil {
		return nil, err
	}
	candidates, best, top := slices.Concat(found...), 1, 1
	if exact := q.exact(); exact != "" {
		if as := slices.DeleteFunc(slices.Clone(candidates), func(c *candidate) bool { return c.Name != exact && !strings.Contains(c.own(), exact) }); len(as) > 0 {
			candidates = as
		}
	}
	for _, c := range candidates {
		best = max(best, c.value)
	}
	for _, c := range candidates {
		part := 1000*c.value/best + fitted.TaskName*r.query.Naming(c.Name)/relevance.Whole
		if c.isNamed() {
			part += fitted.TaskLine
		}
		top = max(top, scorer.TaskValue(c.File.Facts))
		c.part = part
	}
	for _, c := range candidates {
		c.value = fixed.Log2Linear(c.part*c.part/1000+20) + 3*fixed.Log2Linear(50+1000*scorer.TaskValue(c.File.Facts)/top)/2 + r.worth(c)
	}
	slices.SortStableFunc(candidates, func(a, b *candidate) int { return cmp.Compare(b.value, a.value) })
	if n := slices.IndexFunc(candidates, func(c *candidate) bool {
		return !q.Weak && c.value < candidates[0].value-fitted.TaskEnough*fixed.Unit/1000
	}); n >= 0 {
		n = min(max(n, leastPassages), len(candidates))
		result.Weak = len(candidates) - n
		candidates = candidates[:n]
	}
	for _, c := range candidates[:min(len(candidates), most)] {
		r.chooseLines(c, q.exact())
		result.Passages = append(result.Passages, c.Passage)
	}
	return result, nil
}

// worth returns the value of a passage apart from its match, as a binary logarithm: long functions answer most questions.
func (r *Ranking) worth(c *candidate) int {
	worth := fixed.Log2Linear(1+min(len(c.lines), fitted.SearchLines)) / 2
	if signatures.Function(c.Kind) {
		worth += fixed.Unit
	}
	if c.File.Facts.Class == scorer.Test && !r.query.Tests {
		worth += fitted.PartBeside * fixed.Unit / 1000
	}
	return worth
}

// searchPattern searches the files in order until there are enough matches.
func (r *Ranking) searchPattern(ctx context.Context, q *SearchQuery, most int, result *SearchResult) {
	match := func(c *candidate) {
		for _, n := range c.lines {
			line := c.text.Slice(n, n)
			if ctx.Err() != nil || !strings.Contains(line, q.literal) {
				continue
			}
			if at := q.pattern.FindStringIndex(strings.TrimRight(line, "\r\n")); at != nil {
				c.value++
				c.show(n, clip(line, at[0]))
			}
		}
	}
	first := 0
	for ; first < len(r.Files) && len(result.Passages) < most && ctx.Err() == nil; first += searchBatch {
		files := r.Files[first:min(first+searchBatch, len(r.Files))]
		found := make([][]*candidate, len(files))
		_ = r.each(ctx, files, func(i int) { found[i] = r.searchFile(ctx, files[i], q.literal, match) }) // the caller checks ctx
		for _, c := range slices.Concat(found...) {
			if len(result.Passages) < most {
				result.Passages = append(result.Passages, c.Passage)
			}
		}
	}
	result.Unopened = max(len(r.Files)-first, 0)
}

// candidate is a passage with the lines that belong to no declaration within it.
type candidate struct {
	Passage
	text  lineindex.Index
	lines []int
	value int
	part  int
}

// own returns the text of a passage's own lines.
func (c *candidate) own() string {
	var b strings.Builder
	for _, n := range c.lines {
		b.WriteString(c.text.Slice(n, n))
	}
	return b.String()
}

// isNamed reports whether the task names a line of a passage, or quotes one.
func (c *candidate) isNamed() bool {
	return slices.ContainsFunc(c.File.Lines, func(l render.Range) bool { return l.End >= c.Start && l.Start <= c.End })
}

// searchFile splits a file into passages, if its text contains a literal, and keeps those to which rate gives a
// value.
func (r *Ranking) searchFile(ctx context.Context, f *File, literal string, rate func(c *candidate)) []*candidate {
	if literal != "" && f.Lacks(ctx, literal) {
		return nil
	}
	text, skip, _ := f.Again(ctx)
	if skip != source.None || ctx.Err() != nil || !strings.Contains(text.Content, literal) {
		return nil // packing would report an unreadable file
	}
	r.Summarise(ctx, []*File{f})
	list := candidatesOf(f, lineindex.New(text.Content))
	for _, c := range list {
		rate(c)
	}
	return slices.DeleteFunc(list, func(c *candidate) bool { return c.value == 0 })
}

// chooseLines finds the lines of a passage that match words best or contain the exact text.
func (r *Ranking) chooseLines(c *candidate, exact string) {
	values, best := make([]int, len(c.lines)), 1
	for i, n := range c.lines {
		for _, h := range r.query.LookIn(c.text.Slice(n, n)).Hits {
			values[i] += r.weights[h.Term]
		}
		named := slices.ContainsFunc(c.File.Lines, func(l render.Range) bool { return l.Start <= n && n <= l.End })
		if named || exact != "" && strings.Contains(c.text.Slice(n, n), exact) {
			values[i] = 1 << 40 // the task names it, or quotes the line
		}
		best = max(best, values[i])
	}
	order := make([]int, 0, len(c.lines))
	for i := range c.lines {
		if 2*values[i] >= best {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return values[b] - values[a] })
	for _, i := range order {
		n := c.lines[i]
		line := c.text.Slice(n, n)
		c.show(n, clip(line, r.firstHit(line)))
	}
	slices.SortFunc(c.Lines, func(a, b MatchingLine) int { return a.Line - b.Line })
}

// show adds a line to the shown ones, if there is room and it is not in the head.
func (p *Passage) show(line int, text string) {
	known := p.Name != "" && (p.Start == p.End || strings.Contains(p.Head, strings.TrimRight(text, " {(:,")))
	if len(p.Lines) < shownLines && !known {
		p.Lines = append(p.Lines, MatchingLine{line, text})
	}
}

// firstHit returns the offset of a query term in a long line.
func (r *Ranking) firstHit(line string) int {
	if len(line) <= longestClip {
		return 0
	}
	lower := strings.ToLower(line)
	for _, t := range r.query.Terms {
		if at := strings.Index(lower, t.Text); at >= 0 && len(lower) == len(line) {
			return at
		}
	}
	return 0
}

// longestClip is the maximum number of bytes shown of a line; a minified file has one line.
const longestClip = 200

// clip returns the shown part of a long line, around an offset.
func clip(line string, at int) string {
	trimmed := strings.TrimSpace(line)
	if len(trimmed) <= longestClip {
		return trimmed
	}
	from := max(at-longestClip/4, 0)
	to := min(from+longestClip, len(line))
	text := strings.TrimSpace(strings.ToValidUTF8(line[from:to], ""))
	if from > 0 {
		text = "…" + text
	}
	if to < len(line) {
		text += "…"
	}
	return text
}

// candidatesOf splits a file: each declaration without those within it, and runs of lines outside of any.
func candidatesOf(f *File, text lineindex.Index) []*candidate {
	var declared []signatures.Symbol
	if s := f.Summary(); s != nil && s.Lines == 0 {
		declared = slices.Clone(s.Declarations)
	}
	slices.SortStableFunc(declared, func(a, b signatures.Symbol) int {
		return cmp.Or(a.StartLine-b.StartLine, b.EndLine-a.EndLine)
	})
	owner := make([]int, text.Count()+1) // for each line: 1 + the position of its declaration
	for i, d := range declared {
		for n := max(d.StartLine, 1); n <= min(d.EndLine, text.Count()); n++ {
			owner[n] = i + 1
		}
	}
	var list []*candidate
	place := map[int]int{} // positions of declarations in list
	for n := 1; n <= text.Count(); n++ {
		o := owner[n]
		at, known := place[o]
		last := len(list) - 1
		adjoins := last >= 0 && list[last].Name == "" && list[last].End == n-1
		switch {
		case o > 0 && known:
		case o > 0:
			place[o], at = len(list), len(list)
			list = append(list, &candidate{Passage: declaredPassage(f, declared, o-1, text), text: text})
		case adjoins && len(list[last].lines) < fitted.SearchLines:
			at = last
			list[at].End = n
		default:
			at = len(list)
			list = append(list, &candidate{Passage: Passage{File: f, Start: n, End: n}, text: text})
		}
		list[at].lines = append(list[at].lines, n)
	}
	return list
}

// declaredPassage returns the passage of one of a file's declarations.
func declaredPassage(f *File, declared []signatures.Symbol, i int, text lineindex.Index) Passage {
	d := declared[i]
	p := Passage{File: f, Name: d.Name, Kind: d.Kind, Head: clip(d.Signature(), 0), Start: d.StartLine, End: d.EndLine}
	if p.Head == "" {
		p.Head = clip(strings.TrimSuffix(strings.TrimSpace(text.Slice(d.Line, d.Line)), " {"), 0)
	}
	for k := i - 1; k >= 0 && p.In == ""; k-- {
		if around := declared[k]; around.Depth < d.Depth && around.StartLine <= d.StartLine && d.EndLine <= around.EndLine {
			p.In = around.Name
		}
	}
	return p
}
