package script

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// opensFunction reports whether the brace at i opens a function's body. Unusual code counts as no function and is
// kept.
func (k *skeleton) opensFunction(i int) bool {
	const most = 2000 // bytes of a head
	end := k.before(i) + 1
	text := k.Src[max(0, end-most):end]
	if strings.HasSuffix(text, "=>") {
		return true
	}
	if strings.Contains(k.Src[end:i], "\n") {
		return false // a block after a statement
	}
	depth, open, parameters := 0, -1, -1 // parameters: where they end
	at := len(text) - 1
	for ; at >= 0; at-- {
		switch c := text[at]; c {
		case ')', ']', '}', '>':
			if c == '>' && strings.HasSuffix(text[:at], "=") {
				continue
			}
			if c == ')' && depth == 0 && parameters < 0 {
				parameters = at + 1
			}
			depth++
			continue
		case '(', '[', '{', '<':
			if depth--; depth == 0 && parameters >= 0 && open < 0 {
				open = at
			}
		}
		if depth < 0 || depth == 0 && strings.IndexByte("\n;,", text[at]) >= 0 {
			break
		}
	}
	if parameters < 0 {
		return false
	}
	result := strings.TrimSpace(text[parameters:])
	isType := func(last byte) bool { return lex.InIdentifier(last) || last == '>' || last == ']' }
	if result != "" && (result[0] != ':' || !isType(result[len(result)-1])) {
		return false
	}
	head, _, _ := strings.Cut(text[at+1:], "(")
	if lex.HasWord(head, "if", "else", "for", "while", "switch", "catch", "with", "class", "interface", "enum", "type", "return") {
		return false
	}
	word, _ := lastWord(text[:max(open, 0)])
	if lex.HasWord(word, "if", "for", "while", "switch", "catch", "with") {
		return false
	}
	named := open > 0 && (lex.InIdentifier(text[open-1]) || text[open-1] == '>')
	if named && heads.Closing(text, open) == parameters {
		k.Unread(end-len(text)+open+1, end-len(text)+parameters-1)
	}
	return true
}

// angles returns the length of the type arguments at the start of a text, 0 if there are none on the line.
func angles(text string) int {
	depth := 0
	for i, c := range []byte(text) {
		switch c {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\n', ';':
			return 0
		}
	}
	return 0
}

// heads finds where parameters end that hold neither strings nor comments. Read-only.
var heads = lex.Heads{Plain: lex.PlainBytes("@*.,:?<>|&=-")}
