package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/internal/config"
	"ctxpack/internal/tokens"
)

// counting are the flags that choose a tokenizer, and those of a command's own
// that stand for settings, for commands that do not choose and rank files.
type counting struct {
	*overrides
	origins config.Origins // after load
}

func addCounting(cmd *cobra.Command, more ...settingFlag) *counting {
	return &counting{overrides: addOverrides(cmd, append([]settingFlag{
		{flag: "tokenizer", key: "context.tokenizer", usage: "count with tokenizer `NAME`: " + strings.Join(tokens.Names(), ", ")},
		{flag: "model", key: "context.model", usage: "count as model `NAME` does"},
	}, more...)...)}
}

// load reads the configuration that holds in the current folder, and returns it
// with the counter that it or the flags choose.
func (c *counting) load(g *globals) (config.Config, *tokens.Counter, error) {
	settings, origins, err := c.overrides.load(g)
	if err != nil {
		return settings, nil, err
	}
	c.origins = origins
	counter, err := applyModel(g, &settings, origins)
	return settings, counter, err
}

// given tells whether a key was set for this run, by a flag or a variable, and
// not by a file.
func (c *counting) given(key string) bool {
	return layer(c.origins[key]) >= environmentLayer
}

// applyModel lets a model's name set window and tokenizer, where neither was
// set as explicitly as the name itself. A window that was set stays an upper
// bound.
func applyModel(g *globals, c *config.Config, origins config.Origins) (*tokens.Counter, error) {
	if c.Context.Model == "" {
		counter, err := tokens.New(c.Context.Tokenizer)
		if err != nil {
			return nil, usagef("%w", err)
		}
		return counter, nil
	}
	counter, model, unknown := tokens.ForModel(c.Context.Model)
	if unknown != nil {
		how := "chars4, a token for four characters"
		if model.Family != "" {
			how = "those of the family " + model.Family
		}
		g.warnLater("%s: %s; tokens are counted as %s, and the window is %s", originName(origins["context.model"], "context.model"), unknown, how, grouped(c.Context.MaxTokens))
	}
	strength := layer(origins["context.model"])
	// What is set below the name is an upper bound, such as the settings of a
	// repository whose user names a model.
	// Of a window whose input has a limit of its own, that and the reserve count.
	set := origins["context.maxTokens"]
	window := min(model.Window, model.Input+c.Context.OutputReserve)
	if model.Known() && (set == "default" || layer(set) < strength && c.Context.MaxTokens > window) {
		c.Context.MaxTokens = window
		origins["context.maxTokens"] = "model " + model.Name
	}
	if tokenizer := origins["context.tokenizer"]; tokenizer != "default" && layer(tokenizer) >= strength {
		counter, err := tokens.New(c.Context.Tokenizer)
		if err != nil {
			return nil, usagef("%w", err)
		}
		return counter, nil
	}
	return counter, nil
}

// environmentLayer is the layer of settings that come from the environment.
const environmentLayer = 3

// layer orders the places that a setting can come from.
func layer(origin string) int {
	switch {
	case strings.HasPrefix(origin, "--"):
		return 4
	case strings.HasPrefix(origin, "environment"):
		return environmentLayer
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

// maxInput is the most tokens that a model may be given: what a flag says, or
// what its window leaves beside the answer.
func maxInput(c config.Config, flag string) (int, error) {
	if flag != "" {
		return amount("max-input", flag)
	}
	n := c.Context.MaxTokens - c.Context.OutputReserve
	if n <= 0 {
		return 0, usagef("the window of %s tokens leaves no room beside the %s that are reserved for the answer",
			grouped(c.Context.MaxTokens), grouped(c.Context.OutputReserve)).withHint("give --max-input, raise context.maxTokens, or lower context.outputReserve")
	}
	return n, nil
}
