package python

import (
	"cmp"
	"strings"

	"ctxpack/signatures/internal/lex"
)

// findBodies notes the bodies of functions, each without its docstring.
func findBodies(k *lex.Skeleton) bool {
	p := &skeleton{Skeleton: k}
	within, first := -1, false // indentation of the definition; whether its first line is next
	start, end := 0, 0         // range of the text found
	for i := 0; i < len(k.Src); {
		indent, at := p.indentation(i)
		if at == len(k.Src) {
			break
		}
		switch k.Src[at] {
		case '#':
			i = k.LineComment(at)
			continue
		case '\n':
			i = at + 1
			continue
		}
		if within >= 0 && indent <= within {
			k.BodyEnds(start, end)
			within, start, end = -1, 0, 0
		}
		p.colon, p.block, p.code, p.raw = -1, 0, 0, true
		if i = p.readRest(at); i < 0 {
			return false
		}
		switch {
		case within < 0:
			if p.block > 0 && isFunction(k.Src[at:i]) {
				within, first = indent, true
			}
		case first && strings.IndexByte("\"'", strings.TrimLeft(k.Src[at:i], "rRuUbBfF")[0]) >= 0:
			first = false
		default:
			start = cmp.Or(start, at)
			first, end = false, at+len(strings.TrimRight(k.Src[at:p.code], " \t\r\\"))
		}
	}
	k.BodyEnds(start, end)
	return true
}

func isFunction(line string) bool {
	rest, async := strings.CutPrefix(line, "async")
	if async {
		rest = strings.TrimLeft(rest, " \t")
	}
	return strings.HasPrefix(rest, "def ") || strings.HasPrefix(rest, "def\t")
}
