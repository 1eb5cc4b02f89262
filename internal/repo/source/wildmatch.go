package source

import "errors"

// compileWildmatch compiles a pattern with the meaning of git's wildmatch with WM_PATHNAME: only a slash and `**`
// match a slash. Patterns and texts are bytes, since git assumes no encoding here. ok is false if the pattern can
// match nothing, which is how git treats a malformed one.
//
// A name without a slash matches the same way with and without WM_PATHNAME, so this serves base names as well.
func compileWildmatch(pattern string) (p *program, ok bool) {
	ops, err := parsePattern(pattern, dialect{stars: len(pattern), set: parseByteSet})
	if err != nil {
		return nil, false
	}
	return newProgram(ops, false), true
}

// parseByteSet parses a bracket expression after its opening bracket; n is its length with the closing bracket.
func parseByteSet(pattern string) (set *charSet, n int, err error) {
	set = &charSet{}
	i := 0
	at := func(i int) byte { // 0 past the end, as in C
		if i < len(pattern) {
			return pattern[i]
		}
		return 0
	}
	if c := at(i); c == '!' || c == '^' {
		set.negate = true
		i++
	}
	var prev rune // the previous character, if it can begin a range; otherwise 0
	for first := true; first || at(i) != ']'; first = false {
		c := at(i)
		endsRange := prev != 0 && at(i+1) != 0 && at(i+1) != ']'
		switch {
		case c == 0:
			return nil, 0, errOpenSet
		case c == '\\':
			i++
			if c = at(i); c == 0 {
				return nil, 0, errOpenSet
			}
			set.add(rune(c), rune(c))
			prev = rune(c)
		case c == '-' && endsRange:
			i++
			if c = at(i); c == '\\' {
				i++
				if c = at(i); c == 0 {
					return nil, 0, errOpenSet
				}
			}
			set.add(prev, rune(c))
			prev = 0
		case c == '[' && at(i+1) == ':':
			end := i + 2
			for at(end) != 0 && at(end) != ']' {
				end++
			}
			if at(end) == 0 {
				return nil, 0, errOpenSet
			}
			if end-i < 3 || pattern[end-1] != ':' { // no `:]`: an ordinary bracket
				set.add('[', '[')
				prev = '['
				break
			}
			if !addPosixClass(set, pattern[i+2:end-1]) {
				return nil, 0, errors.New("no such class of characters")
			}
			i, prev = end, 0
		default:
			set.add(rune(c), rune(c))
			prev = rune(c)
		}
		i++
	}
	return set, i + 1, nil
}

// addPosixClass adds the ASCII characters of a POSIX class as git defines them: [:space:] excludes vertical tab and
// form feed.
func addPosixClass(set *charSet, name string) bool {
	ranges := map[string]string{
		"alnum": "09AZaz", "alpha": "AZaz", "blank": "  \t\t", "cntrl": "\x00\x1f\x7f\x7f", "digit": "09", "graph": "!~", "lower": "az",
		"print": " ~", "punct": "!/:@[`{~", "space": "  \t\n\r\r", "upper": "AZ", "xdigit": "09AFaf",
	}[name]
	for i := 0; i < len(ranges); i += 2 {
		set.add(rune(ranges[i]), rune(ranges[i+1]))
	}
	return ranges != ""
}
