package kotlin

import (
	"regexp"
	"strings"
	"sync"

	"ctxpack/signatures/internal/lex"
)

//nolint:gochecknoglobals // compiled once, read-only
var bodies = sync.OnceValue(func() *lex.Bodies {
	words := regexp.MustCompile(`(?:::)?\b(?:fun\s+interface|fun|val|var|init|constructor|get|set|class|interface|object|companion\s+object)\b`)
	return &lex.Bodies{Embed: "${", Close: '}', Members: func(header, _ string) bool {
		word, at := lex.LastMatch(words, header)
		if word == "constructor" { // the primary one, with its class before it
			word, at = lex.LastMatch(words, header[:at])
		}
		switch word {
		case "class", "interface":
			return true
		case "object": // one with a name
			rest := strings.TrimLeft(header[at+len(word):], " \t\n")
			return rest != "" && lex.IsWord(rune(rest[0]))
		case "":
			return false
		default:
			return strings.HasSuffix(word, "object") || strings.HasSuffix(word, "interface")
		}
	}}
})
