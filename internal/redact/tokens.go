package redact

const (
	longestToken = 8 << 10 // bytes from a token's beginning to its end
	tokenBefore  = 300     // from a token's beginning, or what must stand before it, to a keyword in it
	tokenBehind  = 600
)

// tokens looks for tokens that their own characters tell in text[a:b].
func (s *scanner) tokens(a, b int) {
	text := s.text
	const before = 24 // bytes that a keyword may stand before the run
	for i := max(a-before, 0); i+2 < b; i++ {
		if !s.index.mayBegin(text, i) {
			continue
		}
		past := i
		s.index.at(text, i, func(e entry) bool {
			switch {
			case e.within:
				return s.surroundings(e.rule, i)
			case s.tries <= 0, b-i < e.rule.least || e.rule.word && i > 0 && is(text[i-1], wordChar):
				return false
			}
			s.tries--
			at := e.rule.pattern().FindStringSubmatchIndex(text[i:min(i+longestToken, len(text))])
			if at == nil || !s.judge(e.rule, i, at) {
				return false
			}
			past = s.found[len(s.found)-1].End
			return true
		})
		i = max(i, past-1)
	}
}

// surroundings tries a rule whose keyword stands at text[i] in a match.
func (s *scanner) surroundings(m *matcher, i int) bool {
	if s.tries <= 0 || m.path != nil && !m.path().MatchString(s.path) {
		return false
	}
	s.tries--
	from := max(i-tokenBefore, 0)
	for _, at := range m.pattern().FindAllStringSubmatchIndex(s.text[from:min(i+tokenBehind, len(s.text))], -1) {
		if from+at[0] <= i && i < from+at[1] && s.judge(m, from, at) {
			return true
		}
	}
	return false
}
