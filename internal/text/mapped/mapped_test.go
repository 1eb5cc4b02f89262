package mapped_test

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"ctxpack/internal/text/mapped"
)

func TestMapped(t *testing.T) {
	t.Parallel()
	if got := mapped.Of([]int{2, 1}, strconv.Itoa); !slices.Equal(got, []string{"2", "1"}) {
		t.Errorf("got %q", got)
	}
	if got := mapped.Of([]int{}, strconv.Itoa); got != nil {
		t.Errorf("nothing became %#v, not nil", got)
	}
	if got := mapped.Where([]int{1, 2, 3}, func(n int) bool { return n != 2 }); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("got %v", got)
	}
	if got := mapped.Set([]string{"a", "b", "a"}); !maps.Equal(got, map[string]bool{"a": true, "b": true}) {
		t.Errorf("got %v", got)
	}
	if got := mapped.By([]string{"a", "bc", "d"}, func(s string) int { return len(s) }); !maps.Equal(got, map[int]string{1: "d", 2: "bc"}) {
		t.Errorf("got %v", got)
	}
}
