package history

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
)

func TestSplitCommand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line string
		want []string
		err  string
	}{
		{"", nil, ""},
		{" \t\n", nil, ""},
		{"a b  c ", []string{"a", "b", "c"}, ""},
		{`a 'b  "c" \n $X' d`, []string{"a", `b  "c" \n $X`, "d"}, ""},
		{`"a b" "c\"d\\e\n$(x)"`, []string{"a b", `c"d\e\n$(x)`}, ""},
		{`a'b'"c"\ d`, []string{"abc d"}, ""},
		{`'' ""`, []string{"", ""}, ""},
		{`a;b|c>d&`, []string{"a;b|c>d&"}, ""},
		{`a\\b \'c`, []string{`a\b`, "'c"}, ""},
		{"é 'ü ß'", []string{"é", "ü ß"}, ""},
		{"a 'b", nil, "single quote"},
		{`a "b`, nil, "double quote"},
		{`a "b\`, nil, "double quote"},
		{`a \`, nil, "backslash"},
	} {
		got, err := splitCommand(c.line, true)
		if !slices.Equal(got, c.want) || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %q, %v", c.line, got, err)
		}
	}
}

// Where backslashes are in paths, they keep nothing.
func TestSplitCommandOfPaths(t *testing.T) {
	t.Parallel()
	got, err := splitCommand(`C:\tools\judge.exe "C:\My Files\" -s 'say "no\"' a\`, false)
	want := []string{`C:\tools\judge.exe`, `C:\My Files\`, "-s", `say "no\"`, `a\`}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// The prompt can be between single quotes on a command line.
func TestDetectorPromptQuotes(t *testing.T) {
	t.Parallel()
	prompt := history.DetectorPrompt(500)
	argv, err := splitCommand("llm -s '"+prompt+"'", true)
	if err != nil || len(argv) != 3 || argv[2] != prompt {
		t.Errorf("%q, %v", argv, err)
	}
}

// A run that is interrupted does not wait for its detector.
func TestDetectorInterrupted(t *testing.T) {
	t.Parallel()
	started := filepath.Join(t.TempDir(), "started")
	d := detector{command: "touch " + started + "; sleep 1000", shell: true, timeout: time.Hour, most: "1k", messages: 1, characters: 1}
	if err := d.check(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		for {
			if _, err := os.Stat(started); err == nil {
				stop()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if _, err := d.ask(ctx, "x"); err == nil || !errors.Is(ctx.Err(), context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// The library has its own defaults, for users without settings. They are the same.
func TestCompactionDefaults(t *testing.T) {
	t.Parallel()
	c := &compaction{Counting: &cli.Counting{Overrides: &cli.Overrides{Changed: func(string) bool { return false }}}}
	want := history.Settings{Enabled: true, Trigger: 24_000, VerbatimWindow: 4_000, SummaryBudget: 500, MinVerbatimExchanges: 2}
	if got := c.settings(cli.Keys().Default()); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
