package signatures

import "regexp"

// A maskRule hides one construct that a grammar cannot read: submatch 1 is
// replaced by as many of a byte; where that is '+', the first alone is one and
// spaces follow, so that a word becomes an operator.
type maskRule struct {
	find *regexp.Regexp
	with byte
}

func maskBy(rules []maskRule, src string, keep func(word string) bool) string {
	out := []byte(src)
	for _, r := range rules {
		for _, at := range r.find.FindAllSubmatchIndex(out, -1) {
			if keep != nil && keep(string(out[at[2]:at[3]])) {
				continue
			}
			for i := at[2]; i < at[3]; i++ {
				out[i] = r.with
				if r.with == '+' && i > at[2] {
					out[i] = ' '
				}
			}
		}
	}
	return string(out)
}
