package packer_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ctxpack/packer"
)

// frame is what is written around every entry of the table tests.
const frame = 5

// rungs is a ladder in tests, whose steps are known.
type rungs struct {
	packer.Ladder
	steps  [2][]packer.Step
	frame  int
	slices []int // costs, by ID
}

// ladder makes a ladder that asks for its steps when they are needed.
func (r rungs) ladder() packer.Ladder {
	l := r.Ladder
	l.Steps = func(c packer.Chain) ([]packer.Step, int) { return r.steps[c], r.frame }
	return l
}

func ladders(files []rungs) []packer.Ladder {
	list := make([]packer.Ladder, len(files))
	for i, f := range files {
		list[i] = f.ladder()
	}
	return list
}

func names(cost, density int) packer.Step {
	return packer.Step{Level: packer.Names, Cost: cost, Density: density}
}

func folded(cost, density int) packer.Step {
	return packer.Step{Level: packer.Folded, Cost: cost, Density: density}
}

func outline(cost, density int) packer.Step {
	return packer.Step{Level: packer.Outline, Cost: cost, Density: density}
}

func part(k, cost, density int) packer.Step {
	return packer.Step{Level: packer.Excerpt, Part: k, Cost: cost, Density: density}
}

func whole(cost, density int) packer.Step {
	return packer.Step{Level: packer.Whole, Cost: cost, Density: density}
}

// steps makes a file of steps, those of both chains in their order.
func steps(path string, all ...packer.Step) rungs {
	r := rungs{Ladder: packer.Ladder{Path: path, Density: [2]int{packer.None, packer.None}}, frame: frame}
	for _, s := range all {
		c := packer.Deep
		if s.Level < packer.Excerpt {
			c = packer.Brief
		}
		if len(r.steps[c]) == 0 {
			r.Density[c], r.Least[c] = s.Density, s.Cost+frame
		}
		r.Least[c] = min(r.Least[c], s.Cost+frame)
		r.steps[c] = append(r.steps[c], s)
		if s.Level == packer.Whole {
			r.Tokens = s.Cost
		}
	}
	return r
}

func auxiliary(r rungs) rungs { r.Auxiliary = true; return r }

func pin(r rungs) rungs { r.Pinned = true; return r }

// levels writes a bundle as "a=full b=folded[0 2] c=0" with the reasons of what is
// absent as numbers.
func levels(files []rungs, b packer.Bundle) string {
	out := make([]string, len(files))
	for _, e := range b.Entries {
		level := e.Level.String()
		if len(e.Sections) > 0 {
			level = fmt.Sprint(strings.TrimPrefix(e.Brief.String(), "absent"), e.Sections)
		}
		out[e.Candidate] = files[e.Candidate].Path + "=" + level
	}
	for _, o := range b.Omissions {
		out[o.Candidate] = fmt.Sprintf("%s=%d", files[o.Candidate].Path, o.Reason)
	}
	return strings.Join(out, " ")
}

