package redact

import (
	"slices"
	"strings"
)

const (
	longestToken = 8 << 10 // maximum bytes of a token
	tokenBefore  = 300     // from the start of a token, or of its required prefix, to a keyword in it
	tokenBehind  = 600
	mostBefore   = 90                              // bytes examined before one
	tokenPattern = 64                              // bytes of scanning that cost as much as starting a pattern
	surrounding  = 8 * (tokenBefore + tokenBehind) // the same for a pattern that may start anywhere
)

// tokens checks text[a:b] for tokens that need no context.
func (s *scanner) tokens(a, b int) {
	text := s.text
	const before = 24 // maximum bytes of a keyword before the run
	for i := s.index.next(text, max(a-before, 0), b-2); i+2 < b; i = s.index.next(text, i+1, b-2) {
		past := i
		s.index.at(text, i, func(e entry) bool {
			switch {
			case b-i < e.rule.Least || e.rule.Word && !canBeginToken(text, i):
				return false
			case e.within && e.rule.path != nil && !e.rule.path().MatchString(s.path):
				return false
			case e.within && !s.affords(surrounding):
				if entropy(text[a:b]) > leastBits(text[a:b]) {
					s.add(e.rule.Name, a, b)
				}
				past = b
				return true
			case e.within:
				return s.tryAround(e.rule, i)
			case !s.affords(min(b-i, longestToken)):
				s.add(e.rule.Name, i, b)
				past = b
				return true
			}
			at := e.rule.pattern().FindStringSubmatchIndex(text[i:min(i+longestToken, len(text))])
			misplaced := at != nil && e.rule.before != nil && !e.rule.before().MatchString(text[max(i-mostBefore, 0):i])
			if at == nil || misplaced || !s.judge(e.rule, i, at) {
				return false
			}
			past = s.found[len(s.found)-1].End
			return true
		})
		i = max(i, past-1)
	}
}

// canBeginToken reports whether a token may begin at text[i]: no word continues there, or the text before it only looks
// like one, such as the n of "\n", the 3D of "%3D", the m of a terminal colour, or an underscore.
func canBeginToken(text string, i int) bool {
	const longest = 10 // bytes of an escape
	if i == 0 || !is(text[i-1], wordChar) || text[i-1] == '_' {
		return true
	}
	for j := i - 1; j >= 0 && i-j <= longest; j-- {
		switch rest := text[j+1 : i]; text[j] {
		case '\\':
			return len(rest) == 1 || rest[0] == 'u' && len(rest) == 5 || rest[0] == 'x' && len(rest) == 3 || rest[0] == 'U' && len(rest) == 9 || isOctal(rest)
		case '%':
			return len(rest) == 2 && isHex(rest)
		case '\x1b':
			return rest[0] == '[' && rest[len(rest)-1] == 'm'
		}
	}
	return false
}

func isHex(text string) bool { return strings.Trim(text, "0123456789abcdefABCDEF") == "" }

func isOctal(text string) bool { return len(text) == 3 && strings.Trim(text, "01234567") == "" }

// affords reports whether the work limit allows trying a pattern on n bytes. If not, any text after a keyword counts
// as a secret: in a text that consists of keywords, too much is removed, but no secret remains.
func (s *scanner) affords(n int) bool {
	s.work -= n + tokenPattern
	return s.work > 0
}

// tryAround tries a rule whose keyword at text[i] is inside the match.
func (s *scanner) tryAround(m *matcher, i int) bool {
	from := max(i-tokenBefore, 0)
	found := m.pattern().FindAllStringSubmatchIndex(s.text[from:min(i+tokenBehind, len(s.text))], -1)
	return slices.ContainsFunc(found, func(at []int) bool { return from+at[0] <= i && i < from+at[1] && s.judge(m, from, at) })
}
