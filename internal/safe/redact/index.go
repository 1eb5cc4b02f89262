package redact

import (
	"iter"
	"strings"
)

// index finds the keywords of rules in a text. The lower five bits of three bytes, and of the one after them, decide
// whether any keyword can begin at an offset, in upper and lower case; almost everywhere none can.
type index struct {
	begins  [1 << 15]bool
	fourths [1 << 12]uint32 // by the code of the first three
	slots   [1 << 9][]entry
}

// entry is a keyword and one of its rules.
type entry struct {
	keyword string
	fold    bool // the keyword is in lower case, the text in any case
	within  bool // a match does not begin with it
	rule    *matcher
	triple  uint // code of its first three bytes
}

// indexOf returns the index of a list of words.
func indexOf(list string) *index {
	x := &index{}
	for word := range strings.SplitSeq(list, ",") {
		x.add(entry{keyword: word, fold: true})
	}
	return x
}

// add adds a keyword of at least two bytes.
func (x *index) add(e entry) {
	for third := range byte(32) {
		if len(e.keyword) > 2 {
			third = e.keyword[2]
		}
		h := triple(e.keyword[0], e.keyword[1], third)
		e.triple = h
		fourths := uint32(1<<32 - 1)
		if len(e.keyword) > 3 {
			fourths = 1 << (e.keyword[3] & 31)
		}
		x.begins[h] = true
		x.fourths[h%uint(len(x.fourths))] |= fourths
		x.slots[h%uint(len(x.slots))] = append(x.slots[h%uint(len(x.slots))], e)
		if len(e.keyword) > 2 {
			return
		}
	}
}

func triple(a, b, c byte) uint { return uint(a&31)<<10 | uint(b&31)<<5 | uint(c&31) }

// next returns the first offset in text[i:end] at which a keyword may begin, end if there is none. At least two
// bytes of text must follow end.
func (x *index) next(text string, i, end int) int {
	if i >= end {
		return end
	}
	h := triple(0, text[i], text[i+1])
	for ; i < end; i++ {
		h = (h<<5 | uint(text[i+2]&31)) % (1 << 15)
		if x.begins[h] && (i+3 == len(text) || x.fourths[h%uint(len(x.fourths))]>>(text[i+3]&31)&1 == 1) {
			return i
		}
	}
	return end
}

// at calls found for each keyword that begins at text[i], until it returns true.
func (x *index) at(text string, i int, found func(entry) bool) {
	h := triple(text[i], text[i+1], text[i+2])
	slot := x.slots[h%uint(len(x.slots))]
	for j := range slot {
		e := &slot[j]
		last := len(e.keyword) - 1
		if e.triple != h || i+last >= len(text) || (e.keyword[last]^text[i+last])&31 != 0 {
			continue
		}
		here := text[i : i+len(e.keyword)]
		if isKeyword := here == e.keyword || e.fold && strings.EqualFold(here, e.keyword); isKeyword && found(*e) {
			return
		}
	}
}

// in returns the offsets of a text at which keywords begin.
func (x *index) in(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := x.next(text, 0, len(text)-2); i+2 < len(text); i = x.next(text, i+1, len(text)-2) {
			begins := false
			x.at(text, i, func(entry) bool { begins = true; return true })
			if begins && !yield(i) {
				return
			}
		}
	}
}

func (x *index) has(text string) bool { return x.first(text) >= 0 }

// first returns the offset of the first keyword in a text, -1 without one.
func (x *index) first(text string) int {
	for i := range x.in(text) {
		return i
	}
	return -1
}
