package rust

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// preprocess removes the brackets of macros that only control when their items are compiled, so that the items are
// read as if they were outside:
//
//	cfg_rt! { mod runtime; }
//
// The grammar sees tokens in them, not items.
func preprocess(src string) string {
	const mark = "cfg_"
	if !strings.Contains(src, mark) {
		return src
	}
	m := &lex.Masker{Src: src, Out: []byte(src)}
	k := lex.NewSkeleton("", src, skeleton())
	read := 0 // bytes scanned for closing brackets, which may be nested
	for at := 0; read <= 8*len(src); {
		n := strings.Index(src[at:], mark)
		if n < 0 {
			break
		}
		start := at + n
		at = start + len(mark)
		open := start + len(lex.PathHead(src[start:]))
		if inPath := start > 0 && (lex.IsWord(rune(src[start-1])) || src[start-1] == ':'); inPath || !strings.HasPrefix(src[open:], "!") {
			continue
		}
		if open = m.Space(open + 1); !strings.HasPrefix(src[open:], "{") {
			continue
		}
		end := tokens(k, open)
		if end < 0 {
			break
		}
		if read += end - open; item(src[open+1 : end-1]) {
			m.Blank(start, open+1)
			m.Blank(end-1, end)
			at = open
		}
	}
	return string(m.Out)
}

// item reports whether a text starts, after comments and attributes, with an item. A macro with a language of its
// own keeps its brackets.
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
