package uses

func (f *File) rustBinds(k int) (bound, bool) {
	before, after := f.text(k-1), f.text(k+1)
	if f.inImport(k) {
		return bound{none, none, none, 0}, false
	}
	switch {
	case before == "let", before == "mut" && f.text(k-2) == "let":
		switch after {
		case ":":
			return bound{k + 2, -1, -1, 0}, true
		case "=":
			return bound{-1, k + 2, -1, 0}, true
		}
		return bound{none, none, none, 0}, true
	case before == "for" && after == "in":
		return bound{-1, k + 2, -1, 0}, true
	case (before == "|" || before == "mut" && f.text(k-2) == "|") && (after == "|" || after == "," || after == ":"):
		if after == ":" {
			return bound{k + 2, -1, -1, 0}, true
		}
		return bound{none, none, none, 0}, true
	}
	open := f.open(k)
	if open < 0 || f.text(open) != "(" {
		return bound{none, none, none, 0}, false
	}
	if after == ":" && (before == "(" || before == "," || before == "mut") && (f.isWord(open-1) && f.text(open-2) == "fn" || f.text(open-1) == ">") {
		return bound{k + 2, -1, -1, 0}, true
	}
	if end := f.partner(open); end > 0 && (after == ")" || after == ",") && f.isPattern(open) {
		if f.text(end+1) == "=" && f.text(open-2) == "let" {
			return bound{-1, end + 2, -1, 0}, true
		}
		return bound{none, none, none, 0}, f.text(end+1) == "=>"
	}
	return bound{none, none, none, 0}, false
}

// typedBinds reads `T x` and `x: T`.
func (f *File) typedBinds(k int) (bound, bool) {
	if _, declared := f.declared[k]; declared {
		return bound{none, none, none, 0}, false
	}
	before, after := f.text(k-1), f.text(k+1)
	if f.text(k)[0] == '$' && after == "=" && f.language == "PHP" {
		return bound{-1, k + 2, -1, 0}, true
	}
	switch after {
	case "=", ";", ",", ")", ":", "{", "[", "(", "in":
	default:
		return bound{none, none, none, 0}, false
	}
	switch before {
	case "val", "var", "let", "auto", "final":
		if after == ":" {
			return bound{k + 2, -1, -1, 0}, true
		}
		if after == "=" {
			return bound{-1, k + 2, -1, 0}, true
		}
		return bound{none, none, none, 0}, true
	case "return", "new", "else", "case", "throw", "delete", "goto", "in", "is", "as", "import", "package", "using", "namespace",
		"class", "struct", "enum", "operator", "not", "and", "or", "await", "yield", "echo", "print", "typename", "instanceof", "fun",
		"def", "func", "fn", "function", "extends", "implements", "throws", "permits", "use":
		return bound{none, none, none, 0}, false
	case "(", ",":
		if after == ":" && f.open(k) >= 0 { // Kotlin, Scala, Swift
			return bound{k + 2, -1, -1, 0}, true
		}
		return bound{none, none, none, 0}, false
	case "*", "&", ">", "]", "?":
		if after == "(" || f.LineOf(k) != f.LineOf(k-1) {
			return bound{none, none, none, 0}, false
		}
		p := k - 1
		for p > 0 && !f.isWord(p) && f.text(p) != ">" && f.text(p) != "(" && f.text(p) != "," && f.text(p) != "=" {
			p--
		}
		if before != ">" && !f.isWord(p) || !f.declares(p) {
			return bound{none, none, none, 0}, false
		}
		return bound{-1, -1, p, -1}, true
	}
	if f.isWord(k-1) && f.LineOf(k-1) == f.LineOf(k) && before[0] != '_' {
		return bound{-1, -1, k - 1, -1}, true
	}
	return bound{none, none, none, 0}, false
}

// declares tells whether a word that a star follows is a type rather than a factor: it
// begins a statement or a parameter.
func (f *File) declares(p int) bool {
	for f.text(p-1) == "::" || f.text(p-1) == "." {
		p -= 2
	}
	switch before := f.text(p - 1); before {
	case "", "(", ",", "{", "}", ";", "const", "static", "struct", "extern", "unsigned", "final", "for":
		return true
	}
	return f.text(p) == ">"
}
