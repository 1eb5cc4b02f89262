package cmd

import (
	"maps"
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/messages"
	"ctxpack/internal/doors/config"
	"ctxpack/scorer"
)

// The settings have the weights of the scorer, and its defaults.
func TestWeightKeys(t *testing.T) {
	t.Parallel()
	if got := cli.Keys().Default().Context.Weights; !maps.Equal(got, scorer.DefaultWeights()) {
		t.Errorf("the defaults of the settings are %v, those of the scorer %v", got, scorer.DefaultWeights())
	}
}

// The libraries have their own defaults, for users without settings. They are the same.
func TestDefaultsAgree(t *testing.T) {
	t.Parallel()
	c := cli.Keys().Default()
	if got, want := c.Trim.Messages, (config.TrimMessages{PreserveRecent: messages.DefaultPreserveRecent, Protect: messages.DefaultProtect}); got != want {
		t.Errorf("messages: %+v, want %+v", got, want)
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
	for _, key := range cli.Keys().Keys() {
		paths[key.Env] = key.Path
	}
	own := []string{ // flags that are no overrides, but mean their key
		"context.include", "context.exclude", "context.pin", "context.only", "context.boost", "history.enabled",
	}
	stands := map[string]string{} // keys by the flags that represent them
	for _, c := range allCommands() {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if key := f.Annotations[cli.SettingAnnotation]; key != nil {
				stands[f.Name] = key[0]
			}
		})
	}
	for _, c := range allCommands() {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			key := paths[cli.EnvironmentName(f.Name)]
			if key == "" || slices.Contains(own, key) || stands[f.Name] == key {
				return
			}
			if c.Name() == "compress" && f.Name == "max-tokens" {
				return // its variable is CTXPACK_COMPRESS_MAX_TOKENS
			}
			t.Errorf("%s --%s has the variable of %s", c.CommandPath(), f.Name, key)
		})
	}
}
