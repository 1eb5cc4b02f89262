package packer

// FillInTurn is Fill without what it takes out of turn.
func FillInTurn(ladders []Ladder, plan Plan) (Bundle, error) {
	f := newFilling(ladders, plan)
	if f.everything() {
		return f.bundle(), nil
	}
	if err := f.pinned(); err != nil {
		return Bundle{}, err
	}
	f.inTurn()
	return f.bundle(), nil
}
