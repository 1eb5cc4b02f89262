package relations_test

import (
	"slices"
	"strings"
	"testing"

	"ctxpack/scorer/relations"
)

func TestMentions(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"words without an extension", "read the README in src/ and ... or v1.2.3 at 10.0.0.1", ""},
		{"in quotes, brackets and at the end of a sentence", "`a.go` (b/c.rs) [d](../e.py). F.java!", "../e.py F.java a.go b/c.rs"},
		{"a web address", "https://github.com/a/b/blob/main/c.go?plain=1#L3", "//github.com/a/b/blob/main/c.go"},
		{"the same twice", "a.go a.go", "a.go"},
		{"no extension of seven letters, and none of digits", "a.toolong b.7 c.mp3", "c.mp3"},
		{"a path that is too long", strings.Repeat("a/", 150) + "b.go", ""},
		{"beyond ASCII", "é.go 漢字/b.go", ".go /b.go"},
		{"behind what is looked at", strings.Repeat(" ", 64<<10) + "a.go", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(relations.Mentions(tt.text), " "); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// Mentions are parts of the text, sorted and without duplicates.
func FuzzMentions(f *testing.F) {
	for _, seed := range []string{"", "a.go", "see `src/a.go`, ../b.rs and https://x.y/blob/main/c.py#L1.", "..//..", "é.go\x00a.b", "a.go a.go b.ts"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := relations.Mentions(text)
		if !slices.IsSorted(words) || len(slices.Compact(slices.Clone(words))) != len(words) {
			t.Fatalf("not in order, or one twice: %q", words)
		}
		for _, word := range words {
			if !strings.Contains(text, word) || !strings.Contains(word, ".") || len(word) > 200 || strings.ContainsAny(word, " \n\"'`()[]<>#?:") {
				t.Errorf("%q in %q", word, text)
			}
		}
	})
}
