package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/tokens"
)

// Counting holds the tokenizer flags and a command's flags for settings, for commands that do not
// choose and rank files.
type Counting struct{ *Overrides }

// AddCounting adds the tokenizer flags and further flags for settings.
func AddCounting(cmd *cobra.Command, more ...SettingFlag) *Counting {
	return &Counting{AddOverrides(cmd, append([]SettingFlag{
		{Flag: "tokenizer", Key: "context.tokenizer", Usage: "count with tokenizer `NAME`: " + strings.Join(tokens.Names(), ", ")},
		{Flag: "model", Key: "context.model", Usage: "count as model `NAME` does"},
	}, more...)...)}
}

// Load reads the configuration of the current folder, and returns it with the counter that it or the flags select.
func (c *Counting) Load(g *Globals) (config.Config, *tokens.Counter, error) {
	settings, origins, err := c.Overrides.Load(g)
	if err != nil {
		return settings, nil, err
	}
	counter, err := ApplyModel(g, &settings, origins)
	return settings, counter, err
}

// ApplyModel derives window and tokenizer from a model's name, unless they were set with the same
// or higher precedence. A window that was set remains an upper bound.
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
		origin := origins["context.model"]
		if !strings.HasPrefix(origin, "--") {
			origin = fmt.Sprintf("context.model (%s)", origin)
		}
		g.WarnLater("%s: %s; tokens are counted as %s, the window is %s", origin, unknown, how, Grouped(c.Context.MaxTokens))
	}
	strength := Layer(origins["context.model"])
	// A maxTokens from a layer below the model's name is an upper bound: the repository may set it, and the user the
	// model. If the model limits its input separately, the window is that limit plus the reserve.
	set := origins["context.maxTokens"]
	window := min(model.Window, model.Input+c.Context.OutputReserve)
	if exceeds := Layer(set) < strength && c.Context.MaxTokens > window; model.Known() && (set == "default" || exceeds) {
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

// Layer is a source of settings, ordered by precedence.
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

// MaxInput returns the input limit of a model in tokens: the flag's value, or the window less the answer's reserve.
func MaxInput(c config.Config, flag string) (int, error) {
	if flag != "" {
		return Amount("max-input", flag)
	}
	n := c.Context.MaxTokens - c.Context.OutputReserve
	if n <= 0 {
		return 0, Usagef("the window of %s tokens leaves no room after the %s reserved for the answer",
			Grouped(c.Context.MaxTokens), Grouped(c.Context.OutputReserve)).WithHint("give --max-input, raise context.maxTokens, or lower context.outputReserve")
	}
	return n, nil
}
