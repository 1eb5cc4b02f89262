package signatures

import "strings"

// scriptState is what making the skeleton of a script keeps in mind.
type scriptState struct {
	// nest are the brackets that are open, the outermost first: those of which
	// the content is left out are scriptBody, scriptList, scriptText (a
	// template) and scriptHole (what a template inserts), the others are
	// scriptKept, scriptPattern and scriptPatternList.
	nest []byte
	// The last run of comments, with only white space between them.
	gapStart, gapEnd int
	// Where the outermost part that is left out starts, and what had been made.
	from, made, found int

	wasted int // bytes that were looked at for the end of what was no string
}

const (
	scriptBody        = '{'
	scriptList        = '['
	scriptText        = '`'
	scriptHole        = '$'
	scriptKept        = 'k'
	scriptPattern     = 'p'
	scriptPatternList = 'P'
)

// stepScript looks at what starts at i in TypeScript, JavaScript or JSX. JSX
// is not told apart from the rest: what is text there may look like a string,
// a comment or an expression, and rules for those that stand in odd places
// keep them from going wrong.
func stepScript(k *skeleton, i int) int {
	switch k.src[i] {
	case '{':
		return k.braceScript(i)
	case '[':
		return k.bracketScript(i)
	case '}', ']':
		return k.closeScript(i)
	case '`':
		if !k.elide(i, scriptText) {
			return -1
		}
		return k.template(i + 1)
	case '"', '\'':
		return k.stringScript(i)
	case '/':
		return k.slashScript(i)
	}
	return i + 1
}

// elide leaves out what follows the bracket at i; false if it is too deep.
func (k *skeleton) elide(i int, kind byte) bool {
	if k.elided == 0 {
		k.out = append(k.out, k.src[k.copied:i+1]...)
		k.copied = i + 1
		k.script.from, k.script.made, k.script.found = i, len(k.out)-1, len(k.imports)
	}
	k.elided++
	return k.push(kind)
}

func (k *skeleton) push(kind byte) bool {
	k.script.nest = append(k.script.nest, kind)
	return len(k.script.nest) <= maxNesting
}

// top is the innermost open bracket, 0 if there is none.
func (k *skeleton) top() byte {
	if n := len(k.script.nest); n > 0 {
		return k.script.nest[n-1]
	}
	return 0
}

func (k *skeleton) braceScript(i int) int {
	kind := byte(scriptBody)
	if k.elided == 0 {
		kind = k.braceKind(i)
	}
	if kind == scriptBody {
		if !k.elide(i, kind) {
			return -1
		}
		return i + 1
	}
	k.open++
	if !k.push(kind) {
		return -1
	}
	return i + 1
}

// braceKind tells what the brace at i holds: names that are imported, exported
// or declared and the statements of namespaces are kept.
func (k *skeleton) braceKind(i int) byte {
	if top := k.top(); top == scriptPattern || top == scriptPatternList {
		return scriptPattern
	}
	before := k.textBefore(i)
	word, rest := lastWord(before)
	previous, _ := lastWord(rest)
	kept := false
	switch word {
	case "const", "let", "var":
		return scriptPattern
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
		return scriptKept
	}
	return scriptBody
}

// opensNames tells whether a brace that does not follow a word starts the keys
// of module.exports, more names of an import, or a module with a quoted name.
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

// lastWord is the word that text ends with, and what is before it, both
// without white space around.
func lastWord(text string) (word, rest string) {
	text = strings.TrimRight(text, " \t\r\n")
	at := len(text)
	for at > 0 && inWordScript(text[at-1]) {
		at--
	}
	return text[at:], strings.TrimRight(text[:at], " \t\r\n")
}

func inWordScript(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// bracketScript leaves out the items of an array or a tuple. Other square
// brackets are an index, a part of a type or text, which need not be paired.
func (k *skeleton) bracketScript(i int) int {
	if k.elided > 0 {
		if k.top() == scriptList && !k.elide(i, scriptList) {
			return -1
		}
		return i + 1
	}
	top := k.top()
	before := k.textBefore(i)
	switch word, _ := lastWord(before); {
	case top == scriptPattern || top == scriptPatternList || word == "const" || word == "let" || word == "var":
		k.open++
		if !k.push(scriptPatternList) {
			return -1
		}
	case word == "default" || strings.HasSuffix(before, "=>"),
		word == "" && before != "" && strings.IndexByte("=(,:|&?", before[len(before)-1]) >= 0:
		if !k.elide(i, scriptList) {
			return -1
		}
	}
	return i + 1
}

// closeScript ends the innermost bracket at i.
func (k *skeleton) closeScript(i int) int {
	top := k.top()
	if k.src[i] == ']' {
		if top != scriptList && top != scriptPatternList {
			return i + 1
		}
	} else if top == 0 || top == scriptList || top == scriptPatternList {
		return -1
	}
	k.script.nest = k.script.nest[:len(k.script.nest)-1]
	switch top {
	case scriptBody, scriptList:
		k.leave(i)
	case scriptHole:
		k.elided--
		return k.template(i + 1)
	default:
		k.open--
	}
	return i + 1
}

// leave ends a part at i of which the content is left out, unless what follows
// shows that it is a pattern with names.
func (k *skeleton) leave(i int) {
	if k.elided--; k.elided > 0 {
		return
	}
	after := strings.TrimLeft(k.src[i+1:], " ")
	if strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==") && !strings.HasPrefix(after, "=>") {
		k.out, k.imports = k.out[:k.script.made], k.imports[:k.script.found]
		k.copied = k.script.from
		return
	}
	k.leaveOut(i)
}

