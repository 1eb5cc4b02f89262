package packer

import (
	"fmt"

	"ctxpack/internal/text/humanize"
)

// PinnedError means that the pinned files do not fit.
type PinnedError struct {
	Missing int // tokens by which the budget is too small
	Pinned  int // number of pinned files
	Largest string
}

func (e *PinnedError) Error() string {
	return fmt.Sprintf("%s need %s more than the budget leaves (the largest is %s)", humanize.Count(e.Pinned, "pinned file"), humanize.Count(e.Missing, "token"), e.Largest)
}
