package redact

import "strings"

// Some programs take passwords through generic flags: -p, -a, -w. Their meaning depends on the program, which
// precedes them on the line.

const (
	leastGiven   = 6 // minimum bytes of a run in a password on a command line
	mostPassword = 64
)

// command checks whether text[a:b] is part of a password passed to a program on its command line, or through a
// pipe.
func (s *scanner) command(a, b int) {
	const window = 200
	text := s.text
	start, end := a, b
	givesPassword := b-a > 8 && (text[a+1]|0x20 == 'p' || text[a+1] == 'h')
	switch {
	case text[a] == '-' && !givesPassword, b-a < leastGiven && s.standsAlone(a, b):
		return
	case text[a] == '-': // -pPASSWORD, -hpPASSWORD
		start += 2 + int(text[a+1]&8)/8
	}
	if start == a {
		start = max(back(text, a, mostPassword, symbol), backTo(text, a, mostPassword, parts))
	}
	end = to(text, b, mostPassword, spaceMay|closing)
	if s.tries <= 0 || !s.mayBeGiven(start) || !s.isGiven(text[start:end]) {
		return
	}
	line := text[max(start-window, 0):start]
	if n := strings.LastIndexByte(line, '\n'); n >= 0 && !strings.HasSuffix(strings.TrimRight(line[:n], "\r"), "\\") {
		line = line[n+1:]
	}
	if !words("programs").has(line) {
		return
	}
	s.tries--
	line = strings.ReplaceAll(line, "\\\n", " ")
	if pattern("commands").MatchString(line) || pattern("echoed").MatchString(line) && pattern("piped").MatchString(text[end:min(end+window, len(text))]) {
		s.add(passwordName, start, end)
	}
}

// mayBeGiven reports whether the text before text[start:] can be a flag, or a program.
func (s *scanner) mayBeGiven(start int) bool {
	text := s.text
	i := backTo(text, start, mostName, spaceMay) // user:, pass:, --from-literal=x=
	if i < start && text[i] == '-' {
		return true
	}
	if i > 0 && is(text[i-1], quote) {
		i--
	}
	end := back(text, i, far, blank)
	if end == i {
		return i > 1 && text[i-1]|0x20 == 'p' && text[i-2] == '-' // -p'PASSWORD'
	}
	word := back(text, end, 24, wordChar|dash)
	if word < end && text[word] == '-' {
		return true
	}
	switch text[word:end] {
	case "echo", "n", "e", "ne", "en", "authtoken", "login", "masterauth", "requirepass", "secret", "community":
		return true // a password follows them, in source code too
	}
	return !s.code && words("takers").has(text[max(word-mostName, 0):end])
}

// standsAlone reports whether text[a:b] has no symbols next to it.
func (s *scanner) standsAlone(a, b int) bool {
	return (a == 0 || !is(s.text[a-1], symbol)) && (b == len(s.text) || !is(s.text[b], symbol))
}

// isGiven reports whether a value can be a password on a command line.
func (s *scanner) isGiven(value string) bool {
	return isPassword(value) && !isPlainName(value) && !isPath(value) && !pattern("versions").MatchString(value) && !s.isPlain(value)
}

func isPath(value string) bool { return pattern("paths").MatchString(value) }
