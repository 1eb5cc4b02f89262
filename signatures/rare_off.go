//go:build nogrammars_rare

package signatures

import "ctxpack/signatures/internal/outline"

func rare() []*outline.Spec { return nil }
