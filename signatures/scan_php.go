package signatures

import "strings"

func skeletonPHP() *skeletonRules {
	return &skeletonRules{
		stops: stopsAt("\"'`#?<"), token: tokenPHP, begin: codePHP, keeps: keepsPHP, lineEnd: "?>",
		words: []string{"require", "include"}, pick: pickPHP,
	}
}

// codePHP is where the first code starts in the page that a file is.
func codePHP(k *skeleton) int { return k.pagePHP(0) }

func (k *skeleton) pagePHP(i int) int {
	if n := strings.Index(k.src[i:], "<?"); n >= 0 {
		return i + n + len("<?")
	}
	return len(k.src)
}

func tokenPHP(k *skeleton, i int) int {
	switch c := k.src[i]; {
	case c == '\'':
		return escapedString(k.src, i)
	case c == '"' || c == '`':
		return stringPHP(k, i, 0)
	case c == '#' && !strings.HasPrefix(k.src[i:], "#["):
		return k.lineComment(i)
	case c == '?' && strings.HasPrefix(k.src[i:], "?>"):
		return k.pagePHP(i)
	case c == '<' && strings.HasPrefix(k.src[i:], "<<<"):
		return heredocPHP(k.src, i)
	}
	return i + 1
}

// stringPHP skips a string that may hold expressions, and these strings.
func stringPHP(k *skeleton, i, depth int) int {
	const deepest = 8
	if depth > deepest {
		return -1
	}
	for j := i + 1; j < len(k.src); j++ {
		switch c := k.src[j]; {
		case c == '\\':
			j++
		case c == k.src[i]:
			return j + 1
		case c == '{' && strings.HasPrefix(k.src[j:], "{$"):
			end := holeEnd(k.src, j, func(at int) int { return escapedString(k.src, at) },
				func(at int) int { return stringPHP(k, at, depth+1) })
			if end < 0 {
				return -1
			}
			j = end - 1
		}
	}
	return -1
}

// heredocPHP skips <<<WORD up to the line that starts with the word.
func heredocPHP(src string, i int) int {
	at := i + len("<<<")
	for at < len(src) && (src[at] == ' ' || src[at] == '\t' || src[at] == '"' || src[at] == '\'') {
		at++
	}
	end := at
	for end < len(src) && inWord(src[end]) {
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
		if rest := src[end:]; strings.HasPrefix(rest, word) && (len(rest) == len(word) || !inWord(rest[len(word)])) {
			return end + len(word)
		}
	}
}

// keepsPHP keeps the blocks in which a declaration is one of the file, and the
// braces that belong to names.
func keepsPHP(k *skeleton, _ []byte) bool {
	text, _ := k.lead()
	for _, end := range [...]string{"$", `\`, "->", "::"} {
		if strings.HasSuffix(text, end) {
			return true
		}
	}
	if i := strings.LastIndex(text, "<?"); i >= 0 {
		text = strings.TrimPrefix(text[i+len("<?"):], "php")
	}
	switch {
	case saysWord(text, "match"): // one without branches is a mistake
		return true
	case saysWord(text, "function"), strings.Contains(text, "new class"):
		return false
	}
	text = strings.TrimSpace(text)
	word := text
	for i := range len(text) {
		if !inWord(text[i]) {
			word = text[:i]
			break
		}
	}
	switch word {
	case "namespace", "if", "else", "elseif", "for", "foreach", "while", "do", "switch", "try", "catch", "finally", "declare":
		return true
	}
	return text == "" || text[0] == ')' // of a condition with a function in it
}

// pickPHP reads an include of another file in a body.
func pickPHP(k *skeleton, i int) int {
	const far = 20
	before := strings.TrimRight(k.src[max(0, i-far):i], " \t")
	for _, end := range [...]string{"->", "::", "$", `\`, "function", "const"} {
		if strings.HasSuffix(before, end) {
			return i
		}
	}
	if i > 0 && inWord(k.src[i-1]) {
		return i
	}
	imp := Import{Kind: k.src[i : i+len("require")], Line: k.lineOf(i)}
	at := i + len("require")
	if strings.HasPrefix(k.src[at:], "_once") {
		at += len("_once")
	}
	if at < len(k.src) && inWord(k.src[at]) {
		return i
	}
	const longest = 400 // bytes of a path
	imp.Specifier = includedPHP(k.src[at:min(len(k.src), at+longest)])
	if imp.Specifier != "" {
		k.imports = append(k.imports, imp)
	}
	return i
}

// includedPHP is the path that an expression at the start of a text stands
// for, as pathPHP reads it: strings, joined, after a folder.
func includedPHP(text string) string {
	path, first := "", ""
	for part := 0; ; part++ {
		text = strings.TrimLeft(text, " \t\r\n")
		end := operandPHP(text)
		if end < 0 {
			return ""
		}
		operand := strings.TrimSpace(text[:end])
		value := literalPHP(operand)
		if part == 0 {
			first = operand
		} else if value == "" {
			path = ""
			if !strings.HasPrefix(text[end:], ".") {
				return ""
			}
		}
		if part == 1 {
			path = folderPHP(first) + path
		}
		path += value
		if text = text[end:]; !strings.HasPrefix(text, ".") {
			if strings.HasPrefix(text, "?") && !strings.HasPrefix(text, "?>") || text != "" && strings.IndexByte("|&=<>+-*/%^", text[0]) >= 0 {
				return ""
			}
			return path
		}
		text = text[1:]
	}
}

// literalPHP is the path of one operand.
func literalPHP(operand string) string {
	switch {
	case operand == "":
	case operand[0] == '(' && operand[len(operand)-1] == ')':
		return includedPHP(operand[1 : len(operand)-1])
	case (operand[0] == '"' || operand[0] == '\'') && escapedString(operand, 0) == len(operand):
		if text := strings.Trim(operand, `"'`); !strings.Contains(text, "$") {
			return text
		}
	}
	return ""
}

// folderPHP is the path of the folders above the file's own.
func folderPHP(operand string) string {
	switch compact(operand) {
	case "dirname(__DIR__)", "dirname(dirname(__FILE__))", "dirname(__FILE__,2)", "dirname(__DIR__,1)":
		return ".."
	case "dirname(__DIR__,2)":
		return "../.."
	}
	return ""
}

// operandPHP is the offset after the first operand of an expression, -1 if
// there is none.
func operandPHP(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\'':
			end := escapedString(text, i)
			if end < 0 {
				return -1
			}
			i = end - 1
		case c == '(' || c == '[' || c == '{':
			depth++
		case depth > 0 && (c == ')' || c == ']' || c == '}'):
			depth--
		case depth > 0:
		case strings.IndexByte(".;,)]}:?|&=<>+*/%^", c) >= 0 && !strings.HasPrefix(text[i:], "::") && (i == 0 || text[i-1] != ':' && text[i-1] != '-'):
			return i
		}
	}
	if depth > 0 {
		return -1
	}
	return len(text)
}
