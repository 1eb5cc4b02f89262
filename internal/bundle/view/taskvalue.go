package view

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"ctxpack/internal/text/lineindex"

	"ctxpack/internal/bundle/render"
	"ctxpack/packer"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
	"ctxpack/scorer/relevance"
	"ctxpack/signatures"
)

// taskWorth is what a file is worth in each chain.
func taskWorth(file *File) [2]int {
	w := fitted.Doubling * fixed.Log2Linear(max(file.Value, 1))
	return [2]int{packer.Brief: w + (fitted.BriefPoints+fitted.TaskBrief)*point, packer.Deep: w}
}

// share is what a share of a worth takes away from it or adds, in thousandths.
func share(thousandths int) int {
	return fitted.Doubling * (fixed.Log2Linear(thousandths) - fixed.Log2Linear(1000))
}

// deepValueOf is what the text of a file is worth for each of its tokens, as a whole.
func (f *Levels) deepValueOf(file *File) int {
	worth := worthOf(file)[packer.Deep]
	if !f.options.Task {
		return deepValue(worth, f.size(file))
	}
	return worth + share(fitted.TaskWhole) - fitted.TaskLoss*fixed.Log2Linear(file.Contents.Tokens+fitted.TaskTokens)/1000
}

// deepest is no less than the value of any step of a file's text.
func (f *Levels) deepest(file *File, worth int) int {
	switch {
	case !f.options.Task:
		value := deepValue(worth, f.size(file)) + fitted.Exported*point
		// An outline is longer than what is folded of it, and with documentation than its floor.
		if c := &file.Contents; c.Folded != "" && c.Tokens > fitted.SmallTokens {
			least := c.FoldedTokens
			if fitted.BareTimes*c.SummaryFloor < c.Tokens {
				least = max(least, c.SummaryFloor)
			}
			value = max(value, outlineValue(file, least))
		}
		return value
	case file.Contents.Tokens <= fitted.SmallTokens:
		return f.deepValueOf(file) + fitted.Exported*point // it is not taken apart
	}
	return max(bestPart(file), f.deepValueOf(file)+fitted.Exported*point)
}

// bestPart is what the best part of a file is worth: the same whatever is in it, so
// that only files have to be looked into whose turn has come.
func bestPart(file *File) int {
	part := fitted.TaskWhole
	if file.Facts.Task.Declares > 0 {
		part += fitted.TaskName
	}
	if len(file.Lines)+len(file.Members) > 0 {
		part += fitted.TaskLine
	}
	return worthOf(file)[packer.Deep] + share(part) - fitted.TaskLoss*fixed.Log2Linear(fitted.TaskUsual)/1000
}

// fileShare is how much of the bundle a large file may take before others, beyond so many
// tokens.
func (f *Levels) fileShare() (share, tokens int) {
	if !f.options.Task {
		return fitted.FileShare, fitted.FileTokens
	}
	return fitted.TaskFileShare, fitted.TaskFileTokens
}

// rateParts gives the parts of a file their values by the task, if there is one: how
// well the text of a part matches it, next to the best of the file, and the names and
// lines that the task mentions.
func (f *Levels) rateParts(ctx context.Context, i int, lines lineindex.Index, parts []span) {
	q, file := f.options.Query, f.files[i]
	if q == nil {
		f.rateByUse(file, parts, lines, f.callsOf(ctx, i))
		return
	}
	every, tests := f.everyPart(file), file.Contents.Tests
	scores := make([]int, len(parts))
	best := 1
	for k, p := range parts {
		scores[k] = q.Passage(f.options.Weights, lines.Slice(p.start, p.end))
		best = max(best, scores[k])
	}
	naming := make([]int, len(parts)) // how much the task mentions a name that each declares
	for k, d := range declaredIn(file, parts) {
		naming[k] = max(naming[k], q.Naming(d.Name))
	}
	most := packer.None
	for k := range parts {
		p := &parts[k]
		part := file.TaskPart(render.Range{Start: p.start, End: p.end}, 1000*scores[k]/best, naming[k])
		if tests.Start <= p.start && p.end <= tests.End && !q.Tests {
			part = part * fitted.TaskTests / 1000
		} else {
			part += every
		}
		if file.declaresMember(*p) {
			part += fitted.TaskLine
		}
		p.value = share(part) - fitted.TaskLoss*fixed.Log2Linear(p.cost+fitted.TaskPartTokens)/1000
		most = max(most, p.value)
	}
	for k := range parts {
		parts[k].value += bestPart(file) - most
	}
}