// template reads the text of a template from i to its end or to the next
// expression in it.
func (k *skeleton) template(i int) int {
	for ; i < len(k.src); i++ {
		switch k.src[i] {
		case '\\':
			i++
		case '`':
			k.script.nest = k.script.nest[:len(k.script.nest)-1]
			k.leave(i)
			return i + 1
		case '$':
			if strings.HasPrefix(k.src[i:], "${") {
				if !k.elide(i, scriptHole) {
					return -1
				}
				return i + 2
			}
		}
	}
	return -1
}

// stringScript skips a string. A quote right after a word, a bracket or
// another thing that ends an expression is an apostrophe in JSX, and so is one
// that is not closed on its line, unless it starts the value of an attribute.
func (k *skeleton) stringScript(i int) int {
	if i > 0 {
		switch c := k.src[i-1]; {
		case inWordScript(c):
			if !beforeValue(k.wordAt(i - 1)) {
				return i + 1
			}
		case c == ')' || c == '}' || c == ']':
			return i + 1
		}
	}
	quote := k.src[i]
	attribute := i > 1 && k.src[i-1] == '=' && inWordScript(k.src[i-2])
	for j := i + 1; j < len(k.src); j++ {
		switch k.src[j] {
		case '\\':
			if strings.HasPrefix(k.src[j+1:], "\r\n") {
				j++
			}
			j++
		case quote:
			return j + 1
		case '\n':
			if !attribute {
				return k.waste(i, j)
			}
		}
	}
	return k.waste(i, len(k.src))
}

// waste goes on after i, from which the text was read up to end in vain; it
// gives up on a text with which this happens all the time.
func (k *skeleton) waste(i, end int) int {
	if k.script.wasted += end - i; k.script.wasted > 4*len(k.src)+4096 {
		return -1
	}
	return i + 1
}

// wordAt is the word that ends with the byte at i. Words are short: of a long
// one it is the end.
func (k *skeleton) wordAt(i int) string {
	const most = 16
	at := i + 1
	for at > 0 && i-at < most && inWordScript(k.src[at-1]) {
		at--
	}
	if at > 0 && k.src[at-1] == '.' {
		return "." // a property may have any name
	}
	return k.src[at : i+1]
}

// beforeValue tells whether a word is followed by a value, not an operator.
func beforeValue(word string) bool {
	switch word {
	case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "instanceof", "yield",
		"await", "from", "import", "export", "default", "as", "extends", "module", "get", "set", "static", "async":
		return true
	}
	return false
}

// before is the offset of the last byte before i that is no white space and in
// no comment, or -1.
func (k *skeleton) before(i int) int {
	for i > 0 {
		switch k.src[i-1] {
		case ' ', '\t', '\n', '\r':
			i--
			continue
		}
		if i != k.script.gapEnd || k.script.gapStart == i {
			return i - 1
		}
		i = k.script.gapStart
	}
	return -1
}

// textBefore is the end of what stands before i, without white space and
// comments after it.
func (k *skeleton) textBefore(i int) string {
	const most = 200
	end := k.before(i) + 1
	return k.src[max(0, end-most):end]
}

// slashScript reads a comment, a regular expression or an operator.
func (k *skeleton) slashScript(i int) int {
	rest := k.src[i+1:]
	switch {
	case strings.HasPrefix(rest, "/"):
		return k.gap(i, k.lineComment(i))
	case strings.HasPrefix(rest, "*"):
		n := strings.Index(rest[1:], "*/")
		if n < 0 {
			return -1
		}
		return k.gap(i, k.comment(i, i+n+4))
	case !k.expression(i):
		return i + 1
	}
	class := false
	for j := i + 1; j < len(k.src); j++ {
		switch c := k.src[j]; {
		case c == '\\':
			j++
		case c == '\n':
			return k.waste(i, j)
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return j + 1
		}
	}
	return k.waste(i, len(k.src))
}

// gap notes a comment for those who look back.
func (k *skeleton) gap(start, end int) int {
	if strings.TrimSpace(k.src[k.script.gapEnd:start]) != "" || k.script.gapEnd == 0 {
		k.script.gapStart = start
	}
	k.script.gapEnd = end
	return end
}

