package swift

import (
	"regexp"
	"sync"

	"ctxpack/signatures/internal/lex"
)

//nolint:gochecknoglobals // compiled once, read-only
var bodies = sync.OnceValue(func() *lex.Bodies {
	words := regexp.MustCompile(`[.:]?\b(?:func|init|deinit|subscript|var|let|get|set|willSet|didSet|case|class|struct|enum|protocol|extension|actor)\b`)
	accessors := regexp.MustCompile(`^\s*(?:(?:@\w+|mutating|nonmutating|async|throws)\s+)*(?:get|set|_read|_modify)\b`)
	return &lex.Bodies{Embed: `\(`, Close: ')', Members: func(header, inside string) bool {
		switch word, _ := lex.LastMatch(words, header); word {
		case "class", "struct", "enum", "protocol", "extension", "actor":
			return true
		case "var", "subscript":
			return accessors.MatchString(inside)
		}
		return false
	}}
})
