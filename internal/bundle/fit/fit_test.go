package fit_test

import (
	"context"
	"strings"
	"testing"

	"ctxpack/internal/bundle/fit"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/bundle/view"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/tokens"
	"ctxpack/packer"
)

// learning fills a room with lines of one file, two tokens each. It estimates their cost as 250 hundredths of a
// token in the first round, and as 180 later.
type learning struct {
	fit.Way
	counter *tokens.Counter
	rounds  int
}

func (l *learning) Prepare(context.Context, int, int)    {}
func (l *learning) Filler(context.Context) packer.Filler { return l }
func (l *learning) Slack(budget int) int                 { return budget / 200 }
func (l *learning) Files() []*view.File                  { return []*view.File{{}} }
func (l *learning) Count(text string) int                { return l.counter.Count(text) }
func (l *learning) Lost() map[int]source.SkipReason      { return nil }
func (l *learning) Problems() []source.Problem           { return nil }
func (l *learning) Seal(func(e *render.File))            {}
func (l *learning) Fill(r packer.Room) (packer.Bundle, error) {
	cost := 180
	if l.rounds++; l.rounds == 1 {
		cost = 250
	}
	cut := packer.Cut{Tokens: 100 * r.Budget / cost}
	return packer.Bundle{Cost: r.Budget, Entries: []packer.Entry{{Tier: packer.Signatures, Cuts: []packer.Cut{cut}, Cost: r.Budget}}}, nil
}

func (l *learning) Entry(_ context.Context, e packer.Entry) (render.File, bool) {
	return render.File{Path: "a.txt", Tier: packer.Signatures, Text: strings.Repeat("a\n", e.Cuts[0].Tokens)}, true
}

// A room that was too small may be too large in a later round, since costs are estimated anew. The budget is still filled.
func TestRoomsEstimatedAnew(t *testing.T) {
	t.Parallel()
	counter, err := tokens.New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	const budget = 4000
	r, err := fit.New(&learning{counter: counter}, fit.Options{
		Counter: counter, Format: render.Formats()[0], Budget: budget, Tree: "none",
		Tell: func(context.Context, int) (*render.Task, error) { return nil, nil },
	}).Fit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Tokens > budget || r.Tokens < budget*98/100 {
		t.Errorf("%d of %d tokens", r.Tokens, budget)
	}
}
