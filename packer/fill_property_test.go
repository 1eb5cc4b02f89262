package packer_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"ctxpack/packer"
)

// randomFiles makes ladders of all kinds. pick returns a number below n; no two
// steps have the same density.
func randomFiles(pick func(n int) int) []rungs {
	serial := 0
	density := func() int { serial++; return pick(100)*10_000 + serial }
	files := make([]rungs, pick(25))
	for i := range files {
		f := rungs{frame: pick(20)}
		f.Ladder = packer.Ladder{
			Path: fmt.Sprint("f", i), Auxiliary: pick(4) == 0, Pinned: pick(15) == 0, Tokens: 1 + pick(400), Density: [2]int{packer.None, packer.None},
		}
		if pick(8) == 0 {
			f.Tokens *= 10
		}
		if pick(4) > 0 {
			cost := pick(60)
			if pick(2) == 0 {
				f.add(packer.Brief, names(cost, density()))
				cost += pick(60)
			}
			f.add(packer.Brief, folded(cost, density()))
			if pick(2) == 0 {
				f.add(packer.Brief, outline(cost+pick(f.Tokens), density()))
			}
		}
		if pick(10) > 0 {
			for k := range pick(6) {
				f.add(packer.Deep, part(k, pick(f.Tokens), density()))
			}
			if pick(10) > 0 {
				f.add(packer.Deep, whole(f.Tokens-f.Tokens/16+pick(40), density()))
			}
		}
		for c, steps := range f.steps {
			if len(steps) > 0 {
				f.Density[c] = steps[0].Density + pick(2)*pick(300_000)
				f.Least[c] -= pick(f.Least[c] + 1)
			}
		}
		for range pick(4) {
			f.slices = append(f.slices, 1+pick(20))
		}
		files[i] = f
	}
	return files
}

// withSlices lets the texts of files refer to the slices of others.
func withSlices(files []rungs, plan packer.Plan) packer.Plan {
	plan.Refers = func(i int, step packer.Step) []packer.Slice {
		var list []packer.Slice
		for k := range 3 {
			to := (i*7 + step.Part*3 + k*5 + 1) % len(files)
			if to != i && len(files[to].slices) > 0 {
				list = append(list, packer.Slice{File: to, ID: (i + k) % len(files[to].slices)})
			}
		}
		return list
	}
	plan.Around = func(i int) []packer.Slice {
		if to := (i*5 + 2) % len(files); to != i && len(files[to].slices) > 0 {
			return []packer.Slice{{File: to, ID: i % len(files[to].slices)}}
		}
		return nil
	}
	plan.Users = func(i int, step packer.Step) []packer.Slice {
		var list []packer.Slice
		for k := range (i + step.Part) % 4 {
			if to := (i*3 + k + 1) % len(files); len(files[to].slices) > 0 {
				list = append(list, packer.Slice{File: to, ID: (i + 2*k) % len(files[to].slices)})
			}
		}
		return list
	}
	plan.Define = func(s packer.Slice, brief packer.Level, _ []int) (cost, frame int, ok bool) {
		return files[s.File].slices[s.ID], files[s.File].frame, brief != packer.Outline && s.ID != 2
	}
	return plan
}

// add adds a step to a chain.
func (r *rungs) add(c packer.Chain, s packer.Step) {
	if len(r.steps[c]) == 0 {
		r.Least[c] = s.Cost + r.frame
	}
	r.Least[c] = min(r.Least[c], s.Cost+r.frame)
	r.steps[c] = append(r.steps[c], s)
}

func randomPlan(pick func(n int) int) packer.Plan {
	p := packer.Plan{Budget: pick(6000), Breadth: pick(2) == 0, Auxiliary: pick(3) * 150, Slices: pick(3) * 60, SliceTokens: pick(3) * 100, Asked: pick(4), Uses: pick(3) * 40, File: pick(3) * 200, FileTokens: 100 + pick(200)}
	if pick(4) == 0 {
		p.Entry = 50 + pick(500)
	}
	return p
}

// wholeCost is what the whole entry of a file costs; ok is false if it has none.
func (r rungs) wholeCost() (int, bool) {
	s := r.steps[packer.Deep]
	if n := len(s); n > 0 && s[n-1].Level == packer.Whole {
		return s[n-1].Cost + r.frame, true
	}
	return 0, false
}

