package pack

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/tokens"
	"ctxpack/scorer"
)

// rankingFlags represent the settings that select and rank files. A file with scores is stored in
// scores, if it is not nil.
func rankingFlags(scores *string) []cli.SettingFlag {
	rank := "order files by ranking `NAME`: " + cli.Alternatives(scorer.RankingNames())
	if scores != nil {
		rank += ", or the scores in @FILE"
	}
	return []cli.SettingFlag{
		{Flag: "model", Key: "context.model", Usage: "use the window and the tokenizer of model `NAME`"},
		{Flag: "tokenizer", Key: "context.tokenizer", Usage: "count with tokenizer `NAME`: " + strings.Join(tokens.Names(), ", ")},
		{Flag: "rank", Key: "context.rank", Usage: rank, File: scores},
	}
}

// writingFlags represent the settings for writing a bundle.
func writingFlags() []cli.SettingFlag {
	return []cli.SettingFlag{
		{Flag: "tree", Key: "output.tree", Usage: "directory tree, `HOW`: auto, full or none"},
		{Flag: "format", Short: "f", Key: "output.format", Usage: "write the bundle as `NAME`: " + cli.Alternatives(render.Names())},
	}
}

// selection holds the flags that select and rank files, and the resulting configuration.
type selection struct {
	*cli.Overrides
	include, exclude, pin, only, boost []string
	packages                           []string
	remote                             *remoteFlags

	// Set by open:
	located *located // what the arguments name
	paths   []string // its local paths
	config  config.Config
	origins config.Origins
}

// addSelection adds the flags that select and rank files, and more; scores is as in rankingFlags.
func addSelection(cmd *cobra.Command, g *cli.Globals, scores *string, more ...cli.SettingFlag) *selection {
	s := &selection{Overrides: cli.AddOverrides(cmd, append(more, rankingFlags(scores)...)...), remote: addRemote(cmd)}
	cli.AddProfile(cmd, g)
	flags := cmd.Flags()
	flags.StringArrayVarP(&s.include, "include", "i", nil, "pack only files that match `GLOB`; overrides the settings (repeatable)")
	flags.StringArrayVarP(&s.exclude, "exclude", "x", nil, "omit files that match `GLOB` (repeatable)")
	flags.StringArrayVar(&s.pin, "pin", nil, "include files that match `GLOB` first and in full (repeatable)")
	flags.StringArrayVar(&s.only, "only", nil, "show files by `LEVEL:GLOB`: full, outline or names (repeatable)")
	flags.StringArrayVar(&s.boost, "boost", nil, "raise the score of files that match `GLOB` (repeatable)")
	return s
}

// open finds the files and folders that the arguments name, and their settings. The caller closes it.
func (s *selection) open(cmd *cobra.Command, g *cli.Globals, streams *cli.Streams, args []string) (closeAll func(), err error) {
	if s.located, err = s.remote.locate(cmd.Context(), g, streams, args); err != nil {
		return nil, err
	}
	s.paths = s.located.paths
	if s.config, s.origins, err = s.load(g, cli.FirstPath(s.paths)); err != nil {
		s.located.close()
		return nil, err
	}
	return s.located.close, nil
}

// load reads the configuration for a path and applies the flags.
func (s *selection) load(g *cli.Globals, path string) (config.Config, config.Origins, error) {
	for _, list := range []*[]string{&s.include, &s.exclude, &s.pin, &s.only, &s.boost} {
		*list = mapped.Flat(*list, config.SplitGlobs)
	}
	c, origins, err := cli.LoadConfig(g, path)
	if err != nil {
		return c, nil, err
	}
	if err := s.Apply(&c, origins); err != nil {
		return c, nil, err
	}
	if len(s.include) > 0 {
		c.Context.Include = nil
	}
	return c, origins, nil
}

// borrowed returns the folders whose git objects may be used.
func (s *selection) borrowed() ([]string, error) {
	const key = "context.git.objectsFrom"
	var folders []string
	for _, name := range config.SplitList(s.config.Context.Git.ObjectsFrom) {
		real, err := filepath.EvalSymlinks(name)
		if err == nil {
			real, err = filepath.Abs(real)
		}
		if err != nil {
			return nil, cli.FileFailure(name, err, "%s (%s): %s: %w", key, s.origins[key], name, cli.PlainPathError(err))
		}
		folders = append(folders, real)
	}
	return folders, nil
}

// budget returns the budget in tokens, and its calculation if it comes from the window.
func (s *selection) budget(c config.Config, origins config.Origins, flag string) (int, *render.Window, error) {
	if flag != "" {
		n, err := config.ParseTokens(flag)
		if err != nil {
			return 0, nil, cli.Usagef("--budget: %w", err)
		}
		return n, nil, nil
	}
	n, arithmetic, err := c.Budget()
	set := c.Context.Budget
	if applies := err != nil || set <= n || !windowIsNearer(origins); applies && set > 0 {
		return set, nil, nil
	}
	if err != nil {
		return 0, nil, cli.Usagef("the window leaves no room for a bundle: %s", arithmetic).
			WithHint("raise context.maxTokens, lower the reserves, or give --budget")
	}
	return n, windowOf(c, n), nil
}

// windowIsNearer reports whether the window has higher precedence than the budget, such as a flag
// over a file. Then it is an upper bound.
func windowIsNearer(origins config.Origins) bool {
	budget := cli.Layer(origins["context.budget"])
	return slices.ContainsFunc([]string{"context.model", "context.maxTokens"}, func(key string) bool { return cli.Layer(origins[key]) > budget })
}

// windowOf returns the calculation of a budget that comes from the window.
func windowOf(c config.Config, budget int) *render.Window {
	x := c.Context
	return &render.Window{
		Window: x.MaxTokens, Overhead: x.PromptOverhead, Reserve: x.OutputReserve, Margin: json.Number(x.SafetyMargin.String()), Budget: budget,
	}
}

func addFilesFrom(cmd *cobra.Command, file *string) {
	cmd.Flags().StringVar(file, "files-from", "", "pack only the files listed in `FILE` (- for standard input)")
	cmd.Flags().BoolP("null", "0", false, "")
	_ = cmd.Flags().MarkHidden("null") // lists with a NUL are detected; the flag remains for compatibility
}

func addPackages(cmd *cobra.Command, names *[]string) {
	cmd.Flags().StringArrayVar(names, "package", nil, "pack only package `NAME` of a workspace, with names of its dependencies (repeatable)")
}
