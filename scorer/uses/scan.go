package uses

import (
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens. There are none for comments.
const (
	Word   Kind = iota // an identifier or a keyword
	Punct              // an operator or a bracket
	String             // a string, without its quotes
	Number
)

// Token is a word, an operator or a literal of a source text.
type Token struct {
	Text string
	Line int32 // from 1
	// Partner is the index of the matching bracket, Open that of the innermost bracket around the
	// token; -1 if there is none.
	Partner, Open int32
	Kind          Kind
}

// MostTokens limits the tokens that are read of a file.
const MostTokens = 2_000_000

// Scan splits a text into tokens by the comment and string rules of its language. It also scans
// expressions inside strings ("${x}").
func Scan(language, text string) []Token {
	s := &scanner{dialect: dialectOf(language), text: text, line: 1, open: -1}
	s.run(false)
	return s.tokens
}

type scanner struct {
	*dialect
	text   string
	at     int
	line   int
	open   int // innermost bracket
	nested int
	tokens []Token
}

// most limits the nesting of strings in strings.
const most = 32

// run scans to the end of the text or, in a string, to the bracket that closes the expression.
func (s *scanner) run(inside bool) {
	outer := s.open
	for s.at < len(s.text) && len(s.tokens) < MostTokens {
		c := s.text[s.at]
		switch {
		case c == '\n':
			s.line++
			s.at++
		case c == ' ' || c == '\t' || c == '\r':
			s.at++
		case s.comment():
		case isWord(c) && !isDigit(c):
			s.word()
		case isDigit(c):
			s.number()
		case s.quoted():
		case inside && c == '}' && s.open == outer:
			s.at++
			return
		default:
			s.punct()
		}
	}
}

func (s *scanner) add(kind Kind, text string, line int) {
	s.tokens = append(s.tokens, Token{Text: text, Line: int32(line), Kind: kind, Partner: -1, Open: int32(s.open)})
}

// skip advances to an offset and counts lines.
func (s *scanner) skip(to int) {
	to = min(to, len(s.text))
	s.line += strings.Count(s.text[s.at:to], "\n")
	s.at = to
}

func (s *scanner) rest() string { return s.text[s.at:] }

// comment skips a comment if one begins here.
func (s *scanner) comment() bool {
	for _, pair := range s.Block {
		if strings.HasPrefix(s.rest(), pair[0]) {
			s.skip(s.at + s.blockEnd(pair[0], pair[1]))
			return true
		}
	}
	for _, mark := range s.Line {
		if begins := strings.HasPrefix(s.rest(), mark) && !s.Is("blocks") && (mark != "#" || !s.Is("hash") || s.lineStart()); !begins {
			continue
		}
		end := strings.IndexByte(s.rest(), '\n')
		if end < 0 {
			end = len(s.rest())
		}
		s.at += end
		return true
	}
	return false
}

// lineStart reports whether only white space precedes this byte on its line.
func (s *scanner) lineStart() bool {
	start := strings.LastIndexByte(s.text[:s.at], '\n') + 1
	return strings.TrimLeft(s.text[start:s.at], " \t") == ""
}

func (s *scanner) blockEnd(open, end string) int {
	depth, rest := 0, s.rest()
	for i := 0; i < len(rest); {
		switch {
		case strings.HasPrefix(rest[i:], end):
			if depth--; depth <= 0 {
				return i + len(end)
			}
			i += len(end)
		case strings.HasPrefix(rest[i:], open) && (i == 0 || s.Is("nested")):
			depth++
			i += len(open)
		default:
			i++
		}
	}
	return len(rest)
}

func (s *scanner) word() {
	start := s.at
	for s.at < len(s.text) && isWord(s.text[s.at]) {
		s.at++
	}
	word := s.text[start:s.at]
	if s.at < len(s.text) && len(word) <= 3 && strings.Trim(word, s.prefixes) == "" {
		q := s.text[s.at]
		if quoted := q == '"' || q == '\'' || q == '#' && s.Is("raw"); quoted && s.prefixed(word) {
			return
		}
	}
	s.add(Word, word, s.line)
}

func (s *scanner) number() {
	start := s.at
	for ; s.at < len(s.text) && isWord(s.text[s.at]); s.at++ {
		if rest := s.text[s.at+1:]; len(rest) > 1 && rest[0] == '.' && isDigit(rest[1]) {
			s.at++
		}
	}
	s.add(Number, s.text[start:s.at], s.line)
}

func (s *scanner) punct() {
	for _, p := range operators {
		if strings.HasPrefix(s.rest(), p) {
			s.add(Punct, p, s.line)
			s.at += len(p)
			return
		}
	}
	_, n := utf8.DecodeRuneInString(s.rest())
	text := s.text[s.at : s.at+n]
	s.at += n
	here := len(s.tokens)
	partner := s.open
	closes := partner >= 0 && s.tokens[partner].Text == openings[text]
	if closes {
		s.open = int(s.tokens[partner].Open)
	}
	s.add(Punct, text, s.line)
	switch {
	case closes:
		s.tokens[here].Partner, s.tokens[partner].Partner = int32(partner), int32(here)
	case text == "(" || text == "[" || text == "{":
		s.open = here
	}
}

// operators lists the operators of several bytes that the parser needs. Read-only.
var operators = [...]string{"...", "===", "!==", "<-", "->", "=>", "::", ":=", "?.", "==", "!=", "<=", ">=", "&&", "||", "??", "+=", "-=", "*=", "|="}

// openings maps closing brackets to opening ones. Read-only.
var openings = map[string]string{")": "(", "]": "[", "}": "{"}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWord(c byte) bool {
	return c == '_' || c == '$' || isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf
}