// pending is what each step that a file has not got adds to its entry, in the order
// of the chains.
func (r rungs) pending(e packer.Entry) (costs []int) {
	if e.Level == packer.Whole || r.Pinned {
		return nil
	}
	frame, brief := r.frame, 0
	if e.Level > packer.Absent {
		frame = 0
	}
	for _, s := range r.steps[packer.Brief] {
		if s.Level == e.Brief {
			brief = s.Cost
		}
	}
	for _, s := range r.steps[packer.Brief] {
		if s.Level > e.Brief {
			costs = append(costs, s.Cost-brief+frame)
		}
	}
	for _, s := range r.steps[packer.Deep] {
		switch {
		case s.Level == packer.Whole:
			costs = append(costs, s.Cost+r.frame-e.Cost)
		case !slices.Contains(e.Sections, s.Part):
			costs = append(costs, s.Cost+frame)
		}
	}
	return costs
}

// entries lists what every file has, Absent ones included.
func entries(files []rungs, b packer.Bundle) []packer.Entry {
	list := make([]packer.Entry, len(files))
	for _, e := range b.Entries {
		list[e.Candidate] = e
	}
	return list
}

// checkFill fills, and checks all that holds for every result.
func checkFill(t *testing.T, files []rungs, plan packer.Plan) {
	t.Helper()
	plan = withSlices(files, plan)
	b, err := packer.Fill(ladders(files), plan)
	if checkPinned(t, files, plan, b, err); err != nil {
		return
	}
	checkLists(t, files, plan, b)
	checkNothingFits(t, files, plan, b)
	inTurn, _ := packer.FillInTurn(ladders(files), plan)
	checkHolds(t, files, b, inTurn)
	if b.InTurn != inTurn.Cost {
		t.Fatalf("%d tokens were taken in turn, not %d", inTurn.Cost, b.InTurn)
	}
	checkShares(t, files, plan, inTurn)
	checkBreadth(t, files, plan, inTurn)
	if again, _ := packer.Fill(ladders(files), plan); !reflect.DeepEqual(again, b) {
		t.Fatalf("the same arguments give\n%v\nand\n%v", b, again)
	}
}

// checkPinned: pinned files are whole, or the error says how much is missing.
func checkPinned(t *testing.T, files []rungs, plan packer.Plan, b packer.Bundle, err error) {
	t.Helper()
	sum, limit := 0, 0
	for _, f := range files {
		if cost, ok := f.wholeCost(); ok && f.Pinned {
			sum += cost
			limit = max(limit, cost)
		}
	}
	var e *packer.PinnedError
	switch tooLarge := plan.Entry > 0 && limit > plan.Entry; {
	case !tooLarge && sum <= plan.Budget:
		if err != nil {
			t.Fatalf("%v, but pinned files need %d of %d, the largest %d of %d", err, sum, plan.Budget, limit, plan.Entry)
		}
		for i, e := range entries(files, b) {
			if _, ok := files[i].wholeCost(); ok && files[i].Pinned && e.Level != packer.Whole {
				t.Fatalf("%s is pinned and %s", files[i].Path, e.Level)
			}
		}
	case !errors.As(err, &e):
		t.Fatalf("no error, but pinned files need %d of %d, the largest %d of %d", sum, plan.Budget, limit, plan.Entry)
	case !tooLarge && e.Missing != sum-plan.Budget:
		t.Fatalf("%d tokens are missing, not %d", sum-plan.Budget, e.Missing)
	}
}

