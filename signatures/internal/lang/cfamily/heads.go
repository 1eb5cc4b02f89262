package cfamily

import (
	"slices"
	"strings"

	"ctxpack/signatures/internal/lex"
)

// heads recognizes functions at the start of a line, with a type before their name, typed parameters, and a body or
// a semicolon after them. Anything else may be a macro call, whose arguments the parser must see. Read-only.
var heads = &lex.Heads{Plain: lex.PlainBytes("*,"), Open: opens, Fits: declaresParameters}

func opens(line string) int {
	open := strings.IndexByte(line, '(')
	if open < 0 || strings.IndexByte(" \t", line[0]) >= 0 || startsOtherwise(line) {
		return -1
	}
	words, types, own := 0, 0, 0
	for word := range strings.FieldsFuncSeq(line[:open], func(c rune) bool { return c == ' ' || c == '*' || c == '\t' }) {
		if strings.ContainsFunc(word, func(c rune) bool { return !lex.IsWord(c) }) {
			return -1
		}
		words++
		if slices.Contains(specifiers, word) {
			continue
		}
		if !slices.Contains(ownTypes, word) {
			types++
		} else if types == 0 {
			own = 1
		}
	}
	if isDeclaration := words >= 2 && types >= 1 && types+own <= 2; !isDeclaration || !lex.InIdentifier(line[open-1]) {
		return -1
	}
	return open
}

// startsOtherwise reports whether a line starts with a word that is not a type.
func startsOtherwise(line string) bool {
	switch word, _, _ := strings.Cut(line, " "); word {
	case "return", "else", "typedef", "goto", "case", "do", "new", "delete", "throw", "using", "template", "explicit", "friend":
		return true
	}
	return false
}

// Words that may precede a name: the language's own types, and words next to a type.
var (
	ownTypes   = []string{"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool"} // read-only
	specifiers = []string{"static", "extern", "inline", "const", "volatile", "struct", "union", "enum"}            // read-only
)

func declaresParameters(inside, after string) bool {
	after = strings.TrimLeft(after, " \t\r\n")
	if !strings.HasPrefix(after, "{") && !strings.HasPrefix(after, ";") || strings.ContainsAny(inside, "({}") {
		return false
	}
	noName := func(part string) bool { return !strings.ContainsAny(strings.TrimSpace(part), " *\t\n") }
	return inside == "void" || !slices.ContainsFunc(strings.Split(inside, ","), noName)
}
