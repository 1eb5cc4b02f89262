// Package charset finds out which encoding the bytes of a file are in, and gives
// them as UTF-8: Unicode, with or without a byte order mark, and the encodings
// from before it, which are told apart by how much the text looks like writing.
//
// Invariants: nothing is ever replaced, a file with a single byte that does not
// belong to its encoding is not decoded; the same bytes give the same text. The
// functions keep no state and may be called from several goroutines at once.
package charset

import (
	"bytes"
	"errors"
	"unicode/utf16"
	"unicode/utf8"
)

var (
	// ErrBinary says that the bytes are no text.
	ErrBinary = errors.New("not text")
	// ErrUnknown says that the bytes are in no encoding that is known, or are not
	// valid in theirs.
	ErrUnknown = errors.New("unknown encoding")
)

// Decode converts the bytes of a file to UTF-8. A byte order mark is not part of
// the text. encoding is the IANA name in lower case, with `-bom` where UTF-8 began
// with a mark. The error is ErrBinary or ErrUnknown.
func Decode(raw []byte) (text, encoding string, err error) {
	switch {
	case bytes.HasPrefix(raw, []byte{0xef, 0xbb, 0xbf}):
		return decodeUTF8(raw[3:], "utf-8-bom")
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe, 0, 0}) && len(raw)%4 == 0:
		return decodeUTF32(raw[4:], "utf-32le", 0)
	case bytes.HasPrefix(raw, []byte{0, 0, 0xfe, 0xff}) && len(raw)%4 == 0:
		return decodeUTF32(raw[4:], "utf-32be", 3)
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe}):
		return decodeUTF16(raw[2:], "utf-16le", 0)
	case bytes.HasPrefix(raw, []byte{0xfe, 0xff}):
		return decodeUTF16(raw[2:], "utf-16be", 1)
	case utf8.Valid(raw):
		if text, ok := decodeISO2022JP(raw); ok && !isBinary(raw, 10) {
			return text, "iso-2022-jp", nil
		}
		return decodeUTF8(raw, "utf-8")
	}
	if isBinary(raw, 50) {
		return "", "", ErrBinary
	}
	if text, encoding, ok := decodeLegacy(raw); ok {
		return text, encoding, nil
	}
	return "", "", ErrUnknown
}

func decodeUTF8(raw []byte, encoding string) (string, string, error) {
	switch {
	case isBinary(raw, 10):
		return "", "", ErrBinary
	case !utf8.Valid(raw):
		return "", "", ErrUnknown
	}
	return string(raw), encoding, nil
}

// decodeUTF16 decodes strictly: a half pair or an odd byte is an error. low is
// the place of a unit's low byte.
func decodeUTF16(raw []byte, encoding string, low int) (string, string, error) {
	if len(raw)%2 != 0 {
		return "", "", ErrUnknown
	}
	out := make([]byte, 0, len(raw)+len(raw)/2)
	for i := 0; i < len(raw); i += 2 {
		r := rune(raw[i+low]) | rune(raw[i+1-low])<<8
		if utf16.IsSurrogate(r) {
			if i += 2; i == len(raw) {
				return "", "", ErrUnknown
			}
			r = utf16.DecodeRune(r, rune(raw[i+low])|rune(raw[i+1-low])<<8)
			if r == utf8.RuneError {
				return "", "", ErrUnknown
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return decodeUTF8(out, encoding)
}

func decodeUTF32(raw []byte, encoding string, low int) (string, string, error) {
	out := make([]byte, 0, len(raw)/2)
	for i := 0; i < len(raw); i += 4 {
		var v uint32
		for b := range 4 {
			at := b
			if low == 3 {
				at = 3 - b
			}
			v |= uint32(raw[i+at]) << (8 * b)
		}
		if v > utf8.MaxRune || !utf8.ValidRune(rune(v)) {
			return "", "", ErrUnknown
		}
		out = utf8.AppendRune(out, rune(v))
	}
	return decodeUTF8(out, encoding)
}

// isBinary reports whether there is a NUL, or more than one control character
// in every share bytes. Tabs, line ends, form feeds, backspaces and escapes
// stand in texts.
func isBinary(raw []byte, share int) bool {
	controls := 0
	for _, c := range raw {
		if c >= 0x20 && c != 0x7f {
			continue
		}
		switch c {
		case 0:
			return true
		case '\t', '\n', '\r', '\f', '\b', '\v', 0x1b:
		default:
			controls++
		}
	}
	return controls > len(raw)/share
}
