package terms

import (
	"encoding/binary"
	"slices"
	"sync"
)

// Word is the hash of a search term: a stemmed part of an identifier, or a whole identifier with several parts.
type Word uint32

// wordBits is enough for a few hundred terms per file and a hundred thousand files.
const wordBits = 26

// Counts holds the search terms of a text with their numbers of occurrences.
type Counts string

// WordOf hashes a search term as [Split] writes it.
func WordOf(term string) Word { return wordOf([]byte(term)) }

func wordOf(term []byte) Word {
	h := uint64(offset64)
	for _, c := range term {
		h = (h ^ uint64(c)) * prime64
	}
	return Word((h ^ h>>wordBits ^ h>>(2*wordBits)) & (1<<wordBits - 1))
}

// FNV-1a.
const (
	offset64 = 14695981039346656037
	prime64  = 1099511628211
)

// counting holds the memory for one call of Count.
type counting struct {
	table []seen
	used  []int32 // indexes of used entries of table
	words []Word  // of the identifiers in table
	pairs []uint64
	out   []byte
	splitter
}

// seen is an identifier of the text with its number of occurrences, and its terms in counting.words.
type seen struct {
	hash       uint64
	start, end int32
	count      int32
	from, to   int32
}

// Reused memory; it keeps no data between calls.
var countings = sync.Pool{New: func() any { return &counting{table: make([]seen, 1<<12)} }}

// Count returns the search terms of a text. [Split] defines them.
func Count(text string) Counts {
	c := countings.Get().(*counting)
	defer countings.Put(c)
	c.pairs = c.pairs[:0]
	total := uint64(0)
	c.each(text, func(w Word, n int) {
		c.pairs = append(c.pairs, uint64(w)<<32|uint64(n)) // never negative
		total += uint64(n)                                 // never negative
	})
	slices.Sort(c.pairs)
	return c.encode(total)
}

// Words calls f for each identifier of a text, in order, with the offset of its start and its search terms. These are valid only
// until f returns.
func Words(text string, f func(at int, words []Word)) {
	c := countings.Get().(*counting)
	defer countings.Put(c)
	c.used, c.words = c.used[:0], c.words[:0]
	identifiers(text, func(start, end int, hash uint64) {
		s := c.see(text, start, end, hash)
		if s.count == 1 {
			s.from = int32(len(c.words)) // cannot overflow: texts are smaller
			c.split(text[start:end], func(term []byte) { c.words = append(c.words, wordOf(term)) })
			s.to = int32(len(c.words)) // cannot overflow: texts are smaller
		}
		f(start, c.words[s.from:s.to])
	})
	for _, place := range c.used {
		c.table[place] = seen{}
	}
}

func (c *counting) each(text string, f func(w Word, n int)) {
	c.used = c.used[:0]
	identifiers(text, func(start, end int, hash uint64) { c.see(text, start, end, hash) })
	for _, place := range c.used {
		s := &c.table[place]
		c.split(text[s.start:s.end], func(term []byte) { f(wordOf(term), int(s.count)) })
		*s = seen{}
	}
}

// see counts one identifier.
func (c *counting) see(text string, start, end int, hash uint64) *seen {
	mask := uint64(len(c.table) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		s := &c.table[i]
		if s.count == 0 {
			if len(c.used) > len(c.table)/2 {
				c.grow()
				return c.see(text, start, end, hash)
			}
			*s = seen{hash: hash, start: int32(start), end: int32(end), count: 1} // cannot overflow: texts are smaller
			c.used = append(c.used, int32(i))                                     // cannot overflow: tables are smaller
			return s
		}
		if s.hash == hash && int(s.end-s.start) == end-start { // collisions of 64 bits are very unlikely
			s.count++
			return s
		}
	}
}

func (c *counting) grow() {
	old, used := c.table, c.used
	c.table, c.used = make([]seen, 4*len(old)), nil
	mask := uint64(len(c.table) - 1)
	for _, place := range used {
		i := old[place].hash & mask
		for c.table[i].count > 0 {
			i = (i + 1) & mask
		}
		c.table[i] = old[place]
		c.used = append(c.used, int32(i)) // cannot overflow: tables are smaller
	}
}

// encode writes the total, then each word as its difference to the previous one, shifted
// by one bit. If the bit is set, the number of occurrences follows; otherwise it is 1.
func (c *counting) encode(total uint64) Counts {
	c.out = binary.AppendUvarint(c.out[:0], total)
	last := uint64(0)
	for i := 0; i < len(c.pairs); {
		word, n := c.pairs[i]>>32, uint64(0)
		for ; i < len(c.pairs) && c.pairs[i]>>32 == word; i++ {
			n += c.pairs[i] & (1<<32 - 1)
		}
		if n == 1 {
			c.out = binary.AppendUvarint(c.out, (word-last)<<1)
		} else {
			c.out = binary.AppendUvarint(c.out, (word-last)<<1|1)
			c.out = binary.AppendUvarint(c.out, n)
		}
		last = word
	}
	return Counts(c.out)
}

// Len returns the number of terms of the text, counting every occurrence.
func (c Counts) Len() int {
	n, _ := number(c, 0)
	return clamp(n)
}

// Each calls f for every term, in ascending order of words.
func (c Counts) Each(f func(w Word, n int)) {
	c.each(func(word uint64, n int) bool {
		f(Word(word), n) // damaged counts give other words
		return true
	})
}

// Find calls f for each of words that occurs in the text, by its index. words must be in ascending order.
func (c Counts) Find(words []Word, f func(i, n int)) {
	if len(words) == 0 {
		return
	}
	next := 0
	c.each(func(word uint64, n int) bool {
		for uint64(words[next]) < word {
			if next++; next == len(words) {
				return false
			}
		}
		if uint64(words[next]) == word {
			f(next, n)
		}
		return true
	})
}

// each calls f for every term until f returns false.
func (c Counts) each(f func(word uint64, n int) bool) {
	word := uint64(0)
	for _, i := number(c, 0); i < len(c); {
		var d uint64
		d, i = number(c, i)
		word += d >> 1
		n := uint64(1)
		if d&1 == 1 {
			n, i = number(c, i)
		}
		if !f(word, clamp(n)) {
			return
		}
	}
}

// clamp bounds numbers read from damaged counts.
func clamp(n uint64) int { return int(min(n, 1<<31)) } // cannot overflow: bounded