// checkLists: every file is in one list, costs are those of what is shown, and no
// limit is exceeded.
func checkLists(t *testing.T, files []rungs, plan packer.Plan, b packer.Bundle) {
	t.Helper()
	sum, wholes := 0, 0
	seen := make([]int, len(files))
	for _, o := range b.Omissions {
		seen[o.Candidate]++
	}
	for _, e := range b.Entries {
		seen[e.Candidate]++
		f := files[e.Candidate]
		cost, _ := f.wholeCost()
		if e.Level == packer.Whole {
			wholes++
		} else {
			cost = f.frame
			for _, s := range append(slices.Clone(f.steps[packer.Brief]), f.steps[packer.Deep]...) {
				if s.Level == e.Brief || s.Level == packer.Excerpt && slices.Contains(e.Sections, s.Part) {
					cost += s.Cost
				}
			}
			for _, id := range e.Slices {
				cost += f.slices[id]
			}
		}
		if cost != e.Cost || plan.Entry > 0 && cost > plan.Entry {
			t.Fatalf("%s costs %d, not %d, of %d", f.Path, cost, e.Cost, plan.Entry)
		}
		if total, ok := f.wholeCost(); ok && e.Level != packer.Whole && e.Cost >= total {
			t.Fatalf("%s costs %d, and %d whole", f.Path, e.Cost, total)
		}
		sum += e.Cost
	}
	for i, n := range seen {
		if n != 1 {
			t.Fatalf("%s is in the lists %d times", files[i].Path, n)
		}
	}
	if sum != b.Cost || sum > plan.Budget {
		t.Fatalf("entries cost %d, the bundle says %d, the budget is %d", sum, b.Cost, plan.Budget)
	}
	if b.Complete != (wholes == len(files)) {
		t.Fatalf("complete is %v with %d of %d files", b.Complete, wholes, len(files))
	}
}

// checkNothingFits: no step was left undone that would have fitted, and if all files
// fit whole, they are.
func checkNothingFits(t *testing.T, files []rungs, plan packer.Plan, b packer.Bundle) {
	t.Helper()
	left, sum, all := plan.Budget-b.Cost, 0, true
	for i, e := range entries(files, b) {
		for _, cost := range files[i].pending(e) {
			if cost <= left && (plan.Entry == 0 || e.Cost+cost <= plan.Entry) {
				t.Fatalf("a step of %s (%+v) would have taken %d of %d", files[i].Path, e, cost, left)
			}
		}
		cost, ok := files[i].wholeCost()
		sum += cost
		all = all && ok && (plan.Entry == 0 || cost <= plan.Entry)
	}
	if all && sum <= plan.Budget && !b.Complete {
		t.Fatalf("all files need %d of %d, and are not whole", sum, plan.Budget)
	}
}

// checkHolds: what a bundle shows holds all that another one shows.
func checkHolds(t *testing.T, files []rungs, more, less packer.Bundle) {
	t.Helper()
	all := entries(files, more)
	for _, e := range less.Entries {
		m := all[e.Candidate]
		if m.Level == packer.Whole {
			continue
		}
		lost := m.Level < e.Level || m.Brief < e.Brief
		for _, k := range e.Sections {
			lost = lost || !slices.Contains(m.Sections, k)
		}
		for _, id := range e.Slices {
			lost = lost || !slices.Contains(m.Slices, id)
		}
		if lost {
			t.Fatalf("%s has %+v with less, and %+v with more", files[e.Candidate].Path, e, m)
		}
	}
}

// checkShares: what was taken in turn gives no large file, nor auxiliary files, more than
// their part while others are left.
func checkShares(t *testing.T, files []rungs, plan packer.Plan, b packer.Bundle) {
	t.Helper()
	if b.Complete {
		return
	}
	var spent, onAuxiliary int
	var others bool     // a file that is not auxiliary has steps left
	var small [2]string // a file of each class that never waits and has steps left
	all := entries(files, b)
	for i, e := range all {
		f := files[i]
		if f.Pinned {
			continue
		}
		spent += e.Cost
		if f.Auxiliary {
			onAuxiliary += e.Cost
		}
		limit := e.Cost
		for _, cost := range f.pending(e) {
			if plan.Entry == 0 || e.Cost+cost <= plan.Entry {
				others = others || !f.Auxiliary
				limit = max(limit, maxOf(f))
			}
		}
		if limit > e.Cost && limit <= plan.FileTokens {
			small[class(f)] = f.Path
		}
	}
	if others && onAuxiliary*1000 > spent*plan.Auxiliary {
		t.Fatalf("auxiliary files have %d of %d, and others are left", onAuxiliary, spent)
	}
	for i, e := range all {
		f := files[i]
		if path := small[class(f)]; path != "" && !f.Pinned && plan.File > 0 && e.Cost > plan.FileTokens+spent*plan.File/1000 {
			t.Fatalf("%s has %d of %d, and %s is left", f.Path, e.Cost, spent, path)
		}
	}
}

