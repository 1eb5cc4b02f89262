package packer_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ctxpack/packer"
)

// file is a candidate with the costs of its tiers; 0 signatures means none.
type file struct {
	packer.Candidate
	score            int
	full, signatures int
}

func pack(files []file, limits packer.Limits) (packer.Bundle, error) {
	candidates := make([]packer.Candidate, len(files))
	for i, f := range files {
		candidates[i] = f.Candidate
	}
	cost := func(i int, tier packer.Tier) (int, bool) {
		if tier == packer.Full {
			return files[i].full, true
		}
		return files[i].signatures, files[i].signatures > 0
	}
	return packer.Pack(candidates, cost, limits)
}

// The scores that give the tests' files their guarantees.
const (
	largeScore    = 30
	outlinedScore = 70
)

func f(path string, score, full, signatures int) file {
	x := file{packer.Candidate{Path: path, Tokens: full, SignatureTokens: signatures}, score, full, signatures}
	if score >= largeScore {
		x.Guarantee |= packer.Large
	}
	if score >= outlinedScore {
		x.Guarantee |= packer.Outlined
	}
	return x
}

func pinned(x file) file {
	x.Guarantee |= packer.Pinned
	return x
}

func withSections(x file, sections ...packer.Section) file {
	x.Sections = func() []packer.Section { return sections }
	return x
}

// tiers writes a bundle as "a=full b=signatures[0 2] c=skip".
func tiers(files []file, b packer.Bundle) string {
	out := make([]string, len(files))
	for _, e := range b.Entries {
		out[e.Candidate] = files[e.Candidate].Path + "=" + e.Tier.String()
		if len(e.Sections) > 0 {
			out[e.Candidate] += fmt.Sprint(e.Sections)
		}
	}
	for _, o := range b.Omissions {
		out[o.Candidate] = fmt.Sprintf("%s=%d", files[o.Candidate].Path, o.Reason)
	}
	return strings.Join(out, " ")
}

