package jsondoc

import (
	"bytes"
	"encoding/json"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Unquote decodes a valid JSON string with its quotes. An escaped half of a surrogate pair becomes U+FFFD.
func Unquote(quoted string) string { return UnquotePrefix(quoted, len(quoted)) }

// UnquotePrefix decodes about the first limit bytes of a valid JSON string, in whole characters.
func UnquotePrefix(quoted string, limit int) string {
	body := quoted[1 : len(quoted)-1]
	limit = min(limit, len(body))
	i := plainEnd(body[:limit], 0)
	if i == limit {
		for 0 < i && i < len(body) && !utf8.RuneStart(body[i]) {
			i--
		}
		return body[:i]
	}
	return string(appendBody(make([]byte, 0, min(len(body), limit+utf8.UTFMax)), body, limit))
}

// AppendText appends the decoded text of a valid JSON string with its quotes to dst. An empty input appends
// nothing.
func AppendText(dst, quoted []byte) []byte {
	if len(quoted) == 0 {
		return dst
	}
	return appendBody(dst, quoted[1:len(quoted)-1], len(quoted))
}

// appendBody appends about the first limit decoded bytes of a string's contents.
func appendBody[T Text](dst []byte, body T, limit int) []byte {
	limit += len(dst)
	for i := 0; i < len(body) && len(dst) < limit; {
		end := plainEnd(body, i)
		dst = append(dst, body[i:end]...)
		if i = end; i < len(body) {
			var r rune
			r, i = unescape(body, i)
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

// plainEnd returns the index of the first byte at or after i that does not represent itself in a string: a quote, a
// backslash or a control character; the length of the text if there is none. It tests eight bytes at once.
func plainEnd[T Text](s T, i int) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		quote, slash := w^ones*'"', w^ones*'\\'
		// The high bit of a byte is set if the byte matches; bytes above the lowest match may be set by mistake.
		found := ((w-ones*' ')&^w | (quote-ones)&^quote | (slash-ones)&^slash) & highs
		if found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c == '"' || c == '\\' || c < ' ' {
			break
		}
	}
	return i
}

// escapeEnd returns the end of the escape whose backslash is at i; if it is invalid, where the error is.
func escapeEnd[T Text](s T, i int) (end int, ok bool) {
	if i++; i == len(s) {
		return i, false
	}
	switch s[i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 1, true
	case 'u':
		for end = i + 1; end < len(s) && end < i+5 && strings.IndexByte("0123456789abcdefABCDEF", s[end]) >= 0; {
			end++
		}
		return end, end == i+5
	}
	return i, false
}

// unescape decodes the valid escape whose backslash is at i, or two escapes of a surrogate pair, and returns the
// offset after it.
func unescape[T Text](s T, i int) (r rune, end int) {
	switch c := s[i+1]; c {
	case 'b':
		return '\b', i + 2
	case 'f':
		return '\f', i + 2
	case 'n':
		return '\n', i + 2
	case 'r':
		return '\r', i + 2
	case 't':
		return '\t', i + 2
	case 'u':
	default:
		return rune(c), i + 2
	}
	r, i = unit(s, i+2), i+6
	if !utf16.IsSurrogate(r) {
		return r, i
	}
	if i+6 <= len(s) && s[i] == '\\' && s[i+1] == 'u' {
		if pair := utf16.DecodeRune(r, unit(s, i+2)); pair != utf8.RuneError {
			return pair, i + 6
		}
	}
	return utf8.RuneError, i
}

// unit returns the UTF-16 unit of the four hexadecimal digits at i.
func unit[T Text](s T, i int) rune {
	n, _ := strconv.ParseUint(string(s[i:i+4]), 16, 16) // they are digits
	return rune(n)
}

// Encode returns a value as JSON on one line. HTML characters are not escaped. The value must be encodable.
func Encode(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return []byte("null")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
