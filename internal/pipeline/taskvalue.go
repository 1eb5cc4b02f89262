package pipeline

import (
	"cmp"
	"slices"

	"ctxpack/internal/relevance"
	"ctxpack/internal/render"
	"ctxpack/internal/terms"
	"ctxpack/packer"
)

// What a file and its parts are worth by a task, for each token. The numbers are
// measured, see docs/ranking.md.
const (
	taskDoubling   = 8    // points for twice the relevance, as in a score
	taskWhole      = 1500 // what a whole file is worth, in thousandths of its relevance
	taskAny        = 500  // what every part of a file is
	taskTop        = 4000 // and every one of a file that the task asks for most
	taskName       = 500  // more for one that declares a name of the task
	taskLine       = 4000 // more for one with a line that the task names
	taskPart       = 100  // length of a part in terms, about
	taskLoss       = 10   // hundredths: tokens to the power of a tenth
	taskTokens     = 225  // added to those of a whole file
	taskUsual      = 170  // tokens of a part, about
	taskPartTokens = 20   // added to those of a part
	taskBrief      = -15  // points that the outline of a file is worth less than the file
	// Such a file is one of which a task asks at least so many percent of what it asks of
	// the first one, and that has no more than so many tokens.
	topPercent = 70
	topTokens  = 3500
)

// taskWorth is what a file is worth in each chain.
func taskWorth(file *File) [2]int {
	w := taskDoubling * log2(max(file.value, 1))
	return [2]int{packer.Brief: w + briefPoints - taskBrief*point, packer.Deep: w}
}

// share is what a share of a worth takes away from it or adds, in thousandths.
func share(thousandths int) int { return taskDoubling * (log2(thousandths) - log2(1000)) }

// deepValueOf is what the text of a file is worth for each of its tokens, as a whole.
func (f *fitter) deepValueOf(file *File) int {
	worth := worthOf(file)[packer.Deep]
	if f.options.Task == nil {
		return deepValue(worth, file.Contents.Tokens)
	}
	return worth + share(taskWhole) - taskLoss*taskDoubling*log2(file.Contents.Tokens+taskTokens)/100
}

// deepest is no less than the value of any step of a file's text.
func (f *fitter) deepest(file *File, worth int) int {
	switch {
	case f.options.Task == nil:
		value := deepValue(worth, file.Contents.Tokens) + exportedBonus
		// An outline is longer than what is folded of it, and than its floor.
		if c := &file.Contents; c.Folded != "" && c.Tokens > smallTokens && outlineShare*c.SummaryFloor < c.Tokens {
			value = max(value, outlineValue(file, max(c.FoldedTokens, c.SummaryFloor)))
		}
		return value
	case file.Contents.Tokens <= smallTokens:
		return f.deepValueOf(file) + exportedBonus // it is not taken apart
	}
	return max(bestPart(file), f.deepValueOf(file)+exportedBonus)
}

// bestPart is what the best part of a file is worth: the same whatever is in it, so
// that only files have to be looked into whose turn has come.
func bestPart(file *File) int {
	part := taskWhole
	if file.Facts.Task.Declares > 0 {
		part += taskName
	}
	if len(file.lines) > 0 {
		part += taskLine
	}
	return worthOf(file)[packer.Deep] + share(part) - taskLoss*taskDoubling*log2(taskUsual)/100
}

// fileShare is how much of the bundle a large file may take before others: of what a
// task asks for, as much as it is worth.
func (f *fitter) fileShare() int {
	if f.options.Task == nil {
		return fileShare
	}
	return 0
}

// rateParts gives the parts of a file their values by the task, if there is one: how
// well the text of a part matches it, next to the best of the file, and the names and
// lines that the task mentions.
func (f *fitter) rateParts(file *File, lines lineIndex, parts []filePart) {
	q := f.ranking.query
	if q == nil {
		f.rateByUse(file, parts)
		return
	}
	every := taskAny
	if file.value > 0 && file.value*100 >= f.topValue*topPercent && file.Contents.Tokens <= topTokens {
		every = taskTop // what a task changes often stands where none of its words do
	}
	scores := make([]int, len(parts))
	best := 1
	for k, p := range parts {
		found := q.Look(terms.Count(lines.slice(p.start, p.end)))
		scores[k] = relevance.BM25(f.ranking.weights, found, taskPart)
		best = max(best, scores[k])
	}
	most := packer.None
	for k := range parts {
		p := &parts[k]
		part := every + 1000*scores[k]/best + taskName*f.naming(file, *p)/relevance.Whole
		if slices.ContainsFunc(file.lines, func(l render.Range) bool { return l.End >= p.start && l.Start <= p.end }) {
			part += taskLine
		}
		p.value = share(part) - taskLoss*taskDoubling*log2(p.cost+taskPartTokens)/100
		most = max(most, p.value)
	}
	for k := range parts {
		parts[k].value += bestPart(file) - most
	}
}

// rateByUse gives the values of a file's parts to these in the order in which, for their
// tokens, what they declare is used by other files: without a task it is what others build
// on that a reader needs of a file which is not shown whole.
func (f *fitter) rateByUse(file *File, parts []filePart) {
	u := f.usage()
	uses, values, order := make([]int, len(parts)), make([]int, len(parts)), make([]int, len(parts))
	for k, p := range parts {
		order[k], values[k] = k, p.value
		for _, d := range file.Summary().Declarations {
			if d.StartLine >= p.start && d.StartLine <= p.end {
				uses[k] += log2(1 + u.of(d.Name))
			}
		}
		uses[k] /= p.cost + usedTokens
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Or(uses[b]-uses[a], parts[b].value-parts[a].value) })
	slices.SortFunc(values, func(a, b int) int { return b - a })
	for n, k := range order {
		parts[k].value = values[n]
	}
}

// usedTokens are added to those of a part, so that no tiny one comes first by its size.
const usedTokens = 200

// naming tells how much the task mentions a name that a part declares.
func (f *fitter) naming(file *File, p filePart) int {
	most := 0
	for _, d := range file.Summary().Declarations {
		if d.StartLine >= p.start && d.StartLine <= p.end {
			most = max(most, f.ranking.query.Naming(d.Name))
		}
	}
	return most
}
