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

// ByLevels fills by Fill, according to a plan but for its Budget, Entry and Rest.
type ByLevels struct {
	Ladders []Ladder
	Plan    Plan
	// RestShare is the part of the budget, one in so many, that is left to whoever need
	// not look into files to fill it.
	RestShare int
}

// Fill implements Filler.
func (l ByLevels) Fill(room Room) (Bundle, error) {
	return Fill(l.Ladders, l.plan(room))
}

// plan are the rules of filling a room.
func (l ByLevels) plan(room Room) Plan {
	plan := l.Plan
	plan.Budget, plan.Entry = max(room.Budget, 0), room.Entry
	plan.Rest = plan.Budget / max(l.RestShare, 1)
	return plan
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
