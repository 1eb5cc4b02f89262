package cmd

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/internal/atomicfile"
	"ctxpack/internal/config"
	"ctxpack/internal/tokens"
)

func newTrim(s *streams, g *globals) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trim",
		Short: "Make a conversation, text or recent files fit",
		Long: `Trim makes something that is not a repository fit: a conversation into a token
target, text into a limit of words, files that were edited of late into a token
budget. All of it is done by dropping and cutting, and what was removed is
reported.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	cmd.AddCommand(newTrimMessages(s, g), newTrimText(s, g), newTrimFiles(s, g))
	return cmd
}

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
	counter, err := applyModel(&settings, origins)
	return settings, counter, err
}

// given tells whether a key was set for this run, by a flag or a variable, and
// not by a file.
func (c *counting) given(key string) bool {
	return layer(c.origins[key]) >= environmentLayer
}

// readInput reads a document as it is, from a file or standard input. It does not
// wait for a writer that says nothing once the run is interrupted.
func readInput(ctx context.Context, s *streams, name string) ([]byte, error) {
	in, closeInput, err := openInput(s, name)
	if err != nil {
		return nil, err
	}
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		defer closeInput()
		data, err := io.ReadAll(in)
		done <- result{data, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-done:
		if r.err != nil {
			return nil, failf("read %s: %w", inputName(name), plainPathError(r.err))
		}
		return r.data, nil
	}
}

// inputName is what an input is called in errors.
func inputName(name string) string {
	if name == "" || name == "-" {
		return "standard input"
	}
	return name
}

// writeProduct writes what a command makes to a file, all or nothing, or to
// standard output.
func writeProduct(s *streams, output, text string) error {
	if output == "" || output == "-" {
		_, err := io.WriteString(s.out, text)
		return runFailure(err)
	}
	return runFailure(atomicfile.Write(atomicfile.File{Path: output, Data: text}))
}

// note tells what was done unless the run is quiet.
func (g *globals) note(s *streams, format string, args ...any) {
	if !g.quiet {
		fmt.Fprintf(s.err, "ctxpack: %s\n", oneLine(fmt.Sprintf(format, args...)))
	}
}

// amount reads the value of a flag that is a number of tokens or words.
func amount(flag, value string) (int, error) {
	n, err := config.ParseTokens(value)
	if err != nil {
		return 0, usagef("--%s: want a number from 1 such as 500, 8k or 1m, got %q", flag, value)
	}
	return n, nil
}

// oneOf returns the index of a flag's value among its names.
func oneOf(flag, value string, names ...string) (int, error) {
	for i, name := range names {
		if value == name {
			return i, nil
		}
	}
	return 0, usagef("--%s: want one of %s, got %q", flag, strings.Join(names, ", "), value)
}
