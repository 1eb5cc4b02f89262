package pipeline

import (
	"testing"

	"ctxpack/internal/bundle/render"
	"ctxpack/packer"
)

func TestShareOf(t *testing.T) {
	t.Parallel()
	edits := []edit{
		{path: "full", lines: []render.Range{{Start: 1, End: 3}}},
		{path: "part", lines: []render.Range{{Start: 4, End: 5}, {Start: 9, End: 10}}},
		{path: "outline", lines: []render.Range{{Start: 1, End: 1}}},
		{path: "absent", lines: []render.Range{{Start: 1, End: 1}}},
	}
	shown := map[string]Outcome{
		"full":    {Tier: packer.Full},
		"part":    {Tier: packer.Signatures, Ranges: []render.Range{{Start: 1, End: 4}, {Start: 10, End: 20}}},
		"outline": {Tier: packer.Signatures},
	}
	if got, want := shareOf(edits, shown), (EvalShare{Files: 750, Lines: 375}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestWithoutTrailers(t *testing.T) {
	t.Parallel()
	got := withoutTrailers("Fix: it\n\nSigned-off-by: A <a@b>\nReviewed-By: it stays\nsee by: this")
	if want := "Fix: it\n\nReviewed-By: it stays\nsee by: this"; got != want {
		t.Errorf("got %q", got)
	}
}
