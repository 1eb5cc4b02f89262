package scala

import (
	"regexp"
	"sync"

	"ctxpack/signatures/internal/lex"
)

//nolint:gochecknoglobals // compiled once, read-only
var bodies = sync.OnceValue(func() *lex.Bodies {
	words := regexp.MustCompile(`\b(?:class|trait|object|enum|package|extension|given|def|val|var|type|new|match)\b|=`)
	return &lex.Bodies{Embed: "${", Close: '}', Members: func(header, _ string) bool {
		switch word, _ := lex.LastMatch(words, header); word {
		case "class", "trait", "object", "enum", "package", "extension", "given":
			return true
		}
		return false
	}}
})
