package compressor

import "cmp"

// merge drops entries that an earlier one in the rounds repeats, and counts them. Rounds stay, even if they become
// empty.
func merge(rounds []Round, cut *Cut) []Round {
	modules, relationships := map[string]*Module{}, map[[2]string][]*Relationship{}
	findings, questions := map[string]bool{}, map[string]bool{}
	out := make([]Round, len(rounds))
	for i, r := range rounds {
		cut.Skipped += r.Skipped
		cut.Single += r.Single
		r.Modules = fresh(r.Modules, cut, func(x *Module) bool {
			known, ok := modules[x.Name]
			if ok {
				known.Purpose = cmp.Or(known.Purpose, x.Purpose)
			} else {
				modules[x.Name] = x
			}
			return ok
		})
		r.Relationships = fresh(r.Relationships, cut, func(x *Relationship) bool {
			ends := [2]string{x.From + x.Text, x.To}
			for _, known := range relationships[ends] { // equal, if the types are equal or one of them is unknown
				known.Type = cmp.Or(known.Type, x.Type)
				if x.Type == "" || known.Type == x.Type {
					return true
				}
			}
			relationships[ends] = append(relationships[ends], x)
			return false
		})
		r.Findings, r.OpenQuestions = fresh(r.Findings, cut, said(findings)), fresh(r.OpenQuestions, cut, said(questions))
		out[i] = r
	}
	return out
}

// fresh returns the entries that are not known yet. known gets a pointer to each entry in the result, which it may
// keep.
func fresh[T any](entries []T, cut *Cut, known func(*T) bool) []T {
	kept := make([]T, 0, len(entries))
	for _, x := range entries {
		kept = append(kept, x)
		if last := len(kept) - 1; known(&kept[last]) {
			kept = kept[:last]
			cut.Duplicates++
		}
	}
	return kept
}

// said returns a function that reports whether a text occurred before.
func said(texts map[string]bool) func(*string) bool {
	return func(text *string) bool {
		before := texts[*text]
		texts[*text] = true
		return before
	}
}
