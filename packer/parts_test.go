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
			o.Parts = append(o.Parts, packer.Part{Worth: int32(r.IntN(20_000) - 5000), Tokens: int32(tokens), Lines: int32(1 + tokens/8), Little: r.IntN(8) == 0})
			o.Whole += tokens
		}
		if o.Whole += 1 + r.IntN(50); i == 0 && r.IntN(2) == 0 {
			o.First = r.IntN(2 * o.Whole)
		}
		offers[i] = o
	}
	return offers
}

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
		case e.Tier == packer.Full && len(e.Sections) > 0, e.Cut.Tokens > 0 && slices.Contains(e.Sections, e.Cut.Part):
			return fmt.Errorf("something is shown twice: %+v", e)
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
		by := packer.ByParts{Offers: randomOffers(r), Map: r.IntN(500), File: 100 + r.IntN(900), Loss: 500 * (1 + r.IntN(2))}
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
	b, err := packer.ByParts{Offers: offers, File: 10}.Fill(packer.Room{Budget: 118})
	if err != nil || b.Cost != 118 || len(b.Entries) != 3 || b.Entries[0].Tier != packer.Full || b.Entries[0].Named || !b.Entries[2].Named {
		t.Errorf("%+v, %v", b, err)
	}
}

func TestByPartsPins(t *testing.T) {
	t.Parallel()
	offers := []packer.Offer{{Path: "a", Frame: 5, Whole: 100, Parts: []packer.Part{{Worth: 9999, Tokens: 100}}}, {Path: "b", Frame: 5, Whole: 70, Pinned: true}}
	b, err := packer.ByParts{Offers: offers, File: 1000}.Fill(packer.Room{Budget: 80})
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
	b, err := packer.ByParts{Offers: offer(90), File: 1000}.Fill(packer.Room{Budget: 300})
	if err != nil || b.Cost != 300 || b.Entries[0].Cut.Tokens == 0 || b.Entries[0].Cut.Part != 0 {
		t.Errorf("%+v, %v", b, err)
	}
	b, err = packer.ByParts{Offers: offer(2), File: 1000}.Fill(packer.Room{Budget: 300})
	if err != nil || b.Entries[0].Cut.Tokens != 0 || !slices.Equal(b.Entries[0].Sections, []int{1}) {
		t.Errorf("%+v, %v", b, err)
	}
}

// A file has its share, and more of it if others have nothing left.
func TestByPartsShares(t *testing.T) {
	t.Parallel()
	parts := func(n int, worth int32) (list []packer.Part) {
		for range n {
			list = append(list, packer.Part{Worth: worth, Tokens: 91, Lines: 9})
		}
		return list
	}
	offers := []packer.Offer{{Path: "a", Whole: 9100, Parts: parts(100, 9000)}, {Path: "b", Whole: 9100, Parts: parts(100, 0)}}
	by := packer.ByParts{Offers: offers, File: 300, Loss: 1000}
	b, err := by.Fill(packer.Room{Budget: 5000})
	if err != nil || b.Entries[0].Cost < 1400 || len(b.Entries) != 2 || b.Entries[1].Cost < 1400 {
		t.Errorf("%+v, %v", b, err)
	}
	offers[1].Parts = nil
	if b, err = by.Fill(packer.Room{Budget: 5000}); err != nil || b.Cost < 4800 {
		t.Errorf("%+v, %v", b, err)
	}
}

func FuzzByParts(f *testing.F) {
	f.Add(uint64(1), 1000, 0)
	f.Add(uint64(7), 30, 300)
	f.Fuzz(func(t *testing.T, seed uint64, budget, entry int) {
		r := rand.New(rand.NewPCG(seed, 2))
		by := packer.ByParts{Offers: randomOffers(r), Map: 250, File: 350, Loss: 500}
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

// A file has a share of the room, or LeastFile tokens, whichever is more.
func TestByPartsLeastFile(t *testing.T) {
	t.Parallel()
	offers := []packer.Offer{
		{Whole: 900, Parts: []packer.Part{{Worth: 20_000, Tokens: 100, Lines: 9}, {Worth: 19_000, Tokens: 100, Lines: 9}, {Worth: 18_000, Tokens: 100, Lines: 9}}},
		{Whole: 900, Parts: []packer.Part{{Worth: 10_000, Tokens: 100, Lines: 9}}},
	}
	for least, want := range map[int]int{0: 1, 250: 2, 400: 3} {
		b, err := packer.ByParts{Offers: offers, File: 300, LeastFile: least, Loss: 1000}.Fill(packer.Room{Budget: 420})
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Entries[0].Sections[:want]; got[want-1] != want-1 || least == 0 && len(b.Entries) < 2 {
			t.Errorf("least %d: %+v", least, b.Entries)
		}
	}
}

// With Enough, filling ends before a part that is worth much less than the first one.
func TestByPartsEnough(t *testing.T) {
	t.Parallel()
	offers := []packer.Offer{{Whole: 900, Parts: []packer.Part{
		{Worth: 10_000, Tokens: 100, Lines: 9}, {Worth: 9000, Tokens: 100, Lines: 9}, {Worth: 7000, Tokens: 100, Lines: 9},
	}}}
	for enough, want := range map[int]int{0: 3, 500: 1, 2000: 2, 4000: 3} {
		b, err := packer.ByParts{Offers: offers, File: 1000, Loss: 1000, Enough: enough}.Fill(packer.Room{Budget: 400})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(b.Entries[0].Sections); got != want || b.Enough != (want < 3) {
			t.Errorf("enough %d: %d parts (%t), want %d", enough, got, b.Enough, want)
		}
	}
}

// A file that is small relative to the room is shown whole as soon as half of it is.
func TestByPartsSmallFiles(t *testing.T) {
	t.Parallel()
	offers := []packer.Offer{
		{Whole: 100, Parts: []packer.Part{{Worth: 20_000, Tokens: 60, Lines: 9}, {Worth: -90_000, Tokens: 40, Lines: 9}}},
		{Whole: 9000, Parts: []packer.Part{{Worth: 10_000, Tokens: 9000, Lines: 90}}},
	}
	for room, want := range map[int]packer.Tier{3000: packer.Full, 2000: packer.Signatures} {
		b, err := packer.ByParts{Offers: offers, File: 1000, Loss: 1000}.Fill(packer.Room{Budget: room})
		if err != nil || b.Entries[0].Tier != want {
			t.Errorf("room %d: %+v, %v", room, b.Entries, err)
		}
	}
}
