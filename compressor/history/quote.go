package history

import (
	"bytes"
	"encoding/json"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendText appends the text of a JSON string, which is given with its quotes
// and known to be valid, to dst. An escaped half of a surrogate pair becomes
// U+FFFD. Text that is not a string (nil) is empty.
func AppendText(dst, quoted []byte) []byte {
	if len(quoted) < 2 {
		return dst
	}
	rest := quoted[1 : len(quoted)-1]
	for {
		i := bytes.IndexByte(rest, '\\')
		if i < 0 {
			return append(dst, rest...)
		}
		dst = append(dst, rest[:i]...)
		dst, rest = appendEscape(dst, rest[i+1:])
	}
}

// appendEscape appends what the escape stands for whose text, behind the
// backslash, rest begins with.
func appendEscape(dst, rest []byte) (grown, left []byte) {
	switch c := rest[0]; c {
	case 'b':
		return append(dst, '\b'), rest[1:]
	case 'f':
		return append(dst, '\f'), rest[1:]
	case 'n':
		return append(dst, '\n'), rest[1:]
	case 'r':
		return append(dst, '\r'), rest[1:]
	case 't':
		return append(dst, '\t'), rest[1:]
	case 'u':
	default:
		return append(dst, c), rest[1:]
	}
	r := unit(rest[1:])
	rest = rest[5:]
	if utf16.IsSurrogate(r) {
		low := rune(-1)
		if len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
			low = unit(rest[2:])
		}
		if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
			rest = rest[6:]
		}
	}
	return utf8.AppendRune(dst, r), rest
}

// unit returns the UTF-16 unit that four hexadecimal digits stand for.
func unit(digits []byte) rune {
	return unhex(digits[0])<<12 | unhex(digits[1])<<8 | unhex(digits[2])<<4 | unhex(digits[3])
}

// text is AppendText into a string.
func text(quoted []byte) string {
	if len(quoted) < 2 {
		return ""
	}
	if inner := quoted[1 : len(quoted)-1]; bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	return string(AppendText(nil, quoted))
}

// encode returns a value as JSON on one line. HTML characters are not escaped.
// The value is always one that can be encoded.
func encode(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return []byte("null")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
