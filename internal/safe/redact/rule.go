package redact

import (
	_ "embed" // the patterns
	"math"
	"regexp"
	"strings"
	"sync"
)

// A rule is a pattern of one kind of secret, with its keywords. If the match begins with a keyword, the pattern
// begins with ^.
type rule struct {
	Name, Pattern string
	Path          string // pattern of the paths of the only files that it applies to
	Before        string // pattern of the text before a match, for a rule with Start
	// Near are words in the name of the value. Start are beginnings of a match, Encoded the beginnings before
	// base64 encoding of the value, and Within texts in the match or shortly before it.
	Near, Start, Encoded, Within []string

	Least   int     // minimum bytes of a match, for a rule with Start
	Word    bool    // a match begins at the start of a word
	Group   int     // group of the pattern with the value; 0 for the first that matched
	Entropy float64 // minimum entropy of a value, in bits per byte
	Fold    bool    // keywords of Start may be in upper or lower case
	Allow   allowed
}

// matcher is a rule ready for use. Patterns are compiled on first use: a run needs few of them, and some are large.
// nil means no pattern.
type matcher struct {
	rule
	pattern, path, before func() *regexp.Regexp
	allowed               allowances
}

// allowed are patterns of text that is not a secret although a rule matches: of the value, of the match, of its
// line; "" for none.
type allowed [3]string

// allowances are the compiled patterns of allowed.
type allowances [3]func() *regexp.Regexp

func newMatcher(r rule) *matcher {
	m := &matcher{rule: r, pattern: lazily(r.Pattern)}
	if r.Path != "" {
		m.path = lazily(r.Path)
	}
	if r.Before != "" {
		m.before = lazily(r.Before)
	}
	for of, pattern := range r.Allow {
		if pattern != "" {
			m.allowed[of] = lazily(pattern)
		}
	}
	return m
}

// rows returns the lines of a table with a given number of columns. Lines that begin with # are comments.
func rows(text string, columns int) (list [][]string) {
	for line := range strings.SplitSeq(text, "\n") {
		if f := strings.SplitN(line, "\t", columns); len(f) == columns && line[0] != '#' {
			list = append(list, f)
		}
	}
	return list
}

//go:embed patterns.txt
var patternText string

// patterns returns the patterns and the words of patterns.txt, by name.
var patterns = sync.OnceValue(func() map[string]named {
	all := map[string]named{}
	fill := strings.NewReplacer("<secret>", secretWord, "<rest>", `\s(?:[^|;&\n]*\s)?`)
	for _, f := range rows(strings.ReplaceAll(patternText, "\n\t", ""), 2) {
		one := named{pattern: lazily(fill.Replace(f[1]))}
		if list, ok := strings.CutPrefix(f[1], "="); ok {
			one.words = indexOf(list)
		}
		all[f[0]] = one
	}
	return all
})

// named is a row of patterns.txt: a pattern or a list of words.
type named struct {
	pattern func() *regexp.Regexp
	words   *index
}

func pattern(name string) *regexp.Regexp { return patterns()[name].pattern() }

func words(name string) *index { return patterns()[name].words }

func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// exclude reports whether one of the patterns excludes a match.
func (by *allowances) exclude(value, match, line string) bool {
	for of, text := range [...]string{value, match, line} {
		if by[of] != nil && by[of]().MatchString(text) {
			return true
		}
	}
	return false
}

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
