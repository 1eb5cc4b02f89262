package history

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Matcher finds a query in texts without regard to case. Two characters are the same if Unicode's simple case folding
// says so: s, S and ſ are, ß and ss are not.
type Matcher struct{ folded string } // the query

// NewMatcher returns the matcher of a query, nil for a blank one, which finds nothing.
func NewMatcher(query string) *Matcher {
	query = strings.ToValidUTF8(query, "\uFFFD")
	if strings.TrimSpace(query) == "" {
		return nil
	}
	return &Matcher{strings.Map(fold, query)}
}

// Match reports whether a text holds the query. The text is a JSON string with its quotes.
func (m *Matcher) Match(quoted []byte) bool { return m.MatchText(text(quoted)) }

// MatchText is Match for a text as it is.
func (m *Matcher) MatchText(text string) bool {
	return strings.Contains(strings.Map(fold, text), m.folded)
}

// Find returns where the query is first in a text, in bytes; end is 0 if it does not.
func (m *Matcher) Find(text string) (start, end int) {
	// Folding changes how many bytes a character has; regular expressions fold in the same way and give places in bytes.
	if at := regexp.MustCompile("(?i)" + regexp.QuoteMeta(m.folded)).FindStringIndex(text); at != nil {
		return at[0], at[1]
	}
	return 0, 0
}

// fold returns the form of a character that is the same for all cases: lower case for what
// has a form in ASCII, else the smallest of its forms.
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
