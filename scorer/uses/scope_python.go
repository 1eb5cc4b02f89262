package uses

func (f *File) pythonBinds(k int) (bound, bool) {
	before, after := f.text(k-1), f.text(k+1)
	open := f.open(k)
	if f.text(open) == "(" && f.isWord(open-1) && f.text(open-2) == "def" {
		if !isOneOf(before, "(,*") {
			return nothing, false
		}
		if after == ":" {
			return typedAt(k + 2), true
		}
		return nothing, true
	}
	switch from, _ := f.loop(k); {
	case f.isLambda(k), f.isCaptured(k), before == "def" && !f.Names(k):
		return nothing, true
	case before == "as":
		return bound{-1, -1, k - 2, 0}, !f.inImport(k)
	case before == "for" && after == "in":
		return valueAt(k+2, 0), true
	case from >= 0:
		return nothing, true
	case after == ":=":
		return valueAt(k+2, 0), true
	case open >= 0:
		return nothing, false
	case f.startsLine(k) && after == "=":
		return valueAt(k+2, 0), true
	case f.startsLine(k) && after == ":":
		return typedAt(k + 2), true
	case (after == "," || before == ",") && !f.inImport(k):
		return nothing, f.inTuple(k)
	}
	return nothing, false
}

// longest limits the tokens of a loop's names or a lambda's parameters.
const longest = 60

// loop finds the for and the in around a name, or -1.
func (f *File) loop(k int) (from, to int) {
	part := func(q int) bool {
		switch f.text(q) {
		case ",", "(", ")", "[", "]", "*":
			return true
		}
		alone := func(by int) bool { return !f.isWord(by) || f.text(by) == "for" || f.text(by) == "in" }
		return f.isWord(q) && f.text(q) != "for" && f.text(q) != "in" && alone(q-1) && alone(q+1)
	}
	for from = k - 1; k-from < longest && part(from); from-- {
	}
	for to = k + 1; to-k < longest && part(to); to++ {
	}
	if f.text(from) == "for" && f.text(to) == "in" {
		return from, to
	}
	return -1, -1
}

// comprehends finds the later place where a comprehension binds a token's name.
func (f *File) comprehends(i int) (k, in int) {
	for open := f.open(i); open >= 0; open = f.open(open) {
		for q := i + 1; q < min(f.partner(open), i+farthestBinding/10); q++ {
			if f.text(q) == f.text(i) && f.isWord(q) && f.text(q-1) != "." {
				if from, to := f.loop(q); from > i && f.open(from) == open {
					return q, to
				}
			}
		}
	}
	return -1, -1
}

// isLambda reports whether a name is a parameter of a lambda.
func (f *File) isLambda(k int) bool {
	for q := k - 1; q >= 0 && k-q < longest && f.text(q) != ":"; q-- {
		if f.text(q) == "lambda" {
			after := f.text(k + 1)
			return f.open(q) == f.open(k) && (after == "," || after == ":" || after == "=")
		}
	}
	return false
}

// isCaptured reports whether a pattern after case binds a name.
func (f *File) isCaptured(k int) bool {
	if isOneOf(f.text(k+1), "(.=") || f.text(k-1) == "." {
		return false
	}
	first := k
	for f.open(first) >= 0 {
		first = f.open(first)
	}
	for first > 0 && !f.startsLine(first) && f.text(first) != "if" {
		if p := f.partner(first - 1); p >= 0 && p < first {
			first = p
		} else {
			first--
		}
	}
	return f.text(first) == "case" && first < k && f.text(first+1) != "=" && f.text(first+1) != "."
}

// inTuple reports whether a name is one of several before the = of an assignment.
func (f *File) inTuple(k int) bool {
	for ; k < len(f.Tokens) && (f.isWord(k) || f.text(k) == ","); k++ {
		if next := k + 1; next < len(f.Tokens) && f.LineOf(next) != f.LineOf(k) {
			return false
		}
	}
	return f.text(k) == "="
}
