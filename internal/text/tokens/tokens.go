// Package tokens counts the tokens of texts: exactly for OpenAI's encodings,
// as an estimate for the models whose tokenizer is not public.
//
// Everything is embedded and works offline. The package does its own splitting (split.go) and its own merging
// (merge.go) over tables that are used in place (table.go), because the count is the limit of every budget and is
// computed over whole trees: it must be exact, fast, and linear in time for any text. The module tiktoken-go, which
// is exact but needs quadratic time for a long run without spaces, and a second for a megabyte, counts in older,
// rarely used encodings, in blocks (library.go). It is the reference that the tests compare counts
// and ids with, and the vocabularies come from its loader's data (gen/).
//
// Invariants:
//   - The count of an exact Counter is the number of ids that tiktoken gives for
//     the text as ordinary text: `<|endoftext|>` and the like have no special
//     meaning. In the older encodings a run of more than 4,096 bytes of one kind of
//     character may count a few more.
//   - A byte that is not part of valid UTF-8 counts as one U+FFFD, as in
//     tiktoken-go.
//   - The same text has the same count in every process. Caches between
//     calls only affect the speed.
//   - Count needs time and memory linear in the text's length, and never panics.
//
// A Counter is immutable and safe for concurrent use.
package tokens

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"ctxpack/internal/text/mapped"
)

// exact is the factor of an exact count, in thousandths.
const exact = 1000

// chars4 is the name of the tokenizer without a vocabulary.
const chars4 = "chars4"

// Counter counts tokens in one encoding, possibly times the factor of a model's family.
// It is immutable and safe for concurrent use.
type Counter struct {
	name   string
	factor int // in thousandths of the encoding's count
	split  splitter
	table  *table // nil for chars4, and where the library counts
	pool   *sync.Pool

	library *library // nil for others
}

// tokenizer defines how a text is split and its pieces are merged. To add one, add a row in tokenizers.
type tokenizer struct {
	name  string
	split splitter
	data  func() string // data of the table; nil for others
	ranks int           // number of ranks of the library's vocabulary; 0 for others
}

// tokenizers lists the tokenizers, the default first.
func tokenizers() []tokenizer {
	return []tokenizer{
		{name: "o200k_base", split: splitO200k, data: func() string { return o200kData }},
		{name: "cl100k_base", split: splitCL100k, data: cl100kData},
		{name: "p50k_base", ranks: p50kRanks},
		{name: "p50k_edit", ranks: p50kRanks}, // with its own special tokens, which count as text
		{name: "r50k_base", ranks: r50kRanks},
		{name: chars4},
	}
}

// Names lists the tokenizers that New knows, the default first.
func Names() []string {
	return mapped.Of(tokenizers(), func(e tokenizer) string { return e.name })
}

// New returns the Counter of a tokenizer in Names; the error for another name lists these.
func New(name string) (*Counter, error) { return newCounter(name, exact) }

// newCounter is like New, with a factor in thousandths.
func newCounter(name string, factor int) (*Counter, error) {
	all := tokenizers()
	i := slices.IndexFunc(all, func(e tokenizer) bool { return e.name == name })
	if i < 0 {
		return nil, unknown("tokenizer", name, Names())
	}
	c := &Counter{name: name, factor: factor, split: all[i].split}
	var err error
	switch {
	case all[i].ranks > 0:
		if c.library, err = newLibrary(all[i].ranks); err != nil {
			return nil, fmt.Errorf("load %s: %w", name, err)
		}
		return c, nil
	case all[i].data == nil:
		return c, nil
	}
	if c.table, err = newTable(all[i].data()); err != nil {
		return nil, fmt.Errorf("load %s: %w", name, err)
	}
	c.pool = &sync.Pool{New: func() any { return newScratch() }}
	return c, nil
}

// Name returns the tokenizer's name, one of Names.
func (c *Counter) Name() string { return c.name }

// Key identifies the way of counting: two Counters with the same key give the same counts.
func (c *Counter) Key() string {
	if c.factor == exact {
		return c.name
	}
	return fmt.Sprintf("%s times %d/%d", c.name, c.factor, exact)
}

// Estimated reports whether Count estimates: for chars4, and for a model whose tokenizer is not public, which has a
// factor.
func (c *Counter) Estimated() bool { return c.rough() || c.factor != exact }

// rough reports whether there is no vocabulary.
func (c *Counter) rough() bool { return c.table == nil && c.library == nil }

// Count returns the number of tokens of any string, also one that is not valid UTF-8. For chars4 it is a quarter of
// the number of UTF-16 units, and with a factor the encoding's count times that factor, each rounded up.
func (c *Counter) Count(text string) int { return c.total(c.units(text)) }

// About estimates the tokens of a text. It counts a text of up to 2 KB. Of a longer one it counts a sixteenth of the
// lines, in at least eight runs. Each run is in its own part of the text, at a changing place, since texts repeat
// themselves. Over the files of kubernetes the error has a standard deviation of 3%, and cancels out in sums.
func (c *Counter) About(text string) int {
	const least, run, runs, share = 2048, 256, 8, 16
	if len(text) <= least {
		return c.Count(text)
	}
	step := len(text) / max(runs, len(text)/(run*share))
	units, bytes, end := 0, 0, 0
	for part := 0; part+step <= len(text); part += step {
		const prime = 2654435761 // Knuth's, for hashing
		start := max(end, afterLine(text, part+part*prime>>16%(step-run+1)))
		if end = afterLine(text, start+run); start < end {
			units += c.units(text[start:end])
			bytes += end - start
		}
	}
	return c.total(int(float64(units) * float64(len(text)) / float64(bytes)))
}

// afterLine returns where the line at an offset ends, or the offset itself, within the text, if the line is long.
func afterLine(text string, at int) int {
	const long = 256
	at = min(at, len(text))
	return at + 1 + strings.IndexByte(text[at:min(len(text), at+long)], '\n')
}

// units returns a count that adds up over the pieces of a text: UTF-16 units for chars4, else tokens of the encoding.
func (c *Counter) units(text string) int {
	switch {
	case c.library != nil:
		return len(c.library.ids(valid(text)))
	case c.table == nil:
		return utf16Units(text)
	}
	sc := c.pool.Get().(*scratch)
	n := c.count(valid(text), sc)
	sc.trim()
	c.pool.Put(sc)
	return n
}

// utf16Units counts the units of a text in UTF-16, its length in editors and browsers.
func utf16Units(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// total returns the count of a text with n units.
func (c *Counter) total(n int) int {
	if c.rough() {
		const units = 4 // per token
		n = (n + units - 1) / units
	}
	return scale(n, c.factor)
}

func (c *Counter) count(s string, sc *scratch) int {
	total := 0
	for i := 0; i < len(s); {
		end := c.split(s, i)
		if _, _, ok := c.table.find(s, i, end); ok {
			total++
		} else {
			total += c.table.pieceCount(s, i, end, sc)
		}
		i = end
	}
	return total
}

// scale returns n times a factor in thousandths, rounded up, or the largest int if that is more.
func scale(n, factor int) int {
	if factor == exact {
		return n
	}
	whole, rest := n/1000, n%1000
	if whole > math.MaxInt/factor-1 {
		return math.MaxInt
	}
	return whole*factor + (rest*factor+999)/1000
}

// valid returns the text as valid UTF-8, with U+FFFD for each byte that is not part of it.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + len(text)/4)
	for _, r := range text {
		b.WriteRune(r)
	}
	return b.String()
}
