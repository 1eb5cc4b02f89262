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
	if got := mapped.NonZero([]string{"1", "x", "2"}, func(s string) int { n, _ := strconv.Atoi(s); return n }); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("got %v", got)
	}
	if got := mapped.Flat([]int{2, 0, 1}, func(n int) []int { return slices.Repeat([]int{n}, n) }); !slices.Equal(got, []int{2, 2, 1}) {
		t.Errorf("got %v", got)
	}
	if got := mapped.Flat([]int{0}, func(int) []int { return nil }); got != nil {
		t.Errorf("nothing became %#v, not nil", got)
	}
	if got := mapped.Sum([]string{"a", "bc"}, func(s string) int { return len(s) }); got != 3 {
		t.Errorf("got %v", got)
	}
	if got := mapped.Where([]int{1, 2, 3}, func(n int) bool { return n != 2 }); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("got %v", got)
	}
	if got, ok := mapped.First([]int{1, 2, 3}, func(n int) bool { return n > 1 }); got != 2 || !ok {
		t.Errorf("got %v, %v", got, ok)
	}
	if got, ok := mapped.First([]int{1}, func(n int) bool { return n > 1 }); got != 0 || ok {
		t.Errorf("got %v, %v", got, ok)
	}
	if got := mapped.AppendNew(mapped.AppendNew([]int{1}, 2), 1); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("got %v", got)
	}
	if got := mapped.Set([]string{"a", "b", "a"}); !maps.Equal(got, map[string]bool{"a": true, "b": true}) {
		t.Errorf("got %v", got)
	}
	if got := mapped.By([]string{"a", "bc", "d"}, func(s string) int { return len(s) }); !maps.Equal(got, map[int]string{1: "d", 2: "bc"}) {
		t.Errorf("got %v", got)
	}
}
