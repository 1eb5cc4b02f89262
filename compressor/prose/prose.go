// Package prose fits prose into a limit of words or tokens.
//
// A text within the limit comes back byte for byte. A longer one is cut after its last word that fits, then moved
// back to the end of a sentence if there is one near. Several parts that share a limit are cut in the order of their
// priorities.
//
// Invariants: the result is never more than the limit, unless protected parts alone are more; the kept text of a
// text is its beginning as it stood (with Options.Ends, its beginning and its end); trimming a result again to the same limit
// changes nothing. The package is pure, and safe for concurrent use.
package prose

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
)

// Window is how far back from the cut the end of a sentence is looked for, in
// words, or in tokens where those are counted. Less than this is given up for it.
const Window = 50

// Gap marks what was left out of the middle of a text. It is one word, and it counts.
const Gap = "[…]"

// gap is Gap as it is between two pieces of text.
const gap = "\n\n" + Gap + "\n\n"

// separator joins parts.
const separator = "\n\n"

// Options say how much is kept, and what.
type Options struct {
	// Limit is the most words of the whole result, or tokens if Tokens is set; at least 1.
	Limit  int
	Tokens func(text string) int // counts tokens; nil to count words
	Ends   bool                  // the beginning and the end are kept, not the beginning alone
}

// Part is one of several texts that share a limit.
type Part struct {
	Name      string
	Text      string
	Priority  int  // the lowest is cut first; among equals the last
	Protected bool // never cut
}

// Size is how long a text is.
type Size struct {
	Words  int
	Tokens int // 0 unless tokens are counted
}

// Result is what was kept.
type Result struct {
	Text           string // of all parts, joined with blank lines; empty ones left out
	Original, Kept Size   // of Text, as it would have been and as it is
	Trimmed        bool
	Over           int // by how much the protected parts exceed the limit
	Parts          []PartResult
}

// PartResult is what was kept of one part.
type PartResult struct {
	Name, Text     string
	Original, Kept Size
	Trimmed        bool
}

// ErrLimit is the error for a limit below 1.
var ErrLimit = errors.New("the limit must be above 0")

// Trim fits parts, or a text that is the only one, into the limit. The parts
// stay in their order. The error is ErrLimit.
func Trim(parts []Part, o Options) (*Result, error) {
	if o.Limit <= 0 {
		return nil, ErrLimit
	}
	f := &fitter{options: o, texts: make([]string, len(parts))}
	for i, p := range parts {
		f.texts[i] = p.Text
	}
	original := f.joined()
	var order []int // of the parts that may be cut: the lowest priority first, among equals the last
	for i, p := range slices.Backward(parts) {
		if !p.Protected {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(parts[a].Priority, parts[b].Priority) })
	for _, i := range order {
		f.cut(i)
	}
	text := f.joined()
	r := &Result{
		Text: text, Original: f.size(original), Kept: f.size(text),
		Over: max(0, f.measure(text)-o.Limit),
	}
	for i, p := range parts {
		part := PartResult{Name: p.Name, Text: f.texts[i], Original: f.size(p.Text), Kept: f.size(f.texts[i])}
		part.Trimmed = part.Text != p.Text
		r.Trimmed = r.Trimmed || part.Trimmed
		r.Parts = append(r.Parts, part)
	}
	return r, nil
}

// Measure counts parts as Trim would, and cuts nothing.
func Measure(parts []Part, o Options) *Result {
	o.Limit = math.MaxInt
	r, _ := Trim(parts, o) // the limit is above 0
	return r
}

// fitter holds the parts while they are cut.
type fitter struct {
	options Options
	texts   []string
}

func (f *fitter) joined() string {
	return strings.Join(slices.DeleteFunc(slices.Clone(f.texts), func(text string) bool { return text == "" }), separator)
}

// measure counts in the unit of the limit.
func (f *fitter) measure(text string) int {
	if f.options.Tokens != nil {
		return f.options.Tokens(text)
	}
	return Words(text)
}

func (f *fitter) size(text string) Size {
	size := Size{Words: Words(text)}
	if f.options.Tokens != nil {
		size.Tokens = f.options.Tokens(text)
	}
	return size
}

// cut shortens one part by as much as all together are over the limit, or empties it. Tokens do not add up exactly
// where texts are joined, so it goes on until they fit.
func (f *fitter) cut(i int) {
	text := f.texts[i]
	room := f.measure(text)
	for text != "" {
		over := f.measure(f.joined()) - f.options.Limit
		if over <= 0 {
			return
		}
		if room -= over; room <= 0 {
			f.texts[i] = ""
			return
		}
		f.texts[i] = f.fit(text, room)
	}
}

// fit returns the kept part of a text that has more than n units, n at least 1.
func (f *fitter) fit(text string, n int) string {
	if f.options.Ends {
		if kept, ok := f.ends(text, n); ok {
			return kept
		}
	}
	return f.start(text, n)
}

// start returns the beginning of a text, back to the end of a sentence.
func (f *fitter) start(text string, n int) string {
	at := f.prefix(text, n)
	return text[:f.backToSentence(text, at, n)]
}

// ends returns the beginning and the end of a text with a mark between, unless there is no room for the mark.
func (f *fitter) ends(text string, n int) (string, bool) {
	for room := n - f.measure(gap); room > 0; {
		head := f.start(text, (room+1)/2)
		rest := text[len(head):]
		tail := ""
		if left := room - f.measure(head); left > 0 {
			from := f.suffix(rest, left)
			tail = rest[f.forwardToSentence(rest, from):]
		}
		kept := head + strings.TrimSuffix(gap, separator)
		if tail != "" {
			kept = head + gap + tail
		}
		over := f.measure(kept) - n
		if over <= 0 {
			return kept, true
		}
		room -= over
	}
	return "", false
}
