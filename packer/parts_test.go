package packer_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ctxpack/packer"
)

// randomOffers returns files with parts of random sizes and worths.
func randomOffers(r *rand.Rand) []packer.Offer {
	offers := make([]packer.Offer, r.IntN(20))
	for i := range offers {
		o := packer.Offer{Path: fmt.Sprint("f", i), Rank: i, Row: r.IntN(30), Frame: 5 + r.IntN(20), Scale: r.IntN(2) * (500 + r.IntN(1000))}
		for range r.IntN(12) {
			tokens := 1 + r.IntN(1<<r.IntN(12))
			p := packer.Part{Worth: int32(r.IntN(20_000) - 5000), Tokens: int32(tokens), Lines: int32(1 + tokens/8), Little: r.IntN(8) == 0}
			if r.IntN(3) == 0 {
				p.Head, p.HeadWorth, p.HeadKind = int32(1+r.IntN(tokens)), int32(r.IntN(20_000)-5000), 1
			}
			p.Twin = int32(r.IntN(4))
			o.Parts = append(o.Parts, p)
			o.Whole += tokens
		}
		if o.Whole += 1 + r.IntN(50); i == 0 && r.IntN(2) == 0 {
			o.First = r.IntN(2 * o.Whole)
		}
		offers[i] = o
	}
	return offers
}

func randomFall(r *rand.Rand) packer.Fall { return packer.Fall{Share: r.IntN(300), Loss: r.IntN(2000)} }

// checkBundle returns the first violation of the rules of filling.
func checkBundle(b packer.Bundle, offers []packer.Offer, room packer.Room) error {
	if b.Cost > max(room.Budget, 0) {
		return fmt.Errorf("cost %d of %d", b.Cost, room.Budget)
	}
	if len(b.Entries)+len(b.Omissions) != len(offers) {
		return fmt.Errorf("%d entries and %d omissions of %d files", len(b.Entries), len(b.Omissions), len(offers))
	}
	sum := 0
	for _, e := range b.Entries {
		sum += e.Cost
		switch {
		case e.Cost < 0, room.Entry > 0 && e.Cost > room.Entry:
			return fmt.Errorf("entry %+v with a limit of %d", e, room.Entry)
		case !slices.IsSorted(e.Sections), len(slices.Compact(slices.Clone(e.Sections))) != len(e.Sections):
			return fmt.Errorf("sections %v", e.Sections)
		case e.Tier == packer.Full && len(e.Sections)+len(e.Cuts) > 0:
			return fmt.Errorf("something is shown twice: %+v", e)
		}
		for n, c := range e.Cuts {
			if c.Tokens <= 0 || slices.Contains(e.Sections, c.Part) || n > 0 && e.Cuts[n-1].Part >= c.Part {
				return fmt.Errorf("cuts %+v", e)
			}
		}
		for _, k := range e.Sections {
			if offers[e.Candidate].Parts[k].Little {
				return fmt.Errorf("a part that is too little is shown: %+v", e)
			}
		}
	}
	if sum != b.Cost {
		return fmt.Errorf("entries cost %d together, not %d", sum, b.Cost)
	}
	return nil
}

func TestByPartsKeepsItsRules(t *testing.T) {
	t.Parallel()
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		by := packer.ByParts{Offers: randomOffers(r), Map: r.IntN(500), File: randomFall(r), Kinds: [2]packer.Fall{{}, randomFall(r)}, Twin: r.IntN(1000),
			Lead: r.IntN(4), Loss: 500 * (1 + r.IntN(2))}
		room := packer.Room{Budget: r.IntN(1 << r.IntN(16)), Entry: r.IntN(2) * r.IntN(3000)}
		b, err := by.Fill(room)
		if err == nil {
			err = checkBundle(b, by.Offers, room)
		}
		if err != nil {
			t.Fatalf("seed %d, %+v: %v", seed, room, err)
		}
		again, err := by.Fill(room)
		if err != nil || !slices.EqualFunc(b.Entries, again.Entries, func(x, y packer.Entry) bool { return fmt.Sprint(x) == fmt.Sprint(y) }) {
			t.Fatalf("seed %d: another bundle the second time: %v", seed, err)
		}
	}
}

func TestByPartsShowsEverythingThatFits(t *testing.T) {
	t.Parallel()
	offers := []packer.Offer{{Path: "a", Row: 9, Frame: 5, Whole: 100, Parts: []packer.Part{{Tokens: 90}}}, {Path: "b", Frame: 5, Whole: 1},
		{Path: "c", Row: 7, Only: true}, {Path: "d", Lost: true, Whole: 50}}
	b, err := packer.ByParts{Offers: offers}.Fill(packer.Room{Budget: 118})
	if err != nil || b.Cost != 118 || len(b.Entries) != 3 || b.Entries[0].Tier != packer.Full || b.Entries[0].Named || !b.Entries[2].Named {
		t.Errorf("%+v, %v", b, err)
	}
}

