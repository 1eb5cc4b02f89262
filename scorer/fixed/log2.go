// Package fixed computes logarithms in fixed-point integers: floating-point logarithms
// differ between processors in the last bit.
package fixed

import "math/bits"

// Unit is one.
const Unit = 1024

// Log2 returns the binary logarithm of n/d in units, rounded down. Arguments below 1 count as 1.
func Log2(n, d int) int { return logarithm(n) - logarithm(d) }

func logarithm(n int) int {
	if n < 1 {
		return 0
	}
	whole := bits.Len64(uint64(n)) - 1
	// x is n scaled to 1 <= x < 2, with 31 fractional bits. Squaring x doubles its
	// logarithm; the next bit of the result is 1 if the square is at least 2.
	x := uint64(n)
	if whole > 31 {
		x >>= whole - 31
	} else {
		x <<= 31 - whole
	}
	result := whole * Unit
	for bit := Unit / 2; bit > 0; bit /= 2 {
		x = x * x >> 31
		if x >= 1<<32 {
			x >>= 1
			result += bit
		}
	}
	return result
}

// Log2Linear returns the binary logarithm of n in units, interpolated linearly between powers of two. It is up to 0.09
// too small, which is below the precision of the fitted values, but much faster. Values below 1 count as 1.
func Log2Linear(n int) int {
	n = max(n, 1)
	whole := bits.Len(uint(n)) - 1
	return whole*Unit + (n-1<<whole)*Unit>>whole
}

// Round converts units to the nearest integer.
func Round(n int) int { return (n + Unit/2) >> 10 }
