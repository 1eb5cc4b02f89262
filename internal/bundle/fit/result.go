package fit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/mapped"
	"ctxpack/packer"
)

// Outcome is the result for a ranked file.
type Outcome struct {
	Tier   packer.Tier
	Form   render.Form       // how much of it is shown, for people
	Shown  int               // tokens shown of it
	Ranges []render.Range    // shown lines, if it is shown in part
	Reason source.SkipReason // why it is omitted; None if it is not
}

// Result is a bundle to be written, and the outcomes of the files.
type Result struct {
	Outcomes []Outcome // outcomes of the files
	Parts    []string  // the bundle as written; several if it is split
	Tokens   int       // tokens of all parts
	Budget   int
	Spent    Spent            // tokens besides the texts of files
	Document *render.Document // the content of the first part
	Counts   render.Counts
	Complete bool // every file is included in full
	Enough   bool // the omitted files have too little value
	Reasons  []render.Skipped
	Problems []source.Problem // files that could not be read again
}

func (f *Fitter) result(ctx context.Context, a *attempt) *Result {
	r := &Result{
		Budget: f.options.Budget, Tokens: a.used, Complete: a.bundle.Complete, Enough: a.bundle.Enough,
		Document: a.parts[0].document, Reasons: f.reasons(a.bundle), Outcomes: make([]Outcome, len(f.files)),
	}
	r.Counts = r.Document.Counts
	r.Parts = append(r.Parts, mapped.Of(a.parts, func(p part) string { return p.head + p.rest + p.padding })...)
	for _, e := range a.bundle.Entries {
		entry, _ := f.way.Entry(ctx, e)
		r.Outcomes[e.Candidate] = Outcome{Tier: e.Tier, Form: entry.Form(), Shown: entry.Tokens, Ranges: entry.Ranges()}
	}
	for _, o := range a.bundle.Omissions {
		r.Outcomes[o.Candidate].Reason = f.reason(o)
	}
	r.Spent = f.spent(a, r)
	r.Problems = slices.Clone(f.way.Problems())
	slices.SortFunc(r.Problems, func(a, b source.Problem) int { return strings.Compare(a.Path, b.Path) })
	return r
}

// reasons counts the omitted files by reason.
func (f *Fitter) reasons(b packer.Bundle) []render.Skipped {
	counts := map[source.SkipReason]int{}
	for list := b.Omissions; len(list) > 0; { // most have the same reason, and there are many
		n, reason := 1, f.reason(list[0])
		for n < len(list) && f.reason(list[n]) == reason {
			n++
		}
		counts[reason] += n
		list = list[n:]
	}
	for _, file := range f.options.Skipped {
		counts[file.Skip]++
	}
	return SortReasons(counts)
}

// reason converts the packer's reason to one of the fixed list.
func (f *Fitter) reason(o packer.Omission) source.SkipReason {
	if reason, ok := f.way.Lost()[o.Candidate]; ok {
		return reason
	}
	switch o.Reason {
	case packer.PartTooLarge:
		return source.PartTooLarge
	case packer.LowWorth:
		return source.LowWorth
	case packer.Oversized:
		return source.LowScoreOversized
	}
	return source.NoBudget
}

// SortReasons counts files by reason, the most frequent first.
func SortReasons(counts map[source.SkipReason]int) []render.Skipped {
	var reasons []render.Skipped
	for reason, n := range counts {
		reasons = append(reasons, render.Skipped{Reason: reason.String(), Sentence: reason.Sentence(), Count: n})
	}
	slices.SortFunc(reasons, func(a, b render.Skipped) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Reason, b.Reason)
	})
	return reasons
}

// TooSmallError means that the required contents of the bundle exceed its budget.
type TooSmallError struct {
	Budget int
	Needed int    // tokens that would suffice; approximate
	What   string // what does not fit
	Part   bool   // the budget is that of one of several parts
}

func (e *TooSmallError) Error() string {
	return fmt.Sprintf("a budget of %s is too small for %s: %s missing", humanize.Count(e.Budget, "token"), e.What, humanize.Count(e.Needed-e.Budget, "token"))
}

// Spent is the cost of a bundle besides the texts of its files, in tokens. Together with these (Outcome.Shown) it
// adds up to the tokens of the bundle.
type Spent struct {
	Frame    int // the text of the bundle: header, footer, task, diff
	Tree     int
	Headings int // names of files, fences, legends, escapes: everything written around texts
}

// spent divides the tokens of a bundle. The frame is counted; the rest, without the texts, are headings. Tokens
// join at borders, and a template may omit texts: then headings are 0, and the frame gets the rest.
func (f *Fitter) spent(a *attempt, r *Result) Spent {
	var s Spent
	for _, p := range a.parts {
		d := *p.document
		head, tail := f.options.Format.Frame(&d)
		with := f.way.Count(head)
		d.Tree = ""
		without, _ := f.options.Format.Frame(&d)
		s.Frame += f.way.Count(without) + f.way.Count(tail)
		s.Tree += max(with-f.way.Count(without), 0)
	}
	texts := mapped.Sum(r.Outcomes, func(o Outcome) int { return o.Shown })
	s.Headings = r.Tokens - texts - s.Tree - s.Frame
	if s.Headings < 0 {
		s.Frame, s.Headings = s.Frame+s.Headings, 0
	}
	return s
}
