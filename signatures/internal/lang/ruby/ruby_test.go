package ruby

import (
	"strings"
	"testing"
)

func TestUnderscored(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{{"Base", "base"}, {"HTTPCache::Entry", "http_cache/entry"}, {"ActiveRecord", "active_record"},
		{"SQLite3Adapter", "sq_lite3_adapter"}} {
		if got := underscored(test[0]); got != test[1] {
			t.Errorf("underscored(%q) = %q, want %q", test[0], got, test[1])
		}
	}
}

// A text like a heredoc in a comment of whole lines is none: its word does not extend to the next quote.
func TestGuard(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 300)
	for text, refused := range map[string]bool{
		"# rather than `<<` to\n" + long + "\n":       false,
		"x = 1 # rather than `<<` to\n" + long + "\n": true, // a string may contain a #
		"  #{<<`a`" + "\n":                            false,
		"#{<<\"" + long + "\"}\n":                     true,
		"a <<" + long + "\n":                          true,
		"puts <<~TEXT\n  # <<'" + long + "'\nTEXT\n":  false,
	} {
		if got := guard(text) != ""; got != refused {
			t.Errorf("%.40q: refused %t, want %t", text, got, refused)
		}
	}
}
