package ruby

import (
	"strings"

	"ctxpack/signatures/internal/lex"
	"ctxpack/signatures/internal/outline"
)

// The scanners of some grammars abort the process in C on certain texts, where Go cannot recover, or take quadratic
// time inside one token, where no limit is checked. A guard detects such texts before the parse and returns the
// reason for omitting the outline. Each guard is broader than the defect it covers.

// guard rejects long heredoc words: the scanner stores their length in one byte and aborts on a mismatch, so a word
// of 256 bytes or more ends the process. A quoted word may span lines.
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
			continue // nothing starts within a comment of whole lines
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
