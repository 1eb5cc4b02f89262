package redact

import (
	_ "embed" // the forms
	"regexp"
	"strings"
	"sync"
)

// What assign.go reads is a name, an operator and a value side by side. Here are the
// other ways in which a value gets a name that speaks of a secret: types between them,
// calls, flags, pairs of "name" and "value", lists, and blocks of YAML.

// secretWord is what such a name has in it.
const secretWord = `(?:passwords?|passwd|passphrase|passwort|pwd|psk|secrets?|tokens?|(?:api|access|auth|private|` +
	`signing|encryption|account|secret|app|client|service|master|license)[_.-]?keys?|credentials?)`

// namedForm is a form of what stands before a value, without its quote. named.txt says what its fields mean.
type namedForm struct {
	pattern                   func() *regexp.Regexp
	quoted, far, wide, begins bool
	ends                      string
}

//go:embed named.txt
var namedText string

// namedForms are all of them. They are only tried behind a word of a secret.
var namedForms = sync.OnceValue(func() (list []namedForm) {
	for _, f := range rows(namedText, 3) {
		has := func(letter string) bool { return strings.Contains(f[0], letter) }
		pattern := lazily(strings.ReplaceAll(f[2], "<secret>", secretWord))
		list = append(list, namedForm{pattern: pattern, quoted: has("q"), far: has("f"), wide: has("w"), begins: has("b"), ends: f[1]})
	}
	return list
})

// endsLike reports whether a form may end with a byte.
func (f *namedForm) endsLike(c byte) bool {
	return f.ends == "" || strings.IndexByte(f.ends, c) >= 0 || is(c, wordChar) && strings.IndexByte(f.ends, 'a') >= 0
}

// window is how many bytes before a value, and behind it, are looked at.
const window = 200

// named looks whether text[a:b] is the value of a name that speaks of a secret, in any of
// the forms that are no plain assignment.
func (s *scanner) named(a, b int) {
	text := s.text
	if a == 0 || strings.IndexByte("\"'`> \t\n=:", text[a-1]) < 0 && !isEscaped(text, a) {
		return
	}
	if end, ok := s.namedValue(a); ok {
		s.givenIn(a, end)
	}
}

// givenIn takes text[start:end] if one of those forms stands before it.
func (s *scanner) givenIn(start, end int) {
	text := s.text
	value := text[start:end]
	if s.tries <= 0 || len(value) < leastSecret {
		return
	}
	i, quoted := beginOfLiteral(text, start)
	before := text[max(i-window, 0):i]
	behind := text[end:min(end+window, len(text))]
	pair := hasSuffix(strings.TrimRight(before, " \t\r\n"), ":", "=", ">") && pattern("farEnding").MatchString(before[max(len(before)-20, 0):])
	if !s.heard(start) && !(pair && speaks(behind)) || !quoted && (isReference(text, start, end) || isPath(value) || strings.IndexByte("(.[:", text[end-1]) >= 0) ||
		isName(value) && classesOf(value) < 4 || isWords(value) {
		return
	}
	s.tries--
	named := isNamed(before, quoted, pair) || pair && pattern("nameBehind").MatchString(behind)
	if named && !pattern("cursors").MatchString(before[max(len(before)-90, 0):]) && s.isSecret(value) {
		s.add(ruleOf(value), start, end)
	}
}

// isSecret reports whether nothing speaks against a value's being a secret, which its name says.
func (s *scanner) isSecret(value string) bool {
	return !isWritten(value) && !pattern("fractions").MatchString(value) && !isReadable(value) && !s.isPlain(value)
}

// ruleOf is the rule that finds values by their names, of those with symbols and of others.
func ruleOf(value string) string {
	if strings.Trim(value, nameChars+"./+=") != "" {
		return passwordName
	}
	return genericName
}

// beginOfLiteral is where the literal begins that has text[a:] in it, and whether it is
// one in quotes.
func beginOfLiteral(text string, a int) (i int, quoted bool) {
	if c := text[a-1]; c != '"' && c != '\'' && c != '`' {
		return a, false
	}
	i = a - 1
	for i > 0 && a-i < 5 && text[i-1] == '\\' {
		i--
	}
	if i > 1 && strings.IndexByte("bBuUfFrRL@N$", text[i-1]) >= 0 && !is(text[i-2], wordChar) { // of a string's kind
		i--
	}
	return i, true
}

// isNamed reports whether what stands before a value gives it the name of a secret.
func isNamed(before string, quoted, isFar bool) bool {
	const near = 90 // bytes before a value that most forms are in
	last := strings.TrimRight(before, " \t\r\n")
	if last == "" {
		return false
	}
	c := last[len(last)-1]
	for _, form := range namedForms() {
		if form.quoted && !quoted || form.far && !isFar || !form.endsLike(c) {
			continue
		}
		text := before
		if !form.far && !form.wide {
			text = before[max(len(before)-near, 0):]
		}
		if at := form.find(text); at >= 0 && !pattern("hashNames").MatchString(text[strings.LastIndexAny(text[:at], " \t\n\"'<({[,;")+1:]) {
			return true
		}
	}
	return false
}

// find is where the first match of a form begins in a text, and -1 without one. A word of a secret has so many
// spellings that a search for it costs more than a look at each place where one can begin.
func (f *namedForm) find(text string) int {
	if !f.begins {
		if at := f.pattern().FindStringIndex(text); at != nil {
			return at[0]
		}
		return -1
	}
	for i := range words("begins").in(text) {
		if f.pattern().MatchString(text[i:]) {
			return i
		}
	}
	return -1
}

// speaking are words that names of secrets have: of all words those that texts are searched for most.
//
// Read-only.
var speaking = sync.OnceValue(func() *index { return words("speaking") })

// speaks reports whether a text has one of them.
func speaks(text string) bool { return speaking().has(text) }

// heard reports whether one stands a little before text[start]. No byte is looked at twice.
func (s *scanner) heard(start int) bool {
	if from := max(s.listened, start-window); from+2 < start {
		for i := range speaking().in(s.text[from:start]) {
			s.word = from + i + 1
		}
		s.listened = start - 2
	}
	return s.word > start-window
}

// namedValue returns where the value at text[a] ends, if it may be a secret.
func (s *scanner) namedValue(a int) (end int, ok bool) {
	if end, ok = s.genericValue(a); !ok {
		end = on(s.text, a, far, wordChar)
		if end < len(s.text) && strings.IndexByte(")]!", s.text[end]) < 0 {
			return 0, false
		}
	}
	value := s.text[a:end]
	return end, hasDigit(value) && value[0] != '-' && classesOf(value) >= 2
}

// leastBits is how much entropy a value must have to be a secret: a short one cannot
// have as much, nor one of hexadecimal digits.
func leastBits(value string) float64 {
	const usual, short, hexadecimal = 3.5, 3.0, 3.1
	switch {
	case len(value) < 20:
		return short
	case len(value) >= 32 && isHex(value):
		return hexadecimal
	}
	return usual
}
