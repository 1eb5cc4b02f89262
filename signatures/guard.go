package signatures

import (
	"context"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
)

// What the scanners of some grammars cannot bear ends the process in C, where
// nothing can recover, or takes time squared inside one token, where no limit
// is looked at. A guard finds it before the parse and returns the reason to
// leave the file without outline. Each rule is wider than the fault it is for.

// guardRuby: the scanner keeps the length of a heredoc's word in one byte and
// asserts that what it wrote is what it reads; a word of 256 bytes or more ends
// the process. Between quotes a word may run over lines.
func guardRuby(src string) string {
	const longest = 200
	for at := 0; ; {
		i := strings.Index(src[at:], "<<")
		if i < 0 {
			return ""
		}
		at += i + len("<<")
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
			for end < len(word) && end <= longest && inWord(word[end]) {
				end++
			}
		}
		if end > longest {
			return fallbackTooLarge
		}
	}
}

// guardKotlin: the scanner aborts where strings are nested more than 1,024
// deep. A string is opened inside another only in `${`, which also nests where
// the brackets of the text balance: "${"}${"}… And a row of annotations that
// annotate nothing takes memory squared: 8,000 of them 1.9 GB.
func guardKotlin(src string) string {
	const most = 1000
	if strings.Count(src, "${") > most || dense(src, '@') {
		return fallbackTooDeep
	}
	return ""
}

// dense tells whether a byte stands for more than a twelfth of some stretch of
// the text.
func dense(src string, b byte) bool {
	const stretch, most = 8 << 10, 680
	for start := 0; start < len(src); start += stretch / 2 {
		if strings.Count(src[start:min(start+stretch, len(src))], string(b)) > most {
			return true
		}
	}
	return false
}

// guardSwift: for every '#' of a row the scanner looks at the rest of the row
// for the start of a raw string.
func guardSwift(src string) string {
	if strings.Contains(src, strings.Repeat("#", 1000)) {
		return fallbackTooLarge
	}
	return ""
}

// settled brings a scanner with state in variables of the process back to its
// start and keeps other goroutines out of the grammar until the function that
// it returns is called. For other grammars it does nothing.
func (g *grammar) settled(p *sitter.Parser) (release func()) {
	if len(g.settle) == 0 {
		return func() {}
	}
	g.turn.Lock()
	if tree, err := p.ParseCtx(context.Background(), nil, g.settle); err == nil {
		tree.Close()
	}
	return g.turn.Unlock
}
