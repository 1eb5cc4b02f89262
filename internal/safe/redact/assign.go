package redact

import (
	"encoding/base64"
	"slices"
	"strings"
)

// Most rules match an assignment: a name with a keyword in it, an operator, optional quotes, and a value.
const (
	leastGap = 20 // bytes between the keyword and the operator
	mostName = 50 // bytes of the name before the keyword
)

// service tries the rule of a service whose keyword is text[i:past], if it is in a name that has a value.
func (s *scanner) service(m *matcher, i, past int) {
	const (
		spaces, signs, quotes = 4, 4, 6
		longest, follows      = 400, 4 // maximum bytes of name and value, and of a required suffix
	)
	text := s.text
	end := on(text, on(text, past, leastGap, gapChar), spaces, spaceMay)
	behind := on(text, end, signs, operator)
	a := on(text, behind, quotes, quoting)
	if end == behind && strings.IndexByte(text[end:a], '=') < 0 {
		return
	}
	b := padded(text, on(text, a, longest, valueChar))
	mayBeValue := b-a >= leastValue && b-i <= longest && s.tries > 0 && hasDigit(text[a:b])
	if !mayBeValue || m.path != nil && !m.path().MatchString(s.path) {
		return
	}
	s.tries--
	if at := m.pattern().FindStringSubmatchIndex(text[i:min(b+follows, len(text))]); at != nil {
		s.judge(m, i, at)
	}
}

// judge records a match of a rule at text[from:] as a secret, unless it has too little entropy or
// is allowed. at holds the offsets of the match and its groups.
func (s *scanner) judge(m *matcher, from int, at []int) bool {
	group := m.Group
	if group == 0 {
		for g := 1; 2*g < len(at); g++ {
			if at[2*g] < at[2*g+1] {
				group = g
				break
			}
		}
	}
	start, end := from+at[2*group], from+at[2*group+1]
	if end-start > 2 && s.text[start] == '"' && s.text[end-1] == '"' {
		start, end = start+1, end-1
	}
	value := s.text[start:end]
	if m.Entropy > 0 && entropy(value) <= m.Entropy || s.isPlain(value) {
		return false
	}
	if strings.HasPrefix(value, "s.") && isName(value) { // Vault's token prefix; a method of s is more common
		return false
	}
	if m.allowed.exclude(value, s.text[from+at[0]:from+at[1]], s.line(start, end)) || m.Encoded != nil && !holdsSecret(value) {
		return false
	}
	s.add(m.Name, start, end)
	return true
}

// holdsSecret reports whether a base64 text contains a secret.
func holdsSecret(encoded string) bool {
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "="))
	if err != nil {
		return false
	}
	inner := newScanner("", string(data))
	inner.alone()
	inner.addresses()
	return len(inner.found) > 0
}

// isPlain reports whether a pattern excludes a value from being a secret.
func (s *scanner) isPlain(value string) bool {
	return slices.ContainsFunc(gitleaks().Words, func(w string) bool { return strings.Contains(value, w) }) || s.valueAllowed().MatchString(value) || isSample(value)
}

// isSample reports whether a value is an obvious example: it says so, repeats a few characters, or is a sequence.
func isSample(value string) bool {
	distinct := ""
	for i := 0; i < len(value) && len(distinct) < 5; i++ {
		if strings.IndexByte(distinct, value[i]) < 0 {
			distinct += value[i : i+1]
		}
	}
	return len(distinct) < 5 && len(value) > 8 || words("samples").has(value)
}

// genericValue returns the end of the value at text[a].
func (s *scanner) genericValue(a int) (end int, ok bool) {
	const least, mostWords, leastBase64 = leastValue, 150, 12
	text := s.text
	e := on(text, a, mostWords+1, nameChar|equals)
	if n := e - a; n >= least && n <= mostWords && canEndValue(text, e) {
		return e, true
	}
	const leastSlash = 40 // a path is seldom this long
	slash := !is(text[a], letter|digit)
	e = on(text, a, far, letter|digit|slashPlus)
	n := e - a
	e = on(text, e, 3, equals)
	return e, n >= leastBase64 && (!slash || n >= leastSlash) && canEndValue(text, e)
}

// canEndValue reports whether the text at text[e] can end a value.
func canEndValue(text string, e int) bool {
	if e == len(text) {
		return true
	}
	if text[e] == '\\' {
		return e+1 < len(text) && strings.IndexByte(`nrt"'`, text[e+1]) >= 0
	}
	return is(text[e], spaceMay) || strings.IndexByte(";&<,}%#", text[e]) >= 0
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// continued adds the parts of a value in the following string literals: "abc" + "def".
func (s *scanner) continued(rule string, end int) {
	for next, listed := s.joint(end); next >= 0 && !listed; next, listed = s.joint(end) {
		end = on(s.text, next, far, valueChar|equals)
		if closed := end < len(s.text) && is(s.text[end], quote); !closed || end-next < 4 || !hasDigit(s.text[next:end]) {
			return
		}
		s.add(rule, next, end)
	}
}

// isReference reports whether an unquoted value is code that refers to a value, such as config.Auth0Key or
// AES128_SETKEY.
func isReference(text string, a, end int) bool {
	if a > 0 && (is(text[a-1], quote)) {
		return false
	}
	value := text[a:end]
	isMember := strings.Contains(value, ".") && !is(value[0], dotDash) && !strings.Contains(value, "-") && on(value, 0, far, wordChar|dotDash|quote) == len(value)
	if isMember || end < len(text) && text[end] == '(' {
		return true
	}
	return pattern("constants").MatchString(value) || words("references").has(value)
}
