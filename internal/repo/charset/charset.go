// Package charset gives the bytes of a file as UTF-8. A byte order mark, valid UTF-8 or a
// declaration in the first lines determines the encoding; else it is Windows-1252, of which Latin-1 is a part.
//
// Invariants: nothing is ever replaced, a file with a single byte that does not
// belong to its encoding is not decoded; the same bytes give the same text. The
// functions keep no state and may be called from several goroutines at once.
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
	// ErrBinary says that the bytes are no text.
	ErrBinary = errors.New("not text")
	// ErrUnknown says that the bytes are not valid in the encoding that they should be in.
	ErrUnknown = errors.New("unknown encoding")
)

// declaration finds the name of an encoding as Python, Emacs, Vim, XML, HTML and CSS
// have it declared. Compiled once, read-only.
var declaration = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:coding|charset)\s*[:= ]\s*["']?([a-z][-\w.]+)`)
})

// declarationBytes is how much of a file is looked through for a declaration, as browsers do.
const declarationBytes = 1024

// Decode converts the bytes of a file to UTF-8. A byte order mark is not part of
// the text. name is that of the encoding in lower case, as the
// file declares it; `utf-8-bom` is UTF-8 that began with a mark. The error is ErrBinary or ErrUnknown.
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

// isC1 reports whether the character is a control character beyond ASCII, which only
// bytes that an encoding gives no meaning become.
func isC1(r rune) bool { return 0x80 <= r && r < 0xa0 }

func decodeUnicode(enc encoding.Encoding, name string, raw []byte) (string, string, error) {
	text, ok := decodeStrictly(enc, raw)
	if !ok {
		return "", "", ErrUnknown
	}
	return checked([]byte(text), name)
}

// checked gives a text in UTF-8 that is valid and not binary.
func checked(raw []byte, name string) (string, string, error) {
	switch {
	case isBinary(raw, 10):
		return "", "", ErrBinary
	case !utf8.Valid(raw):
		return "", "", ErrUnknown
	}
	return string(raw), name, nil
}

// declared gives the encoding that the first lines name, and its name; if there
// is none that is known, the one that decodes nothing.
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

// spelling gives the names of an encoding one form: `Shift_JIS`, `sjis`, `cp932` and Emacs' `shift_jis-dos`.
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

// decodeStrictly decodes all or nothing. The text must lead back to the same bytes,
// or, where an encoding has two codes for a character, to bytes of the same meaning.
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

// brokenUTF8 reports whether the bytes are UTF-8 with errors in it, such as a text that was cut or of which a part is
// in another encoding. Read in another encoding, all of its letters would be wrong.
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

// isBinary reports whether there is a NUL, or more than one control character in every share bytes. Tabs, line ends,
// form feeds, backspaces and escapes are in texts.
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
