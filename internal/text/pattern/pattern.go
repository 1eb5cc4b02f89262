// Package pattern compiles regular expressions when they are first used: a run needs few of the program's.
package pattern

import (
	"regexp"
	"sync"
)

// Of returns a function that compiles an expression at its first call, and panics if it is invalid. Copies of it at
// every place would take 80 KB of the program.
//
//go:noinline
func Of(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
