package source

import (
	"errors"
	"fmt"
)

// expandBraces expands the braces of a glob, in order: `a{b,c}` is `ab` and `ac`. It expands the first group of
// each result until none is left.
func expandBraces(p string) ([]string, error) {
	if len(p) > maxGlobBytes {
		return nil, fmt.Errorf("longer than %d bytes", maxGlobBytes)
	}
	todo := []string{p} // a stack
	var done []string
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		open, parts, end, err := firstBraces(p)
		if err != nil {
			return nil, err
		}
		if open < 0 {
			done = append(done, p)
			continue
		}
		if len(done)+len(todo)+len(parts) > maxGlobAlternatives {
			return nil, fmt.Errorf("the braces expand to more than %d globs", maxGlobAlternatives)
		}
		for i := len(parts) - 1; i >= 0; i-- {
			todo = append(todo, p[:open]+parts[i]+p[end:])
		}
	}
	return done, nil
}

// firstBraces finds the first group of braces: its start, the parts between its commas, and the index after it.
// open is -1 if there is none.
func firstBraces(p string) (open int, parts []string, end int, err error) {
	open = -1
	depth, begin := 0, 0
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '\\':
			i++
		case '[': // braces and commas in a set are characters
			if n := setLength(p[i:]); n > 0 {
				i += n - 1
			}
		case '{':
			if depth++; depth == 1 {
				open, begin = i, i+1
			}
		case ',':
			if depth == 1 {
				parts = append(parts, p[begin:i])
				begin = i + 1
			}
		case '}':
			if depth == 0 {
				continue
			}
			if depth--; depth == 0 {
				return open, append(parts, p[begin:i]), i + 1, nil
			}
		}
	}
	if depth > 0 {
		return 0, nil, 0, errors.New("a { is not closed")
	}
	return -1, nil, 0, nil
}

// setLength returns the length of the bracket expression at the start of p, 0 if it is not closed.
func setLength(p string) int {
	if _, n, err := parseRuneSet(p[1:]); err == nil {
		return 1 + n
	}
	return 0
}
