package packer

// Room is what a filler may fill, in tokens.
type Room struct {
	Budget int // most that all entries together may cost; less than 0 counts as 0
	Entry  int // most that one entry may cost; 0: no limit
}

// Filler is a way of filling a budget with the files that it knows. Who packs chooses one
// and needs to know no more of it. It fails only with a *PinnedError.
type Filler interface {
	Fill(room Room) (Bundle, error)
}

// ByTiers fills by Pack, within limits but for their Budget and Entry.
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
