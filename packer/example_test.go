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

func ExampleFill() {
	// Two files with an outline and their text; what each step is worth and costs is
	// for the caller to say.
	file := func(path string, worth, tokens int) packer.Ladder {
		outline := packer.Step{Level: packer.Outline, Cost: tokens / 5, Density: 2 * worth}
		whole := packer.Step{Level: packer.Whole, Cost: tokens, Density: worth}
		return packer.Ladder{
			Path: path, Tokens: tokens,
			Density: [2]int{outline.Density, whole.Density}, Least: [2]int{outline.Cost, whole.Cost},
			Steps: func(c packer.Chain) (steps []packer.Step, frame int) {
				return [2][]packer.Step{{outline}, {whole}}[c], 10
			},
		}
	}
	ladders := []packer.Ladder{file("main.go", 30, 400), file("store.go", 20, 900)}
	for _, budget := range []int{100, 300, 600, 1400} {
		bundle, err := packer.Fill(ladders, packer.Plan{Budget: budget})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(bundle.Cost, " of ", budget)
		for _, e := range bundle.Entries {
			fmt.Print(", ", ladders[e.Candidate].Path, " ", e.Level)
		}
		fmt.Println()
	}
	// Output:
	// 90 of 100, main.go outline
	// 280 of 300, main.go outline, store.go outline
	// 600 of 600, main.go full, store.go outline
	// 1320 of 1400, main.go full, store.go full
}
