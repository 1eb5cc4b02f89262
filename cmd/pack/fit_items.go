package pack

import (
	"sort"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
)

// fitItems writes as many of some items, the first ones, as a budget has room for, counted
// over what is let out. what is that of which there must be room.
func fitItems(r *pipeline.Ranking, budget, items int, what string, write func(n int) (string, error)) (string, error) {
	var failed error
	sealed := func(n int) (string, int) {
		text, err := write(n)
		if err != nil {
			failed = cli.Failf("write JSON: %w", err)
		}
		text = r.Seal(text)
		return text, r.Count(text)
	}
	n := sort.Search(items, func(n int) bool {
		_, tokens := sealed(n + 1)
		return tokens > budget
	})
	for {
		text, tokens := sealed(n)
		switch {
		case failed != nil:
			return "", failed
		case tokens <= budget:
			return text, nil
		case n == 0:
			return "", &pipeline.TooSmallError{Budget: budget, Needed: tokens, What: what}
		}
		n--
	}
}
