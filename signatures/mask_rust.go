package signatures

import "strings"

// sureRust takes away the brackets of macros that only say when the items in
// them are compiled, so that these count as if they stood there:
//
//	cfg_rt! { mod runtime; }
//	cfg_if::cfg_if! { if #[cfg(unix)] { mod unix; } else { mod other; } }
//
// The grammar sees tokens in them, not items.
func sureRust(src string) string {
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
		if start > 0 && isWord(rune(src[start-1])) {
			continue
		}
		name := pathHead(src[start:])
		open := start + len(name)
		if !strings.HasPrefix(src[open:], "!") {
			continue
		}
		if open = skipSpace(src, open+1); !strings.HasPrefix(src[open:], "{") {
			continue
		}
		end := closingRust(src, open)
		if end == 0 {
			break
		}
		read += end - open
		start -= len(pathBefore(src[:start]))
		if name != "cfg_if" {
			if !itemRust(src[open+1 : end-1]) {
				continue
			}
			blank(start, open+1)
			blank(end-1, end)
			at = open
			continue
		}
		branches := branchesRust(src, open+1, end-1)
		if branches == nil {
			continue
		}
		from := start
		for _, b := range branches {
			blank(from, b.start)
			from = b.end
		}
		blank(from, end)
		at = branches[0].start
	}
	if out == nil {
		return src
	}
	return string(out)
}

// itemRust tells a text that starts, after comments and attributes, with an
// item: a macro with a language of its own keeps its brackets.
func itemRust(text string) bool {
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
			switch word := pathHead(text); word {
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
	rest = strings.TrimRightFunc(rest, isWord)
	return text[len(strings.TrimSuffix(rest, "::")):]
}

// branchesRust are the insides of `if #[cfg(a)] { … } else { … }` between two
// offsets; nil if they hold something else.
func branchesRust(src string, at, end int) []span {
	var list []span
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
		if at = closingRust(src, open); at == 0 || at > end {
			return nil
		}
		list = append(list, span{open + 1, at - 1})
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

// closingRust is the offset after the brace that closes the one at open, 0 if
// there is none.
func closingRust(src string, open int) int {
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
			if hashes := rawRust(src, i); hashes >= 0 {
				n := strings.Index(src[i+1:], `"`+strings.Repeat("#", hashes))
				if n < 0 {
					return 0
				}
				i += 1 + n + hashes
				continue
			}
			i = textEndRust(src, i)
		case '\'':
			if end := skipString(src, i); end-i <= len(`'\u{10ffff}'`) && (end-i == 2 || i+1 < len(src) && (src[i+1] == '\\' || src[i+1] >= 0x80)) {
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

// rawRust is the number of hashes of the raw string that starts at a quote,
// -1 if it is none.
func rawRust(src string, quote int) int {
	i := quote
	for i > 0 && src[i-1] == '#' {
		i--
	}
	if i > 0 && src[i-1] == 'r' && (i < 2 || !isWord(rune(src[i-2])) || src[i-2] == 'b') {
		return quote - i
	}
	return -1
}

// textEndRust is the offset of the quote that ends a string, which may go over
// several lines.
func textEndRust(src string, quote int) int {
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
