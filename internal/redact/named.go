package redact

import (
	"regexp"
	"strings"
)

// What assign.go reads is a name, an operator and a value side by side. Here are the
// other ways in which a value gets a name that speaks of a secret: types between them,
// calls, flags, pairs of "name" and "value", lists, and blocks of YAML.

// secretWord is what such a name has in it.
const secretWord = `(?:passwords?|passwd|passphrase|passwort|pwd|psk|secrets?|tokens?|(?:api|access|auth|private|signing|encryption|account|secret|app|client|service|master|license)[_.-]?keys?|credentials?)`

// named are the forms of what stands before a value, without its quote. They are tried
// in this order, and only behind a word of a secret.
type namedForm struct {
	pattern func() *regexp.Regexp
	quoted  bool // the value is a string of a program
	far     bool // what says its name may be some words away
}

//nolint:gochecknoglobals // read-only
var namedForms = [...]namedForm{
	// a type, an array's brackets or accessors: const KEY: &str = "…", char key[] = "…"
	{pattern: lazily(`(?i)` + secretWord + `\w{0,20}\s{0,4}(?:\[\w{0,8}\])?\s{0,4}(?::\s{0,4}[&\w<>'?.: ]{1,40})?(?:\{[^{}\n]{0,40}\})?\s{0,4}=\s{0,4}$`), quoted: true},
	// a call of a setter, and code that gives a default
	{pattern: lazily(`(?i)` + secretWord + `\w{0,20}['"]?\s?(?:\(|,|\|\||\?\?|=>|==?|:)\s{0,4}$`), quoted: true},
	// a list: "api_keys": ["…"
	{pattern: lazily(`(?i)` + secretWord + `\w{0,20}['"]?\s{0,4}[:=]{1,2}\s{0,4}[\[({]\s{0,20}$`), quoted: true},
	// SQL
	{pattern: lazily(`(?i)(?:identified\s{1,4}(?:with\s{1,4}\w{1,40}\s{1,4})?by|password|securestring)\s{1,4}$`), quoted: true},
	// flags, in a shell and in a list of arguments
	{pattern: lazily(`(?i)--?[\w-]{0,40}` + secretWord + `(?:['"]?,\s{0,4}|=|\s{1,4})$`)},
	{pattern: lazily(`(?i)(?:requirepass|sshpass\s{1,4}-p|\slogin\s[^\n]{0,60}\s-p)\s{1,4}$`)},
	// white space alone, between a name of several words and its value
	{pattern: lazily(`(?:(?i:[\w.]{1,40}[_.-](?:password|passwd|secret|token|key|psk))|[a-z]{1,20}(?:Password|Secret|Token|Key))\s{1,8}$`)},
	// names that end in "pass", of Ansible and others
	{pattern: lazily(`(?i)(?:\b|_)pass['"]?\s?[:=]\s{0,4}$`)},
	// a pair of name and value, in YAML, JSON, XML and the like
	{pattern: lazily(`(?i)(?:name|key|variable|id)['"]?\s{0,4}[:=]?\s{0,4}['"]?[\w.-]{0,40}` + secretWord + `[\w.-]{0,20}['"]?\s{0,4}[,;{]?[\s-]{0,40}(?:['"]?(?:type|description|sensitive|secure)['"]?\s{0,4}[:=]\s{0,4}['"]?[\w ]{0,40}['"]?[,;]?\s{0,20}){0,2}['"]?(?:value|default)['"]?\s{0,4}[:=]\s{0,4}$`), far: true},
	{pattern: lazily(`(?i)<key>[\w.-]{0,40}` + secretWord + `[\w.-]{0,20}</key>\s{0,40}<string>$`), far: true},
	{pattern: lazily(`(?i)` + secretWord + `['"]?\s{0,4}[:=]\s{0,4}\{\s{0,40}['"]?(?:value|default)['"]?\s{0,4}[:=]\s{0,4}$`), far: true},
	// YAML: an anchor, a tag, a block, the first item of a list
	{pattern: lazily(`(?i)` + secretWord + `\w{0,20}['"]?:\s{1,4}(?:[|>][+-]?\d?|&[\w-]{1,40}|!{1,2}[\w-]{1,20})\s{1,40}$`)},
	{pattern: lazily(`(?i)` + secretWord + `:\s{0,4}\n\s{0,40}-\s{1,4}$`)},
	// a line that goes on, and Laravel's keys
	{pattern: lazily(`(?i)` + secretWord + `\w{0,20}\s{0,4}[:=]\s{0,4}(?:\\\r?\n\s{0,40}|base64:)$`)},
}

// farEnding is what those forms end with.
//
//nolint:gochecknoglobals // read-only
var farEnding = lazily(`(?i)(?:value|default)['"]?\s{0,4}[:=]\s{0,4}$|<string>$`)

