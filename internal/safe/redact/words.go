package redact

import (
	"encoding/binary"
	"iter"
	"slices"
)

// Words is a small index of a text: hashes of its runs of letters and digits that contain both. It shows, without
// the text, that a value is not in it. A hash has 24 bits, so that false positives are rare.
type Words string

// leastWord is the minimum length of an indexed run.
const leastWord = 6

// keep adds the words of text[a:b] to the index.
func (s *scanner) keep(a, b int) {
	for w := range wordsIn(s.text[a:b]) {
		s.words = append(s.words, w.hash)
	}
}

// word is a run of letters and digits that contains both.
type word struct {
	start, end int
	hash       uint32
}

func wordsIn(text string) iter.Seq[word] {
	return func(yield func(word) bool) {
		for a := 0; a < len(text); a++ {
			const offset, prime = 2166136261, 16777619 // FNV-1a
			h, seen, start := uint32(offset), uint32(0), a
			for a < len(text) && is(text[a], letter|digit) {
				h = (h ^ uint32(text[a])) * prime
				seen |= kinds[text[a]]
				a++
			}
			if mixed := seen&digit != 0 && seen&letter != 0; mixed && a-start >= leastWord && !yield(word{start, a, fold(h)}) {
				return
			}
		}
	}
}

// fold reduces a hash to 24 bits, but never to 0, which means no word.
func fold(h uint32) uint32 { return max(h>>24^h&(1<<24-1), 1) }

func newWords(list []uint32) Words {
	if len(list) == 0 {
		return ""
	}
	slices.Sort(list)
	list = slices.Compact(list)
	out := make([]byte, 0, 3*len(list))
	last := uint32(0)
	for _, h := range list {
		out = binary.AppendUvarint(out, uint64(h-last))
		last = h
	}
	return Words(out)
}

// each calls f for every hash of the index. A damaged index yields others.
func (w Words) each(f func(uint32)) {
	h := uint32(0)
	for list := []byte(w); len(list) > 0; {
		d, n := binary.Uvarint(list)
		if n <= 0 {
			return
		}
		h += uint32(d)
		f(h)
		list = list[n:]
	}
}

// wordOf returns the hash by which a value is indexed, that of its longest word, and the offset of the word. The
// hash is 0 for a value without one.
func wordOf(value string) (hash uint32, offset int) {
	longest := 0
	for w := range wordsIn(value) {
		if w.end-w.start > longest {
			hash, offset, longest = w.hash, w.start, w.end-w.start
		}
	}
	return hash, offset
}
