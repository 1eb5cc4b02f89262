package packer

import (
	"fmt"

	"ctxpack/internal/text/humanize"
)

// Room is the space for a filler, in tokens.
type Room struct {
	Budget int // maximum total cost of all entries; less than 0 counts as 0
	Entry  int // maximum cost of one entry; 0: no limit
}

// Filler is a way of filling a budget with files. The caller need not know which one it uses. It fails only with a
// *PinnedError.
type Filler interface {
	Fill(room Room) (Bundle, error)
}

// ByTiers fills by Pack. The room replaces the Budget and Entry of Limits.
type ByTiers struct {
	Candidates []Candidate
	Cost       Cost
	Limits     Limits
}

// Fill implements Filler.
func (t ByTiers) Fill(room Room) (Bundle, error) {
	limits := t.Limits
	limits.Budget, limits.Entry = max(room.Budget, 0), room.Entry
	limits.Reserve = min(limits.Reserve, limits.Budget)
	return Pack(t.Candidates, t.Cost, limits)
}

// PinnedError means that the pinned files do not fit.
type PinnedError struct {
	Missing int // tokens by which the budget is too small
	Pinned  int // number of pinned files
	Largest string
}

func (e *PinnedError) Error() string {
	return fmt.Sprintf("%s need %s more than the budget leaves (the largest is %s)",
		humanize.Count(e.Pinned, "pinned file"), humanize.Count(e.Missing, "token"), e.Largest)
}
