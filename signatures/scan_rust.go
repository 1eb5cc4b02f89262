package signatures

import "strings"

func skeletonRust() *skeletonRules {
	return &skeletonRules{
		stops: stopsAt("\"'!"), token: tokenRust, keeps: keepsRust, nested: true, sure: true,
		words: []string{"use ", "extern crate ", "mod "}, pick: pickRust,
	}
}

func tokenRust(k *skeleton, i int) int {
	switch k.src[i] {
	case '!':
		return macroSkipRust(k, i)
	case '\'':
		return k.runeOrNot(i)
	}
	return stringRust(k, i)
}

// stringRust skips a string, which may run over lines, or a raw one, which is
// known by what stands before its quote.
func stringRust(k *skeleton, i int) int {
	hashes := 0
	for hashes < i && k.src[i-1-hashes] == '#' {
		hashes++
	}
	if at := i - 1 - hashes; at >= 0 && k.src[at] == 'r' {
		if at > 0 && (k.src[at-1] == 'b' || k.src[at-1] == 'c') {
			at--
		}
		if at == 0 || !inWord(k.src[at-1]) {
			end := `"` + k.src[i-hashes:i]
			n := strings.Index(k.src[i+1:], end)
			if n < 0 {
				return -1
			}
			return i + 1 + n + len(end)
		}
	}
	return escapedString(k.src, i)
}

// macroSkipRust leaves out the tokens that a macro is given, in which nothing
// counts.
func macroSkipRust(k *skeleton, i int) int {
	if i == 0 || !inWord(k.src[i-1]) {
		return i + 1
	}
	open := i + 1
	for open < len(k.src) && isSpace(k.src[open]) {
		open++
	}
	if open > i+1 && strings.HasSuffix(k.src[:i], "macro_rules") {
		for open < len(k.src) && (inWord(k.src[open]) || isSpace(k.src[open])) {
			open++
		}
	}
	if open == len(k.src) || strings.IndexByte("([{", k.src[open]) < 0 {
		return i + 1
	}
	end := tokensRust(k, open)
	if end < 0 || k.elided > 0 {
		return end
	}
	k.out = append(k.out, k.src[k.copied:open+1]...)
	k.copied = open + 1
	k.leaveOut(end - 1)
	return end
}

// tokensRust is the offset after the bracket that closes the one at open.
func tokensRust(k *skeleton, open int) int {
	k.elided++ // comments are left out with what is around them
	defer func() { k.elided-- }()
	depth := 0
	for i := open; i < len(k.src); {
		end := i + 1
		switch k.src[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return end
			}
		case '"':
			end = stringRust(k, i)
		case '\'':
			end = k.runeOrNot(i)
		case '/':
			if strings.HasPrefix(k.src[i:], "//") || strings.HasPrefix(k.src[i:], "/*") {
				end = k.step(i)
			}
		}
		if end < 0 {
			return -1
		}
		i = end
	}
	return -1
}

// keepsRust keeps what stands in an inline module, and lists of uses.
func keepsRust(k *skeleton, _ []byte) bool {
	text, after := k.lead()
	if text == "" && after == '{' || text == "use" {
		return true
	}
	for _, end := range [...]string{"::", ",", " use", "\nuse"} {
		if strings.HasSuffix(text, end) {
			return true
		}
	}
	name := len(text)
	for name > 0 && inWord(text[name-1]) {
		name--
	}
	before := strings.TrimSuffix(text[:name], "r#")
	rest, ok := strings.CutSuffix(strings.TrimRight(before, " \t\r\n"), "mod")
	return ok && len(rest)+len("mod") < len(before) && (rest == "" || !inWord(rest[len(rest)-1]))
}

// pickRust copies a declaration of something from elsewhere that stands in a
// body, so that the parser finds it there. What is none is not read again.
func pickRust(k *skeleton, i int) int {
	if i > 0 && inWord(k.src[i-1]) {
		return i
	}
	braces := false
	for j := i; j < len(k.src); j++ {
		switch c := k.src[j]; {
		case c == ';':
			return k.copyOut(visibleRust(k, i), j+1)
		case c == '/' && (strings.HasPrefix(k.src[j:], "//") || strings.HasPrefix(k.src[j:], "/*")):
			end := k.step(j)
			if end < 0 {
				return -1
			}
			j = end - 1
		case c == '{' && !strings.HasPrefix(k.src[i:], "use "):
			return j // a module in a body: its uses follow
		case c == '{' || c == '}':
			braces = true
		case !inWord(c) && !isSpace(c) && strings.IndexByte(":,*#", c) < 0:
			if braces {
				return -1
			}
			return j
		}
	}
	return -1
}

// visibleRust is where a declaration at i starts with its visibility.
func visibleRust(k *skeleton, i int) int {
	const far = 40
	before := strings.TrimRight(k.src[max(k.copied, i-far):i], " ")
	if before == k.src[max(k.copied, i-far):i] {
		return i
	}
	at := strings.LastIndex(before, "pub")
	if at < 0 || at > 0 && inWord(before[at-1]) {
		return i
	}
	rest := before[at+len("pub"):]
	if rest == "" || rest[0] == '(' && strings.IndexByte(rest, ')') == len(rest)-1 {
		return max(k.copied, i-far) + at
	}
	return i
}
