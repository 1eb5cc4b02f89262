package script

import (
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

type skeleton struct {
	*lex.Skeleton
	// nest holds the open brackets, the outermost first. The contents of bodyPart, listPart, textPart (a template),
	// tagPart and childrenPart (of an element) and holePart (an expression in one of these) and innerPart are omitted;
	// those of keptPart, valuePart, patternPart and patternListPart stay.
	nest []byte
	// The last run of comments, with only white space between them.
	gapStart, gapEnd int
	// Start of the outermost omitted part, and the lengths of the output there.
	from, made, found int
	function, value   bool // it is a function's body, or a value whose length is all that an outline needs
	read              int  // end of the last statement read here, or 0
}

const (
	bodyPart        = '{'
	listPart        = '['
	textPart        = '`'
	tagPart         = '<'
	childrenPart    = '>'
	holePart        = '$'
	keptPart        = 'k'
	valuePart       = 'v' // an object
	innerPart       = 'o' // an object in an object
	patternPart     = 'p'
	patternListPart = 'P'
)

// begin reads a text without JSX.
func begin(k *lex.Skeleton) int {
	s := &skeleton{Skeleton: k}
	k.Look, k.Find = s.step, s.pick
	return 0
}

// beginElements reads a text that may contain JSX.
func beginElements(k *lex.Skeleton) int {
	s := &skeleton{Skeleton: k}
	k.Look, k.Find = s.stepElements, s.pick
	return 0
}

// step reads the token at i. Outside of bodies it does not recognize JSX: text there may look like a string, a
// comment or an expression, and the rules for tokens in unusual places keep them from being misread.
func (k *skeleton) step(i int) int {
	switch k.Src[i] {
	case '{':
		return k.brace(i)
	case '[':
		return k.bracket(i)
	case '}', ']':
		return k.closing(i)
	case '`':
		if !k.elide(i, textPart) {
			return -1
		}
		return k.template(i + 1)
	case '"', '\'':
		return k.skipString(i)
	case '/':
		return k.readSlash(i)
	}
	return i + 1
}

// elide omits the contents of the bracket at i; false if it is nested too deep.
func (k *skeleton) elide(i int, kind byte) bool {
	if k.Elided == 0 {
		k.function, k.value = kind == bodyPart, k.FindsBodies() && (kind == innerPart || kind == listPart)
		k.Out = append(k.Out, k.Src[k.Copied:i+1]...)
		k.Copied = i + 1
		k.from, k.made, k.found = i, len(k.Out)-1, len(k.Imports)
	}
	k.Elided++
	return k.push(kind)
}

func (k *skeleton) push(kind byte) bool {
	k.nest = append(k.nest, kind)
	return len(k.nest) <= outline.MaxNesting
}

// top returns the innermost open bracket, 0 if there is none.
func (k *skeleton) top() byte {
	if n := len(k.nest); n > 0 {
		return k.nest[n-1]
	}
	return 0
}

func (k *skeleton) brace(i int) int {
	kind := byte(bodyPart)
	if k.Elided == 0 {
		if kind = k.braceKind(i); kind == bodyPart && k.FindsBodies() && !k.opensFunction(i) {
			kind = k.valueKind(i)
		}
	}
	if kind == bodyPart || kind == innerPart {
		if !k.elide(i, kind) {
			return -1
		}
		return i + 1
	}
	k.Open++
	if !k.push(kind) {
		return -1
	}
	return i + 1
}

// valueKind classifies the brace at i, if it opens no function and only bodies of functions are wanted: an outline shows
// the keys of an object, but nothing of an object in it.
func (k *skeleton) valueKind(i int) byte {
	if k.top() == valuePart {
		return innerPart
	}
	before := k.textBefore(i)
	line := before[strings.LastIndexByte(before, '\n')+1:]
	if before == "" || strings.IndexByte("=(:,[", before[len(before)-1]) < 0 || lex.HasWord(line, "case", "default") {
		return keptPart
	}
	return valuePart
}

// braceKind classifies the brace at i. Names that are imported, exported or declared and the statements of
// namespaces stay.
func (k *skeleton) braceKind(i int) byte {
	if top := k.top(); top == patternPart || top == patternListPart {
		return patternPart
	}
	before := k.textBefore(i)
	word, rest := lastWord(before)
	previous, _ := lastWord(rest)
	kept := false
	switch word {
	case "const", "let", "var":
		return patternPart
	case "import", "export", "with", "assert":
		kept = true
	case "type":
		kept = previous == "import" || previous == "export"
	case "global":
		kept = previous == "declare"
	case "":
		kept = opensNames(before)
	default:
		for strings.HasSuffix(rest, ".") {
			_, rest = lastWord(rest[:len(rest)-1])
		}
		previous, _ = lastWord(rest)
		kept = previous == "namespace" || previous == "module"
	}
	if kept {
		return keptPart
	}
	return bodyPart
}

// opensNames reports whether a brace that does not follow a word opens the keys of module.exports, more names of an
// import, or a module with a quoted name.
func opensNames(before string) bool {
	if before == "" {
		return false
	}
	rest := strings.TrimRight(before[:len(before)-1], " \t\r\n")
	switch last := before[len(before)-1]; last {
	case '=':
		return strings.HasSuffix(rest, "module.exports")
	case ',':
		_, rest = lastWord(rest)
		word, rest := lastWord(rest)
		if word == "type" {
			word, _ = lastWord(rest)
		}
		return word == "import"
	case '"', '\'':
		if at := strings.LastIndexByte(rest, last); at >= 0 {
			word, _ := lastWord(rest[:at])
			return word == "module"
		}
	}
	return false
}

// lastWord returns the last word of text and the text before it, both trimmed.
func lastWord(text string) (word, rest string) {
	text = strings.TrimRight(text, " \t\r\n")
	at := len(text)
	for at > 0 && lex.InIdentifier(text[at-1]) {
		at--
	}
	return text[at:], strings.TrimRight(text[:at], " \t\r\n")
}

// bracket omits the items of an array or a tuple. Other square brackets are an index, a part of a type, or text
// that need not be paired.
func (k *skeleton) bracket(i int) int {
	if k.Elided > 0 {
		if k.top() == listPart && !k.elide(i, listPart) {
			return -1
		}
		return i + 1
	}
	top := k.top()
	before := k.textBefore(i)
	switch word, _ := lastWord(before); {
	case top == patternPart || top == patternListPart || declares(word):
		k.Open++
		if !k.push(patternListPart) {
			return -1
		}
	case word == "default" || strings.HasSuffix(before, "=>"),
		word == "" && before != "" && strings.IndexByte("=(,:|&?", before[len(before)-1]) >= 0:
		if !k.elide(i, listPart) {
			return -1
		}
	}
	return i + 1
}

// closing ends the innermost bracket at i.
func (k *skeleton) closing(i int) int {
	top := k.top()
	if k.Src[i] == ']' {
		if top != listPart && top != patternListPart {
			return i + 1
		}
	} else if top == 0 || top == listPart || top == patternListPart {
		return -1
	}
	k.nest = k.nest[:len(k.nest)-1]
	switch top {
	case bodyPart, listPart, innerPart:
		k.leave(i)
	case holePart:
		k.Elided--
		return k.inElements(i + 1)
	default:
		k.Open--
	}
	return i + 1
}

// leave ends an omitted part at i, unless the text after it shows that it is a pattern with names.
func (k *skeleton) leave(i int) {
	if k.Elided--; k.Elided > 0 {
		return
	}
	after := strings.TrimLeft(k.Src[i+1:], " ")
	if strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==") && !strings.HasPrefix(after, "=>") {
		k.Out, k.Imports = k.Out[:k.made], k.Imports[:k.found]
		k.Copied = k.from
		return
	}
	isPlain := k.gapEnd <= k.from && !strings.HasPrefix(after, ":") && !strings.HasPrefix(after, "(") // no comment, no key
	if k.function || k.value && isPlain {
		k.BodyEnds(k.from+1, i)
	}
	k.LeaveOut(i)
}

// template reads the text of a template from i to its end or to the next expression in it.
func (k *skeleton) template(i int) int {
	for ; i < len(k.Src); i++ {
		switch k.Src[i] {
		case '\\':
			i++
		case '`':
			k.nest = k.nest[:len(k.nest)-1]
			k.leave(i)
			return i + 1
		case '$':
			if strings.HasPrefix(k.Src[i:], "${") {
				if !k.elide(i, holePart) {
					return -1
				}
				return i + 2
			}
		}
	}
	return -1
}
