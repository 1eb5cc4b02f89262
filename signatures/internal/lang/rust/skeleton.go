package rust

import (
	"slices"
	"strings"

	"ctxpack/signatures/internal/lex"
)

func skeleton() *lex.Rules {
	return &lex.Rules{
		Stops: lex.StopsAt("\"'!"), Token: token, Keeps: keeps, Nested: true, Preprocessed: true,
		Block: func(k *lex.Skeleton) lex.Block {
			return lex.Declared(k, []string{"fn"}, []string{"impl", "trait", "mod"})
		},
		Words: []string{"use ", "extern crate ", "mod "}, Pick: pick,
	}
}

func token(k *lex.Skeleton, i int) int {
	switch k.Src[i] {
	case '!':
		return omitArguments(k, i)
	case '\'':
		return lex.Char(k.Src, i)
	}
	return stringEnd(k, i)
}

// stringEnd skips a string, which may span lines, or a raw string, which the bytes before its quote identify.
func stringEnd(k *lex.Skeleton, i int) int {
	hashes := 0
	for hashes < i && k.Src[i-1-hashes] == '#' {
		hashes++
	}
	if at := i - 1 - hashes; at >= 0 && k.Src[at] == 'r' {
		if at > 0 && (k.Src[at-1] == 'b' || k.Src[at-1] == 'c') {
			at--
		}
		if at == 0 || !lex.InWord(k.Src[at-1]) {
			end := `"` + k.Src[i-hashes:i]
			n := strings.Index(k.Src[i+1:], end)
			if n < 0 {
				return -1
			}
			return i + 1 + n + len(end)
		}
	}
	return lex.EscapedString(k.Src, i)
}

func omitArguments(k *lex.Skeleton, i int) int {
	if i == 0 || !lex.InWord(k.Src[i-1]) {
		return i + 1
	}
	open := i + 1
	for open < len(k.Src) && lex.IsSpace(k.Src[open]) {
		open++
	}
	if open > i+1 && strings.HasSuffix(k.Src[:i], "macro_rules") {
		for open < len(k.Src) && (lex.InWord(k.Src[open]) || lex.IsSpace(k.Src[open])) {
			open++
		}
	}
	if open == len(k.Src) || strings.IndexByte("([{", k.Src[open]) < 0 {
		return i + 1
	}
	end := tokens(k, open)
	if end < 0 || k.Elided > 0 {
		return end
	}
	k.Out = append(k.Out, k.Src[k.Copied:open+1]...)
	k.Copied = open + 1
	k.LeaveOut(end - 1)
	return end
}

// tokens returns the offset after the bracket that closes the one at open.
func tokens(k *lex.Skeleton, open int) int {
	k.Elided++ // comments are omitted with the text around them
	defer func() { k.Elided-- }()
	depth := 0
	for i := open; i < len(k.Src); {
		end := i + 1
		switch k.Src[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return end
			}
		case '"':
			end = stringEnd(k, i)
		case '\'':
			end = lex.Char(k.Src, i)
		case '/':
			if strings.HasPrefix(k.Src[i:], "//") || strings.HasPrefix(k.Src[i:], "/*") {
				end = k.Step(i)
			}
		}
		if end < 0 {
			return -1
		}
		i = end
	}
	return -1
}

// keeps reports whether a brace opens an inline module or a list of uses.
func keeps(k *lex.Skeleton, _ []byte) bool {
	text, after := k.Head()
	if text == "" && after == '{' || text == "use" {
		return true
	}
	if slices.ContainsFunc([]string{"::", ",", " use", "\nuse"}, func(end string) bool { return strings.HasSuffix(text, end) }) {
		return true
	}
	name := len(text)
	for name > 0 && lex.InWord(text[name-1]) {
		name--
	}
	before := strings.TrimSuffix(text[:name], "r#")
	rest, ok := strings.CutSuffix(strings.TrimRight(before, " \t\r\n"), "mod")
	return ok && len(rest)+len("mod") < len(before) && (rest == "" || !lex.InWord(rest[len(rest)-1]))
}

// pick copies a use or mod declaration out of a body, so that the parser finds it.
func pick(k *lex.Skeleton, i int) int {
	if i > 0 && lex.InWord(k.Src[i-1]) {
		return i
	}
	braces := false
	for j := i; j < len(k.Src); j++ {
		switch c := k.Src[j]; {
		case c == ';':
			return k.CopyOut(visible(k, i), j+1)
		case c == '/' && (strings.HasPrefix(k.Src[j:], "//") || strings.HasPrefix(k.Src[j:], "/*")):
			end := k.Step(j)
			if end < 0 {
				return -1
			}
			j = end - 1
		case c == '{' && !strings.HasPrefix(k.Src[i:], "use "):
			return j // a module in a body: its uses follow
		case c == '{' || c == '}':
			braces = true
		case !lex.InWord(c) && !lex.IsSpace(c) && strings.IndexByte(":,*#", c) < 0:
			if braces {
				return -1
			}
			return j
		}
	}
	return -1
}

// visible returns the start of a declaration at i with its visibility.
func visible(k *lex.Skeleton, i int) int {
	const far = 40
	before := strings.TrimRight(k.Src[max(k.Copied, i-far):i], " ")
	if before == k.Src[max(k.Copied, i-far):i] {
		return i
	}
	at := strings.LastIndex(before, "pub")
	if at < 0 || at > 0 && lex.InWord(before[at-1]) {
		return i
	}
	rest := before[at+len("pub"):]
	if rest == "" || rest[0] == '(' && strings.IndexByte(rest, ')') == len(rest)-1 {
		return max(k.Copied, i-far) + at
	}
	return i
}
