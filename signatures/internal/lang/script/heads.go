package script

import (
	"strings"

	"ctxpack/signatures/internal/lex"
)

// heads recognizes top-level functions, except those with default values that branch. Read-only.
var heads = &lex.Heads{
	Plain: lex.PlainBytes("*.,:?<>|&=-"),
	Open:  opens,
	Fits: func(inside, _ string) bool {
		return !strings.Contains(inside, "||") && !strings.Contains(inside, "&&") && !strings.Contains(inside, "? ") && !strings.Contains(inside, "??")
	},
}

// opens returns where parameters start on a line that declares a function.
func opens(line string) int {
	rest := line
	for word := ""; word != "function" && word != "function*"; {
		var ok bool
		if word, rest, ok = strings.Cut(rest, " "); !ok {
			return -1
		}
		switch word {
		case "export", "default", "declare", "async", "function", "function*":
		default:
			return -1
		}
	}
	at := strings.IndexAny(rest, "<(")
	if at < 0 || lex.AfterName(rest[:at]+"(") < 0 {
		return -1
	}
	if rest[at] == '<' { // type parameters
		if at = strings.IndexByte(rest, '('); at < 0 || rest[at-1] != '>' || strings.Count(rest[:at], "<") != strings.Count(rest[:at], ">") {
			return -1
		}
	}
	return len(line) - len(rest) + at
}
