package redact

import (
	_ "embed" // the forms
	"regexp"
	"strings"
	"sync"
)

// assign.go handles a name, an operator and a value in sequence. Here are the other ways of giving a value a name
// that indicates a secret: types between them, calls, flags, pairs of "name" and "value", lists, and blocks of
// YAML.

// secretWord matches a word in such a name.
const secretWord = `(?:passwords?|passwd|passphrase|passwort|pwd|psk|secrets?|tokens?|(?:api|access|auth|private|` +
	`signing|encryption|account|secret|app|client|service|master|license)[_.-]?keys?|credentials?)`

// namedForm is a form of the text before a value, without its quote. named.txt describes its fields.
type namedForm struct {
	pattern                   func() *regexp.Regexp
	quoted, far, wide, begins bool
	words                     *index // nil for none
	ends                      string
}

//go:embed named.txt
var namedText string

// namedForms returns all of them. They are tried only after a secret word.
var namedForms = sync.OnceValue(func() (forms []namedForm) {
	for _, f := range rows(namedText, 3) {
		letters, list, ok := strings.Cut(f[0], "=")
		has := func(letter string) bool { return strings.Contains(letters, letter) }
		form := namedForm{pattern: lazily(strings.ReplaceAll(f[2], "<secret>", secretWord)), quoted: has("q"), far: has("f"), wide: has("w"), begins: has("b"), ends: f[1]}
		if ok {
			form.words = indexOf(list)
		}
		forms = append(forms, form)
	}
	return forms
})

// endsLike reports whether a form may end with a byte.
func (f *namedForm) endsLike(c byte) bool {
	return f.ends == "" || strings.IndexByte(f.ends, c) >= 0 || is(c, wordChar) && strings.IndexByte(f.ends, 'a') >= 0
}

// window is how many bytes before and after a value are examined.
const window = 200

// named checks whether text[a:b] is the value of a name that indicates a secret, in any form other than a plain
// assignment.
func (s *scanner) named(a, b int) {
	text := s.text
	if a == 0 || strings.IndexByte("\"'`> \t\n=:", text[a-1]) < 0 && !isEscaped(text, a) {
		return
	}
	if end, ok := s.namedValue(a); ok {
		s.givenIn(a, end)
	}
}

// givenIn records text[start:end] if one of those forms precedes it.
func (s *scanner) givenIn(start, end int) {
	text := s.text
	value := text[start:end]
	if s.tries <= 0 || len(value) < leastSecret {
		return
	}
	i, quoted := beginOfLiteral(text, start)
	before := text[max(i-window, 0):i]
	behind := text[end:min(end+window, len(text))]
	ending := before[max(len(before)-20, 0):]
	pair := words("endingFar").has(ending) && hasSuffix(strings.TrimRight(before, " \t\r\n"), ":", "=", ">") && pattern("farEnding").MatchString(ending)
	hasName := s.followsSecretWord(start) || pair && hasSecretWord(behind)
	isCode := hasName && !quoted && (isReference(text, start, end) || isPath(value) || strings.IndexByte("(.[:", text[end-1]) >= 0)
	if isSecret := hasName && !isCode && !isPlainName(value) && !isWords(value); !isSecret {
		return
	}
	s.tries--
	named := isNamed(before, quoted, pair) || pair && pattern("nameBehind").MatchString(behind)
	if named && !pattern("cursors").MatchString(before[max(len(before)-90, 0):]) && s.isSecret(value) {
		s.add(ruleOf(value), start, end)
	}
}

// isSecret reports whether a value whose name indicates a secret can be one.
func (s *scanner) isSecret(value string) bool {
	if value != s.judged || value == "" {
		s.judged, s.secret = value, !isWritten(value) && !pattern("fractions").MatchString(value) && !isReadable(value) && !s.isPlain(value)
	}
	return s.secret
}

// ruleOf returns the rule that finds values by their names, with or without symbols.
func ruleOf(value string) string {
	if strings.Trim(value, nameChars+"./+=") != "" {
		return passwordName
	}
	return genericName
}

// beginOfLiteral returns the start of the literal around text[a:], and whether it is quoted.
func beginOfLiteral(text string, a int) (i int, quoted bool) {
	if c := text[a-1]; c != '"' && c != '\'' && c != '`' {
		return a, false
	}
	i = a - 1
	for i > 0 && a-i < 5 && text[i-1] == '\\' {
		i--
	}
	if i > 1 && strings.IndexByte("bBuUfFrRL@N$", text[i-1]) >= 0 && !is(text[i-2], wordChar) { // a string prefix
		i--
	}
	return i, true
}

// isNamed reports whether the text before a value gives it the name of a secret.
func isNamed(before string, quoted, isFar bool) bool {
	const near = 90 // bytes before a value that contain most forms
	last := strings.TrimRight(before, " \t\r\n")
	if last == "" {
		return false
	}
	c := last[len(last)-1]
	for _, form := range namedForms() {
		if differs := form.quoted && !quoted || form.far && !isFar; differs || !form.endsLike(c) {
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

// find returns the start of the first match of a form in a text, -1 without one. A secret word has so many
// spellings that a search for it costs more than checking each position where one can begin. Other searches begin at
// the byte before the first word.
func (f *namedForm) find(text string) int {
	if f.begins {
		for i := range words("begins").in(text) {
			if f.pattern().MatchString(text[i:]) {
				return i
			}
		}
		return -1
	}
	from := 0
	if f.words != nil {
		from = f.words.first(text) - 1
	}
	if from < -1 {
		return -1
	}
	from = max(from, 0)
	if at := f.pattern().FindStringIndex(text[from:]); at != nil {
		return from + at[0]
	}
	return -1
}

func hasSecretWord(text string) bool { return words("speaking").has(text) }

// followsSecretWord reports whether one is shortly before text[start]. No byte is read twice.
func (s *scanner) followsSecretWord(start int) bool {
	if from := max(s.listened, start-window); from+2 < start {
		for i := range words("speaking").in(s.text[from:start]) {
			s.word = from + i + 1
		}
		s.listened = start - 2
	}
	return s.word > start-window
}

// namedValue returns the end of the value at text[a], if it may be a secret.
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

// leastBits returns the entropy that a secret of this length must have: short and hexadecimal ones cannot have as
// much.
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
