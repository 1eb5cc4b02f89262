package uses

import "slices"

// bound is a place that binds a name in a file: a parameter, a variable.
type bound struct {
	typ  int // first token of its type, or -1
	expr int // first token of the expression assigned to it, or -1
	last int // last token of that expression, if known, or -1
	nth  int // which of several results
}

const none = -1

// nothing is a binding of unknown type. Read-only.
var nothing = bound{none, none, none, 0}

func typedAt(k int) bound      { return bound{k, none, none, 0} }
func valueAt(k, nth int) bound { return bound{none, k, none, nth} }

// farthestBinding is the largest distance, in tokens, between a binding and its use.
const farthestBinding = 20_000

// local finds the nearest earlier binding of a token's name; ok is false if no function or block
// binds it. File-level constants do not count.
func (f *File) local(i int) (b bound, k int, ok bool) {
	found := memo(f.locals, i, func() (l local) {
		l.bound, l.at, l.ok = f.findLocal(i)
		return l
	})
	return found.bound, found.at, found.ok
}

// local is a result of File.local.
type local struct {
	bound
	at int
	ok bool
}

func (f *File) findLocal(i int) (b bound, k int, ok bool) {
	name := f.text(i)
	if f.family == python {
		if k, in := f.comprehends(i); in > 0 {
			return bound{none, in + 1, none, 0}, k, true
		}
	}
	for k := i - 1; k >= max(0, i-farthestBinding); k-- {
		if f.Tokens[k].Kind != Word || f.Tokens[k].Text != name {
			continue
		}
		if b, ok := f.binds(k); ok && f.inScope(k, i) {
			return b, k, true
		}
	}
	return nothing, -1, false
}

// inScope reports whether a binding at k is visible at i, after it.
func (f *File) inScope(k, i int) bool {
	if f.family == python || f.family == other {
		if for_, _ := f.loop(k); for_ >= 0 && f.open(for_) >= 0 {
			return i < f.partner(f.open(for_))
		}
		if f.isLambda(k) {
			return f.open(i) == f.open(k) && f.LineOf(i) == f.LineOf(k) || f.open(k) >= 0 && i < f.partner(f.open(k))
		}
		inner := f.Enclosing(f.LineOf(k), func(y Declaration) bool { return IsFunction(y) || IsType(y) })
		if inner >= 0 && IsType(f.Declarations[inner]) { // visible only in the class body
			return inner == f.Enclosing(f.LineOf(i), func(y Declaration) bool { return IsFunction(y) || IsType(y) })
		}
		return inner < 0 || f.Declarations[inner].Start <= f.LineOf(i) && f.LineOf(i) <= f.Declarations[inner].End
	}
	for open := f.open(k); ; open = f.open(open) {
		if open < 0 {
			return true
		}
		end := f.partner(open)
		if i < end {
			return true
		}
		if end < 0 || f.text(open) == "{" && !f.isPattern(open) {
			return false
		}
		if f.text(open) == "(" && !f.isPattern(open) {
			return f.bodyHolds(end, i)
		}
	}
}

// isPattern reports whether brackets contain a destructuring pattern: const { a } = b.
func (f *File) isPattern(open int) bool {
	end := f.partner(open)
	if end < 0 {
		return false
	}
	after := f.text(end + 1)
	switch f.text(open) {
	case "{", "[":
		return f.family == script && (after == "=" || f.open(open) >= 0 && (after == ")" || after == "," || after == ":"))
	case "(":
		return f.family == rust && f.isWord(open-1) && (after == "=" || after == "=>" || after == "|" || after == ")")
	}
	return false
}

// bodyHolds reports whether the block after a closing parenthesis contains a token.
func (f *File) bodyHolds(end, i int) bool {
	const far = 60
	open := f.open(end)
	for q := end + 1; q < min(len(f.Tokens), end+far); q++ {
		if f.open(q) != open {
			return false
		}
		switch f.text(q) {
		case "{":
			return q < i && i < f.partner(q)
		case "=>":
			if f.text(q+1) == "{" {
				return q < i && i < f.partner(q+1)
			}
			return open < 0 && f.LineOf(i) == f.LineOf(q) || open >= 0 && i < f.partner(open)
		case "=":
			if d := f.Enclosing(f.LineOf(end), IsFunction); f.family == typed && d >= 0 {
				return f.LineOf(i) <= f.Declarations[d].End // a function expression
			}
		case ";", "}":
			return false
		case "(", "[":
			q = f.past(q) - 1
		}
	}
	return false
}

// binds reports whether a token binds its name, and to what.
func (f *File) binds(k int) (bound, bool) {
	if f.Names(k) && f.open(k) < 0 || f.inImport(k) {
		return nothing, false
	}
	if before := f.text(k - 1); before == "." || before == "?." || before == "::" {
		return nothing, false
	}
	switch f.family {
	case goish:
		return f.goBinds(k)
	case python:
		return f.pythonBinds(k)
	case script:
		return f.scriptBinds(k)
	case rust:
		return f.rustBinds(k)
	case typed:
		return f.typedBinds(k)
	}
	return nothing, false
}

