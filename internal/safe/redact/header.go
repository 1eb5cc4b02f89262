package redact

import "strings"

// credentialForms are the patterns of what stands before what headers of HTTP and cookies hold. Read-only.
var credentialForms = []struct {
	pattern, rule string
	takes         func(s *scanner, value string) bool
}{
	{"bearer", headerName, func(s *scanner, value string) bool { return s.isSession(value) && !isReference(value, 0, len(value)) }},
	{"basic", headerName, func(_ *scanner, value string) bool { return isBasic(value) }},
	{"session", cookieName, func(s *scanner, value string) bool { return s.isSession(value) && !pattern("uuids").MatchString(value) }}, // of anything
	{"cookie", cookieName, (*scanner).isSession},
}

// credential looks whether text[a:b] is what a header of HTTP or a cookie holds.
func (s *scanner) credential(a, b int) {
	const window, near = 300, 40
	text, value := s.text, s.text[a:b]
	if a == 0 || len(value) < leastToken || strings.IndexByte("=\"'\t :", text[a-1]) < 0 && !isEscaped(text, a) || s.tries <= 0 ||
		!words("headers").has(text[max(a-near, 0):a]) {
		return
	}
	s.tries--
	for _, form := range credentialForms {
		if form.takes(s, value) && pattern(form.pattern).MatchString(text[max(a-window, 0):a]) && !s.isPlain(value) {
			s.add(form.rule, a, b)
			return
		}
	}
}

// isSession reports whether a value is as random as what a server gives.
func (s *scanner) isSession(value string) bool {
	return len(value) >= 16 && entropy(value) > leastBits(value) && hasDigit(value) && !isName(value) && !isReadable(value)
}

// symbols are what passwords have beside letters and digits, and tokens have not.
const symbols = "!@#^&*?+~%$,;:/"

// mixed looks whether text[a:b] is a part of a password with symbols in it that a name which
// speaks of a secret is given: in quotes, or up to white space.
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
		end-- // what separates it from what follows
	}
	if n := strings.IndexByte(text[start:end], '&'); n >= 0 && text[start-1] == '=' && strings.IndexByte(text[start+n:end], '=') > 0 {
		end = start + n // the next of a query
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

// addresses looks for passwords in URLs: scheme://user:password@host.
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
		if colon < 0 { // a token in the place of a user
			if name := text[user:at]; len(name) >= leastPlain && hasDigit(name) && strings.Trim(name, nameChars) == "" && s.isSecret(name) {
				s.add(urlName, user, at)
			}
			continue
		}
		password := user + colon + 1
		name, secret := text[user:password-1], text[password:at]
		if name == "" && strings.Contains(secret, ":") || strings.Contains(name, "/") || strings.Contains(text[user:at], "/") && !isPassword(secret) || secret == name {
			continue
		}
		if port, _, ok := strings.Cut(text[password:at], "/"); ok && len(port) <= len("65535") && strings.Trim(port, "0123456789") == "" {
			continue // of a host, and a path with an @
		}
		if isPassword(secret) && (hasDigit(secret) || !isWords(secret)) {
			s.add(urlName, password, at)
		}
	}
}

// isPassword reports whether a text that stands where a password does is one: no
// variable, no word that stands for one, and not as simple as those of examples.
func isPassword(value string) bool {
	const least, plain = 6, 12
	if len(value) < least || isSample(value) || strings.ContainsAny(value, "${}<>*[]") ||
		strings.Contains(value, "%") && strings.Contains(pattern("escapes").ReplaceAllString(value, ""), "%") {
		return false
	}
	if len(value) < plain && words("standing").has(value) {
		return false
	}
	classes := classesOf(value)
	return classes >= 2 && hasDigit(value) || classes >= 3 || len(value) >= plain && classes >= 2
}

// classesOf counts the kinds of characters of a text: lower and upper case, digits
// and others.
func classesOf(value string) int {
	var seen [5]int
	for i := range len(value) {
		seen[caseOf(value[i])] = 1
	}
	return seen[1] + seen[2] + seen[3] + seen[4]
}

// nameChars are those of a token in the place of a user.
const nameChars = "-_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
