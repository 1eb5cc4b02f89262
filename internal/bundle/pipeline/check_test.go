package pipeline_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/doors/config"
	"ctxpack/scorer/relevance"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	tiers := config.NewTable(config.Given{}).Default()
	tiers.Context.Packing = pipeline.Tiers
	words := &pipeline.Task{Text: "parse the header"}
	for _, c := range []struct {
		name    string
		options pipeline.Options
		want    string // "" if accepted
	}{
		{"nothing", pipeline.Options{}, ""},
		{"task", pipeline.Options{Task: words}, ""},
		{"diff without words", pipeline.Options{Task: &pipeline.Task{Diff: true}, WithDiff: true}, ""},
		{"file without words", pipeline.Options{Task: &pipeline.Task{Near: []string{"a.go:3"}}}, ""},
		{"empty task", pipeline.Options{Task: &pipeline.Task{}}, "<task>: it has no word to search for"},
		{"task of signs", pipeline.Options{Task: &pipeline.Task{Text: "?! -", Diff: true}}, "<task>: it has no word to search for"},
		{"long task", pipeline.Options{Task: &pipeline.Task{Text: strings.Repeat("a ", relevance.MaxBytes)}}, "<task>: it has more than "},
		{"scores and task", pipeline.Options{Task: words, Scores: map[string]float64{}},
			"<rank @FILE> excludes <task>, <diff> and <near>"},
		{"diff to show of a task in words", pipeline.Options{Task: words, WithDiff: true}, "<with-diff> goes with <diff>"},
		{"diff to show of no task", pipeline.Options{WithDiff: true}, "<with-diff> goes with <diff>"},
		{"log", pipeline.Options{WithLog: -1}, "<with-log> takes a positive number, not -1"},
		{"jobs", pipeline.Options{Jobs: -2}, "<jobs> takes a positive number, not -2"},
		{"budget", pipeline.Options{Budget: -3}, "<budget> takes a positive number, not -3"},
		{"split", pipeline.Options{Split: -4}, "<split> takes a positive number, not -4"},
		{"packages by tiers", pipeline.Options{Config: tiers, Packages: []string{"a"}}, "<package> goes with the packing levels"},
		{"list for two folders", pipeline.Options{Paths: []string{"a", "b"}, Files: []string{"x"}},
			"<files-from> takes one PATH, the base of the files, got 2"},
		{"include", pipeline.Options{Include: []string{"[%d"}}, "<include>: "},
		{"exclude", pipeline.Options{Exclude: []string{"["}}, "<exclude>: "},
		{"pin", pipeline.Options{Pin: []string{"../x"}}, "<pin>: "},
		{"boost", pipeline.Options{Boost: []string{"{a"}}, "<boost>: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := c.options.Check()
			if c.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			wrong, ok := errors.AsType[*pipeline.OptionError](err)
			if !ok {
				t.Fatalf("got %v, want an error of an option", err)
			}
			if got := wrong.Describe(func(o pipeline.Option) string { return "<" + string(o) + ">" }); !strings.HasPrefix(got, c.want) || strings.Contains(got,
				"(MISSING)") {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			if _, err := pipeline.Rank(context.Background(), c.options); !errors.As(err, &wrong) {
				t.Errorf("ranking gives %v", err)
			}
		})
	}
}
