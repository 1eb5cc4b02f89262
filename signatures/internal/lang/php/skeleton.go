package php

import (
	"slices"
	"strings"

	"ctxpack/signatures/internal/lex"
)

func skeleton() *lex.Rules {
	return &lex.Rules{
		Quotes: lex.Quotes{{Open: "'", Lines: true}, {Open: `"`, Hole: "{$", Lines: true}, {Open: "`", Hole: "{$", Lines: true}},
		Stops:  lex.StopsAt("\"'`#?<"), Token: token, Begin: code, Keeps: keeps, LineEnd: "?>",
		Block: func(k *lex.Skeleton) lex.Block {
			return lex.Declared(k, []string{"function"}, []string{"class", "interface", "trait", "enum", "namespace"})
		},
		Words: []string{"require", "include"}, Pick: pick,
	}
}

// code returns where the first code of a page starts.
func code(k *lex.Skeleton) int { return page(k, 0) }

func page(k *lex.Skeleton, i int) int { return lex.Past(k.Src, "<?", i) }

func token(k *lex.Skeleton, i int) int {
	switch c := k.Src[i]; {
	case c == '#' && !strings.HasPrefix(k.Src[i:], "#["):
		return k.LineComment(i)
	case c == '?' && strings.HasPrefix(k.Src[i:], "?>"):
		return page(k, i)
	case c == '<' && strings.HasPrefix(k.Src[i:], "<<<"):
		return heredoc(k.Src, i)
	}
	return i + 1
}

// heredoc skips <<<WORD up to the line that starts with the word.
func heredoc(src string, i int) int {
	at := i + len("<<<")
	for at < len(src) && strings.IndexByte(" \t\"'", src[at]) >= 0 {
		at++
	}
	end := at
	for end < len(src) && lex.InWord(src[end]) {
		end++
	}
	word := src[at:end]
	if word == "" {
		return i + 1
	}
	for {
		n := strings.IndexByte(src[end:], '\n')
		if n < 0 {
			return -1
		}
		end += n + 1
		for end < len(src) && (src[end] == ' ' || src[end] == '\t') {
			end++
		}
		if rest := src[end:]; strings.HasPrefix(rest, word) && (len(rest) == len(word) || !lex.InWord(rest[len(word)])) {
			return end + len(word)
		}
	}
}

// keeps reports whether a brace opens a block whose declarations belong to the file, or belongs to a name.
func keeps(k *lex.Skeleton, _ []byte) bool {
	text, _ := k.Head()
	if slices.ContainsFunc([]string{"$", `\`, "->", "::"}, func(end string) bool { return strings.HasSuffix(text, end) }) {
		return true
	}
	if i := strings.LastIndex(text, "<?"); i >= 0 {
		text = strings.TrimPrefix(text[i+len("<?"):], "php")
	}
	switch {
	case lex.HasWord(text, "match"): // without branches it is a syntax error
		return true
	case lex.HasWord(text, "function"), strings.Contains(text, "new class"):
		return false
	}
	text = strings.TrimSpace(text)
	word := text
	for i := range len(text) {
		if !lex.InWord(text[i]) {
			word = text[:i]
			break
		}
	}
	switch word {
	case "namespace", "if", "else", "elseif", "for", "foreach", "while", "do", "switch", "try", "catch", "finally", "declare":
		return true
	}
	return text == "" || text[0] == ')' // a condition with a function in it
}

// pick reads an include of another file inside a body.
func pick(k *lex.Skeleton, i int) int {
	const far = 20
	before := strings.TrimRight(k.Src[max(0, i-far):i], " \t")
	isMember := func(end string) bool { return strings.HasSuffix(before, end) }
	if i > 0 && lex.InWord(k.Src[i-1]) || slices.ContainsFunc([]string{"->", "::", "$", `\`, "function", "const"}, isMember) {
		return i
	}
	imp := lex.Import{Kind: k.Src[i : i+len("require")], Line: k.LineOf(i)}
	at := i + len("require")
	if strings.HasPrefix(k.Src[at:], "_once") {
		at += len("_once")
	}
	if at < len(k.Src) && lex.InWord(k.Src[at]) {
		return i
	}
	const longest = 400 // bytes of a path
	imp.Specifier = included(k.Src[at:min(len(k.Src), at+longest)])
	if imp.Specifier != "" {
		k.Imports = append(k.Imports, imp)
	}
	return i
}

// included returns the path of an include expression, relative to the file's folder or to an unknown constant. The
// expression joins strings, possibly after a folder.
func included(text string) string {
	path, first := "", ""
	for part := 0; ; part++ {
		text = strings.TrimLeft(text, " \t\r\n")
		end := operand(text)
		if end < 0 {
			return ""
		}
		operand := strings.TrimSpace(text[:end])
		value := literal(operand)
		if part == 0 {
			first = operand
		} else if value == "" {
			path = ""
			if !strings.HasPrefix(text[end:], ".") {
				return ""
			}
		}
		if part == 1 {
			path = folder(first) + path
		}
		path += value
		if text = text[end:]; !strings.HasPrefix(text, ".") {
			isTernary := strings.HasPrefix(text, "?") && !strings.HasPrefix(text, "?>")
			if isTernary || text != "" && strings.IndexByte("|&=<>+-*/%^", text[0]) >= 0 {
				return ""
			}
			return path
		}
		text = text[1:]
	}
}

func literal(operand string) string {
	switch {
	case operand == "":
	case operand[0] == '(' && operand[len(operand)-1] == ')':
		return included(operand[1 : len(operand)-1])
	case (operand[0] == '"' || operand[0] == '\'') && lex.EscapedString(operand, 0) == len(operand):
		if text := strings.Trim(operand, `"'`); !strings.Contains(text, "$") {
			return text
		}
	}
	return ""
}

// folder returns the path of a folder above the file's own.
func folder(operand string) string {
	switch lex.Compact(operand) {
	case "dirname(__DIR__)", "dirname(dirname(__FILE__))", "dirname(__FILE__,2)", "dirname(__DIR__,1)":
		return ".."
	case "dirname(__DIR__,2)":
		return "../.."
	}
	return ""
}

// operand returns the offset after the first operand of an expression, -1 if there is none.
func operand(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			end := lex.EscapedString(text, i)
			if end < 0 {
				return -1
			}
			i = end - 1
		case c == '(' || c == '[' || c == '{':
			depth++
		case depth > 0 && strings.IndexByte(")]}", c) >= 0:
			depth--
		case depth > 0:
		case strings.IndexByte(".;,)]}:?|&=<>+*/%^", c) >= 0:
			if inAccess := strings.HasPrefix(text[i:], "::") || i > 0 && strings.IndexByte(":-", text[i-1]) >= 0; !inAccess {
				return i
			}
		}
	}
	if depth > 0 {
		return -1
	}
	return len(text)
}
