package pack

import (
	"testing"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/fit"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/packer"
)

func TestSummarySuggestsABudget(t *testing.T) {
	t.Parallel()
	file := func(tokens int) *pipeline.File {
		f := &pipeline.File{}
		f.Contents.Tokens = tokens
		return f
	}
	full := pipeline.Outcome{Tier: packer.Full, Form: render.InFull, Shown: 500}
	left := pipeline.Outcome{Tier: packer.Skip, Reason: source.NoBudget}
	for _, tt := range []struct {
		name     string
		budget   int
		used     int
		complete bool
		outcomes []pipeline.Outcome
		want     string
	}{
		{"all is there", 8000, 1000, true, []pipeline.Outcome{full}, ""},
		{"twice as much", 8000, 7900, false, []pipeline.Outcome{full, {Tier: packer.Skip, Reason: source.NoBudget}, left},
			"--budget 16k (everything takes about 108k)"},
		{"next to nothing", 300, 280, false, []pipeline.Outcome{left}, "--budget 1k (everything takes about 51k)"},
		{"a little more", 8000, 7900, false, []pipeline.Outcome{full, {Tier: packer.Full, Form: render.InFull},
			{Tier: packer.Signatures, Form: render.Outlined, Shown: 49_000}}, "--budget 9k (about everything)"},
		{"less than the rounding", 8000, 7400, false, []pipeline.Outcome{full, full, {Tier: packer.Signatures, Form: render.Outlined, Shown: 49_900}},
			"--budget 9k (about everything)"},
		{"no budget would help", 8000, 7000, false, []pipeline.Outcome{full, {Tier: packer.Skip, Reason: source.PartTooLarge}}, ""},
	} {
		r := &pipeline.Result{Ranking: &pipeline.Ranking{}, Result: fit.Result{Budget: tt.budget, Tokens: tt.used, Complete: tt.complete, Outcomes: tt.outcomes}}
		for range tt.outcomes {
			r.Files = append(r.Files, file(50_000))
		}
		if got := more(r); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A kept summary is that of the same flags on the same terminal.
func TestLayout(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for name, layout := range map[string]string{
		"none":   (&packOptions{}).layout(&cli.Streams{ErrTerminal: true, ErrWidth: 80}, false),
		"budget": (&packOptions{budget: "32k"}).layout(&cli.Streams{ErrTerminal: true, ErrWidth: 80}, false), // the default of a task is named
		"output": (&packOptions{output: "o.md"}).layout(&cli.Streams{ErrTerminal: true, ErrWidth: 80}, false),
		"copy":   (&packOptions{copy: true}).layout(&cli.Streams{ErrTerminal: true, ErrWidth: 80}, false),
		"color":  (&packOptions{}).layout(&cli.Streams{ErrTerminal: true, ErrWidth: 80}, true),
		"width":  (&packOptions{}).layout(&cli.Streams{ErrTerminal: true, ErrWidth: 100}, false),
		"both":   (&packOptions{}).layout(&cli.Streams{ErrTerminal: true, OutTerminal: true, ErrWidth: 80}, false),
	} {
		if other, ok := seen[layout]; ok {
			t.Errorf("%s and %s have the layout %q", name, other, layout)
		}
		seen[layout] = name
	}
}
