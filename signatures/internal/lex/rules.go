package lex

import (
	"regexp"
)

// A MaskRule hides one construct that a grammar cannot read. Submatch 1 is replaced by as many copies of a byte;
// for '+', by one and spaces, so that a word becomes an operator.
type MaskRule struct {
	Find *regexp.Regexp
	With byte
}

// MaskBy applies rules to a text, except where keep is set and accepts submatch 1. The result is as long as the
// text.
func MaskBy(rules []MaskRule, src string, keep func(word string) bool) string {
	out := []byte(src)
	for _, r := range rules {
		for _, at := range r.Find.FindAllSubmatchIndex(out, -1) {
			if keep != nil && keep(string(out[at[2]:at[3]])) {
				continue
			}
			for i := at[2]; i < at[3]; i++ {
				out[i] = r.With
				if r.With == '+' && i > at[2] {
					out[i] = ' '
				}
			}
		}
	}
	return string(out)
}
