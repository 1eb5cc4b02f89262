package redact

import "strings"

// credentialForms match the text before the values of HTTP headers and cookies. Read-only.
var credentialForms = []struct {
	pattern, rule string
	takes         func(s *scanner, value string) bool
}{
	{"bearer", headerName, func(s *scanner, value string) bool { return s.isSession(value) && !isReference(value, 0, len(value)) }},
	{"basic", headerName, func(_ *scanner, value string) bool { return isBasic(value) }},
	{"session", cookieName, func(s *scanner, value string) bool { return s.isSession(value) && !pattern("uuids").MatchString(value) }}, // sessions of any kind
	{"cookie", cookieName, (*scanner).isSession},
}

// credential checks whether text[a:b] is the value of an HTTP header or a cookie.
func (s *scanner) credential(a, b int) {
	const window, near = 300, 40
	text, value := s.text, s.text[a:b]
	isGiven := a > 0 && len(value) >= leastToken && (strings.IndexByte("=\"'\t :", text[a-1]) >= 0 || isEscaped(text, a))
	if !isGiven || s.tries <= 0 || !words("headers").has(text[max(a-near, 0):a]) {
		return
	}
	s.tries--
	before := text[max(a-window, 0):a]
	for _, form := range credentialForms {
		matches := form.takes(s, value) && words(form.pattern+"Words").has(before) && pattern(form.pattern).MatchString(before)
		if matches && !s.isPlain(value) {
			s.add(form.rule, a, b)
			return
		}
	}
}

// isSession reports whether a value is as random as those that servers issue.
func (s *scanner) isSession(value string) bool {
	return len(value) >= 16 && entropy(value) > leastBits(value) && hasDigit(value) && !isName(value) && !isReadable(value)
}

// symbols are the characters of passwords besides letters and digits. Tokens do not have them.
const symbols = "!@#^&*?+~%$,;:/"

// mixed checks whether text[a:b] is part of a password with symbols, assigned to a name that indicates a secret: in
// quotes, or up to white space.
func (s *scanner) mixed(a, b int) {
	text := s.text
	if s.standsAlone(a, b) {
		return
	}
	start, end := backTo(text, a, mostPassword, spaceMay|equals|greater), to(text, b, mostPassword, spaceMay|less)
	if start == 0 || s.code && strings.IndexByte("\"'`=>", text[start-1]) < 0 {
		return
	}
	if (end == len(text) || text[start-1] != text[end]) && strings.IndexByte(";,}", text[end-1]) >= 0 {
		end-- // a separator
	}
	if n := strings.IndexByte(text[start:end], '&'); n >= 0 && text[start-1] == '=' && strings.IndexByte(text[start+n:end], '=') > 0 {
		end = start + n // the next query parameter
	}
	if classesOf(text[start:end]) >= 3 {
		s.givenIn(start, end)
	}
}

// isBasic reports whether a value is a user and a password in base64.
func isBasic(value string) bool {
	text, ok := decoded(value)
	_, password, found := strings.Cut(text, ":")
	return ok && found && !strings.ContainsAny(text, "\n\r\t") && isPassword(password)
}

// addresses finds passwords in URLs: scheme://user:password@host.
func (s *scanner) addresses() {
	const longest = 200 // bytes of user and password
	text := s.text
	for at := 0; ; at++ {
		n := strings.IndexByte(text[at:], '@')
		if n < 0 {
			return
		}
		at += n
		i := backTo(text, at, longest, spaceMay|address)
		scheme := strings.LastIndex(text[i:at], "://")
		if scheme < 0 && strings.IndexByte(text[i:at], ':') >= 0 {
			if m := pattern("drivers").FindStringSubmatchIndex(text[i:min(at+len("@unix("), len(text))]); m != nil {
				s.add(passwordName, i+max(m[2], m[4]), i+max(m[3], m[5]))
			}
		}
		if scheme < 0 {
			continue
		}
		user := i + scheme + 3
		colon := strings.IndexByte(text[user:at], ':')
		if colon < 0 { // a token instead of a user
			name := text[user:at]
			if mayBeToken := len(name) >= leastPlain && hasDigit(name) && strings.Trim(name, nameChars) == ""; mayBeToken && s.isSecret(name) {
				s.add(urlName, user, at)
			}
			continue
		}
		password := user + colon + 1
		name, secret := text[user:password-1], text[password:at]
		isPath := strings.Contains(text[user:at], "/") && (strings.Contains(name, "/") || !isPassword(secret))
		if isAddress := name == "" && strings.Contains(secret, ":"); isAddress || isPath || secret == name {
			continue
		}
		if port, _, ok := strings.Cut(text[password:at], "/"); ok && len(port) <= len("65535") && strings.Trim(port, "0123456789") == "" {
			continue // a host, and a path with an @
		}
		if isPassword(secret) && (hasDigit(secret) || !isWords(secret)) {
			s.add(urlName, password, at)
		}
	}
}

// isPassword reports whether a text in the position of a password is one: no variable, no placeholder, and not as
// simple as those of examples.
func isPassword(value string) bool {
	const least, plain = 6, 12
	isFormat := strings.Contains(value, "%") && strings.Contains(pattern("escapes").ReplaceAllString(value, ""), "%")
	if isVariable := isFormat || strings.ContainsAny(value, "${}<>*[]"); isVariable || len(value) < least || isSample(value) {
		return false
	}
	if len(value) < plain && words("standing").has(value) {
		return false
	}
	classes := classesOf(value)
	return classes >= 2 && hasDigit(value) || classes >= 3 || len(value) >= plain && classes >= 2
}

// classesOf counts the character classes of a text: lower and upper case, digits and others.
func classesOf(value string) int {
	var seen [5]int
	for i := range len(value) {
		seen[caseOf(value[i])] = 1
	}
	return seen[1] + seen[2] + seen[3] + seen[4]
}

// nameChars are the characters of a token used as a user name.
const nameChars = "-_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
