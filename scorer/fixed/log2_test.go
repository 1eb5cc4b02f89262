package fixed_test

import (
	"math"
	"testing"

	"ctxpack/scorer/fixed"
)

func TestLog2(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 3, 4, 5, 7, 10, 100, 999, 1024, 123_456, 1 << 31, 1<<31 + 1, 1 << 40, math.MaxInt} {
		want := math.Log2(float64(n)) * fixed.Unit
		if got := float64(fixed.Log2(n, 1)); got > want+0.01 || got < want-1.01 {
			t.Errorf("log2(%d) = %v, want %v", n, got, want)
		}
	}
	if got := fixed.Log2(1, 8); got != -3*fixed.Unit {
		t.Errorf("log2(1/8) = %d", got)
	}
	for n, want := range map[int]int{0: 0, 511: 0, 512: 1, -512: 0, -513: -1, 2048: 2} {
		if got := fixed.Round(n); got != want {
			t.Errorf("rounded(%d) = %d, want %d", n, got, want)
		}
	}
}
