package signatures

import (
	"regexp"
	"strings"
	"sync"
)

// A blanker empties the braces of a text that hold statements (bodies of
// functions, closures, values) and leaves those that hold members, so that
// what a grammar cannot read in a body does not cost the declarations around
// it. Comments stay: they have the markers.
type blanker struct {
	// members tells whether braces after a header hold members. The header is
	// the code since the last brace or semicolon, without strings, comments and
	// what stands in brackets.
	members func(header, inside string) bool
	// embed opens code inside a string of double quotes.
	embed  string
	close  byte // ends it
	single bool // strings may stand in single quotes
	slashy bool // and between slashes
}

const (
	maxHeader   = 2000 // bytes of a header that are looked at
	maxEmbedded = 40   // strings in code in strings
)

// A scan is a blanker's way through one text.
type scan struct {
	*blanker
	masker
	header   []byte
	brackets int
}

func (b *blanker) blank(src string) string {
	s := &scan{blanker: b, masker: masker{src: src, out: []byte(src)}}
	var outer []int // brackets open around each open brace
	for i := 0; i < len(src); {
		if end, comment := s.literal(i, 0); end > i {
			if !comment {
				s.note('"')
			}
			i = end
			continue
		}
		switch c := src[i]; c {
		case '(', '[':
			s.note(c)
			s.brackets++
		case ')', ']':
			s.brackets = max(s.brackets-1, 0)
			s.note(c)
		case ';':
			s.note(c)
			if s.brackets == 0 {
				s.header = s.header[:0]
			}
		case '{':
			if s.brackets == 0 && s.members(string(s.header), src[i+1:min(len(src), i+maxHeader)]) {
				outer, s.brackets = append(outer, s.brackets), 0
				s.header = s.header[:0]
			} else if i = s.body(i + 1); s.brackets == 0 {
				s.header = s.header[:0]
			}
		case '}':
			s.header = s.header[:0]
			if n := len(outer); n > 0 {
				s.brackets, outer = outer[n-1], outer[:n-1]
			}
		default:
			s.note(c)
		}
		i++
	}
	return string(s.out)
}

func (s *scan) note(c byte) {
	if s.brackets > 0 {
		return
	}
	if len(s.header) >= maxHeader {
		s.header = append(s.header[:0], s.header[maxHeader/2:]...)
	}
	s.header = append(s.header, c)
}

// body blanks what stands between the brace before start and the one that
// closes it, and returns the place of that one.
func (s *scan) body(start int) int {
	depth, from := 1, start
	i := start
	for i < len(s.src) {
		if end, comment := s.literal(i, 0); end > i {
			if comment {
				s.masker.blank(from, i)
				from = end
			}
			i = end
			continue
		}
		switch s.src[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			break
		}
		i++
	}
	s.masker.blank(from, i)
	return i
}

// literal returns the end of the comment or string that starts at i, or i.
func (s *scan) literal(i, depth int) (end int, comment bool) {
	rest := s.src[i:]
	switch c := s.src[i]; {
	case strings.HasPrefix(rest, "//"), c == '#' && i == 0 && strings.HasPrefix(rest, "#!"):
		return s.lineEnd(i), true
	case strings.HasPrefix(rest, "/*"):
		return i + upTo(rest, "/*", "*/"), true
	case strings.HasPrefix(rest, `"""`):
		return s.quoted(i, `"""`, depth), false
	case c == '"':
		return s.quoted(i, `"`, depth), false
	case c == '\'' && s.single:
		if strings.HasPrefix(rest, "'''") {
			return i + upTo(rest, "'''", "'''"), false
		}
		return s.quoted(i, "'", maxEmbedded), false
	case c == '\'':
		return max(skipString(s.src[:min(len(s.src), i+len(`'\u{10ffff}'`))], i)+1, i+1), false
	case s.slashy && strings.HasPrefix(rest, "$/"):
		return i + upTo(rest, "$/", "/$"), false
	case s.slashy && c == '/' && s.valueAt(i):
		if end := skipString(s.src[:min(len(s.src), i+maxHeader)], i); end > i {
			return end + 1, false
		}
	}
	return i, false
}

// upTo is the length of a text that starts with open, up to and with end.
func upTo(text, open, end string) int {
	if n := strings.Index(text[len(open):], end); n >= 0 {
		return len(open) + n + len(end)
	}
	return len(text)
}

