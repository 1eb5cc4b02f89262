package script

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// pick reads `require('x')` and `import('x')` in omitted text, and plain import statements elsewhere, which most
// files have in numbers.
func (k *skeleton) pick(i int) int {
	word, kind := "require", "require"
	if k.Src[i] == 'i' {
		word, kind = "import", "dynamic"
	}
	switch {
	case k.Elided > 0:
	case kind == "require":
		return k.requireStatement(i)
	default:
		return k.importStatement(i)
	}
	if i > 0 && lex.InIdentifier(k.Src[i-1]) {
		return i
	}
	if at := k.before(i); at >= 0 {
		if k.Src[at] == '.' && !strings.HasSuffix(k.Src[:at+1], "...") || k.wordAt(at) == "new" {
			return i
		}
	}
	end := i + len(word)
	specifier, after := argument(k.Src[end:])
	if more, ok := strings.CutPrefix(after, ","); ok {
		if after = trim(more); kind == "dynamic" {
			after = ")"
		}
	}
	if specifier != "" && strings.HasPrefix(after, ")") {
		k.Imports = append(k.Imports, lex.Import{Specifier: specifier, Kind: kind, Line: k.LineOf(i)})
	}
	return end
}

// argument reads a call's bracket and a string as its first argument, and returns the text after it.
func argument(text string) (value, after string) {
	rest, ok := strings.CutPrefix(trim(text), "(")
	if rest = trim(rest); !ok || rest == "" || strings.IndexByte(`"'`, rest[0]) < 0 {
		return "", text
	}
	n := lex.SkipString(rest, 0)
	if n == 0 {
		return "", text
	}
	return lex.Unquote(rest[:min(n+1, len(rest))]), trim(rest[min(n+1, len(rest)):])
}

// trim removes leading white space and comments.
func trim(text string) string {
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

// importStatement reads and omits an import that is alone on its lines; it leaves others to the parser.
func (k *skeleton) importStatement(i int) int {
	at := i
	for at > 0 && (k.Src[at-1] == ' ' || k.Src[at-1] == '\t') {
		at--
	}
	rest, ok := strings.CutPrefix(k.Src[i:], "import")
	if startsLine := at == 0 || k.Src[at-1] == '\n'; !ok || !startsLine || !k.startsStatement(i) {
		return i
	}
	quote := strings.IndexAny(rest, "\"'=(:;./[<@\\`-+!#%&)>?^|~]")
	if quote < 0 {
		return k.Waste(i, len(k.Src))
	}
	n := quote
	if c := rest[quote]; (c == '"' || c == '\'') && importClause(rest[:quote]) {
		n = lex.SkipString(rest, quote)
	}
	if n == quote {
		return k.Waste(i, i+quote)
	}
	end := i + len("import") + n + 1
	after := strings.TrimLeft(k.Src[end:], " \t\r")
	if strings.HasPrefix(after, ";") {
		end = len(k.Src) - len(after) + 1
		after = strings.TrimLeft(after[1:], " \t\r")
	}
	if after != "" && after[0] != '\n' && !strings.HasPrefix(after, "//") {
		return i
	}
	if specifier := lex.Unquote(rest[quote : n+1]); specifier != "" {
		k.Imports = append(k.Imports, lex.Import{Specifier: specifier, Kind: "import", Line: k.LineOf(i)})
	}
	return k.leaveStatement(i, end)
}

// importClause reports whether the text between import and the module's name has one of the usual forms.
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
	if isModifier := len(names) > 0 && names[0] == "type" && (len(names) > 1 || braces && !comma); isModifier {
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

// requireStatement reads and omits `const x = require('y')` alone on its line; it leaves others to the parser.
func (k *skeleton) requireStatement(i int) int {
	const most = 200
	from := max(0, i-most)
	line := k.Src[from:i]
	n := strings.LastIndexByte(line, '\n')
	line = line[n+1:]
	if isCut := n < 0 && from > 0 || i-len(line) < k.Copied; isCut || len(k.nest) > 0 || !bindsNames(line) {
		return i
	}
	if !k.startsStatement(i - len(line)) {
		return i
	}
	specifier, after := argument(k.Src[i+len("require"):])
	after, ok := strings.CutPrefix(after, ")")
	if !ok || specifier == "" {
		return i
	}
	after, ended := strings.CutPrefix(strings.TrimLeft(after, " \t\r"), ";")
	end := len(k.Src) - len(after)
	if text := k.Src[i:end]; strings.Contains(text, "*/") || strings.Contains(text, "\n") {
		return i // a comment that the parser must see
	}
	next := strings.TrimLeft(after, " \t\r")
	if next != "" && next[0] != '\n' && !strings.HasPrefix(next, "//") {
		return i
	}
	// Without a semicolon the statement may continue.
	if next = strings.TrimLeft(next, " \t\r\n"); !ended && next != "" && !lex.InIdentifier(next[0]) {
		return i
	}
	k.Imports = append(k.Imports, lex.Import{Specifier: specifier, Kind: "require", Line: k.LineOf(i)})
	return k.leaveStatement(i-len(line), end)
}

// leaveStatement omits a statement that was read here.
func (k *skeleton) leaveStatement(start, end int) int {
	k.Out = append(k.Out, k.Src[k.Copied:start]...)
	k.Copied, k.read = start, end
	k.LeaveOut(end)
	k.Statement(start, end)
	return end
}

// startsStatement reports whether a semicolon in place of the statement at i could not end one before it: that would be
// longer.
func (k *skeleton) startsStatement(i int) bool {
	at := k.before(i) + 1
	isFirst := at == 0 || at == k.read
	return isFirst || k.Src[at-1] == ';' || !k.FindsBodies()
}

// declares reports whether a word starts the declaration of a variable.
func declares(word string) bool { return word == "const" || word == "let" || word == "var" }

// bindsNames reports whether text is a declaration up to its value.
func bindsNames(text string) bool {
	rest, ok := strings.CutSuffix(strings.TrimRight(text, " \t"), "=")
	word, names, spaced := strings.Cut(strings.TrimLeft(rest, " \t"), " ")
	if !ok || !spaced || !declares(word) {
		return false
	}
	names = strings.TrimSpace(names)
	if list, ok := strings.CutPrefix(names, "{"); ok {
		if names, ok = strings.CutSuffix(list, "}"); !ok {
			return false
		}
		names = strings.NewReplacer(",", "", ":", "", " ", "").Replace(names)
	}
	return strings.IndexFunc(names, func(r rune) bool { return r < 0x80 && !lex.InIdentifier(byte(r)) }) < 0
}
