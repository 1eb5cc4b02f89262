package scorer_test

import (
	"fmt"

	"ctxpack/scorer"
)

func ExampleRanking_Score() {
	b := scorer.Classic().Score(scorer.Facts{Path: "src/store.ts", Importers: 4, Exports: 3, Todos: 2}, scorer.DefaultWeights())
	for _, factor := range b.Factors {
		if factor.Points != 0 {
			fmt.Println(factor.Name, factor.Points)
		}
	}
	fmt.Println("score", b.Score)
	// Output:
	// importers 12
	// exports 6
	// todo 10
	// score 28
}

func ExampleRanking_Rank() {
	files := []scorer.Facts{
		{Path: "store/store_test.go", Test: true, Commits: 3},
		{Path: "store/store.go", Importers: 3, Exports: 5},
		{Path: "main.go", Entry: true},
	}
	for _, r := range scorer.Classic().Rank(files, scorer.DefaultWeights()) {
		fmt.Println(r.Breakdown.Score, r.Facts.Path)
	}
	// Output:
	// 30 main.go
	// 19 store/store.go
	// 0 store/store_test.go
}
