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
	// What an entry costs is for the caller to say; here, signatures are a fifth.
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