func TestPack(t *testing.T) {
	t.Parallel()
	rules := packer.Limits{OversizedTokens: 8000}
	with := func(budget, reserve int) packer.Limits {
		l := rules
		l.Budget, l.Reserve = budget, reserve
		return l
	}
	big := withSections(f("big", 40, 9000, 100),
		packer.Section{StartLine: 1, EndLine: 10, Complexity: 2, Cost: 50},
		packer.Section{StartLine: 20, EndLine: 90, Exported: true, Complexity: 9, Cost: 300},
		packer.Section{StartLine: 30, EndLine: 40, Exported: true, Complexity: 3, Cost: 40},
		packer.Section{StartLine: 95, EndLine: 99, Complexity: 2, Markers: 1, Cost: 60},
	)
	tests := []struct {
		name   string
		files  []file
		limits packer.Limits
		want   string
	}{
		{"everything fits", []file{f("a", 50, 60, 10), f("b", 5, 40, 10)}, with(100, 10), "a=full b=full"},
		{"everything fits although oversized", []file{f("a", 5, 9000, 10)}, with(9000, 900), "a=full"},
		{"full, then signatures, then skip", []file{f("a", 50, 60, 20), f("b", 40, 60, 20), f("c", 30, 60, 30)}, with(90, 0), "a=full b=signatures c=1"},
		{"a smaller file later still fits", []file{f("a", 50, 60, 0), f("b", 40, 60, 0), f("c", 30, 30, 0)}, with(90, 0), "a=full b=1 c=full"},
		{"the reserve goes to signatures", []file{f("a", 50, 50, 10), f("b", 40, 45, 10), f("c", 30, 40, 10)}, with(100, 20), "a=full b=signatures c=full"},
		{"what the reserve leaves goes back", []file{f("a", 50, 50, 0), f("b", 40, 45, 0), f("c", 30, 40, 0)}, with(100, 20), "a=full b=full c=1"},
		{"guaranteed signatures take more than the reserve", []file{f("a", 90, 80, 10), f("b", 80, 50, 15), f("c", 70, 50, 15)}, with(100, 5),
			"a=signatures b=full c=signatures"},
		{"without a reserve nothing is guaranteed", []file{f("a", 90, 80, 10), f("b", 80, 50, 15), f("c", 70, 50, 15)}, with(100, 0),
			"a=full b=signatures c=1"},
		{"oversized and of no interest waits", []file{f("a", 29, 8001, 10), f("b", 10, 40, 10)}, with(8001, 0), "a=signatures b=full"},
		{"oversized in full where there is room", []file{f("a", 29, 8001, 10), f("b", 10, 40, 10), f("c", 5, 9000, 0)}, with(8100, 0), "a=full b=full c=1"},
		{"guaranteed signatures do not give way to later ones", []file{f("a", 100, 90, 40), f("b", 90, 90, 40), f("c", 70, 90, 40), f("d", 70, 90, 15)},
			with(100, 10),
			"a=signatures b=signatures c=1 d=signatures"},
		{"oversized gets sections in order", []file{big, f("x", 10, 5000, 0)}, with(520, 0), "big=signatures[0 1 3] x=1"},
		{"sections that overlap are not repeated", []file{big, f("x", 10, 5000, 0)}, with(230, 0), "big=signatures[2 3] x=1"},
		{"pinned stays full although oversized", []file{pinned(f("p", 0, 9000, 10)), f("a", 90, 5000, 10)}, with(9100, 0), "p=full a=signatures"},
		{"no budget", []file{f("a", 90, 10, 5)}, with(0, 0), "a=1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, err := pack(tt.files, tt.limits)
			if err != nil {
				t.Fatal(err)
			}
			if got := tiers(tt.files, b); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestPinnedDoNotFit(t *testing.T) {
	t.Parallel()
	_, err := pack([]file{pinned(f("a", 0, 70, 5)), pinned(f("b", 0, 50, 5)), f("c", 0, 1, 1)}, packer.Limits{Budget: 100})
	var e *packer.PinnedError
	if !errors.As(err, &e) || e.Missing != 20 || e.Pinned != 2 || e.Largest != "a" {
		t.Fatalf("got %v", err)
	}
}

func TestEntryLimit(t *testing.T) {
	t.Parallel()
	files := []file{f("a", 90, 70, 20), f("b", 80, 70, 60), f("c", 70, 30, 10)}
	b, err := pack(files, packer.Limits{Budget: 1000, Entry: 50})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tiers(files, b), "a=signatures b=2 c=full"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// random makes files in score order with consistent costs.
func random(r *rand.Rand) ([]file, packer.Limits) {
	var files []file
	for i := range r.IntN(60) {
		full := 1 + r.IntN(500)
		x := f(fmt.Sprint("f", i), r.IntN(101), full, r.IntN(full))
		if r.IntN(20) == 0 {
			x = f(x.Path, x.score, 1000+r.IntN(5000), r.IntN(300))
			var sections []packer.Section
			for line := 1; line < 400; line += 1 + r.IntN(40) {
				sections = append(sections, packer.Section{
					StartLine: line, EndLine: line + r.IntN(60), Exported: r.IntN(2) == 0, Complexity: r.IntN(9), Markers: r.IntN(2), Cost: 1 + r.IntN(90),
				})
			}
			x = withSections(x, sections...)
		}
		files = append(files, x)
	}
	slices.SortStableFunc(files, func(a, b file) int { return b.score - a.score })
	limits := packer.Limits{Budget: r.IntN(6000), OversizedTokens: 1000}
	if r.IntN(3) > 0 {
		limits.Reserve = limits.Budget / 10
	}
	return files, limits
}

func TestInvariants(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		files, limits := random(r)
		b, err := pack(files, limits)
		if err != nil {
			t.Fatal(err)
		}
		check(t, files, limits, b)
	}
}

func check(t *testing.T, files []file, limits packer.Limits, b packer.Bundle) {
	t.Helper()
	if len(b.Entries)+len(b.Omissions) != len(files) {
		t.Fatalf("%d entries and %d omissions of %d files", len(b.Entries), len(b.Omissions), len(files))
	}
	sum, full := 0, 0
	for _, e := range b.Entries {
		x := files[e.Candidate]
		cost := x.full
		if e.Tier == packer.Signatures {
			cost = x.signatures
			for i, s := range e.Sections {
				sections := x.Sections()
				cost += sections[s].Cost
				for _, other := range e.Sections[i+1:] {
					if sections[other].StartLine <= sections[s].EndLine && sections[s].StartLine <= sections[other].EndLine {
						t.Fatalf("sections %d and %d of %s overlap", s, other, x.Path)
					}
				}
			}
		} else {
			full++
		}
		if cost != e.Cost {
			t.Fatalf("%s costs %d, not %d", x.Path, cost, e.Cost)
		}
		sum += cost
	}
	if sum != b.Cost || sum > limits.Budget {
		t.Fatalf("entries cost %d, the bundle says %d, the budget is %d", sum, b.Cost, limits.Budget)
	}
	if b.Complete != (full == len(files)) {
		t.Fatalf("complete is %v with %d of %d files", b.Complete, full, len(files))
	}
	left := limits.Budget - sum
	for _, o := range b.Omissions {
		x := files[o.Candidate]
		if x.signatures > 0 && x.signatures <= left || x.full <= left {
			t.Fatalf("%s (%d, %d) is left out although %d is left", x.Path, x.full, x.signatures, left)
		}
	}
	guaranteed(t, files, limits, b)
}

// guaranteed: if the guaranteed signatures of all files fit together, none of them is omitted.
func guaranteed(t *testing.T, files []file, limits packer.Limits, b packer.Bundle) {
	t.Helper()
	if limits.Reserve == 0 {
		return
	}
	need := 0
	for _, x := range files {
		if x.score < outlinedScore {
			continue
		}
		if x.signatures > 0 {
			need += x.signatures
		} else {
			need += x.full
		}
	}
	if need > limits.Budget {
		return
	}
	for _, o := range b.Omissions {
		if x := files[o.Candidate]; x.score >= outlinedScore && x.signatures > 0 {
			t.Fatalf("%s with score %d is left out; all guaranteed ones need %d of %d", x.Path, x.score, need, limits.Budget)
		}
	}
}
