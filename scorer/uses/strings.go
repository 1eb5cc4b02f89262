package uses

import "strings"

// quoted scans a string, a character or a regular expression if one begins at this place.
func (s *scanner) quoted() bool {
	c := s.text[s.at]
	switch {
	case c == '/' && s.Is("regexps") && s.regexpMayStand():
		return s.regexp()
	case c == '`' && s.backticks != 0:
		s.literal("`", "`", map[quotes]string{evaluated: "${"}[s.backticks], s.backticks == evaluated)
		return true
	case c == '"' || c == '\'' && s.singleQuotes != notQuotes:
		if c == '\'' && s.singleQuotes == characters {
			return s.character()
		}
		s.prefixed("")
		return true
	}
	return false
}

// prefixed scans the string at this place with its prefix letters; false if there is none.
func (s *scanner) prefixed(prefix string) bool {
	quote := s.text[s.at : s.at+1]
	switch {
	case strings.Contains(prefix, "r") && s.Is("raw"):
		hashes := len(s.rest()) - len(strings.TrimLeft(s.rest(), "#"))
		if !strings.HasPrefix(s.rest()[hashes:], `"`) {
			return false
		}
		s.literal(strings.Repeat("#", hashes)+`"`, `"`+strings.Repeat("#", hashes), "", false)
		return true
	case s.Is("raw") && quote == "'" && prefix != "":
		return s.character() // b'x'
	}
	if triple := strings.Repeat(quote, 3); s.Is("triples") && strings.HasPrefix(s.rest(), triple) {
		quote = triple
	}
	mark := ""
	switch {
	case s.Is("formatted") && strings.ContainsAny(prefix, "fFtT"):
		mark = "{"
	case quote[0] == '"':
		mark = s.interpolation
	}
	s.literal(quote, quote, mark, mark != "" || !strings.ContainsAny(prefix, "rR") || len(quote) == 1 && !s.Is("raw"))
	return true
}

func (s *scanner) endsWithLine(end string) bool { return len(end) == 1 && end != "`" && !s.Is("long") }

// literal scans a string to its end. Single-quoted strings end with their line in languages that
// require it. mark begins an embedded expression, which ends with }; "" means none.
func (s *scanner) literal(open, end, mark string, escapes bool) {
	line, start := s.line, s.at+len(open)
	i := start
	for i < len(s.text) {
		switch rest := s.text[i:]; {
		case rest[0] == '\\' && escapes && mark != `\(`:
			i++
		case mark == "{" && strings.HasPrefix(rest, "{{"):
			i++
		case mark != "" && strings.HasPrefix(rest, mark) && s.nested < most:
			s.skip(i + len(mark))
			s.nested++
			s.run(true)
			s.nested--
			i = s.at
			continue
		case strings.HasPrefix(rest, end), rest[0] == '\n' && s.endsWithLine(end):
			s.add(String, s.text[start:i], line)
			if rest[0] != '\n' {
				i += len(end)
			}
			s.skip(i)
			return
		}
		i++
	}
	s.add(String, s.text[min(start, len(s.text)):], line)
	s.skip(len(s.text))
}

// character scans 'x'. It skips a quote that begins something else, such as a lifetime.
func (s *scanner) character() bool {
	rest := s.rest()
	const longest = 12 // '\u{10ffff}'
	if len(rest) > 2 && rest[1] == '\\' {
		if end := strings.IndexByte(rest[3:min(len(rest), 3+longest)], '\''); end >= 0 {
			s.add(String, rest[1:3+end], s.line)
			s.at += 3 + end + 1
			return true
		}
	}
	if end := strings.IndexByte(rest[1:min(len(rest), 6)], '\''); end > 0 && (end == 1 || rest[1] >= 0x80) {
		s.add(String, rest[1:1+end], s.line)
		s.skip(s.at + end + 2)
		return true
	}
	s.at++
	for s.at < len(s.text) && isWord(s.text[s.at]) {
		s.at++
	}
	return true
}

// regexpMayStand reports whether a slash can begin a regular expression, because no value precedes it.
func (s *scanner) regexpMayStand() bool {
	if len(s.tokens) == 0 {
		return true
	}
	switch last := s.tokens[len(s.tokens)-1]; last.Kind {
	case Punct:
		return last.Text != ")" && last.Text != "]" && last.Text != "}"
	case Word:
		switch last.Text {
		case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield":
			return true
		}
	}
	return false
}

func (s *scanner) regexp() bool {
	class := false
	for i := s.at + 1; i < len(s.text) && s.text[i] != '\n'; i++ {
		switch s.text[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				s.add(String, s.text[s.at:i], s.line)
				for i++; i < len(s.text) && isWord(s.text[i]); i++ { // flags
				}
				s.at = i
				return true
			}
		}
	}
	return false
}
