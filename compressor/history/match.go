package history

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Matcher finds a query in texts, ignoring case. Two characters are equal under Unicode's simple case folding: s, S
// and ſ are, ß and ss are not.
type Matcher struct{ folded string } // the query

// NewMatcher returns the matcher of a query, nil for a blank one, which finds nothing.
func NewMatcher(query string) *Matcher {
	query = strings.ToValidUTF8(query, "\uFFFD")
	if strings.TrimSpace(query) == "" {
		return nil
	}
	return &Matcher{strings.Map(fold, query)}
}

// Match reports whether a text contains the query. The text is a JSON string with its quotes.
func (m *Matcher) Match(quoted []byte) bool { return m.MatchText(text(quoted)) }

// MatchText is like Match, for plain text.
func (m *Matcher) MatchText(text string) bool {
	return strings.Contains(strings.Map(fold, text), m.folded)
}

// Find returns the first occurrence of the query in a text, in bytes; end is 0 if there is none.
func (m *Matcher) Find(text string) (start, end int) {
	// Folding changes the length of characters; regular expressions fold in the same way and return byte offsets.
	if at := regexp.MustCompile("(?i)" + regexp.QuoteMeta(m.folded)).FindStringIndex(text); at != nil {
		return at[0], at[1]
	}
	return 0, 0
}

// fold returns the representative of a character's case variants: lower case if one is in ASCII, else the smallest.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	folded := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		folded = min(folded, f)
	}
	if folded < utf8.RuneSelf {
		return fold(folded)
	}
	return folded
}
