package messages

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unquote decodes a valid JSON string with its quotes. A surrogate that has no
// partner becomes U+FFFD.
func unquote(raw string) string { return unquotePrefix(raw, len(raw)) }

// unquotePrefix decodes about the first limit bytes of a valid JSON string,
// whole characters.
func unquotePrefix(raw string, limit int) string {
	body := raw[1 : len(raw)-1]
	next := strings.IndexByte(body[:min(limit, len(body))], '\\')
	if next < 0 {
		if len(body) <= limit {
			return body
		}
		for limit > 0 && !utf8.RuneStart(body[limit]) {
			limit--
		}
		return body[:limit]
	}
	var b strings.Builder
	b.Grow(min(len(body), limit+utf8.UTFMax))
	for next >= 0 && b.Len() < limit {
		b.WriteString(body[:next])
		body = body[next:]
		r, n := unescape(body)
		b.WriteRune(r)
		body = body[n:]
		next = strings.IndexByte(body, '\\')
	}
	if b.Len() < limit {
		b.WriteString(body)
	}
	return b.String()
}

// unescape decodes the valid escape that a text begins with, or two that are a
// pair of surrogates, and returns its length.
func unescape(s string) (rune, int) {
	switch c := s[1]; c {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
	default:
		return rune(c), 2
	}
	r, _ := hex4(s)
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if strings.HasPrefix(s[6:], `\u`) {
		low, ok := hex4(s[6:])
		if pair := utf16.DecodeRune(r, low); ok && pair != utf8.RuneError {
			return pair, 12
		}
	}
	return utf8.RuneError, 6
}

// hex4 reads the four digits of an escape `\uXXXX`.
func hex4(s string) (rune, bool) {
	if len(s) < 6 {
		return 0, false
	}
	var r rune
	for i := 2; i < 6; i++ {
		c := s[i]
		switch {
		case isDigit(c):
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// appendQuoted appends a text as a JSON string. What is not UTF-8 becomes
// U+FFFD.
func appendQuoted(dst []byte, text string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r == '\r':
			dst = append(dst, '\\', 'r')
		case r == '\t':
			dst = append(dst, '\\', 't')
		case r < 0x20:
			dst = append(dst, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// compact removes the white space between the tokens of a valid JSON value.
func compact(raw string) string {
	if !strings.ContainsAny(raw, " \t\r\n") {
		return raw
	}
	var b strings.Builder
	b.Grow(len(raw))
	quoted := false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case quoted && c == '\\':
			b.WriteByte(c)
			i++
			c = raw[i]
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '\t' || c == '\r' || c == '\n'):
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}