func TestByPartsPins(t *testing.T) {
	t.Parallel()
	offers := []packer.Offer{{Path: "a", Frame: 5, Whole: 100, Parts: []packer.Part{{Worth: 9999, Tokens: 100}}}, {Path: "b", Frame: 5, Whole: 70, Pinned: true}}
	b, err := packer.ByParts{Offers: offers}.Fill(packer.Room{Budget: 80})
	if err != nil || len(b.Entries) != 1 || b.Entries[0].Candidate != 1 {
		t.Errorf("%+v, %v", b, err)
	}
	var pinned *packer.PinnedError
	if _, err := (packer.ByParts{Offers: offers}).Fill(packer.Room{Budget: 70}); !errors.As(err, &pinned) || pinned.Missing != 5 || pinned.Largest != "b" {
		t.Errorf("error %v", err)
	}
}

// A part that does not fit is cut to fit, and one whose lines are too long for that is skipped.
func TestByPartsCuts(t *testing.T) {
	t.Parallel()
	offer := func(lines int32) []packer.Offer {
		return []packer.Offer{{Path: "a", Frame: 10, Whole: 1000, Parts: []packer.Part{{Worth: 9000, Tokens: 900, Lines: lines}, {Worth: 0, Tokens: 50, Lines: 5}}}}
	}
	b, err := packer.ByParts{Offers: offer(90)}.Fill(packer.Room{Budget: 300})
	if err != nil || b.Cost != 300 || len(b.Entries[0].Cuts) != 1 || b.Entries[0].Cuts[0].Part != 0 {
		t.Errorf("%+v, %v", b, err)
	}
	b, err = packer.ByParts{Offers: offer(2)}.Fill(packer.Room{Budget: 300})
	if err != nil || len(b.Entries[0].Cuts) != 0 || !slices.Equal(b.Entries[0].Sections, []int{1}) {
		t.Errorf("%+v, %v", b, err)
	}
}

// The gain of a file falls as more of it is shown. It gets the rest of the room if others have nothing left.
func TestByPartsFallByFile(t *testing.T) {
	t.Parallel()
	parts := func(n int, worth int32) (list []packer.Part) {
		for range n {
			list = append(list, packer.Part{Worth: worth, Tokens: 91, Lines: 9})
		}
		return list
	}
	offers := []packer.Offer{{Path: "a", Whole: 9100, Parts: parts(100, 9000)}, {Path: "b", Whole: 9100, Parts: parts(100, 8500)}}
	for loss, want := range map[int]int{0: 1, 1000: 2} {
		by := packer.ByParts{Offers: offers, File: packer.Fall{Share: 100, Loss: loss}, Loss: 1000}
		b, err := by.Fill(packer.Room{Budget: 5000})
		if err != nil || b.Cost < 4800 || len(b.Entries) != want || want == 2 && b.Entries[1].Cost < 1500 {
			t.Errorf("loss %d: %+v, %v", loss, b, err)
		}
	}
	offers[1].Parts = nil
	by := packer.ByParts{Offers: offers, File: packer.Fall{Share: 10, Loss: 2000}, Loss: 1000}
	if b, err := by.Fill(packer.Room{Budget: 5000}); err != nil || b.Cost < 4800 {
		t.Errorf("%+v, %v", b, err)
	}
}

// The gain of a kind falls as more of it is shown, and so does that of twins.
func TestByPartsFallByKindAndTwins(t *testing.T) {
	t.Parallel()
	part := func(worth int32, kind uint8, twin int32) packer.Part {
		return packer.Part{Worth: worth, Tokens: 91, Lines: 9, Kind: kind, Twin: twin}
	}
	for name, list := range map[string][]packer.Part{
		"kind":  {part(9000, 1, 0), part(8900, 1, 0), part(8500, 0, 0)},
		"twins": {part(9000, 0, 1), part(8900, 0, 1), part(8500, 0, 2)},
	} {
		by := packer.ByParts{Offers: []packer.Offer{{Whole: 900, Parts: list}}, Kinds: [2]packer.Fall{{}, {Share: 50, Loss: 1000}}, Twin: 1000, Loss: 1000}
		b, err := by.Fill(packer.Room{Budget: 205})
		if err != nil || !slices.Equal(b.Entries[0].Sections, []int{0, 2}) {
			t.Errorf("%s: %+v, %v", name, b, err)
		}
	}
}

// The short form of a part comes first if it is worth more for its tokens, and the whole part takes its place.
func TestByPartsHeads(t *testing.T) {
	t.Parallel()
	offers := []packer.Offer{{Whole: 5000, Parts: []packer.Part{
		{Worth: 5000, Tokens: 400, Lines: 40, Head: 40, HeadWorth: 9000}, {Worth: 7000, Tokens: 200, Lines: 20},
	}}}
	for room, want := range map[int]string{100: "[] [{0 40}]", 280: "[1] [{0 40}]", 700: "[0 1] []"} {
		b, err := packer.ByParts{Offers: offers, Loss: 1000}.Fill(packer.Room{Budget: room})
		if got := fmt.Sprint(b.Entries[0].Sections, b.Entries[0].Cuts); err != nil || got != want {
			t.Errorf("room %d: %s, want %s; %v", room, got, want, err)
		}
	}
}