func TestFill(t *testing.T) {
	t.Parallel()
	large := steps("large", part(0, 45, 9), part(1, 50, 9), part(2, 50, 9), whole(400, 9))
	tests := []struct {
		name  string
		files []rungs
		plan  packer.Plan
		want  string
	}{
		{"nothing", nil, packer.Plan{Budget: 10}, ""},
		{"no budget", []rungs{steps("a", folded(5, 9), whole(50, 9))}, packer.Plan{}, "a=1"},
		{"everything fits", []rungs{steps("a", outline(5, 9), whole(50, 1)), steps("b", whole(30, 1))}, packer.Plan{Budget: 90}, "a=full b=full"},
		{"the greatest density first", []rungs{steps("a", folded(20, 5), whole(50, 1)), steps("b", folded(20, 6), whole(50, 2))},
			packer.Plan{Budget: 25}, "a=1 b=folded"},
		{"equal values in the order of the ladders", []rungs{steps("a", folded(20, 5), whole(50, 1)), steps("b", folded(20, 5), whole(50, 2))},
			packer.Plan{Budget: 25}, "a=folded b=1"},
		{"what stands for a file before it comes before the text of one", []rungs{steps("a", folded(20, 1), whole(90, 0)), steps("b", whole(40, 9)), steps("c", folded(10, 2))},
			packer.Plan{Budget: 70, Breadth: true}, "a=folded b=full c=1"},
		{"nothing waits for what nothing stands for", []rungs{steps("a", whole(90, 0)), steps("b", whole(40, 9))}, packer.Plan{Budget: 45, Breadth: true}, "a=1 b=full"},
		{"nothing waits for the first lines of a file", []rungs{steps("a", outline(20, 1), whole(90, 0)), steps("b", whole(40, 9))},
			packer.Plan{Budget: 45, Breadth: true}, "a=1 b=full"},
		{"a large text waits, and what stands for it does not", []rungs{steps("a", folded(20, 1), whole(300, 9)), steps("b", whole(40, 8))},
			packer.Plan{Budget: 100, Breadth: true, File: 100, FileTokens: 100}, "a=folded b=full"},
		{"a chain is taken in its order", []rungs{steps("a", part(0, 20, 1), part(1, 20, 9), whole(90, 1)), steps("b", folded(20, 5), whole(90, 0))},
			packer.Plan{Budget: 25}, "a=1 b=folded"},
		{"a step may be worth less than it might have been", []rungs{
			func() rungs { r := steps("a", folded(20, 5), whole(50, 1)); r.Density[packer.Brief] = 9; return r }(),
			steps("b", folded(20, 6), whole(50, 1))}, packer.Plan{Budget: 25}, "a=1 b=folded"},
		{"what is folded takes the place of names", []rungs{steps("a", names(10, 9), folded(30, 8), whole(90, 1))}, packer.Plan{Budget: 35}, "a=folded"},
		{"names stand for a file before the text of a lower one", []rungs{steps("a", names(10, 1), folded(60, 0), whole(90, 0)), steps("b", whole(40, 9))},
			packer.Plan{Budget: 60, Breadth: true}, "a=names b=full"},
		{"an outline takes the place of what is folded", []rungs{steps("a", folded(20, 9), outline(30, 8), whole(90, 1))}, packer.Plan{Budget: 35}, "a=outline"},
		{"parts stand beside an outline", []rungs{steps("a", folded(20, 9), outline(60, 1), part(1, 20, 8), part(0, 20, 7), whole(200, 0))},
			packer.Plan{Budget: 65}, "a=folded[0 1]"},
		{"the frame is paid once", []rungs{steps("a", part(0, 20, 9), part(1, 20, 8), whole(90, 1))}, packer.Plan{Budget: 45}, "a=[0 1]"},
		{"the whole takes the place of all", []rungs{steps("a", folded(20, 9), part(0, 20, 8), whole(60, 7)), steps("b", whole(70, 1))},
			packer.Plan{Budget: 65}, "a=full b=1"},
		{"the whole in place of a step that costs as much", []rungs{steps("a", outline(45, 9), part(0, 20, 8), whole(60, 1)), steps("b", folded(10, 5), whole(90, 0))},
			packer.Plan{Budget: 80}, "a=full b=folded"},
		{"a whole that is worth more than its parts", []rungs{steps("a", part(0, 20, 5), whole(60, 9)), steps("b", folded(20, 7), whole(90, 0))},
			packer.Plan{Budget: 70}, "a=[0] b=folded"},
		{"out of turn, what fits", []rungs{steps("a", whole(50, 9)), steps("b", whole(60, 8)), steps("c", folded(10, 7), whole(80, 1))},
			packer.Plan{Budget: 80}, "a=full b=1 c=folded"},
		{"out of turn, a later part", []rungs{steps("a", part(0, 50, 9), part(1, 10, 8), whole(90, 1))}, packer.Plan{Budget: 30}, "a=[1]"},
		{"out of turn, the whole", []rungs{steps("a", part(0, 45, 9), part(1, 10, 8), part(2, 40, 7), whole(96, 1)), steps("b", whole(90, 0))},
			packer.Plan{Budget: 101}, "a=full b=1"},
		{"no entry is over its limit", []rungs{steps("a", folded(20, 9), part(0, 50, 8), part(1, 10, 7), whole(90, 6)), steps("b", folded(60, 5), whole(99, 4))},
			packer.Plan{Budget: 300, Entry: 40}, "a=folded[1] b=2"},
		{"auxiliary files wait for others", []rungs{auxiliary(steps("t", whole(10, 9))), steps("a", folded(35, 5), whole(135, 4)), steps("b", whole(500, 3))},
			packer.Plan{Budget: 50, Auxiliary: 200}, "t=1 a=folded b=1"},
		{"and then get their part", []rungs{auxiliary(steps("t", whole(10, 9))), steps("a", whole(55, 5)), steps("b", whole(500, 3))},
			packer.Plan{Budget: 80, Auxiliary: 200}, "t=full a=full b=1"},
		{"or all, when no others are left", []rungs{auxiliary(steps("t", whole(90, 9))), auxiliary(steps("u", whole(90, 8))), steps("a", whole(55, 5))},
			packer.Plan{Budget: 160, Auxiliary: 200}, "t=full u=1 a=full"},
		{"a large file waits for others", []rungs{large, steps("b", whole(45, 5)), steps("c", whole(45, 4)), steps("d", whole(45, 3))},
			packer.Plan{Budget: 160, File: 300, FileTokens: 50}, "large=[0] b=full c=full d=1"},
		{"until there is enough of them", []rungs{large, steps("b", whole(45, 5)), steps("c", whole(45, 4)), steps("d", whole(45, 3))},
			packer.Plan{Budget: 160, File: 500, FileTokens: 50}, "large=[0 1] b=full c=1 d=1"},
		{"or no others are left", []rungs{large, steps("b", whole(20, 5)), auxiliary(steps("t", whole(300, 9)))},
			packer.Plan{Budget: 200, File: 500, FileTokens: 50, Auxiliary: 100}, "large=[0 1 2] b=full t=1"},
		{"pinned before all", []rungs{steps("a", whole(50, 9)), pin(steps("p", folded(1, 1), whole(60, 0)))}, packer.Plan{Budget: 70}, "a=1 p=full"},
		{"a pinned file whose text is gone", []rungs{pin(steps("p", folded(1, 1))), steps("a", whole(50, 9))}, packer.Plan{Budget: 70}, "p=1 a=full"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, err := packer.Fill(ladders(tt.files), tt.plan)
			if err != nil {
				t.Fatal(err)
			}
			if got := levels(tt.files, b); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// What follows on a step is asked for when it is taken, and the same is filled as if all were
// known at once.
func TestStepsThatFollow(t *testing.T) {
	t.Parallel()
	asked := 0
	first := packer.Step{Level: packer.Outline, Cost: 20, Density: 9, Then: func() []packer.Step {
		asked++
		return []packer.Step{part(0, 30, 8), part(1, 30, 3), whole(200, 1)}
	}}
	later := packer.Step{Level: packer.Outline, Cost: 20, Density: 2, Then: func() []packer.Step {
		t.Error("what follows on a step is asked for that is not taken")
		return nil
	}}
	files := []rungs{
		{Ladder: packer.Ladder{Path: "a", Density: [2]int{packer.None, 9}, Least: [2]int{0, 25}, Tokens: 200}, steps: [2][]packer.Step{packer.Deep: {first}}, frame: frame},
		{Ladder: packer.Ladder{Path: "b", Density: [2]int{packer.None, 2}, Least: [2]int{0, 25}, Tokens: 200}, steps: [2][]packer.Step{packer.Deep: {later}}, frame: frame},
		steps("c", whole(50, 7)),
	}
	b, err := packer.Fill(ladders(files), packer.Plan{Budget: 130})
	if err != nil {
		t.Fatal(err)
	}
	if got := levels(files, b); got != "a=outline[0] b=1 c=full" || asked != 1 {
		t.Errorf("got %s, asked %d times", got, asked)
	}
}

func TestFillPinnedDoNotFit(t *testing.T) {
	t.Parallel()
	files := []rungs{pin(steps("a", whole(60, 1))), pin(steps("b", whole(70, 1))), steps("c", whole(1, 1))}
	tests := []struct {
		plan packer.Plan
		want packer.PinnedError
	}{
		{packer.Plan{Budget: 100}, packer.PinnedError{Missing: 40, Pinned: 2, Largest: "b"}},
		{packer.Plan{Budget: 500, Entry: 70}, packer.PinnedError{Missing: 5, Pinned: 1, Largest: "b"}},
	}
	for _, tt := range tests {
		_, err := packer.Fill(ladders(files), tt.plan)
		var e *packer.PinnedError
		if !errors.As(err, &e) || *e != tt.want {
			t.Errorf("got %v, want %v", err, &tt.want)
		}
	}
}

// TestFillLooksAtFew: a file's steps are not asked for before its turn may have
// come, nor those that cannot fit.
func TestFillLooksAtFew(t *testing.T) {
	t.Parallel()
	files := []rungs{
		steps("a", folded(20, 9), whole(90, 8)), steps("b", folded(20, 7), whole(90, 1)), steps("c", folded(40, 2), whole(100, 1)),
	}
	var asked []string
	list := ladders(files)
	for i, f := range files {
		list[i].Steps = func(c packer.Chain) ([]packer.Step, int) {
			asked = append(asked, fmt.Sprint(f.Path, c))
			return f.steps[c], f.frame
		}
	}
	if _, err := packer.Fill(list, packer.Plan{Budget: 130}); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(asked, " "), "a0 a1 b0 c0"; got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
}

// TestFillShares: groups get their shares at every budget, what one cannot use goes to
// the others, and one without a share waits.
func TestFillShares(t *testing.T) {
	t.Parallel()
	count := func(files []rungs, b packer.Bundle) (n [3]int) {
		for _, e := range b.Entries {
			n[files[e.Candidate].Group]++
		}
		return n
	}
	var files []rungs
	for i := range 60 {
		r := steps(fmt.Sprintf("f%02d", i), whole(25, 1000-i))
		r.Group = i / 20 // the most valuable are all of one group
		files = append(files, r)
	}
	for _, tt := range []struct {
		budget int
		shares []int
		want   [3]int
	}{
		{300, nil, [3]int{10, 0, 0}},
		{300, []int{600, 400, 0}, [3]int{6, 4, 0}},
		{300, []int{100, 100, 800}, [3]int{1, 1, 8}},
		{900, []int{800, 200, 0}, [3]int{20, 10, 0}},
		{1350, []int{500, 500, 0}, [3]int{20, 20, 5}},
	} {
		b, err := packer.Fill(ladders(files), packer.Plan{Budget: tt.budget, Shares: tt.shares})
		if err != nil {
			t.Fatal(err)
		}
		if got := count(files, b); got != tt.want {
			t.Errorf("%d by %v: %v, want %v", tt.budget, tt.shares, got, tt.want)
		}
	}
}

// TestSlicesAround: what the rest of a file that is shown in part refers to is wanted,
// but after what its shown part refers to; a small bundle gives slices more room.
func TestSlicesAround(t *testing.T) {
	t.Parallel()
	files := []rungs{steps("shown.go", part(0, 400, 100)), steps("called.go"), steps("near.go")}
	files[1].Tokens, files[2].Tokens = 1000, 1000
	plan := packer.Plan{
		Slices: 50,
		Refers: func(int, packer.Step) []packer.Slice { return []packer.Slice{{File: 1}} },
		Around: func(int) []packer.Slice { return []packer.Slice{{File: 2}, {File: 1}} },
		Define: func(packer.Slice, packer.Level, []int) (cost, room int, ok bool) { return 20, frame, true },
	}
	for _, tt := range []struct {
		budget, more int
		want         string
	}{
		{429, 0, "shown.go=[0] called.go=1 near.go=1"},
		{430, 0, "shown.go=[0] called.go=slices near.go=1"},
		{1000, 0, "shown.go=[0] called.go=slices near.go=1"},
		{1000, 10, "shown.go=[0] called.go=slices near.go=slices"},
	} {
		plan.Budget, plan.SliceTokens = tt.budget, tt.more
		bundle, err := packer.Fill(ladders(files), plan)
		if err != nil {
			t.Fatal(err)
		}
		if got := levels(files, bundle); got != tt.want {
			t.Errorf("budget %d and %d tokens more: %s, not %s", tt.budget, tt.more, got, tt.want)
		}
	}
}

// TestUsers: who uses the first steps that are asked for is shown before what their texts
// refer to, in its order, as far as its part of what is spent goes; that for which less was
// spent comes first, and nothing is shown twice.
func TestUsers(t *testing.T) {
	t.Parallel()
	files := []rungs{steps("shown.go", part(0, 400, 100), part(1, 400, 90), part(2, 400, 80)), steps("a.go"), steps("b.go"), steps("c.go")}
	for i := range files[1:] {
		files[1+i].Tokens = 1000
	}
	plan := packer.Plan{
		Slices: 50, Budget: 3000,
		Refers: func(int, packer.Step) []packer.Slice { return []packer.Slice{{File: 1}} },
		Around: func(int) []packer.Slice { return nil },
		Users: func(_ int, s packer.Step) []packer.Slice {
			return [][]packer.Slice{{{File: 1, ID: 1}, {File: 1, ID: 2}, {File: 1, ID: 3}}, {{File: 2, ID: 1}, {File: 1, ID: 1}}, {{File: 3, ID: 1}}}[s.Part]
		},
		Define: func(packer.Slice, packer.Level, []int) (cost, room int, ok bool) { return 20, frame, true },
	}
	for _, tt := range []struct {
		asked, uses int
		want        [4][]int // slices by file
	}{
		{0, 100, [4][]int{1: {0}}},
		{1, 20, [4][]int{1: {0, 1}}},
		{1, 1000, [4][]int{1: {0, 1, 2, 3}}},
		{2, 1000, [4][]int{1: {0, 1, 2, 3}, 2: {1}}},
		{3, 1000, [4][]int{1: {0, 1, 2, 3}, 2: {1}, 3: {1}}},
	} {
		plan.Asked, plan.Uses = tt.asked, tt.uses
		bundle, err := packer.Fill(ladders(files), plan)
		if err != nil {
			t.Fatal(err)
		}
		var got [4][]int
		for _, e := range bundle.Entries {
			got[e.Candidate] = e.Slices
		}
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("of %d steps, %d thousandths: %v, not %v", tt.asked, tt.uses, got, tt.want)
		}
	}
}
