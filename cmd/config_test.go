package cmd

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ctxpack/compressor/history"
	"ctxpack/compressor/messages"
	"ctxpack/compressor/prose"
	"ctxpack/compressor/recent"
	"ctxpack/internal/config"
	"ctxpack/scorer"
)

// The settings have the weights of the scorer, and its defaults.
func TestWeightKeys(t *testing.T) {
	t.Parallel()
	if got := keys().Default().Context.Weights; !maps.Equal(got, scorer.DefaultWeights()) {
		t.Errorf("the defaults of the settings are %v, those of the scorer %v", got, scorer.DefaultWeights())
	}
}

// The libraries have defaults of their own, for those who use them without
// settings. They are the same.
func TestDefaultsAgree(t *testing.T) {
	t.Parallel()
	c := keys().Default()
	if got := (&compaction{counting: &counting{overrides: &overrides{changed: func(string) bool { return false }}}}).settings(c); got != history.DefaultSettings() {
		t.Errorf("compaction: %+v, want %+v", got, history.DefaultSettings())
	}
	for _, p := range prose.Profiles() {
		if got := profileLimit(c.Trim.Text.Profiles, p); got != p.Limit {
			t.Errorf("profile %s: %d, want %d", p.Name, got, p.Limit)
		}
	}
	if got, want := c.Trim.Messages, (config.TrimMessages{PreserveRecent: messages.DefaultPreserveRecent, Protect: messages.DefaultProtect}); got != want {
		t.Errorf("messages: %+v, want %+v", got, want)
	}
	want := config.TrimFiles{Budget: recent.DefaultBudget, PageSize: recent.DefaultPageSize, MaxFiles: recent.DefaultMaxFiles}
	if got := c.Trim.Files; got != want {
		t.Errorf("files: %+v, want %+v", got, want)
	}
	if time.Duration(c.History.DetectorTimeout) != 30*time.Second {
		t.Errorf("detector: %s", c.History.DetectorTimeout)
	}
}

// allCommands lists every command of the program.
func allCommands() []*cobra.Command {
	commands := []*cobra.Command{Root()}
	for i := 0; i < len(commands); i++ {
		commands = append(commands, commands[i].Commands()...)
	}
	return commands
}

// A variable that is a key's is left to the settings, so that no flag may be
// called the same and mean something else.
func TestVariablesAreOfTheirFlags(t *testing.T) {
	t.Parallel()
	paths := map[string]string{} // by variable
	for _, key := range keys().Keys() {
		paths[key.Env] = key.Path
	}
	own := []string{ // flags that are no overrides, but mean their key
		"context.include", "context.exclude", "context.pin", "context.boost", "history.enabled",
	}
	for _, c := range allCommands() {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			key := paths[environmentName(f.Name)]
			if key == "" || slices.Contains(own, key) || slices.ContainsFunc(allSettingFlags(), func(s settingFlag) bool { return s.flag == f.Name && s.key == key }) {
				return
			}
			if c.Name() == "compress" && f.Name == "max-tokens" {
				return // its variable is CTXPACK_COMPRESS_MAX_TOKENS
			}
			t.Errorf("%s --%s has the variable of %s", c.CommandPath(), f.Name, key)
		})
	}
}

// allSettingFlags lists the flags that stand for one key in every command.
func allSettingFlags() []settingFlag {
	return append(append(slices.Concat(rankingFlags(), sharingFlags(), fillingFlags(), writingFlags()), compactionFlags()...),
		settingFlag{flag: "preserve-recent", key: "trim.messages.preserveRecent"}, settingFlag{flag: "protect", key: "trim.messages.protect"},
		settingFlag{flag: "yellow-from", key: yellowKey}, settingFlag{flag: "page-size", key: "trim.files.pageSize"},
		settingFlag{flag: "max-files", key: maxFilesKey}, settingFlag{flag: "warn-at", key: "usage.warnAt"})
}
