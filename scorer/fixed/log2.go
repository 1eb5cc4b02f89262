// Package fixed computes logarithms in fixed-point integers: those in floating point
// differ between processors in the last bit.
package fixed

import "math/bits"

// Unit is one.
const Unit = 1024

// Log2 returns the binary logarithm of n/d in units, rounded down. What is less than 1 counts as 1.
func Log2(n, d int) int { return logarithm(n) - logarithm(d) }

func logarithm(n int) int {
	if n < 1 {
		return 0
	}
	whole := bits.Len64(uint64(n)) - 1
	// x is n scaled to 1 <= x < 2, with 31 bits behind the point. Squaring it
	// doubles its logarithm, whose next bit is then whether it reached 2.
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

// Log2Linear is Log2 of n, straight between the powers of two: up to 0.09 less than it is, which no value is fitted
// to the point of, and a fraction of the work. What is less than 1 counts as 1.
func Log2Linear(n int) int {
	n = max(n, 1)
	whole := bits.Len(uint(n)) - 1
	return whole*Unit + (n-1<<whole)*Unit>>whole
}

// Round divides a number of units by the unit, to the nearest integer.
func Round(n int) int { return (n + Unit/2) >> 10 }