// everyPart is what each part of a file is worth, whatever it holds: what a task changes often
// stands where none of its words do, in the files of which it asks most.
func (f *Levels) everyPart(file *File) int {
	switch tokens := file.Contents.Tokens; {
	case file.Value <= 0 || file.Value*1000 < f.topValue*fitted.TopShare:
		return fitted.TaskAny
	case tokens <= fitted.TopTokens:
		return fitted.TaskTop
	default:
		return max(fitted.TaskAny, fitted.TaskTop*fitted.TopTokens/tokens*fitted.TopLarger/1000)
	}
}

// TaskPart is how much of what a file is worth by a task falls to some of its lines, in
// thousandths: by how well their text matches, next to the best that there is, by how much
// the task mentions a name that they declare, both from 0 to [relevance.Whole], and by the
// lines that it names.
func (file *File) TaskPart(lines render.Range, match, naming int) int {
	part := match + fitted.TaskName*naming/relevance.Whole
	if slices.ContainsFunc(file.Lines, func(l render.Range) bool { return l.End >= lines.Start && l.Start <= lines.End }) {
		part += fitted.TaskLine
	}
	return part
}

// declaresMember tells whether a part declares what the task names with its type.
func (file *File) declaresMember(p span) bool {
	return len(file.Members) > 0 && slices.ContainsFunc(file.Summary().Declarations, func(d signatures.Symbol) bool {
		return d.StartLine >= p.start && d.StartLine <= p.end && slices.Contains(file.Members, d.Name)
	})
}

// rateByUse gives the values of a file's parts to these in the order in which, for their
// tokens, what they declare is used by other files: without a task it is what others build
// on that a reader needs of a file which is not shown whole. What calls most comes first, if
// it is not long: that is where something happens.
func (f *Levels) rateByUse(file *File, parts []span, lines lineindex.Index, flow []calling) {
	u := f.usage()
	uses, values, order := make([]int, len(parts)), make([]int, len(parts)), make([]int, len(parts))
	for k, p := range parts {
		order[k], values[k] = k, p.value
	}
	for k, d := range declaredIn(file, parts) {
		if !u.common(d.Name) {
			uses[k] += fixed.Log2Linear(1 + u.of(d.Name))
		}
	}
	for k, p := range parts {
		uses[k] /= p.cost + fitted.UsedTokens
		parts[k].little = p.cost < fitted.LeastPart || onlyImports(lines, p.start, p.end)
		for _, c := range flow {
			if p.start <= c.lines.Start && c.lines.End <= p.end && p.end-p.start < fitted.FlowLines {
				uses[k] += c.score
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Or(uses[b]-uses[a], parts[b].value-parts[a].value) })
	slices.SortFunc(values, func(a, b int) int { return b - a })
	for n, k := range order {
		parts[k].value = values[n] - n // most are equal
	}
}

// declaredIn goes through what a file declares, with the part in which it does; parts are
// in the order of their lines.
func declaredIn(file *File, parts []span) iter.Seq2[int, signatures.Symbol] {
	return func(yield func(int, signatures.Symbol) bool) {
		for _, d := range file.Summary().Declarations {
			k, _ := slices.BinarySearchFunc(parts, d.StartLine, func(p span, line int) int { return cmp.Compare(p.end, line) })
			if k < len(parts) && parts[k].start <= d.StartLine && !yield(k, d) {
				return
			}
		}
	}
}