// valueAt tells whether a value may start at i: what is before it is no value.
func (s *scan) valueAt(i int) bool {
	const far = 60
	before := strings.TrimRight(s.src[max(0, i-far):i], " \t")
	return before == "" || strings.IndexByte("=(,[!&|?:{};~\n", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "return")
}

// quoted is the end of the string at i: its closing quote or, if that is one
// sign, the end of its line.
func (s *scan) quoted(i int, quote string, depth int) int {
	for i += len(quote); i < len(s.src); {
		switch rest := s.src[i:]; {
		case strings.HasPrefix(rest, quote):
			return i + len(quote)
		case depth < maxEmbedded && strings.HasPrefix(rest, s.embed):
			i = s.embedded(i+len(s.embed), depth+1)
		case s.src[i] == '\\':
			i += 2
		case s.src[i] == '\n' && len(quote) == 1:
			return i
		default:
			i++
		}
	}
	return len(s.src)
}

// embedded is the end of the code in a string that starts at i.
func (s *scan) embedded(i, depth int) int {
	opener := s.embed[len(s.embed)-1]
	for open := 1; i < len(s.src); {
		if end, _ := s.literal(i, depth); end > i {
			i = end
			continue
		}
		switch s.src[i] {
		case opener:
			open++
		case s.close:
			open--
		}
		i++
		if open == 0 {
			return i
		}
	}
	return len(s.src)
}

// lastMatch returns the start of the last match of words in a header, and the
// word.
func lastMatch(words *regexp.Regexp, header string) (word string, at int) {
	all := words.FindAllStringIndex(header, -1)
	if len(all) == 0 {
		return "", 0
	}
	last := all[len(all)-1]
	return header[last[0]:last[1]], last[0]
}

//nolint:gochecknoglobals // compiled once, read-only
var bodiesKotlin = sync.OnceValue(func() *blanker {
	words := regexp.MustCompile(`(?:::)?\b(?:fun\s+interface|fun|val|var|init|constructor|get|set|class|interface|object|companion\s+object)\b`)
	return &blanker{embed: "${", close: '}', members: func(header, _ string) bool {
		word, at := lastMatch(words, header)
		if word == "constructor" { // the primary one, with its class before it
			word, at = lastMatch(words, header[:at])
		}
		switch word {
		case "class", "interface":
			return true
		case "object": // one with a name
			rest := strings.TrimLeft(header[at+len(word):], " \t\n")
			return rest != "" && isWord(rune(rest[0]))
		case "":
			return false
		default:
			return strings.HasSuffix(word, "object") || strings.HasSuffix(word, "interface")
		}
	}}
})

//nolint:gochecknoglobals // compiled once, read-only
var bodiesSwift = sync.OnceValue(func() *blanker {
	words := regexp.MustCompile(`[.:]?\b(?:func|init|deinit|subscript|var|let|get|set|willSet|didSet|case|class|struct|enum|protocol|extension|actor)\b`)
	accessors := regexp.MustCompile(`^\s*(?:(?:@\w+|mutating|nonmutating|async|throws)\s+)*(?:get|set|_read|_modify)\b`)
	return &blanker{embed: `\(`, close: ')', members: func(header, inside string) bool {
		switch word, _ := lastMatch(words, header); word {
		case "class", "struct", "enum", "protocol", "extension", "actor":
			return true
		case "var", "subscript":
			return accessors.MatchString(inside)
		}
		return false
	}}
})

//nolint:gochecknoglobals // compiled once, read-only
var bodiesGroovy = sync.OnceValue(func() *blanker {
	words := regexp.MustCompile(`(?:^|[^.\w])(?:class|interface|trait|enum|record)\s+[A-Z]\w*[^()=]*$`)
	return &blanker{embed: "${", close: '}', single: true, slashy: true, members: func(header, _ string) bool {
		return words.MatchString(header)
	}}
})

//nolint:gochecknoglobals // compiled once, read-only
var bodiesScala = sync.OnceValue(func() *blanker {
	words := regexp.MustCompile(`\b(?:class|trait|object|enum|package|extension|given|def|val|var|type|new|match)\b|=`)
	return &blanker{embed: "${", close: '}', members: func(header, _ string) bool {
		switch word, _ := lastMatch(words, header); word {
		case "class", "trait", "object", "enum", "package", "extension", "given":
			return true
		}
		return false
	}}
})
