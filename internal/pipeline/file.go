package pipeline

import (
	"slices"
	"strings"

	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/signatures"
)

// File is one file of the tree with everything that is known about it.
type File struct {
	source.File        // as walked; its Path is relative to the folder of its root
	Name        string // path in the bundle
	Encoding    string
	Blob        string // git blob id of its bytes
	Lines       int
	Tokens      int // of the whole text
	Outline     signatures.Outline
	// Summary stands for the file where it has no outline: its first lines, ""
	// if they are the whole file.
	Summary       string
	SummaryTokens int // of the outline or the summary; 0 if there is neither
	SummaryFloor  int // what SummaryTokens is taken to be at least, as the skeleton has it
	SummaryLines  int // of the summary, 0 for an outline

	Facts     scorer.Facts
	Breakdown scorer.Breakdown

	// What became of it. Tier is packer.Skip and Skip its reason for a file
	// that is not in the bundle.
	Tier   packer.Tier
	Shown  int // tokens of it that are shown
	Ranges []render.Range

	exports  int  // names that it gives to others
	todos    int  // markers
	outlined bool // the fields of the summary, Outline.Text and Outline.Symbols are known
	sections []packer.Section
	root     *root
}

// summaryText is what the signatures tier shows.
func (f *File) summaryText() string {
	if f.SummaryLines > 0 {
		return f.Summary
	}
	return f.Outline.Text
}

func (f *File) fence() string { return signatures.FenceTag(f.Outline.Language) }

// countReasons counts the skipped files per reason, the most frequent first.
func countReasons(skipped []*File) []render.Skipped {
	counts := map[source.SkipReason]int{}
	for _, f := range skipped {
		counts[f.Skip]++
	}
	return sortReasons(counts)
}

func sortReasons(counts map[source.SkipReason]int) []render.Skipped {
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
