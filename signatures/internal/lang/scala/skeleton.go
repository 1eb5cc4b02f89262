package scala

import (
	"slices"
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

func skeleton() *lex.Rules {
	return &lex.Rules{
		Stops: lex.StopsAt("\"'`"), Quotes: quotes(), Begin: begin, Keeps: keeps, Nested: true,
		Words: []string{"import "}, Pick: pick,
	}
}

func quotes() lex.Quotes {
	return lex.Quotes{
		{Open: `"""`, Prefixed: true, Hole: "${", Raw: true, Lines: true}, {Open: `"`, Prefixed: true, Hole: "${"},
		{Open: `"""`, Raw: true, Lines: true}, {Open: `"`}, {Open: "'", Char: true}, {Open: "`"},
	}
}

func begin(k *lex.Skeleton) int {
	k.Main = lex.Named(k.Src, "main", after("def", "@"))
	for _, parent := range [...]string{"App", "IOApp", "ZIOAppDefault"} {
		k.Main = k.Main || lex.Named(k.Src, parent, after("extends", "with", ","))
	}
	return 0
}

// after returns a function that reports whether one of some words or signs precedes a place.
func after(words ...string) func(before, _ string) bool {
	return func(before, _ string) bool {
		before = strings.TrimRight(before, " \t\r\n")
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(before, w) })
	}
}

// keeps reports whether the contents of a brace stay: those of packages, extensions and imports, bodies that must
// not be empty, and types that may declare main.
func keeps(k *lex.Skeleton, _ []byte) bool {
	text, _ := k.Head()
	if strings.HasSuffix(text, ".") {
		return true
	}
	switch word, before := start(text); word {
	case "package", "extension", "import", "export", "match", "for", "catch":
		return true
	case "object":
		return k.Main || before == "package"
	case "class", "trait", "enum":
		return k.Main
	}
	return false
}

// start returns the last keyword outside of brackets that starts a declaration, and the word before it.
func start(text string) (word, before string) {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch c := text[i]; {
		case c == ')' || c == ']':
			depth++
		case c == '(' || c == '[':
			depth = max(depth-1, 0)
		case depth == 0 && lex.InWord(c):
			start := i
			for start > 0 && lex.InWord(text[start-1]) {
				start--
			}
			found := text[start : i+1]
			i = start
			if word != "" {
				return word, found
			}
			if slices.Contains([]string{
				"package", "object", "class", "trait", "enum", "extension", "import", "export", "match", "for", "catch",
				"def", "val", "var", "type", "given", "new",
			}, found) {
				word = found
			}
		}
	}
	return word, ""
}

// pick reads an import in a body.
func pick(k *lex.Skeleton, i int) int {
	if i > 0 && (lex.InWord(k.Src[i-1]) || k.Src[i-1] == '.') {
		return i
	}
	line := k.LineOf(i)
	var text []byte
	depth, j := 0, i
	last := byte(0) // last byte that is not a space
	for ; j < len(k.Src); j++ {
		c := k.Src[j]
		if isComment := strings.HasPrefix(k.Src[j:], "//") || strings.HasPrefix(k.Src[j:], "/*"); isComment && depth > 0 {
			if j = k.Step(j) - 1; j < 0 {
				return -1
			}
			continue
		}
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		ends := depth < 0 || depth == 0 && c == '\n' && last != ',' && last != '.'
		if isPart := lex.InWord(c) || lex.IsSpace(c) || strings.IndexByte(".,{}=>*`", c) >= 0; ends || !isPart {
			break
		}
		if !lex.IsSpace(c) {
			last = c
		}
		if len(text) < outline.MaxFlat {
			text = append(text, c)
		}
	}
	if depth > 0 { // the text read may hold more imports: it is not read again
		return -1
	}
	k.Imports = append(k.Imports, importsOf(outline.Squeeze(outline.OneLine(string(text), "")), line)...)
	return j
}
