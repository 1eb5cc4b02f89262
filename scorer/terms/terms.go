// Package terms reads the identifiers of a text as a small set of hashes, so that
// which files mention a name can be told without their texts.
//
// A hash has 20 bits: a set of a few hundred identifiers takes two bytes each, and one lookup in a few thousand finds
// a name that is not there. That is good enough for ranking, and for nothing else.
//
// Invariants: the same text gives the same set. Sets are valid whatever the text, and a set that was damaged gives
// other terms but never a failure. All functions are safe for concurrent use.
package terms

import (
	"encoding/binary"
	"iter"
	"slices"
	"sync"
)

const (
	bits = 20
	// Limit is greater than every term.
	Limit = 1 << bits
	// MinLength is the least number of bytes of an identifier that counts: i, x
	// and ok mean something else everywhere.
	MinLength = 3
)

// Term is the hash of an identifier, below 1<<20.
type Term uint32

// Set holds terms in ascending order, as the differences between them.
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

// scratch is what one call of Read needs.
type scratch struct {
	seen  [1 << bits / 64]uint64
	terms []Term
	out   []byte
}

// Memory to use again; holds nothing between calls.
var pool = sync.Pool{New: func() any { return new(scratch) }}

// Read returns the identifiers of a text: letters, digits, underscores and bytes beyond ASCII in a row, at least
// MinLength of them, that do not begin with a digit. Words in strings and comments are among them.
func Read(text string) Set {
	s := pool.Get().(*scratch)
	defer pool.Put(s)
	s.terms = s.terms[:0]
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
		if t := fold(h); s.seen[t/64]>>(t%64)&1 == 0 {
			s.seen[t/64] |= 1 << (t % 64)
			s.terms = append(s.terms, t)
		}
	}
	for _, t := range s.terms {
		s.seen[t/64] = 0
	}
	slices.Sort(s.terms)
	return s.encode()
}

// Identifiers goes through the identifiers of a text that Read counts.
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

// Names returns the set of the given identifiers, those left out that are shorter than MinLength.
func Names(names []string) Set {
	s := pool.Get().(*scratch)
	defer pool.Put(s)
	s.terms = s.terms[:0]
	for _, name := range names {
		if len(name) >= MinLength {
			s.terms = append(s.terms, Of(name))
		}
	}
	slices.Sort(s.terms)
	s.terms = slices.Compact(s.terms)
	return s.encode()
}

// encode writes the terms, which are in order and distinct.
func (s *scratch) encode() Set {
	s.out = s.out[:0]
	last := Term(0)
	for _, t := range s.terms {
		s.out = binary.AppendUvarint(s.out, uint64(t-last))
		last = t
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
		t += Term(d) // damaged sets give other terms
		f(t)
	}
}

// number reads a number at a place, and returns the place after it.
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
