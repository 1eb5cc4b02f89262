package groovy

import (
	"regexp"
	"sync"

	"ctxpack/signatures/internal/lex"
)

//nolint:gochecknoglobals // compiled once, read-only
var bodies = sync.OnceValue(func() *lex.Bodies {
	words := regexp.MustCompile(`(?:^|[^.\w])(?:class|interface|trait|enum|record)\s+[A-Z]\w*[^()=]*$`)
	return &lex.Bodies{Embed: "${", Close: '}', Single: true, Slashy: true, Members: func(header, _ string) bool {
		return words.MatchString(header)
	}}
})
