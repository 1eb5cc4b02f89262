package scorer

import (
	"fmt"
	"path"
	"strings"

	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
)

// The factors that only Task has.
const (
	ContentFactor  = "content"
	PastFactor     = "past"
	LocationFactor = "location" // "path" is the column of the files
	DeclaresFactor = "declares"
	NamedFactor    = "named"
	RecentFactor   = "recent"
	FocusFactor    = "focus"
	LinkedFactor   = "linked"
	SizeFactor     = "size"
)

// Relevance holds the evidence that a file is relevant to a task. Numbers are from 0 to 1000, the best file's.
type Relevance struct {
	// Content and Path are how well the text and the path of the file match the task.
	Content int `json:"content"`
	Path    int `json:"path"`
	// Declares is how many names of the task the file declares. The value of a name is
	// divided among the files that declare it.
	Declares int `json:"declares"`
	// Past is how often commits with similar messages changed the file.
	Past int `json:"past"`
	// Recent is 1000 for a file that the last commit touched, and 500 for one touched fifteen commits ago.
	Recent int `json:"recent"`
	// Named is 1000 for a file that the task names by its path, and at most 500 for one
	// that contains a message quoted in the task.
	Named int `json:"named"`
	// Focus is set if the task is about this file: it was changed, or it was given by its path.
	// Linked is set if the file imports such a file or is imported by one.
	Focus  bool `json:"focus,omitempty"`
	Linked bool `json:"linked,omitempty"`
	// Wanted is set if the task asks for files of this kind, such as tests.
	Wanted bool `json:"wanted,omitempty"`
}

// Task returns the ranking by relevance to a task. A score of 100 would mean the best value of every signal.
func Task() Ranking {
	return Ranking{Name: "task", Meaning: "relevance to a task", Factors: taskFactors(), worth: TaskValue}
}

func taskFactors() []Row {
	row := func(k int, name, rule string, tell func(f Facts) string) Row {
		return Row{
			name, nil, rule,
			func(f Facts, _ []int) int { return taskPoints(f, k) },
			func(f Facts) string {
				if f.Task == nil {
					return ""
				}
				return tell(f)
			},
			[]string{"task", "class", "boosted", "tokens"}, "",
		}
	}
	share := func(field func(Relevance) int, of string) func(Facts) string {
		return func(f Facts) string {
			n := bounded(field(*f.Task))
			return told(n > 0, fmt.Sprintf("%d%% %s", (n+5)/10, of))
		}
	}
	return []Row{
		row(0, ContentFactor, "3 of 7.5 parts: BM25 of its text",
			share(func(r Relevance) int { return r.Content }, "of the best match")),
		row(1, PastFactor, "2 parts: changes by commits with similar messages",
			share(func(r Relevance) int { return r.Past }, "of the file with the most such changes")),
		row(2, LocationFactor, "1 part: BM25 of its path", share(func(r Relevance) int { return r.Path }, "of the best match")),
		row(3, DeclaresFactor, "half a part: declared names that the task mentions",
			share(func(r Relevance) int { return r.Declares }, "of the best file's names")),
		row(4, RecentFactor, "1 part: 15 / (15 + commits since its last change)",
			share(func(r Relevance) int { return r.Recent }, "of a file in the last commit")),
		row(5, NamedFactor, "4 more parts: the task names its path; half for a message that the task quotes",
			func(f Facts) string { return told(f.Task.Named > 0, "the task names or quotes it") }),
		row(6, FocusFactor, "16 more parts: changed, or given by path",
			func(f Facts) string { return told(f.Task.Focus, "changed, or given by its path") }),
		row(7, LinkedFactor, "2 more parts: it imports such a file, or such a file imports it",
			func(f Facts) string { return told(f.Task.Linked, "imports or is imported by such a file") }),
		row(8, BoostFactor, "doubles the value", tellBoost),
		row(9, ClassFactor, "scales, unless the task asks for such files or names it: tests, examples and "+
			"message catalogues 65%, vendored code, data and documents 2% (65% if asked for)",
			func(f Facts) string { return f.Class.String() }),
		row(10, SizeFactor, "divided by (tokens / 256)^0.1",
			func(f Facts) string { return several(f.Tokens, "token", "tokens") }),
	}
}

// bounded limits n to the range of a signal.
func bounded(n int) int { return min(max(n, 0), 1000) }

// signals is the number of factors that are added up; the later ones scale the sum.
const signals = 8

// taskParts returns the weighted signals in the order of the factors.
func taskParts(r Relevance) [signals]int {
	return [signals]int{
		fitted.TaskContent * bounded(r.Content), fitted.TaskPast * bounded(r.Past), fitted.TaskPath * bounded(r.Path),
		fitted.TaskDeclares * bounded(r.Declares), fitted.TaskRecent * bounded(r.Recent), fitted.TaskNamed * bounded(r.Named),
		fitted.TaskFocus * when(r.Focus, 1000), fitted.TaskLinked * when(r.Linked, 1000),
	}
}

// taskSteps returns the value of a file after each factor up to the given last one, in millionths.
func taskSteps(f Facts, last int) (steps [signals + 3]int) {
	if f.Task == nil {
		return steps
	}
	sum := 0
	for i, n := range taskParts(*f.Task) {
		sum += n * 1000
		steps[i] = sum / fitted.TaskParts
	}
	if sum /= fitted.TaskParts; last < signals {
		return steps
	}
	if f.Boosted {
		sum *= 2
	}
	steps[signals] = sum
	sum = sum * taskClass(f) / 1000
	steps[signals+1] = sum
	// tokens^-0.1, as 2^(-log2(tokens)/10)
	steps[signals+2] = sum * 1000 / power(fixed.Log2(max(count(f.Tokens), fitted.TaskLeast), fitted.TaskLeast)*fitted.TaskSize/1000)
	return steps
}

// power returns 2^(n/Unit) in thousandths. Between powers of two it uses 1 + 0.656·x + 0.344·x², with an error below
// three thousandths. Linear interpolation would be off by 60, as much as the sizes of most files matter.
func power(n int) int {
	x := n % fixed.Unit
	return (1000 + (656*fixed.Unit+344*x)*x/(fixed.Unit*fixed.Unit)) << (n / fixed.Unit)
}

// taskClass returns the fraction of its value that a file keeps because of its class, in thousandths.
func taskClass(f Facts) int {
	_, name := split(f.Path)
	code := codeExt(strings.TrimPrefix(strings.ToLower(path.Ext(name)), "."))
	switch {
	case f.Task.Focus, f.Task.Named == 1000, f.Class == Source, f.Class == Template:
		return 1000
	case f.Class == Test && f.Task.Wanted:
		return 1000
	case f.Class == Test, f.Class == Catalogue, f.Class == Auxiliary && code && !vendoredFolder(f.Path),
		f.Task.Wanted, f.Task.Named >= 500 && f.Class != Auxiliary: // the task has its base name, and it is not a changelog
		return fitted.TaskAside
	}
	return fitted.TaskOther
}

// taskPoints returns what one factor adds to the score. It rounds steps, not differences, so that the factors add up.
func taskPoints(f Facts, k int) int {
	steps := taskSteps(f, k)
	const point = 10_000
	before := 0
	if k > 0 {
		before = (steps[k-1] + point/2) / point
	}
	return (steps[k]+point/2)/point - before
}

// TaskValue returns the value of a file for a task, in millionths of the most that the
// signals give a file that the task does not name.
func TaskValue(f Facts) int {
	const last = signals + 2
	return taskSteps(f, last)[last]
}
