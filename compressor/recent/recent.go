// Package recent clips recently viewed or edited files to a token budget.
//
// A file is divided into pages of lines, which are taken as a whole. Files with focal ranges, the edited or viewed
// places, are shown around those; others from the top. A Strategy defines how several files share the budget.
//
// Invariants: the shown pages cost no more than the budget; a shown file with focal ranges shows all of its focal
// pages; the shown part of a file is one run of whole pages; every file of the input is either shown or dropped
// with a reason; trimming the result again to the same budget changes nothing. The package is pure, and safe for
// concurrent use.
package recent

import (
	"cmp"
	"slices"

	"ctxpack/internal/text/mapped"
)

// The defaults that documents and callers rely on.
const (
	DefaultBudget   = 2000 // tokens
	DefaultPageSize = 10   // lines
	DefaultMaxFiles = 5
)

// Range is a half-open range of a text. An empty one is the point Start.
type Range struct {
	Start, End int
}

// File is a document that was viewed or edited.
type File struct {
	Path    string
	Content string
	Ranges  []Range // focal ranges, the most recent first
	Edits   int     // number of edits: its weight in Proportional
}

// Offsets is the unit of ranges and edits.
type Offsets uint8

// The units. All count from 0.
const (
	UTF16 Offsets = iota // code units, as editors count
	Bytes                // offsets in UTF-8
	Lines
)

// OffsetNames lists the names of the units, in the order of their values.
func OffsetNames() []string { return []string{"utf16", "bytes", "lines"} }

// Strategy defines how files share the budget.
type Strategy uint8

// The strategies. All go from the most recent file to the oldest.
const (
	// AroundEditRange shows files with ranges around them and others from the top, each as large as the remaining
	// budget allows. It stops at the first file whose focal pages do not fit.
	AroundEditRange Strategy = iota
	// TopToBottom shows every file from the top and skips those that do not fit.
	TopToBottom
	// Proportional gives every file its focal pages, drops the oldest files while these do not fit, and divides the
	// rest by the number of edits.
	Proportional
)

// StrategyNames lists the names of the strategies, in the order of their values.
func StrategyNames() []string { return []string{"around-edit-range", "top-to-bottom", "proportional"} }

// Options configure Trim.
type Options struct {
	Budget   int                   // tokens of all files together
	PageSize int                   // lines; 0 means DefaultPageSize
	Strategy Strategy              // how to share the budget
	Offsets  Offsets               // the unit of the files' ranges
	Tokens   func(line string) int // counts the tokens of a line; must be set
	// Wrapper, if set, returns the maximum cost of showing the clip besides its lines. The given clip has no Text
	// yet and the largest possible line numbers.
	Wrapper func(c Clip) int
}

// Clip is the shown part of a file.
type Clip struct {
	Path       string `json:"path"`
	Text       string `json:"text"`        // the lines, joined with \n
	StartLine  int    `json:"start_line"`  // from 1
	EndLine    int    `json:"end_line"`    // inclusive
	TotalLines int    `json:"total_lines"` // number of lines of the file
	Truncated  bool   `json:"truncated"`   // lines are missing
	Tokens     int    `json:"tokens"`      // the sum over the lines of their tokens and one each
}

// Reason is why a file is not shown.
type Reason string

// The reasons.
const (
	// DoesNotFit: the required pages, the focal pages or the first page, exceed the remaining budget.
	DoesNotFit Reason = "does_not_fit"
	// AfterStop: a more recent file's focal pages did not fit.
	AfterStop Reason = "after_stop"
	// BudgetSpent: nothing of the budget was left.
	BudgetSpent Reason = "budget_spent"
	// Oldest: it was the oldest when the focal pages of all files did not fit.
	Oldest Reason = "oldest"
	// MaxFiles: enough files were more recent.
	MaxFiles Reason = "max_files"
)

// Drop is a file that is not shown.
type Drop struct {
	Path   string `json:"path"`
	Reason Reason `json:"reason"`
}

// Result has the clips and the dropped files.
type Result struct {
	Clips   []Clip // the least recent first
	Dropped []Drop // the most recent first
	Tokens  int    // tokens of all clips
	// Wrappers is the additional cost of the clips, 0 unless Options.Wrapper is set. Tokens and Wrappers together
	// are within the budget.
	Wrappers int
}

// Trim clips files, most recent first, to the budget.
func Trim(files []File, o Options) *Result {
	o.PageSize = cmp.Or(max(o.PageSize, 0), DefaultPageSize)
	documents := mapped.Of(files, func(f File) *document { return newDocument(f, o) })
	t := &trimmer{left: o.Budget, result: &Result{}, documents: documents}
	switch o.Strategy {
	case TopToBottom:
		t.inTurn((*document).fromTop, func(*document) bool { return false })
	case Proportional:
		t.proportional()
	default:
		t.inTurn((*document).within, func(d *document) bool { return d.ranges })
	}
	slices.Reverse(t.result.Clips)
	return t.result
}

type trimmer struct {
	documents []*document
	left      int // remaining budget
	result    *Result
}

func (t *trimmer) drop(d *document, reason Reason) {
	t.result.Dropped = append(t.result.Dropped, Drop{d.path, reason})
}

// take shows pages of a document and subtracts their cost.
func (t *trimmer) take(d *document, p pages) int {
	clip := d.clip(p)
	t.result.Clips = append(t.result.Clips, clip)
	t.result.Tokens += clip.Tokens
	t.result.Wrappers += d.wrapper
	t.left -= clip.Tokens + d.wrapper
	return clip.Tokens + d.wrapper
}

// inTurn gives each document the remaining budget, until one stops it.
func (t *trimmer) inTurn(fit func(d *document, budget int) (pages, bool), stops func(d *document) bool) {
	stopped := false
	for _, d := range t.documents {
		switch {
		case stopped:
			t.drop(d, AfterStop)
		case t.left <= 0:
			t.drop(d, BudgetSpent)
		default:
			if p, ok := fit(d, t.left-d.wrapper); ok {
				t.take(d, p)
				continue
			}
			t.drop(d, DoesNotFit)
			stopped = stops(d)
		}
	}
}

func (t *trimmer) proportional() {
	sum, weights := 0, 0
	kept := t.documents
	costs := make([]int, len(kept))
	for i, d := range kept {
		if d.ranges {
			costs[i] = d.cost(d.focus) + d.wrapper
		}
		sum += costs[i]
		weights += d.weight
	}
	for sum > t.left && len(kept) > 0 {
		last := len(kept) - 1
		sum -= costs[last]
		weights -= kept[last].weight
		kept = kept[:last]
	}
	expansion, unspent := t.left-sum, 0
	for i, d := range kept {
		share := mulDiv(expansion, d.weight, weights) + costs[i] + unspent
		if p, ok := d.within(share - d.wrapper); ok {
			unspent = share - t.take(d, p)
		} else {
			unspent = share
			t.drop(d, DoesNotFit)
		}
	}
	for _, d := range t.documents[len(kept):] {
		t.drop(d, Oldest)
	}
}
