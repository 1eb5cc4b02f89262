// Package terms stores the identifiers of a text as a small set of hashes. Sets show
// which files mention a name, without reading their texts again.
//
// A hash has 20 bits. A set of a few hundred identifiers takes two bytes per identifier, and one lookup in a few
// thousand is a false positive. That is good enough for ranking only.
//
// Invariants: the same text gives the same set. Every text gives a valid set. A damaged set gives wrong terms but never
// fails. All functions are safe for concurrent use.
package terms

import (
	"encoding/binary"
	"iter"
	mathbits "math/bits"
	"sync"
)

const (
	bits = 20
	// Limit is greater than every term.
	Limit = 1 << bits
	// MinLength is the minimum number of bytes of an identifier: i, x and ok have a different meaning in each file.
	MinLength = 3
)

// Term is the hash of an identifier, below 1<<20.
type Term uint32

// Set holds terms in ascending order, encoded as differences.
type Set string

// Of hashes one identifier.
func Of(name string) Term {
	h := uint32(offset)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * prime
	}
	return fold(h)
}

// FNV-1a, folded to the bits of a term.
const (
	offset = 2166136261
	prime  = 16777619
)

func fold(h uint32) Term { return Term((h >> bits) ^ (h & (1<<bits - 1))) }

// scratch holds the memory for one call of Read: a bit for each term, and a bit for each word of these that is not 0.
type scratch struct {
	seen [1 << bits / 64]uint64
	used [1 << bits / 64 / 64]uint64
	out  []byte
}

func (s *scratch) add(t Term) {
	s.seen[t/64] |= 1 << (t % 64)
	s.used[t/64/64] |= 1 << (t / 64 % 64)
}

// Reused memory; it keeps no data between calls.
var pool = sync.Pool{New: func() any { return new(scratch) }}

// Read returns the identifiers of a text: runs of at least MinLength letters, digits, underscores and bytes beyond
// ASCII that do not begin with a digit. It includes words in strings and comments.
func Read(text string) Set {
	s := pool.Get().(*scratch)
	defer pool.Put(s)
	for i := 0; i < len(text); {
		if !isIdentifier[text[i]] {
			i++
			continue
		}
		start, h := i, uint32(offset)
		for i < len(text) && isIdentifier[text[i]] {
			h = (h ^ uint32(text[i])) * prime
			i++
		}
		if i-start < MinLength || text[start] <= '9' {
			continue
		}
		s.add(fold(h))
	}
	return s.encode()
}

// Identifiers iterates over the identifiers of a text that Read includes.
func Identifiers(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(text); {
			start := i
			for i < len(text) && isIdentifier[text[i]] {
				i++
			}
			if i-start >= MinLength && text[start] > '9' && !yield(text[start:i]) {
				return
			}
			if i == start {
				i++
			}
		}
	}
}

// Names returns the set of the given identifiers, without those shorter than MinLength.
func Names(names []string) Set {
	s := pool.Get().(*scratch)
	defer pool.Put(s)
	for _, name := range names {
		if len(name) >= MinLength {
			s.add(Of(name))
		}
	}
	return s.encode()
}

// encode returns the terms as a Set, and forgets them.
func (s *scratch) encode() Set {
	s.out = s.out[:0]
	last := 0
	for i, words := range s.used {
		for ; words != 0; words &= words - 1 {
			word := 64*i + mathbits.TrailingZeros64(words)
			for terms := s.seen[word]; terms != 0; terms &= terms - 1 {
				t := 64*word + mathbits.TrailingZeros64(terms)
				s.out = binary.AppendUvarint(s.out, uint64(t-last)) // never negative
				last = t
			}
			s.seen[word] = 0
		}
		s.used[i] = 0
	}
	return Set(s.out)
}

// Read-only.
var isIdentifier = func() (set [256]bool) {
	for c := range set {
		set[c] = c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
	}
	return set
}()

// Len returns the number of terms.
func (s Set) Len() int {
	n := 0
	s.Each(func(Term) { n++ })
	return n
}

// Has reports whether a term is in the set.
func (s Set) Has(wanted Term) bool {
	t := Term(0)
	for i := 0; i < len(s); {
		var d uint64
		d, i = number(s, i)
		if t += Term(d); t >= wanted {
			return t == wanted
		}
	}
	return false
}

// Each calls f for every term of the set, in ascending order.
func (s Set) Each(f func(Term)) {
	t := Term(0)
	for i := 0; i < len(s); {
		var d uint64
		d, i = number(s, i)
		t += Term(d) // damaged sets give wrong terms
		f(t)
	}
}

// number reads the number at index i and returns it with the index after it.
func number[S ~string](s S, i int) (uint64, int) {
	n := uint64(0)
	for shift := 0; i < len(s); shift += 7 {
		b := s[i]
		i++
		if shift < 63 {
			n |= uint64(b&0x7f) << shift
		}
		if b < 0x80 {
			break
		}
	}
	return n, i
}
