package tokens

// A splitter returns the end of the piece that starts at s[i:]. The text is valid UTF-8 and i < len(s). Every code
// point belongs to some piece, so the pieces follow each other without a gap. The time of all calls over one text is
// linear in its length.
type splitter func(s string, i int) int

// The patterns of the encodings, as tiktoken publishes them. A splitter does by hand what a backtracking matcher
// finds: the first alternative that matches, each repetition as long as possible.
//
// cl100k_base:
//
//	(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
//
// o200k_base:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|
//	\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+

// splitCL100k is the splitter of cl100k_base.
func splitCL100k(s string, i int) int {
	first, size := classAt(s, i)
	switch {
	case first.isLetter():
		return letters(s, i+size)
	case first == classNumber:
		return threeNumbers(s, i)
	}
	if s[i] == '\'' {
		if end := contraction(s, i); end > i {
			return end
		}
	}
	if next := i + size; first != classNewline && next < len(s) {
		if second, more := classAt(s, next); second.isLetter() {
			return letters(s, next+more)
		} else if s[i] == ' ' && second.isSymbol() {
			return newlines(s, symbols(s, next+more))
		}
	}
	if first.isSymbol() {
		return newlines(s, symbols(s, i+size))
	}
	return blank(s, i)
}

// splitO200k is the splitter of o200k_base.
func splitO200k(s string, i int) int {
	first, size := classAt(s, i)
	switch {
	case first.isLetter():
		end, _ := word(s, i)
		return end
	case first == classNumber:
		return threeNumbers(s, i)
	}
	next := i + size
	if first != classNewline && next < len(s) {
		second, more := classAt(s, next)
		if second.isLetter() || second == classMark {
			end, lower := word(s, next)
			if lower {
				return end
			}
			if first == classMark {
				// A mark alone satisfies the first alternative, which precedes the second one with the mark as
				// prefix.
				return ending(s, next)
			}
			return end
		}
		if s[i] == ' ' && second.isSymbol() {
			return newlinesAndSlashes(s, symbols(s, next+more))
		}
	}
	switch {
	case first == classMark:
		return ending(s, next)
	case first == classOther:
		return newlinesAndSlashes(s, symbols(s, next))
	}
	return blank(s, i)
}

// word matches the first two alternatives of o200k_base without their prefix at s[i:], which is a letter or a mark.
// lower is set for the first one, which requires a character that is not upper case.
func word(s string, i int) (end int, lower bool) {
	n := len(s)
	// neutral is the end of the last character in both bracket expressions: the matcher backtracks to it if no
	// lower case letter follows.
	neutral := -1
	for i < n {
		c, size := classAt(s, i)
		if c == classLetter || c == classMark {
			neutral = i + size
		} else if c != classUpper {
			if c == classLower {
				return ending(s, lowers(s, i+size)), true
			}
			break
		}
		i += size
	}
	if neutral >= 0 {
		return ending(s, neutral), true
	}
	return ending(s, i), false
}

// lowers returns the end of the run [\p{Ll}\p{Lm}\p{Lo}\p{M}]* at s[i:].
func lowers(s string, i int) int {
	for i < len(s) {
		if c := s[i]; c-'a' < 26 {
			i++
			continue
		}
		c, size := classAt(s, i)
		if c < classLower || c > classMark {
			break
		}
		i += size
	}
	return i
}

// letters returns the end of the run \p{L}* at s[i:].
func letters(s string, i int) int {
	for i < len(s) {
		c, size := classAt(s, i)
		if !c.isLetter() {
			break
		}
		i += size
	}
	return i
}

// threeNumbers returns the end of \p{N}{1,3} at s[i:].
func threeNumbers(s string, i int) int {
	for range 3 {
		if i == len(s) {
			break
		}
		c, size := classAt(s, i)
		if c != classNumber {
			break
		}
		i += size
	}
	return i
}

// symbols returns the end of the run [^\s\p{L}\p{N}]* at s[i:].
func symbols(s string, i int) int {
	for i < len(s) {
		c, size := classAt(s, i)
		if !c.isSymbol() {
			break
		}
		i += size
	}
	return i
}

// newlines returns the end of the run [\r\n]* at s[i:].
func newlines(s string, i int) int {
	for i < len(s) && (s[i] == '\n' || s[i] == '\r') {
		i++
	}
	return i
}

// newlinesAndSlashes returns the end of the run [\r\n/]* at s[i:].
func newlinesAndSlashes(s string, i int) int {
	for ; i < len(s); i++ {
		if s[i] != '\n' && s[i] != '\r' && s[i] != '/' {
			break
		}
	}
	return i
}

// blank matches \s*[\r\n]+|\s+(?!\S)|\s+ at s[i:], which is white space.
func blank(s string, i int) int {
	end, line := spaces(s, i)
	if line > i {
		return line
	}
	return shorten(s, i, end)
}

// spaces returns the end of the run \s* at s[i:], and the end of the last newline in it (or i).
func spaces(s string, i int) (end, line int) {
	line = i
	for i < len(s) {
		c, size := classAt(s, i)
		if !c.isSpace() {
			break
		}
		i += size
		if c == classNewline {
			line = i
		}
	}
	return i, line
}

// shorten matches \s+(?!\S)|\s+ in the run of white space s[i:end]: all of it
// at the end of the text or if it is one character, else all but the last.
func shorten(s string, i, end int) int {
	if end == len(s) {
		return end
	}
	last := end - 1
	for s[last]&0xc0 == 0x80 {
		last--
	}
	if last == i {
		return end
	}
	return last
}

// ending returns the end of (?i:'s|'t|'re|'ve|'m|'ll|'d)? at s[i:].
func ending(s string, i int) int {
	if i < len(s) && s[i] == '\'' {
		return contraction(s, i)
	}
	return i
}

// contraction returns the end of (?i:'s|'t|'re|'ve|'m|'ll|'d) at s[i:], where an apostrophe is, or i.
func contraction(s string, i int) int {
	const fold = 'a' - 'A'
	if i+1 >= len(s) {
		return i
	}
	second := s[i+1] | fold
	switch second {
	case 's', 't', 'm', 'd':
		return i + 2
	case 'r', 'v', 'l':
	default:
		return i
	}
	if i+2 < len(s) {
		third := s[i+2] | fold
		if isLL, endsInE := second == 'l' && third == 'l', second != 'l' && third == 'e'; isLL || endsInE {
			return i + 3
		}
	}
	return i
}