// backwards are pairs with the value first, and what follows of them.
//
//nolint:gochecknoglobals // read-only
var (
	valueFirst = lazily(`(?i)['"]?value['"]?\s{0,4}[:=]\s{0,4}$`)
	nameBehind = lazily(`(?i)^['"]?[,;]?\s{0,40}['"]?(?:name|key)['"]?\s{0,4}[:=]\s{0,4}['"]?[\w.-]{0,40}` + secretWord)
)

// cursors are names of tokens that only say where an answer goes on, or which request it
// belongs to, and of types that are called after keys: "AWS::ApiGateway::ApiKey".
//
//nolint:gochecknoglobals // read-only
var cursors = lazily(`(?i)(?:next|starting|page|continuation|change|sequence|client[-_]?request|lifecycle-action)[-_]?tokens?['"]?[\s:=,]{1,8}['"]?$|::\w{1,60}['"]?\s{0,4}[:,=]\s{0,4}['"]?$`)

// named looks whether text[a:b] is the value of a name that speaks of a secret, in any
// of the forms that are no plain assignment.
func (s *scanner) named(a, b int) {
	const window = 200 // bytes before a value
	text := s.text
	if a == 0 || strings.IndexByte("\"'`> \t\n=:", text[a-1]) < 0 || s.tries <= 0 {
		return
	}
	end, ok := s.namedValue(a)
	if !ok {
		return
	}
	i, quoted := beginOfLiteral(text, a)
	before := text[max(i-window, 0):i]
	behind := text[end:min(end+window, len(text))]
	pair := valueFirst().MatchString(before[max(len(before)-12, 0):])
	if !speaks(before) && !(pair && speaks(behind)) || !quoted && isReference(text, a, end) || !s.looksSecret(text[a:end]) {
		return
	}
	if cursors().MatchString(before[max(len(before)-90, 0):]) {
		return
	}
	s.tries--
	if isNamed(before, quoted) || pair && nameBehind().MatchString(behind) {
		s.add(genericName, a, end)
	}
}

// beginOfLiteral is where the literal begins that has text[a:] in it, and whether it is
// one in quotes.
func beginOfLiteral(text string, a int) (i int, quoted bool) {
	if c := text[a-1]; c != '"' && c != '\'' && c != '`' {
		return a, false
	}
	i = a - 1
	if i > 0 && text[i-1] == '\\' {
		i--
	}
	if i > 1 && strings.IndexByte("bBuUfFrRL@N$", text[i-1]) >= 0 && !is(text[i-2], wordChar) { // of a string's kind
		i--
	}
	return i, true
}

// isNamed tells whether what stands before a value gives it the name of a secret.
func isNamed(before string, quoted bool) bool {
	const near = 90 // bytes before a value that most forms are in
	for _, form := range namedForms {
		if form.quoted && !quoted {
			continue
		}
		text := before
		if !form.far {
			text = before[max(len(before)-near, 0):]
		} else if !farEnding().MatchString(before[max(len(before)-20, 0):]) {
			continue
		}
		if at := form.pattern().FindStringIndex(text); at != nil && !hashNames().MatchString(text[at[0]:]) {
			return true
		}
	}
	return false
}

// speaks tells whether a text has a word that names of secrets have.
func speaks(text string) bool {
	for i := 0; i+2 < len(text); i++ {
		switch text[i] | 0x20 {
		case 'p', 's', 't', 'k', 'c', 'i', 'l':
		default:
			continue
		}
		switch text[i+1] | 0x20 { // all words begin with one of these two
		case 'a', 'w', 's', 'e', 'o', 'r', 'd':
		default:
			continue
		}
		for _, word := range [...]string{"pass", "pwd", "psk", "secret", "token", "key", "credential", "identified", "login", "securestring"} {
			if len(text)-i >= len(word) && strings.EqualFold(text[i:i+len(word)], word) {
				return true
			}
		}
	}
	return false
}

// namedValue returns where the value at text[a] ends, if it may be a secret.
func (s *scanner) namedValue(a int) (end int, ok bool) {
	const least = 12
	if end, ok = s.genericValue(a); !ok {
		end = a
		for end < len(s.text) && is(s.text[end], wordChar) {
			end++
		}
		if end < len(s.text) && strings.IndexByte(")]!", s.text[end]) < 0 {
			return 0, false
		}
	}
	value := s.text[a:end]
	return end, len(value) >= least && hasDigit(value) && classesOf(value) >= 2 && value[0] != '-'
}

// looksSecret tells whether a value that is given to a name has nothing that speaks
// against its being a secret.
func (s *scanner) looksSecret(value string) bool {
	return entropy(value) > leastBits(value) && !isName(value) && !isFingerprint(value) && !versions().MatchString(value) && !fractions().MatchString(value) && !isReadable(value) &&
		!s.genericWords().in(strings.ToLower(value)) && !s.isPlain(value)
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
