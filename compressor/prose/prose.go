// Package prose fits prose into a limit of words or tokens.
//
// A text within the limit is unchanged. A longer one is cut after its last word that fits, or at the end of a
// sentence shortly before that. Several parts that share a limit are cut in the order of their priorities.
//
// Invariants: the result is never more than the limit, unless protected parts alone exceed it; the kept text is a
// prefix of the original (with Options.Ends, a prefix and a suffix); trimming a result again to the same limit
// changes nothing. The package is pure, and safe for concurrent use.
package prose

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
)

// Window is how far before the cut the end of a sentence is searched, in words, or in tokens if those are counted.
// The cut gives up less than this.
const Window = 50

// Gap marks an omission in the middle of a text. It counts as one word.
const Gap = "[…]"

// gap is Gap with the separators around it.
const gap = "\n\n" + Gap + "\n\n"

const separator = "\n\n"

// Options configure Trim.
type Options struct {
	// Limit is the maximum number of words of the whole result, or of tokens if Tokens is set; at least 1.
	Limit  int
	Tokens func(text string) int // counts tokens; nil to count words
	Ends   bool                  // keep the beginning and the end, not only the beginning
}

// Part is one of several texts that share a limit.
type Part struct {
	Name      string
	Text      string
	Priority  int  // the lowest is cut first; of equals the last
	Protected bool // never cut
}

// Size is how long a text is.
type Size struct {
	Words  int
	Tokens int // 0 unless tokens are counted
}

// Result is the kept text.
type Result struct {
	Text           string // all parts, joined with blank lines, without empty ones
	Original, Kept Size   // sizes of Text before and after trimming
	Trimmed        bool
	Over           int // excess of the protected parts over the limit
	Parts          []PartResult
}

// PartResult is the kept part of one Part.
type PartResult struct {
	Name, Text     string
	Original, Kept Size
	Trimmed        bool
}

// ErrLimit is the error for a limit below 1.
var ErrLimit = errors.New("the limit must be above 0")

// Trim fits parts, or a single text, into the limit. The parts stay in order. The error is ErrLimit.
func Trim(parts []Part, o Options) (*Result, error) {
	if o.Limit <= 0 {
		return nil, ErrLimit
	}
	f := &fitter{options: o, texts: make([]string, len(parts))}
	for i, p := range parts {
		f.texts[i] = p.Text
	}
	original := f.joined()
	var order []int // the parts that may be cut: the lowest priority first, of equals the last
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

// Measure counts parts like Trim, without cutting.
func Measure(parts []Part, o Options) *Result {
	o.Limit = math.MaxInt
	r, _ := Trim(parts, o) // the limit is above 0
	return r
}

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

// cut shortens one part by the total excess, or empties it. It repeats that, since tokens are not exactly additive
// where texts are joined.
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

// fit returns the kept part of a text with more than n units, n at least 1.
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
	return text[:f.backToSentence(text, f.prefix(text, n), n)]
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
