// Package lextest tests the skeletons of a language.
package lextest

import (
	"testing"

	"ctxpack/signatures/internal/lex"
)

// A Case is a source text and its skeleton.
type Case struct{ Name, Path, Src, Want string }

// Run compares skeletons; an empty Want means that there is none.
func Run(t *testing.T, rules func(path string) *lex.Rules, tests []Case) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.Name, func(t *testing.T) {
			t.Parallel()
			got := ""
			if k, ok := lex.Elide(test.Path, test.Src, rules(test.Path)); ok {
				got = string(k.Out)
			}
			if got != test.Want {
				t.Errorf("got %q, want %q", got, test.Want)
			}
		})
	}
}
