package scorer

import "math/bits"

// unit is one in the fixed-point numbers of this package.
const unit = 1024

// log2 returns the binary logarithm of n/d in units, rounded down. It is computed
// in integers, because floating-point logarithms differ between processors in
// the last bit. n and d are at least 1.
func log2(n, d int) int { return logarithm(n) - logarithm(d) }

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
	result := whole * unit
	for bit := unit / 2; bit > 0; bit /= 2 {
		x = x * x >> 31
		if x >= 1<<32 {
			x >>= 1
			result += bit
		}
	}
	return result
}

// rounded divides a number of units by the unit, to the nearest integer.
func rounded(n int) int { return (n + unit/2) >> 10 }