// checkBreadth: what was taken in turn shows the text of no file while one before it is
// absent for which something could stand.
func checkBreadth(t *testing.T, files []rungs, plan packer.Plan, b packer.Bundle) {
	t.Helper()
	if !plan.Breadth || b.Complete {
		return
	}
	absent := ""
	for i, e := range entries(files, b) {
		f := files[i]
		brief := f.steps[packer.Brief]
		if absent != "" && !f.Auxiliary && !f.Pinned && len(e.Sections) > 0 {
			t.Fatalf("parts of %s are shown, and %s is absent", f.Path, absent)
		}
		if e.Level > packer.Absent || f.Auxiliary || f.Pinned || len(brief) == 0 {
			continue
		}
		cost := brief[0].Cost + f.frame
		if whole, ok := f.wholeCost(); ok && whole <= cost {
			continue // it takes the place of what stands for the file, and may have to wait
		}
		if (plan.Entry == 0 || cost <= plan.Entry) && (plan.File == 0 || cost <= plan.FileTokens) {
			absent = f.Path
		}
	}
}

func class(f rungs) int {
	if f.Auxiliary {
		return 1
	}
	return 0
}

// maxOf is more than a file ever costs.
func maxOf(f rungs) int {
	sum := f.frame
	for _, steps := range f.steps {
		for _, s := range steps {
			sum += s.Cost
		}
	}
	return sum
}

func TestFillInvariants(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 12))
	for range 5000 {
		checkFill(t, randomFiles(r.IntN), randomPlan(r.IntN))
	}
}

// TestFillIsMonotone: more budget never shows less of a file, but for what was
// taken out of turn.
func TestFillIsMonotone(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(13, 14))
	for range 1500 {
		files := randomFiles(r.IntN)
		plan := withSlices(files, randomPlan(r.IntN))
		var less packer.Bundle
		for plan.Budget = r.IntN(100); plan.Budget < 10_000; plan.Budget += 1 + r.IntN(plan.Budget+1) {
			more, err := packer.Fill(ladders(files), plan)
			if err != nil {
				continue
			}
			checkHolds(t, files, more, less)
			less, _ = packer.FillInTurn(ladders(files), plan)
		}
	}
}

// TestFillOrderOfLadders: it matters only for steps of equal density, and there are
// none here.
func TestFillOrderOfLadders(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(15, 16))
	for range 2000 {
		files, plan := randomFiles(r.IntN), randomPlan(r.IntN)
		plan.Slices = 0      // two of them may be wanted as much
		plan.Breadth = false // goes by the order
		a, err := packer.Fill(ladders(files), plan)
		if err != nil {
			continue
		}
		shuffled := make([]rungs, len(files))
		order := r.Perm(len(files))
		for i, k := range order {
			shuffled[k] = files[i]
		}
		b, err := packer.Fill(ladders(shuffled), plan)
		if err != nil {
			t.Fatal(err)
		}
		mixed := entries(shuffled, b)
		for i, e := range entries(files, a) {
			other := mixed[order[i]]
			other.Candidate = e.Candidate
			if !reflect.DeepEqual(e, other) {
				t.Fatalf("%s has %+v, and in another order %+v", files[i].Path, e, other)
			}
		}
	}
}

// FuzzFill reads ladders and rules from bytes.
func FuzzFill(f *testing.F) {
	r := rand.New(rand.NewPCG(17, 18))
	for range 20 {
		seed := make([]byte, 50+r.IntN(600))
		for i := range seed {
			seed[i] = byte(r.IntN(256))
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		pick := func(n int) int {
			x := 0
			for range 2 {
				if len(data) > 0 {
					x, data = x<<8|int(data[0]), data[1:]
				}
			}
			return x % n
		}
		plan := randomPlan(pick)
		checkFill(t, randomFiles(pick), plan)
	})
}

// TestFillSharesAreMonotone: with shares, too, more budget never shows less of a file.
func TestFillSharesAreMonotone(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 32))
	for range 500 {
		files, plan := randomFiles(r.IntN), randomPlan(r.IntN)
		plan = withSlices(files, plan)
		plan.Shares = []int{r.IntN(1000), r.IntN(1000), 0}
		for i := range files {
			files[i].Group = r.IntN(3)
		}
		var before packer.Bundle
		for budget := 0; budget < 4000; budget += 1 + r.IntN(900) {
			plan.Budget = budget
			b, err := packer.FillInTurn(ladders(files), plan)
			if err != nil {
				continue
			}
			checkHolds(t, files, b, before)
			before = b
		}
	}
}
