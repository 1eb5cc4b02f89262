package signatures

import "strings"

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
