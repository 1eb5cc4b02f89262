package packer_test

import (
	"fmt"

	"ctxpack/packer"
)

func ExamplePack() {
	candidates := []packer.Candidate{ // the best one first
		{Path: "main.go", Tokens: 400},
		{Path: "store.go", Tokens: 900},
		{Path: "README.md", Tokens: 300},
	}
	// The caller defines the cost of an entry; here, signatures are a fifth.
	cost := func(candidate int, tier packer.Tier) (tokens int, ok bool) {
		full := candidates[candidate].Tokens
		if tier == packer.Signatures {
			return full / 5, true
		}
		return full, true
	}
	bundle, err := packer.Pack(candidates, cost, packer.Limits{Budget: 600})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range bundle.Entries {
		fmt.Println(candidates[e.Candidate].Path, e.Tier, e.Cost)
	}
	fmt.Println("together", bundle.Cost)
	// Output:
	// main.go full 400
	// store.go signatures 180
	// together 580
}

func ExampleByParts() {
	// A function that is worth twice as much as another one of the same length.
	offers := []packer.Offer{
		{Path: "main.go", Row: 10, Frame: 10, Whole: 400, Parts: []packer.Part{{Worth: 11 * 1024, Tokens: 200}, {Worth: 10 * 1024, Tokens: 200}}},
		{Path: "store.go", Row: 10, Frame: 10, Whole: 300, Parts: []packer.Part{{Worth: 9 * 1024, Tokens: 300}}},
	}
	for _, budget := range []int{50, 300, 500, 1000} {
		bundle, err := packer.ByParts{Offers: offers, Map: 400, Loss: 1000}.Fill(packer.Room{Budget: budget})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(bundle.Cost, " of ", budget, ":")
		for _, e := range bundle.Entries {
			fmt.Print(" ", offers[e.Candidate].Path, " ", e.Tier, " ", e.Sections)
		}
		fmt.Println()
	}
	// Output:
	// 20 of 50: main.go signatures [] store.go signatures []
	// 239 of 300: main.go signatures [0] store.go signatures []
	// 420 of 500: main.go full [] store.go signatures []
	// 720 of 1000: main.go full [] store.go full []
}
