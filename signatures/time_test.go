package signatures

import (
	"strings"
	"testing"

	"ctxpack/signatures/internal/outline"
)

// A short text on which error recovery never ends is abandoned soon.
func TestEndlessRecovery(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs no goroutines and needs all grammars")
	}
	endless := "trait MyTrait {\n  String name\n  int twice(int x) { 2 * "
	if o := Extract(t.Context(), "a.swift", endless); o.Fallback != outline.FallbackWork {
		t.Errorf("fallback %q, want that it is too much work", o.Fallback)
	}
}

// TestLongChain: an expression of tens of thousands of parts made the query
// quadratic, and at 26,000 ended the process in C.
func TestLongChain(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a.js", "a.ts", "a.c"} {
		if o := Extract(t.Context(), name, strings.Repeat("* a\n ", 1<<17/5)); o.Fallback == outline.FallbackTimedOut {
			t.Errorf("%s: %s", name, o.Fallback)
		}
	}
}
