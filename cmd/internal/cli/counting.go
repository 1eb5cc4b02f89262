package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/tokens"
)

// Counting are the flags that choose a tokenizer, and those of a command's own
// that represent settings, for commands that do not choose and rank files.
type Counting struct{ *Overrides }

// AddCounting adds the flags that choose a tokenizer, and more that represent settings.
func AddCounting(cmd *cobra.Command, more ...SettingFlag) *Counting {
	return &Counting{AddOverrides(cmd, append([]SettingFlag{
		{Flag: "tokenizer", Key: "context.tokenizer", Usage: "count with tokenizer `NAME`: " + strings.Join(tokens.Names(), ", ")},
		{Flag: "model", Key: "context.model", Usage: "count as model `NAME` does"},
	}, more...)...)}
}

// Load reads the configuration that holds in the current folder, and returns it
// with the counter that it or the flags choose.
func (c *Counting) Load(g *Globals) (config.Config, *tokens.Counter, error) {
	settings, origins, err := c.Overrides.Load(g)
	if err != nil {
		return settings, nil, err
	}
	counter, err := ApplyModel(g, &settings, origins)
	return settings, counter, err
}

// ApplyModel lets a model's name set window and tokenizer, where neither was set as explicitly as the name itself. A
// window that was set stays an upper bound.
func ApplyModel(g *Globals, c *config.Config, origins config.Origins) (*tokens.Counter, error) {
	if c.Context.Model == "" {
		counter, err := tokens.New(c.Context.Tokenizer)
		if err != nil {
			return nil, Usagef("%w", err)
		}
		return counter, nil
	}
	counter, model, unknown := tokens.ForModel(c.Context.Model)
	if unknown != nil {
		how := "chars4, a token for four characters"
		if model.Family != "" {
			how = "those of the family " + model.Family
		}
		g.WarnLater("%s: %s; tokens are counted as %s, and the window is %s",
			originName(origins["context.model"], "context.model"), unknown, how, Grouped(c.Context.MaxTokens))
	}
	strength := Layer(origins["context.model"])
	// A maxTokens from a weaker layer than the model's name is an upper bound: a repository may set it, and its user
	// name a model. If the model limits its input separately, the window is that limit and the reserve.
	set := origins["context.maxTokens"]
	window := min(model.Window, model.Input+c.Context.OutputReserve)
	if model.Known() && (set == "default" || Layer(set) < strength && c.Context.MaxTokens > window) {
		c.Context.MaxTokens = window
		origins["context.maxTokens"] = "model " + model.Name
	}
	if tokenizer := origins["context.tokenizer"]; tokenizer != "default" && Layer(tokenizer) >= strength {
		counter, err := tokens.New(c.Context.Tokenizer)
		if err != nil {
			return nil, Usagef("%w", err)
		}
		return counter, nil
	}
	return counter, nil
}

// Layer orders the places that a setting can come from.
func Layer(origin string) int {
	switch {
	case strings.HasPrefix(origin, "--"):
		return 4
	case strings.HasPrefix(origin, "environment"):
		return 3
	case strings.HasPrefix(origin, "repository"):
		return 2
	case strings.HasPrefix(origin, "user"):
		return 1
	}
	return 0
}

func originName(origin, key string) string {
	if strings.HasPrefix(origin, "--") {
		return origin
	}
	return fmt.Sprintf("%s (%s)", key, origin)
}

// MaxInput is the most tokens that a model may be given: what a flag says, or
// what its window leaves in addition to the answer.
func MaxInput(c config.Config, flag string) (int, error) {
	if flag != "" {
		return Amount("max-input", flag)
	}
	n := c.Context.MaxTokens - c.Context.OutputReserve
	if n <= 0 {
		return 0, Usagef("the window of %s tokens leaves no room beside the %s that are reserved for the answer",
			Grouped(c.Context.MaxTokens), Grouped(c.Context.OutputReserve)).WithHint("give --max-input, raise context.maxTokens, or lower context.outputReserve")
	}
	return n, nil
}