func (f *File) goBinds(k int) (bound, bool) {
	before, after := f.text(k-1), f.text(k+1)
	if before == "var" || before == "const" {
		if after == "=" {
			return valueAt(k+2, 0), true
		}
		return typedAt(k + 1), true
	}
	q := k + 1
	for f.text(q) == "," && f.isWord(q+1) {
		q += 2
	}
	if f.text(q) == ":=" {
		nth := 0
		for p := k; f.text(p-1) == "," && f.isWord(p-2) && f.Tokens[p-2].Line == f.Tokens[k].Line; p -= 2 {
			nth++
		}
		if f.text(q+1) == "range" {
			return valueAt(q+2, 0), nth <= 1
		}
		return valueAt(q+1, nth), true
	}
	next := f.text(q)
	return typedAt(q), (before == "(" || before == ",") && next != ")" && next != "," && next != "." && f.open(k) >= 0 && f.isGoHeader(f.open(k))
}

func (f *File) isGoHeader(open int) bool {
	if f.text(open) != "(" {
		return false
	}
	before := f.text(open - 1)
	if before == "func" {
		return true
	}
	p := open - 1
	if before == "]" { // type parameters
		p = f.partner(open-1) - 1
	}
	if before == ")" { // named results
		p = f.partner(open - 1)
		return p > 0 && f.isGoHeader(p)
	}
	return f.isWord(p) && (f.text(p-1) == "func" || f.text(p-1) == ")" && f.partner(p-1) > 0 && f.text(f.partner(p-1)-1) == "func")
}

// inImport reports whether a token is in an import statement.
func (f *File) inImport(k int) bool {
	return slices.ContainsFunc(f.imports, func(b binding) bool { return b.from <= k && k <= b.to })
}

func (f *File) scriptBinds(k int) (bound, bool) {
	before, after, open := f.text(k-1), f.text(k+1), f.open(k)
	switch before {
	case "const", "let", "var", "using":
		return f.given(k), true
	case "function", "class":
		return nothing, !f.Names(k)
	}
	switch {
	case after == "=>":
		return nothing, !f.isResult(k)
	case open < 0:
		return nothing, false
	case isOneOf(f.text(open), "{[") && !isOneOf(after, ":.(") && f.isPattern(open):
		root := open
		for f.open(root) >= 0 && f.text(f.open(root)) != "(" && f.isPattern(f.open(root)) {
			root = f.open(root)
		}
		switch f.text(root - 1) {
		case "const", "let", "var":
			return nothing, true
		}
		outer := f.open(root)
		return nothing, outer >= 0 && f.text(outer) == "(" && f.isScriptHeader(outer)
	case f.text(open) != "(" || !f.isScriptHeader(open):
		return nothing, false
	}
	switch before {
	case "(", ",", "...", "public", "private", "protected", "readonly":
		b := f.given(k)
		return b, b != nothing || after == "," || after == ")"
	}
	return nothing, false
}

// given returns what follows a bound name: its type or its value.
func (f *File) given(k int) bound {
	switch f.text(k + 1) {
	case ":":
		return typedAt(k + 2)
	case "=", "of", "in":
		return valueAt(k+2, 0)
	case "?":
		if f.text(k+2) == ":" {
			return typedAt(k + 3)
		}
	}
	return nothing
}

// isResult reports whether the name before an arrow is the function's result type and not its parameter.
func (f *File) isResult(k int) bool {
	if f.text(k-1) != ":" || f.text(k-2) != ")" {
		return f.text(k-1) == "."
	}
	open := f.partner(k - 2)
	before := f.text(open - 1)
	return before != "?" && (!f.isWord(open-1) || before == "async" || before == "return" || before == "default")
}

// isScriptHeader reports whether a parenthesis begins the parameters of a function.
func (f *File) isScriptHeader(open int) bool {
	end := f.partner(open)
	if end < 0 {
		return false
	}
	before := f.text(open - 1)
	switch before {
	case "if", "while", "switch", "for", "with":
		return false
	case "function", "catch":
		return true
	}
	if f.text(open-2) == "function" || f.Names(open-1) {
		return true
	}
	after := f.text(end + 1)
	if after == "=>" || after == "{" && f.isWord(open-1) {
		return true
	}
	if after == ":" {
		const far = 40
		for q := end + 2; q < min(len(f.Tokens), end+far) && f.open(q) == f.open(open); q++ {
			switch f.text(q) {
			case "=>":
				return true
			case ";", ",", "?":
				return false
			case "{":
				return before == ">" || f.text(open-2) == "function" || f.isWord(open-1) && f.startsLine(open-1)
			case "(", "[":
				q = f.past(q) - 1
			}
		}
	}
	return false
}
