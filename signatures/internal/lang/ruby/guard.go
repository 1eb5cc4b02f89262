package ruby

import (
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// What the scanners of some grammars cannot bear ends the process in C, where nothing can recover, or takes time
// squared inside one token, where no limit is looked at. A guard finds it before the parse and returns the reason to
// leave the file without outline. Each rule is wider than the fault it is for.

// guard: the scanner keeps the length of a heredoc's word in one byte and asserts that what it wrote is what it
// reads; a word of 256 bytes or more ends the process. Between quotes a word may run over lines.
func guard(src string) string {
	const longest = 200
	for at := 0; ; {
		i := strings.Index(src[at:], "<<")
		if i < 0 {
			return ""
		}
		line := strings.TrimLeft(src[strings.LastIndexByte(src[:at+i], '\n')+1:at+i], " \t")
		at += i + len("<<")
		if strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "#{") {
			continue // within a comment of whole lines nothing begins
		}
		word := strings.TrimLeft(src[at:], "<-~")
		if word == "" {
			return ""
		}
		end := 0
		if q := word[0]; q == '"' || q == '\'' || q == '`' {
			end = strings.IndexByte(word[1:], q)
			if end < 0 {
				end = len(word)
			}
		} else {
			for end < len(word) && end <= longest && lex.InWord(word[end]) {
				end++
			}
		}
		if end > longest {
			return outline.FallbackTooLarge
		}
	}
}
