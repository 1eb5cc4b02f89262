package config

import (
	"slices"
	"strings"
	"testing"
)

// TestForeignFile checks that from another user's file only narrowing settings apply.
func TestForeignFile(t *testing.T) {
	t.Parallel()
	table := NewTable(Given{Tokenizers: []string{"a", "b"}, Formats: []string{"x", "y"}, Rankings: []string{"r"}, Packings: []string{"p"},
		Weights: []Weight{{Key: "boost", Default: 10}}})
	files := map[string]string{
		"user": "context: {exclude: [a], maxFileSize: 5MB}\n",
		"repo": "context:\n  exclude: [b]\n  include: ['**']\n  pin: [c]\n  tokenizer: b\n  weights: {boost: 20}\n  maxTokens: 1000\n  promptOverhead: 1\n  " +
			"outputReserve: 9000\n" +
			"  maxFileSize: 6MB\n  budget: 5000\n  git: {maxCommits: 2000, window: 10d}\noutput: {format: y}\nprofiles:\n  mine: {context: {budget: 100, boost: [d]}}\n",
	}
	read := func(name string) ([]byte, error) { return []byte(files[name]), nil }
	for _, c := range []struct {
		foreign bool
		profile string
		want    map[string]string
		notes   []string
	}{
		{true, "", map[string]string{
			"context.exclude": `["a", "b"]`, "context.include": "[]", "context.pin": "[]", "context.tokenizer": "a", "context.weights.boost": "10",
			"context.maxTokens":      "1000",
			"context.promptOverhead": "3000", "context.outputReserve": "9000", "context.maxFileSize": "5MB", "context.git.maxCommits": "2000",
			"context.git.window": "10d", "output.format": "x",
		}, []string{"repo belongs to another user, and may only narrow the settings: ignored: context.include, context.pin, context.tokenizer, " +
			"context.weights.boost, context.promptOverhead, context.maxFileSize, context.budget, output.format"}},
		{true, "mine", map[string]string{"context.boost": "[]"},
			[]string{"", "repo belongs to another user, and may only narrow the settings: ignored: context.budget, context.boost"}},
		{false, "mine", map[string]string{"context.exclude": `["b"]`, "context.pin": `["c"]`, "context.budget": "100", "context.maxFileSize": "6MB",
			"output.format": "y"}, nil},
	} {
		l, err := table.LoadProfile(Chosen{Profile: c.profile}, read, File{Path: "user", Layer: LayerUser},
			File{Path: "repo", Layer: "repository", Foreign: c.foreign})
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range c.want {
			if got := table.Get(l.Config, key); got != want {
				t.Errorf("%v, %q: %s is %s, want %s", c.foreign, c.profile, key, got, want)
			}
		}
		if len(l.Notes) != len(c.notes) || slices.ContainsFunc(c.notes, func(n string) bool { return n != "" && !slices.Contains(l.Notes, n) }) {
			t.Errorf("%v, %q: notes are %s", c.foreign, c.profile, strings.Join(l.Notes, "\n"))
		}
	}
}
