package uses

// chainEnd returns the end of the calls, members and elements after an operand.
func (f *File) chainEnd(end int) int {
	for end+1 < len(f.Tokens) {
		next := f.text(end + 1)
		sameLine := f.LineOf(end+1) == f.LineOf(end)
		unwraps := next == "!" && f.family == script || next == "?" && f.family == rust
		switch {
		case next == "." && f.text(end+2) == "(":
			end = f.past(end+2) - 1
		case isAccess(next) && f.isWord(end+2):
			end += 2
		case (next == "(" || next == "[") && sameLine:
			end = f.past(end+1) - 1
		case next == "{" && sameLine && f.opensLiteral(end+1):
			end = f.past(end+1) - 1
		case unwraps && sameLine:
			end++
		case next == "<" && f.family == script && f.text(end+1) == "<":
			close := f.angleEnd(end + 1)
			if close < 0 || f.text(close+1) != "(" {
				return end
			}
			end = f.past(close+1) - 1
		default:
			return end
		}
	}
	return end
}

// opensLiteral reports whether a brace after a word begins a value of the type that the word names.
func (f *File) opensLiteral(brace int) bool {
	switch f.family {
	case goish:
		return f.isWord(brace-1) && !f.inHead(brace)
	case rust:
		return isUpper(f.text(brace - 1))
	}
	return false
}

func isUpper(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// isAccess reports whether a token stands between a value, type or module and its member.
func isAccess(text string) bool { return text == "." || text == "?." || text == "::" || text == "->" }

// angleEnd returns the > that closes the < at i, or -1 if that is a comparison.
func (f *File) angleEnd(i int) int {
	const far = 40
	level := 0
	for k := i; k < min(len(f.Tokens), i+far); k++ {
		switch f.text(k) {
		case "<":
			level++
		case ">":
			if level--; level == 0 {
				return k
			}
		case ";", ")", "&&", "||":
			return -1
		}
	}
	return -1
}

// angleStart returns the < that the > at a token closes.
func (f *File) angleStart(i int) int {
	for level := 0; i > 0; i-- {
		switch f.text(i) {
		case ">":
			level++
		case "<":
			level--
		}
		if level == 0 {
			break
		}
	}
	return i
}

// inHead reports whether a brace begins the block of a Go if, for or switch.
func (f *File) inHead(brace int) bool {
	for k := brace - 1; k >= 0 && f.LineOf(k) == f.LineOf(brace); k-- {
		if f.open(k) != f.open(brace) {
			continue
		}
		switch f.text(k) {
		case "if", "for", "switch":
			return true
		}
	}
	return false
}

// part is one step of a member chain such as a.b(c).d.
type part struct {
	at     int // token of its name
	called bool
}

// chain splits the expression that ends at a token into parts. base is the token before the first
// part, or -1 if the rest of the expression cannot be read.
func (f *File) chain(end int) (parts []part, ok bool) {
	endsLiteral := f.family != script && f.family != python // a closing brace
	for i := end; i >= 0; {
		p := part{}
		for isOneOf(f.text(i), ")]!?") || endsLiteral && f.text(i) == "}" {
			if f.text(i) == "!" || f.text(i) == "?" {
				i--
				continue
			}
			open := f.partner(i)
			if open < 0 {
				return nil, false
			}
			if f.text(i) == ")" {
				p.called = true
			}
			i = open - 1
			if f.text(i) == ">" { // type arguments
				i = f.angleStart(i) - 1
				if f.text(i) == "::" {
					i--
				}
			}
		}
		if !f.isWord(i) {
			return parts, false
		}
		p.at = i
		parts = append([]part{p}, parts...)
		if !isAccess(f.text(i - 1)) {
			return parts, true
		}
		i -= 2
	}
	return parts, false
}
