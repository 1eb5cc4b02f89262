package nearest

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "ab", 1},
		{"kitten", "sitting", 3}, {"ca", "abc", 3}, {"é", "e", 1},
	} {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestOf(t *testing.T) {
	t.Parallel()
	names := []string{"alpha", "beta", "gamma-one", "gamma-two"}
	for in, want := range map[string]string{"alhpa": "alpha", "BETA": "beta", "gamma-on": "gamma-one", "alp": "alpha", "gam": "", "al": "", "": "", "zzzz": ""} {
		if got := Of(in, names, strings.ToLower); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
