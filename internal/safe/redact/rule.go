package redact

import (
	"math"
	"regexp"
	"strings"
	"sync"
)

// A rule is a pattern of one kind of secret, and where its keywords stand.
type rule struct {
	name    string
	pattern string
	// near are words of the name that a value is assigned to. start are what a match
	// begins with, and within what stands in it or a little before it.
	near, start, within []string
	// find, in place of a pattern, tells where the value ends that begins at a keyword of
	// within. It looks at a bounded part of the text, so that it takes no budget.
	find    func(text string, i int) (end int, ok bool)
	least   int     // bytes of a match, of a rule with start
	word    bool    // a match begins where a word does
	group   int     // of the pattern that is the value; 0 for the first that matched
	entropy float64 // that a value has more of, in bits a byte
	encoded bool    // a value is text in base64 that holds a secret
	path    string  // pattern of the paths of the only files that it is for
	allow   []allowance
}

// target is what an allowance looks at.
type target int

const (
	theValue target = iota
	wholeMatch
	wholeLine
)

// An allowance says what is not a secret although a rule matches.
type allowance struct {
	patterns []string
	of       target
}

// matcher is a rule that is ready for use. Patterns are compiled when they are first
// needed: few of them are in a run, and some are large.
type matcher struct {
	rule
	pattern func() *regexp.Regexp
	path    func() *regexp.Regexp
	allowed [wholeLine + 1]func() *regexp.Regexp // by target; nil for none
}

func newMatcher(r rule) *matcher {
	m := &matcher{rule: r}
	pattern := strings.TrimPrefix(r.pattern, `[\w.-]{0,50}?`) // says nothing about the value
	if rest, ok := strings.CutPrefix(pattern, `(?i)[\w.-]{0,50}?`); ok {
		pattern = "(?i)" + rest
	}
	// What may follow a value is more here: markup, queries, quotes in strings.
	const ending = "(?:[\\x60'\"\\s;]|\\\\[nr]|$)"
	if len(r.start) > 0 {
		pattern = "^(?:" + strings.ReplaceAll(pattern, ending, `(?:[^A-Za-z0-9]|$)`) + ")"
		if strings.HasSuffix(r.pattern, `\b`) { // what follows may be an underscore
			pattern = strings.TrimSuffix(r.pattern, `\b`)
			if !strings.Contains(strings.ReplaceAll(pattern, "(?", ""), "(") {
				pattern = "(" + pattern + ")"
			}
			pattern = "^(?:" + pattern + `(?:[^A-Za-z0-9]|$))`
		}
	} else {
		pattern = strings.NewReplacer(ending, `(?:[^\w=+/-]|$)`, `[\s'"]{0,3}`, `[\s'"\\]{0,4}`, `[\x60'"\s=]{0,5}`, `[\x60'"\s=\\]{0,5}`).Replace(pattern)
	}
	m.pattern = lazily(pattern)
	if r.path != "" {
		m.path = lazily(r.path)
	}
	m.allowed = allowed(r.allow)
	return m
}

// allowed joins the patterns of allowances by their targets.
func allowed(list []allowance) (by [wholeLine + 1]func() *regexp.Regexp) {
	var patterns [wholeLine + 1][]string
	for _, a := range list {
		patterns[a.of] = append(patterns[a.of], a.patterns...)
	}
	for t, p := range patterns {
		if len(p) > 0 {
			by[t] = lazily("(?:" + strings.Join(p, ")|(?:") + ")")
		}
	}
	return by
}

func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// isAllowed tells whether an allowance takes a match for something else.
func isAllowed(by *[wholeLine + 1]func() *regexp.Regexp, value, match, line string) bool {
	for t, text := range [...]string{theValue: value, wholeMatch: match, wholeLine: line} {
		if by[t] != nil && by[t]().MatchString(text) {
			return true
		}
	}
	return false
}

// entropy is Shannon's, in bits a byte.
func entropy(s string) float64 {
	if s == "" {
		return 0
	}
	var counts [256]int
	for i := range len(s) {
		counts[s[i]]++
	}
	sum := 0.0
	for i := range len(s) {
		if n := counts[s[i]]; n > 0 {
			counts[s[i]] = 0
			sum += float64(n) * math.Log2(float64(n))
		}
	}
	n := float64(len(s))
	return math.Log2(n) - sum/n
}
