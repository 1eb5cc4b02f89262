package redact

import "strings"

// index finds the rules of a keyword in a text. Three bytes, of each its lower five
// bits, tell whether any keyword can begin at a place, which is false almost
// everywhere and the same in upper and lower case.
type index struct {
	begins [1 << 15 / 64]uint64
	slots  [1 << 10][]entry
}

// entry is a keyword and one of its rules.
type entry struct {
	keyword string
	fold    bool // the keyword is in lower case, the text in any
	within  bool // a match does not begin with it
	rule    *matcher
}

// add adds a keyword of at least two bytes.
func (x *index) add(e entry) {
	for third := range byte(32) {
		if len(e.keyword) > 2 {
			third = e.keyword[2]
		}
		h := triple(e.keyword[0], e.keyword[1], third)
		x.begins[h/64] |= 1 << (h % 64)
		x.slots[h%uint(len(x.slots))] = append(x.slots[h%uint(len(x.slots))], e)
		if len(e.keyword) > 2 {
			return
		}
	}
}

func triple(a, b, c byte) uint { return uint(a&31)<<10 | uint(b&31)<<5 | uint(c&31) }

// mayBegin tells whether a keyword may begin at text[i], which two bytes follow.
func (x *index) mayBegin(text string, i int) bool {
	h := triple(text[i], text[i+1], text[i+2])
	return x.begins[h/64]>>(h%64)&1 == 1
}

// at calls found for each keyword that begins at text[i], until it returns true.
func (x *index) at(text string, i int, found func(entry) bool) {
	for _, e := range x.slots[triple(text[i], text[i+1], text[i+2])%uint(len(x.slots))] {
		if len(text)-i < len(e.keyword) {
			continue
		}
		here := text[i : i+len(e.keyword)]
		if (here == e.keyword || e.fold && strings.EqualFold(here, e.keyword)) && found(e) {
			return
		}
	}
}
