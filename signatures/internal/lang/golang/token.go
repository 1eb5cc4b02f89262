package golang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// A token is the first byte of a token's text, or one of the constants below.
type token byte

// All other tokens are the byte they consist of.
const (
	endOfText token = iota
	word
	keyword
	literal
	wrong // cannot be part of a declaration: the grammar reads the text

	terminator token = ';'
)

type reader struct {
	b          *outline.Builder
	text       string
	at         int // offset after the token
	token      token
	start, end int  // offsets of the token
	last       int  // end of the token before it
	ends       bool // a line end ends a statement here
}

// next reads a token, unless the last one was wrong. Comments become nodes.
func (r *reader) next() {
	if r.token == wrong {
		return
	}
	r.last = r.end
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == '\n' && r.ends:
			r.take(terminator, r.at+1)
			return
		case lex.IsSpace(c):
			r.at++
		case strings.HasPrefix(r.text[r.at:], "//"):
			n := strings.IndexByte(r.text[r.at:], '\n')
			if n < 0 {
				n = len(r.text) - r.at
			}
			r.comment(n)
		case strings.HasPrefix(r.text[r.at:], "/*"):
			n := strings.Index(r.text[r.at+2:], "*/") + 2 + len("*/")
			if n < len("/**/") || r.ends && strings.Contains(r.text[r.at:r.at+n], "\n") { // the statement may end here
				r.take(wrong, r.at)
				return
			}
			r.comment(n)
		default:
			r.read(c)
			return
		}
	}
	r.take(endOfText, r.at)
}

func (r *reader) comment(n int) {
	r.b.Leaf("comment", "", r.at, r.at+n)
	r.at += n
}

func (r *reader) take(t token, end int) {
	r.token, r.start, r.end, r.at = t, r.at, end, end
	r.ends = t == word || t == literal || t == ')' || t == ']' || t == '}'
}

// read reads the token that starts with c.
func (r *reader) read(c byte) {
	switch {
	case c >= '0' && c <= '9':
		r.number()
	case lex.InWord(c):
		r.word()
	case c == '`':
		if n := strings.IndexByte(r.text[r.at+1:], '`'); n >= 0 {
			r.take(literal, r.at+1+n+1)
		} else {
			r.take(wrong, r.at)
		}
	case c == '"' || c == '\'':
		if end := lex.EscapedString(r.text, r.at); end >= 0 && !strings.Contains(r.text[r.at:end], "\n") {
			r.take(literal, end)
		} else {
			r.take(wrong, r.at)
		}
	case strings.IndexByte("()[]{},;.=*&|^<>+-/%!:~", c) >= 0:
		r.take(token(c), r.at+1)
	default:
		r.take(wrong, r.at)
	}
}

// ended reports whether a statement or a list ends before the token.
func (r *reader) ended() bool { return r.token == terminator || r.token == endOfText || r.token == ')' }

func (r *reader) number() {
	end := r.at
	for ; end < len(r.text) && (lex.InWord(r.text[end]) || strings.IndexByte(".+-", r.text[end]) >= 0); end++ {
		if strings.IndexByte("+-", r.text[end]) >= 0 && !r.hasExponent(r.text[r.at:end]) {
			break
		}
	}
	r.take(literal, end)
}

// hasExponent reports whether a sign belongs to the number before it.
func (r *reader) hasExponent(number string) bool {
	last := number[len(number)-1] | 0x20
	return last == 'p' || last == 'e' && !strings.HasPrefix(number, "0x") && !strings.HasPrefix(number, "0X")
}

func (r *reader) word() {
	end := r.at
	for end < len(r.text) && lex.InWord(r.text[end]) {
		if r.text[end] < utf8.RuneSelf {
			end++
			continue
		}
		c, size := utf8.DecodeRuneInString(r.text[end:])
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			r.take(wrong, r.at)
			return
		}
		end += size
	}
	switch r.text[r.at:end] {
	case "package", "import", "const", "var", "type", "func", "struct", "interface", "map", "chan":
		r.take(keyword, end)
	case "break", "case", "continue", "default", "defer", "else", "fallthrough", "for", "go", "goto", "if", "range", "return", "select", "switch":
		r.take(wrong, end) // a statement
	default:
		r.take(word, end)
	}
}