// The first files show their best part, even if others have better ones.
func TestByPartsLead(t *testing.T) {
	t.Parallel()
	offers := []packer.Offer{
		{Whole: 900, Parts: []packer.Part{{Worth: 1000, Tokens: 100, Lines: 9}, {Worth: 2000, Tokens: 100, Lines: 9}}},
		{Whole: 900, Parts: []packer.Part{{Worth: 9000, Tokens: 100, Lines: 9}, {Worth: 8000, Tokens: 100, Lines: 9}}},
	}
	b, err := packer.ByParts{Offers: offers, Lead: 1, Loss: 1000}.Fill(packer.Room{Budget: 230})
	if err != nil || len(b.Entries) != 2 || !slices.Equal(b.Entries[0].Sections, []int{1}) {
		t.Errorf("%+v, %v", b, err)
	}
}

// More room never shows less, but for small parts that fill the last gap where a part or the rest of a file does not fit.
func TestByPartsMoreRoom(t *testing.T) {
	t.Parallel()
	shown := func(b packer.Bundle, offers []packer.Offer) map[[2]int]int {
		tokens := map[[2]int]int{}
		for _, e := range b.Entries {
			for k, p := range offers[e.Candidate].Parts {
				if e.Tier == packer.Full || slices.Contains(e.Sections, k) {
					tokens[[2]int{e.Candidate, k}] = int(p.Tokens)
				}
			}
			for _, c := range e.Cuts {
				tokens[[2]int{e.Candidate, c.Part}] = c.Tokens
			}
		}
		return tokens
	}
	const gap = 160 // tokens: a cut, what is around it, and a row; besides, the rest of a file that is completed
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		by := packer.ByParts{Offers: randomOffers(r), Map: r.IntN(500), File: randomFall(r), Kinds: [2]packer.Fall{{}, randomFall(r)}, Twin: r.IntN(1000), Loss: 1000}
		for i := range by.Offers {
			by.Offers[i].Scale, by.Offers[i].First = 0, 0
		}
		before := map[[2]int]int{}
		for room := 100 + r.IntN(500); room < 20_000; room += room / 20 {
			b, err := by.Fill(packer.Room{Budget: room})
			if err != nil {
				t.Fatal(err)
			}
			now, lost := shown(b, by.Offers), 0
			for part, tokens := range before {
				lost += max(tokens-now[part], 0)
			}
			if lost > gap+room/25 {
				t.Fatalf("seed %d: room %d loses %d tokens", seed, room, lost)
			}
			before = now
		}
	}
}

func FuzzByParts(f *testing.F) {
	f.Add(uint64(1), 1000, 0)
	f.Add(uint64(7), 30, 300)
	f.Fuzz(func(t *testing.T, seed uint64, budget, entry int) {
		r := rand.New(rand.NewPCG(seed, 2))
		by := packer.ByParts{Offers: randomOffers(r), Map: 250, File: packer.Fall{Share: 60, Loss: 500}, Kinds: [2]packer.Fall{{}, {Share: 10, Loss: 1000}}, Twin: 500, Loss: 500}
		room := packer.Room{Budget: budget % (1 << 20), Entry: max(entry%(1<<20), 0)}
		b, err := by.Fill(room)
		if err != nil {
			t.Fatal(err) // nothing is pinned
		}
		if err := checkBundle(b, by.Offers, room); err != nil {
			t.Fatal(err)
		}
	})
}

// With Enough, filling ends before a part that is worth much less than the first one.
func TestByPartsEnough(t *testing.T) {
	t.Parallel()
	offers := []packer.Offer{{Whole: 900, Parts: []packer.Part{
		{Worth: 10_000, Tokens: 100, Lines: 9}, {Worth: 9000, Tokens: 100, Lines: 9}, {Worth: 7000, Tokens: 100, Lines: 9},
	}}}
	for enough, want := range map[int]int{0: 3, 500: 1, 2000: 2, 4000: 3} {
		b, err := packer.ByParts{Offers: offers, Loss: 1000, Enough: enough}.Fill(packer.Room{Budget: 400})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(b.Entries[0].Sections); got != want || b.Enough != (want < 3) {
			t.Errorf("enough %d: %d parts (%t), want %d", enough, got, b.Enough, want)
		}
	}
}

// A file that is small relative to the bundle is shown whole as soon as half of it is shown.
func TestByPartsSmallFiles(t *testing.T) {
	t.Parallel()
	offers := []packer.Offer{
		{Whole: 100, Parts: []packer.Part{{Worth: 20_000, Tokens: 60, Lines: 9}, {Worth: -90_000, Tokens: 40, Lines: 9}}},
		{Whole: 9000, Parts: slices.Repeat([]packer.Part{{Worth: 10_000, Tokens: 900, Lines: 90}}, 10)},
	}
	for room, want := range map[int]packer.Tier{4000: packer.Full, 2000: packer.Signatures} {
		b, err := packer.ByParts{Offers: offers, Loss: 1000}.Fill(packer.Room{Budget: room})
		if err != nil || b.Entries[0].Tier != want {
			t.Errorf("room %d: %+v, %v", room, b.Entries, err)
		}
	}
}
