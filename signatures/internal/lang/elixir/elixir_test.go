package elixir

import (
	"testing"
)

func TestArity(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]int{"def a": 0, "def a()": 0, "def a(b)": 1, "def a(b, {c, d}, [e, f])": 3, `def a(b \\ f(1, 2))`: 1} {
		if got := arity(head); got != want {
			t.Errorf("arity(%q) = %d, want %d", head, got, want)
		}
	}
}
