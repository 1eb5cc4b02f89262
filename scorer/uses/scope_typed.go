package uses

import "ctxpack/internal/text/kinds"

func (f *File) rustBinds(k int) (bound, bool) {
	before, after := f.text(k-1), f.text(k+1)
	first := before
	if before == "mut" {
		first = f.text(k - 2)
	}
	isLoop, isParameter := before == "for" && after == "in", first == "|" && isOneOf(after, "|,:")
	if first == "let" || isLoop || isParameter {
		return f.given(k), true
	}
	open := f.open(k)
	if open < 0 || f.text(open) != "(" {
		return nothing, false
	}
	inSignature := f.isWord(open-1) && f.text(open-2) == "fn" || f.text(open-1) == ">"
	if begins := isOneOf(before, "(,") || before == "mut"; begins && after == ":" && inSignature {
		return typedAt(k + 2), true
	}
	if end := f.partner(open); end > 0 && isOneOf(after, "),") && f.isPattern(open) {
		if f.text(end+1) == "=" && f.text(open-2) == "let" {
			return valueAt(end+2, 0), true
		}
		return nothing, f.text(end+1) == "=>"
	}
	return nothing, false
}

// typedBinds reads `T x` and `x: T`.
func (f *File) typedBinds(k int) (bound, bool) {
	before, after := f.text(k-1), f.text(k+1)
	if f.Names(k) {
		return nothing, false
	}
	if f.text(k)[0] == '$' && after == "=" && f.language == "PHP" {
		return valueAt(k+2, 0), true
	}
	switch after {
	case "=", ";", ",", ")", ":", "{", "[", "(", "in":
	default:
		return nothing, false
	}
	if kinds.Is(before, "untyped") {
		return nothing, false
	}
	switch before {
	case "val", "var", "let", "auto", "final":
		return f.given(k), true
	case "(", ",":
		if after == ":" && f.open(k) >= 0 { // Kotlin, Scala, Swift
			return typedAt(k + 2), true
		}
		return nothing, false
	case "*", "&", ">", "]", "?":
		if after == "(" || f.LineOf(k) != f.LineOf(k-1) {
			return nothing, false
		}
		p := k - 1
		for p > 0 && !f.isWord(p) && !isOneOf(f.text(p), ">(,=") {
			p--
		}
		if before != ">" && !f.isWord(p) || !f.declares(p) {
			return nothing, false
		}
		return bound{-1, -1, p, -1}, true
	}
	if f.isWord(k-1) && f.LineOf(k-1) == f.LineOf(k) && before[0] != '_' {
		return bound{-1, -1, k - 1, -1}, true
	}
	return nothing, false
}

// declares reports whether a word before a star is a type rather than a factor: it begins a statement or a parameter.
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
