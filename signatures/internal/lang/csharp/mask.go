package csharp

import (
	"regexp"
	"strings"
	"sync"

	"ctxpack/signatures/internal/lex"
)

// bodiless finds a type that ends without a body: submatch 1 is the last
// byte of its head and the semicolon.
//
//nolint:gochecknoglobals // compiled once, read-only
var bodiless = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*(?:\w+ )*(?:class|struct|interface)[ \t]+\w+[^;{}="#]*([\w>)];)`)
})

// mask leaves the first branch of every conditional (of `#if false` the
// second) and blanks the directives: the grammar knows them only between whole
// members and statements, and code has them inside base lists and expressions.
// A type without a body gets one in the place of its last byte.
func mask(src string) string {
	m := &lex.Masker{Src: src, Out: []byte(src)}
	type group struct{ kept, taken bool } // whether this branch stays, whether one did
	var groups []group
	dropped := 0 // groups whose branch does not stay
	set := func(g *group, kept bool) {
		if g.kept && !kept {
			dropped++
		} else if !g.kept && kept {
			dropped--
		}
		g.kept, g.taken = kept, g.taken || kept
	}
	for at := 0; at < len(src); {
		end := min(m.LineEnd(at)+1, len(src))
		line := strings.TrimSpace(src[at:end])
		directive := strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "#:")
		if directive || dropped > 0 {
			m.Blank(at, end)
		}
		at = end
		if !directive {
			continue
		}
		word, condition, _ := strings.Cut(strings.TrimSpace(line[1:]), " ")
		n := len(groups)
		switch {
		case word == "if":
			groups = append(groups, group{kept: true})
			set(&groups[n], strings.TrimSpace(condition) != "false")
		case word == "endif" && n > 0:
			set(&groups[n-1], true)
			groups = groups[:n-1]
		case (word == "else" || word == "elif") && n > 0:
			set(&groups[n-1], !groups[n-1].taken)
		}
	}
	for _, at := range bodiless().FindAllSubmatchIndex(m.Out, -1) {
		copy(m.Out[at[2]:], "{}")
	}
	return string(m.Out)
}
