package rust

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// preprocess takes away the brackets of macros that only say when the items in
// them are compiled, so that these count as if they stood there:
//
//	cfg_rt! { mod runtime; }
//	cfg_if::cfg_if! { if #[cfg(unix)] { mod unix; } else { mod other; } }
//
// The grammar sees tokens in them, not items.
func preprocess(src string) string {
	if !strings.Contains(src, "cfg_") {
		return src
	}
	var out []byte
	blank := func(from, to int) {
		if out == nil {
			out = []byte(src)
		}
		for i := from; i < to; i++ {
			if out[i] != '\n' && out[i] != '\r' {
				out[i] = ' '
			}
		}
	}
	read := 0 // bytes looked at for closing brackets, which may be nested
	for at := 0; read <= 8*len(src); {
		n := strings.Index(src[at:], "cfg_")
		if n < 0 {
			break
		}
		start := at + n
		at = start + len("cfg_")
		if start > 0 && lex.IsWord(rune(src[start-1])) {
			continue
		}
		name := lex.PathHead(src[start:])
		open := start + len(name)
		if !strings.HasPrefix(src[open:], "!") {
			continue
		}
		if open = skipSpace(src, open+1); !strings.HasPrefix(src[open:], "{") {
			continue
		}
		end := closing(src, open)
		if end == 0 {
			break
		}
		read += end - open
		start -= len(pathBefore(src[:start]))
		if name != "cfg_if" {
			if !item(src[open+1 : end-1]) {
				continue
			}
			blank(start, open+1)
			blank(end-1, end)
			at = open
			continue
		}
		branches := branches(src, open+1, end-1)
		if branches == nil {
			continue
		}
		from := start
		for _, b := range branches {
			blank(from, b.Start)
			from = b.End
		}
		blank(from, end)
		at = branches[0].Start
	}
	if out == nil {
		return src
	}
	return string(out)
}

// item tells a text that starts, after comments and attributes, with an
// item: a macro with a language of its own keeps its brackets.
func item(text string) bool {
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		end := ""
		switch {
		case strings.HasPrefix(text, "//"):
			end = "\n"
		case strings.HasPrefix(text, "/*"):
			end = "*/"
		case strings.HasPrefix(text, "#["):
			end = "]"
		default:
			switch word := lex.PathHead(text); word {
			case "pub", "mod", "use", "fn", "struct", "enum", "union", "trait", "impl", "const", "static", "type", "extern", "unsafe", "async", "macro_rules":
				return true
			default:
				return strings.HasPrefix(word, "cfg_")
			}
		}
		_, rest, ok := strings.Cut(text, end)
		if !ok {
			return false
		}
		text = rest
	}
}

// pathBefore is the path that text ends with: "cfg_if::".
func pathBefore(text string) string {
	rest, ok := strings.CutSuffix(text, "::")
	if !ok {
		return ""
	}
	rest = strings.TrimRightFunc(rest, lex.IsWord)
	return text[len(strings.TrimSuffix(rest, "::")):]
}

// branches are the insides of `if #[cfg(a)] { … } else { … }` between two
// offsets; nil if they hold something else.
func branches(src string, at, end int) []lex.Span {
	var list []lex.Span
	for {
		at = skipGap(src, at)
		if at >= end {
			return list
		}
		rest := src[at:end]
		rest = strings.TrimLeft(strings.TrimPrefix(rest, "else"), " \t\r\n")
		if after, ok := strings.CutPrefix(rest, "if"); ok {
			rest = strings.TrimLeft(after, " \t\r\n")
			n := strings.IndexByte(rest, ']')
			if !strings.HasPrefix(rest, "#[") || n < 0 {
				return nil
			}
			rest = strings.TrimLeft(rest[n+1:], " \t\r\n")
		}
		if !strings.HasPrefix(rest, "{") {
			return nil
		}
		open := end - len(rest)
		if at = closing(src, open); at == 0 || at > end {
			return nil
		}
		list = append(list, lex.Span{Start: open + 1, End: at - 1})
	}
}

// skipGap goes over white space and comments.
func skipGap(src string, at int) int {
	for {
		at = skipSpace(src, at)
		end := ""
		switch {
		case strings.HasPrefix(src[at:], "//"):
			end = "\n"
		case strings.HasPrefix(src[at:], "/*"):
			end = "*/"
		default:
			return at
		}
		n := strings.Index(src[at:], end)
		if n < 0 {
			return len(src)
		}
		at += n + len(end)
	}
}

func skipSpace(src string, at int) int {
	return len(src) - len(strings.TrimLeft(src[at:], " \t\r\n"))
}

// closing is the offset after the brace that closes the one at open, 0 if
// there is none.
func closing(src string, open int) int {
	depth := 0
	for i := open; i < len(src); i++ {
		switch src[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			if hashes := raw(src, i); hashes >= 0 {
				n := strings.Index(src[i+1:], `"`+strings.Repeat("#", hashes))
				if n < 0 {
					return 0
				}
				i += 1 + n + hashes
				continue
			}
			i = textEnd(src, i)
		case '\'':
			if end := lex.SkipString(src, i); end-i <= len(`'\u{10ffff}'`) && (end-i == 2 || i+1 < len(src) && (src[i+1] == '\\' || src[i+1] >= 0x80)) {
				i = end // a character, no lifetime
			}
		case '/':
			switch {
			case strings.HasPrefix(src[i:], "//"):
				if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
					i += n
				} else {
					return 0
				}
			case strings.HasPrefix(src[i:], "/*"):
				n := strings.Index(src[i:], "*/")
				if n < 0 {
					return 0
				}
				i += n + 1
			}
		}
	}
	return 0
}

// raw is the number of hashes of the raw string that starts at a quote,
// -1 if it is none.
func raw(src string, quote int) int {
	i := quote
	for i > 0 && src[i-1] == '#' {
		i--
	}
	if i > 0 && src[i-1] == 'r' && (i < 2 || !lex.IsWord(rune(src[i-2])) || src[i-2] == 'b') {
		return quote - i
	}
	return -1
}

// textEnd is the offset of the quote that ends a string, which may go over
// several lines.
func textEnd(src string, quote int) int {
	for i := quote + 1; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(src)
}
