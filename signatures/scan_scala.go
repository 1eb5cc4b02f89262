package signatures

import (
	"slices"
	"strings"
)

func skeletonScala() *skeletonRules {
	return &skeletonRules{
		stops: stopsAt("\"'`"), token: tokenScala, begin: beginScala, keeps: keepsScala, nested: true,
		words: []string{"import "}, pick: pickScala,
	}
}

func beginScala(k *skeleton) int {
	k.main = named(k.src, "main", after("def", "@"))
	for _, parent := range [...]string{"App", "IOApp", "ZIOAppDefault"} {
		k.main = k.main || named(k.src, parent, after("extends", "with", ","))
	}
	return 0
}

// after tells of a place that one of some words or signs stands before it.
func after(words ...string) func(before, _ string) bool {
	return func(before, _ string) bool {
		before = strings.TrimRight(before, " \t\r\n")
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(before, w) })
	}
}

func tokenScala(k *skeleton, i int) int {
	switch k.src[i] {
	case '`':
		return k.backticked(i)
	case '\'':
		return k.runeOrNot(i)
	}
	if i > 0 && inWord(k.src[i-1]) { // s"…"
		return templateString(k, i, "${", 0)
	}
	const quotes = `"""`
	if !strings.HasPrefix(k.src[i:], quotes) {
		if end := k.quoted(i); end > i {
			return end
		}
		return -1
	}
	n := strings.Index(k.src[i+len(quotes):], quotes)
	if n < 0 {
		return -1
	}
	end := i + len(quotes) + n + len(quotes)
	for end < len(k.src) && k.src[end] == '"' {
		end++
	}
	return end
}

// keepsScala keeps what stands in packages and extensions, lists of imports,
// what must not be empty, and the members of types where main may be one.
func keepsScala(k *skeleton, _ []byte) bool {
	text, _ := k.lead()
	if strings.HasSuffix(text, ".") {
		return true
	}
	switch word, before := startScala(text); word {
	case "package", "extension", "import", "export", "match", "for", "catch":
		return true
	case "object":
		return k.main || before == "package"
	case "class", "trait", "enum":
		return k.main
	}
	return false
}

// startScala is the last word outside of brackets that starts something, and
// the one before it.
func startScala(text string) (word, before string) {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch c := text[i]; {
		case c == ')' || c == ']':
			depth++
		case c == '(' || c == '[':
			depth = max(depth-1, 0)
		case depth == 0 && inWord(c):
			start := i
			for start > 0 && inWord(text[start-1]) {
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

// pickScala reads an import in a body.
func pickScala(k *skeleton, i int) int {
	if i > 0 && (inWord(k.src[i-1]) || k.src[i-1] == '.') {
		return i
	}
	line := k.lineOf(i)
	var text []byte
	depth, j := 0, i
	last := byte(0) // that is no space
	for ; j < len(k.src); j++ {
		c := k.src[j]
		if c == '/' && depth > 0 && (strings.HasPrefix(k.src[j:], "//") || strings.HasPrefix(k.src[j:], "/*")) {
			if j = k.step(j) - 1; j < 0 {
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
		ends := c == '\n' && last != ',' && last != '.'
		if depth < 0 || depth == 0 && ends || !inWord(c) && !isSpace(c) && strings.IndexByte(".,{}=>*`", c) < 0 {
			break
		}
		if !isSpace(c) {
			last = c
		}
		if len(text) < maxFlat {
			text = append(text, c)
		}
	}
	if depth > 0 { // what was read may hold more of them: it is not read again
		return -1
	}
	k.imports = append(k.imports, importsOfScala(squeeze(oneLine(string(text), "")), line)...)
	return j
}
