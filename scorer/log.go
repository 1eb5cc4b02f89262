package scorer

import "ctxpack/internal/fixed"

// unit is one in the fixed-point numbers of this package.
const unit = fixed.Unit

func log2(n, d int) int { return fixed.Log2(n, d) }

// rounded divides a number of units by the unit, to the nearest integer.
func rounded(n int) int { return fixed.Round(n) }
