// Package charset decodes the bytes of a file to UTF-8. A byte order mark, valid UTF-8 or a declaration in the
// first lines determines the encoding; the default is Windows-1252, a superset of Latin-1.
//
// Invariants: no byte is ever replaced, and a file with a single invalid byte is not decoded; the same bytes give
// the same text. The functions keep no state and may be called from several goroutines at once.
package charset

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

var (
	// ErrBinary is returned for bytes that are not text.
	ErrBinary = errors.New("not text")
	// ErrUnknown is returned for bytes that are invalid in their presumed encoding.
	ErrUnknown = errors.New("unknown encoding")
)

// declaration matches encoding declarations of Python, Emacs, Vim, XML, HTML and CSS. Compiled once, read-only.
var declaration = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:coding|charset)\s*[:= ]\s*["']?([a-z][-\w.]+)`)
})

// declarationBytes is how much of a file is searched for a declaration, as in browsers.
const declarationBytes = 1024

// Decode converts the bytes of a file to UTF-8, without the byte order mark. name is the encoding in lower case, as
// declared; `utf-8-bom` is UTF-8 with a mark. The error is ErrBinary or ErrUnknown.
func Decode(raw []byte) (text, name string, err error) {
	switch {
	case bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")):
		return checked(raw[3:], "utf-8-bom")
	case bytes.HasPrefix(raw, []byte("\xff\xfe\x00\x00")) && len(raw)%4 == 0:
		return decodeUnicode(utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "utf-32le", raw[4:])
	case bytes.HasPrefix(raw, []byte("\x00\x00\xfe\xff")) && len(raw)%4 == 0:
		return decodeUnicode(utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "utf-32be", raw[4:])
	case bytes.HasPrefix(raw, []byte("\xff\xfe")):
		return decodeUnicode(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "utf-16le", raw[2:])
	case bytes.HasPrefix(raw, []byte("\xfe\xff")):
		return decodeUnicode(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "utf-16be", raw[2:])
	case utf8.Valid(raw):
		if bytes.Contains(raw, []byte("\x1b$")) && !isBinary(raw, 10) { // all of its bytes are ASCII
			if text, ok := decodeStrictly(japanese.ISO2022JP, raw); ok {
				return text, "iso-2022-jp", nil
			}
		}
		return checked(raw, "utf-8")
	case isBinary(raw, 50):
		return "", "", ErrBinary
	case brokenUTF8(raw):
		return "", "", ErrUnknown
	}
	enc, name := declared(raw)
	if text, ok := decodeStrictly(enc, raw); ok && !strings.ContainsFunc(text, isC1) {
		return text, name, nil
	}
	if text, ok := decodeStrictly(charmap.Windows1252, raw); ok && !strings.ContainsFunc(text, isC1) {
		return text, "windows-1252", nil
	}
	return "", "", ErrUnknown
}

// isC1 reports whether the character is a control character beyond ASCII, the result of bytes that an encoding does
// not define.
func isC1(r rune) bool { return 0x80 <= r && r < 0xa0 }

func decodeUnicode(enc encoding.Encoding, name string, raw []byte) (string, string, error) {
	text, ok := decodeStrictly(enc, raw)
	if !ok {
		return "", "", ErrUnknown
	}
	return checked([]byte(text), name)
}

// checked returns a text that is valid UTF-8 and not binary.
func checked(raw []byte, name string) (string, string, error) {
	switch {
	case isBinary(raw, 10):
		return "", "", ErrBinary
	case !utf8.Valid(raw):
		return "", "", ErrUnknown
	}
	return string(raw), name, nil
}

// declared returns the encoding declared in the first lines, and its name; for none or an unknown one, an encoding
// that decodes nothing.
func declared(raw []byte) (encoding.Encoding, string) {
	for _, found := range declaration().FindAllSubmatch(raw[:min(len(raw), declarationBytes)], -1) {
		name := strings.ToLower(string(found[1]))
		for _, family := range [][]encoding.Encoding{charmap.All, japanese.All, simplifiedchinese.All, traditionalchinese.All, korean.All} {
			for _, enc := range family {
				if spelling(fmt.Sprint(enc)) == spelling(name) {
					return enc, name
				}
			}
		}
	}
	return encoding.Replacement, ""
}

// spelling normalizes the name of an encoding: `Shift_JIS`, `sjis`, `cp932` and Emacs' `shift_jis-dos`.
func spelling(name string) string {
	name = strings.ToLower(name)
	for _, lineEnd := range []string{"-unix", "-dos", "-mac"} {
		name = strings.TrimSuffix(name, lineEnd)
	}
	name = strings.NewReplacer("-", "", "_", "", " ", "").Replace(name)
	switch name {
	case "sjis", "cp932", "mskanji", "windows31j":
		return "shiftjis"
	case "gb2312", "euccn", "cp936":
		return "gbk"
	case "cp950", "big5hkscs":
		return "big5"
	case "ksc5601", "ksc56011987", "cp949", "uhc":
		return "euckr"
	case "xmaccyrillic", "maccyrillic":
		return "macintoshcyrillic"
	case "ibm866", "cp866", "ibm850", "cp850", "ibm437", "cp437":
		return "ibmcodepage" + name[len(name)-3:]
	}
	if number, ok := strings.CutPrefix(name, "cp125"); ok {
		return "windows125" + number
	}
	return name
}

// decodeStrictly decodes all or nothing. The text must encode to the same bytes or, if an encoding has two codes
// for a character, to equivalent ones.
func decodeStrictly(enc encoding.Encoding, raw []byte) (string, bool) {
	out, err := enc.NewDecoder().Bytes(raw)
	if err != nil || !utf8.Valid(out) {
		return "", false
	}
	back, err := enc.NewEncoder().Bytes(out)
	if err != nil {
		return "", false
	}
	if !bytes.Equal(back, raw) {
		again, err := enc.NewDecoder().Bytes(back)
		if err != nil || bytes.ContainsRune(out, utf8.RuneError) || !bytes.Equal(again, out) {
			return "", false
		}
	}
	return string(out), true
}

// brokenUTF8 reports whether the bytes are UTF-8 with errors, such as a truncated text or one partly in another
// encoding. In another encoding, all of its letters would be wrong.
func brokenUTF8(raw []byte) bool {
	valid, invalid := 0, 0
	for i := 0; i < len(raw); {
		r, size := utf8.DecodeRune(raw[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			invalid++
		case size > 1:
			valid += size
		}
		i += size
	}
	return valid > 3*invalid
}

// isBinary reports whether there is a NUL, or more than one control character per share bytes. Tabs, line ends,
// form feeds, backspaces and escapes are allowed.
func isBinary(raw []byte, share int) bool {
	controls := 0
	for _, c := range raw {
		controls += int(isControl[c])
	}
	return controls > len(raw)/share || bytes.IndexByte(raw, 0) >= 0
}

// Read-only. isControl is 1 for bytes that texts hardly contain.
var isControl = func() (set [256]uint8) {
	for c := range set {
		if (c < 0x20 || c == 0x7f) && strings.IndexByte("\t\n\r\f\b\v\x1b", byte(c)) < 0 {
			set[c] = 1
		}
	}
	return set
}()
