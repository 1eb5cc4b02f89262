package messages

// restoreEvidence puts back what the class of protected results rests on, after
// everything that is not protected was dropped: the call that tells that a
// result is one of a file operation, and a call that modifies its file. Without
// them the same results would have another class the next time the conversation
// is trimmed, and would be dropped then. Units mostly hold all of it already; it
// takes effect for calls without results and with [PairNone].
func (p *plan) restoreEvidence() {
	modified := p.modified()
	needed := map[string]bool{}
	for i := range p.messages {
		if p.dropped[i] || !p.protected(i) {
			continue
		}
		for _, r := range p.messages[i].results {
			if path := samePath(r.file.path); r.file.path != "" && modified[path] {
				needed[path] = true
				p.restore(p.evidenceOf(i, &r))
			}
		}
	}
	p.settle(needed, func(e evidence) bool { return p.kept(e) })
	p.settle(needed, func(e evidence) bool { return true })
}

// evidence are the messages that show that a result or a call is a file
// operation; -1 for none.
type evidence struct{ message, call, path int }

func (p *plan) evidenceOf(i int, r *result) evidence {
	if r.call.message < 0 {
		return evidence{i, -1, -1}
	}
	return evidence{i, r.call.message, p.messages[r.call.message].calls[r.call.call].pathFrom}
}

func (p *plan) kept(e evidence) bool {
	for _, i := range []int{e.message, e.call, e.path} {
		if i >= 0 && p.dropped[i] {
			return false
		}
	}
	return true
}

func (p *plan) restore(e evidence) {
	for _, i := range []int{e.message, e.call, e.path} {
		if i >= 0 && p.dropped[i] {
			p.setDropped(p.units.find(i), false)
		}
	}
}

// settle strikes off the paths that are shown to be modified by what is
// accepted, the latest first, and puts that back.
func (p *plan) settle(needed map[string]bool, accept func(evidence) bool) {
	take := func(file fileOperation, e evidence) {
		if path := samePath(file.path); file.modifies() && needed[path] && accept(e) {
			delete(needed, path)
			p.restore(e)
		}
	}
	for i := len(p.messages) - 1; i >= 0; i-- {
		m := &p.messages[i]
		for _, call := range m.calls {
			take(call.file, evidence{i, -1, call.pathFrom})
		}
		for _, r := range m.results {
			if r.call.message < 0 {
				take(r.file, evidence{i, -1, -1})
			}
		}
	}
}