// expression tells whether an expression can start at i, where a slash would
// be an operator or a part of a tag otherwise.
func (k *skeleton) expression(i int) bool {
	at := k.before(i)
	if at < 0 {
		return true
	}
	switch c := k.src[at]; {
	case inWordScript(c):
		return beforeValue(k.wordAt(at))
	case strings.IndexByte(")]}\"'`.", c) >= 0:
		return false
	case c == '+' || c == '-':
		return at == 0 || k.src[at-1] != c
	case c == '<':
		return at < i-1
	case c == '>':
		return at > 0 && k.src[at-1] == '='
	}
	return true
}

// pickScript reads `require('x')` and `import('x')` in what is left out, and
// import statements elsewhere: most files have many, and they are plain.
func pickScript(k *skeleton, i int) int {
	if k.elided == 0 {
		return k.importStatement(i)
	}
	word, kind := "require", "require"
	if k.src[i] == 'i' {
		word, kind = "import", "dynamic"
	}
	end := i + len(word)
	if i > 0 && inWordScript(k.src[i-1]) {
		return i
	}
	if at := k.before(i); at >= 0 {
		if k.src[at] == '.' && !strings.HasSuffix(k.src[:at+1], "...") || k.wordAt(at) == "new" {
			return i
		}
	}
	rest, ok := strings.CutPrefix(trimScript(k.src[end:]), "(")
	if rest = trimScript(rest); !ok || rest == "" || rest[0] != '"' && rest[0] != '\'' {
		return i
	}
	n := skipString(rest, 0)
	if n <= 0 || n >= len(rest) {
		return i
	}
	after := trimScript(rest[n+1:])
	if more, ok := strings.CutPrefix(after, ","); ok {
		if after = trimScript(more); kind == "dynamic" {
			after = ")"
		}
	}
	if specifier := unquote(rest[:n+1]); specifier != "" && strings.HasPrefix(after, ")") {
		k.imports = append(k.imports, Import{Specifier: specifier, Kind: kind, Line: k.lineOf(i)})
	}
	return end
}

// trimScript is text without the white space and the comments it starts with.
func trimScript(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		n := -1
		switch {
		case strings.HasPrefix(text, "//"):
			n = strings.IndexByte(text, '\n')
		case strings.HasPrefix(text, "/*"):
			if n = strings.Index(text[2:], "*/"); n >= 0 {
				n += 4
			}
		}
		if n < 0 {
			return text
		}
		text = text[n:]
	}
}

// importStatement reads an import that stands alone on its lines and leaves it
// out; it leaves others to the parser.
func (k *skeleton) importStatement(i int) int {
	at := i
	for at > 0 && (k.src[at-1] == ' ' || k.src[at-1] == '\t') {
		at--
	}
	rest, ok := strings.CutPrefix(k.src[i:], "import")
	if !ok || at > 0 && k.src[at-1] != '\n' {
		return i
	}
	quote := strings.IndexAny(rest, "\"'=(:;./[<@\\`-+!#%&)>?^|~]")
	if quote < 0 {
		return k.waste(i, len(k.src))
	}
	n := quote
	if c := rest[quote]; (c == '"' || c == '\'') && importClause(rest[:quote]) {
		n = skipString(rest, quote)
	}
	if n == quote {
		return k.waste(i, i+quote)
	}
	end := i + len("import") + n + 1
	after := strings.TrimLeft(k.src[end:], " \t\r")
	if strings.HasPrefix(after, ";") {
		end = len(k.src) - len(after) + 1
		after = strings.TrimLeft(after[1:], " \t\r")
	}
	if after != "" && after[0] != '\n' && !strings.HasPrefix(after, "//") {
		return i
	}
	if specifier := unquote(rest[quote : n+1]); specifier != "" {
		k.imports = append(k.imports, Import{Specifier: specifier, Kind: "import", Line: k.lineOf(i)})
	}
	k.out = append(k.out, k.src[k.copied:i]...)
	k.copied = i
	k.leaveOut(end)
	return end
}

// importClause tells whether text between import and the module's name is one
// of the usual forms.
func importClause(text string) bool {
	word, rest := lastWord(text)
	if word != "from" {
		return word == "" && rest == ""
	}
	rest, list, braces := strings.Cut(rest, "{")
	if list, ok := strings.CutSuffix(list, "}"); braces && (!ok || strings.ContainsAny(list, "{}*")) {
		return false
	}
	rest, comma := strings.CutSuffix(strings.TrimSpace(rest), ",")
	if comma && !braces || strings.ContainsAny(rest, "{},") {
		return false
	}
	names := strings.Fields(rest)
	if len(names) > 0 && names[0] == "type" && (len(names) > 1 || braces && !comma) {
		names = names[1:]
	}
	switch len(names) {
	case 0:
		return braces && !comma
	case 1:
		return names[0] != "*" && braces == comma
	case 3:
		return names[0] == "*" && names[1] == "as" && !braces
	}
	return false
}
