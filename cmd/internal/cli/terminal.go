package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible writes contents to a terminal with all control characters except line ends and tabs escaped. Text from
// files must pass through it; text that this program formats, such as colours, must not.
type Visible struct {
	To   io.Writer
	rest []byte // start of an incomplete character
}

func (v *Visible) Write(p []byte) (int, error) {
	text := append(v.rest, p...)
	v.rest = nil
	for cut := len(text) - 1; cut >= 0 && cut >= len(text)-utf8.UTFMax; cut-- {
		if utf8.RuneStart(text[cut]) {
			if !utf8.FullRune(text[cut:]) {
				text, v.rest = text[:cut], append([]byte(nil), text[cut:]...)
			}
			break
		}
	}
	if _, err := io.WriteString(v.To, makeVisible(string(text))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// makeVisible escapes control characters and characters that change text direction, as in Go
// strings. It keeps a carriage return before a line end.
func makeVisible(text string) string {
	if strings.IndexFunc(text, isControl) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError:
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				fmt.Fprintf(&b, `\x%02x`, text[i])
				continue
			}
			b.WriteRune(r)
		case r == '\r' && strings.HasPrefix(text[i:], "\r\n"), !isControl(r):
			b.WriteRune(r)
		case r < utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// isControl reports whether a terminal acts on a character.
func isControl(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}

// Streams holds the input and output streams of a command and their properties.
type Streams struct {
	In                                   io.Reader
	Out, Err                             io.Writer
	painted                              io.Writer // standard output for text that this program colours
	OutFile                              *os.File  // nil if out is not a file
	InTerminal, OutTerminal, ErrTerminal bool
	Width, ErrWidth                      int          // width of the terminals of both outputs in columns, 0 without a terminal
	inputLimit                           func() int64 // size limit of a document, in bytes
}
