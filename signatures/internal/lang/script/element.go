package script

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// stepElements is like step, for texts whose expressions may contain JSX elements.
func (k *skeleton) stepElements(i int) int {
	if k.Src[i] == '<' {
		if k.Elided == 0 || !k.startsElement(i) {
			return i + 1
		}
		if !k.elide(i, tagPart) {
			return -1
		}
		return k.inElements(i + 1)
	}
	return k.step(i)
}

// startsElement distinguishes an element at i from a comparison and from type parameters of an arrow function or
// its type.
func (k *skeleton) startsElement(i int) bool {
	const most = 1000 // bytes in which the end of such an element is searched
	rest := k.Src[i+1:]
	if !startsTag(rest) || !k.startsExpression(i) {
		return false
	}
	end := 0
	for end < len(rest) && (lex.InIdentifier(rest[end]) || strings.IndexByte(".-:", rest[end]) >= 0) {
		end++
	}
	name, rest := rest[:end], rest[end:]
	after := strings.TrimLeft(rest, " \t\r\n")
	switch {
	case after == "" || strings.IndexByte(",=", after[0]) >= 0 || strings.HasPrefix(after, "extends "):
		return false
	case strings.HasPrefix(rest, ">(") && name != "":
		return strings.Contains(rest[:min(len(rest), most)], "</"+name+">")
	}
	return name != "const" || after[0] == '>'
}

// inElements continues at i inside open elements, up to the next expression.
func (k *skeleton) inElements(i int) int {
	for i >= 0 {
		code := true
		switch k.top() {
		case tagPart:
			i, code = k.tag(i)
		case childrenPart:
			i, code = k.children(i)
		case textPart:
			i = k.template(i)
		}
		if code {
			break
		}
	}
	return i
}

// tag reads from i to the end of a tag, or to the next expression in it (code is true); -1 if there is neither.
func (k *skeleton) tag(i int) (end int, code bool) {
	depth := 0 // depth of type arguments
	for ; i >= 0 && i < len(k.Src); i++ {
		switch c := k.Src[i]; c {
		case '{':
			if depth == 0 {
				return k.hole(i), true
			}
		case '"', '\'':
			n := strings.IndexByte(k.Src[i+1:], c)
			if n < 0 {
				return -1, true
			}
			i += n + 1
		case '<':
			depth++
		case '/':
			switch rest := k.Src[i+1:]; {
			case strings.HasPrefix(rest, ">"):
				k.pop()
				return i + 2, false
			case strings.HasPrefix(rest, "/"), strings.HasPrefix(rest, "*"):
				if i = k.readSlash(i) - 1; i < 0 {
					return -1, true
				}
			}
		case '>':
			if depth > 0 && k.Src[i-1] == '=' {
				break
			}
			if depth--; depth < 0 {
				k.nest[len(k.nest)-1] = childrenPart
				return i + 1, false
			}
		}
	}
	return -1, true
}

// startsTag reports whether an element or a fragment may begin with the text after <.
func startsTag(rest string) bool { return rest != "" && (rest[0] == '>' || lex.InIdentifier(rest[0])) }

// children reads from i to the next expression or child element, or to the end of the element.
func (k *skeleton) children(i int) (end int, code bool) {
	n := strings.IndexAny(k.Src[i:], "{<")
	if n < 0 {
		return -1, true
	}
	i += n
	rest := k.Src[i+1:]
	switch {
	case k.Src[i] == '{':
		return k.hole(i), true
	case strings.HasPrefix(rest, "/"):
		n := strings.IndexByte(rest, '>')
		if n < 0 {
			return -1, true
		}
		k.pop()
		return i + n + 2, false
	}
	rest = strings.TrimLeft(rest, " \t\r\n")
	if !startsTag(rest) || !k.elide(i, tagPart) {
		return -1, true
	}
	return i + 1, false
}

// hole starts the expression in the brace at i.
func (k *skeleton) hole(i int) int {
	if !k.elide(i, holePart) {
		return -1
	}
	return i + 1
}

// pop ends the innermost part of an element.
func (k *skeleton) pop() {
	k.nest = k.nest[:len(k.nest)-1]
	k.Elided--
}
