package cmd

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/internal/config"
	"ctxpack/internal/pipeline"
	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/internal/tokens"
	"ctxpack/scorer"
)

// rankingFlags stand for the settings of what is ranked, and how.
func rankingFlags() []settingFlag {
	return []settingFlag{
		{flag: "model", key: "context.model", usage: "plan for the window and the tokenizer of model `NAME`"},
		{flag: "tokenizer", key: "context.tokenizer", usage: "count with tokenizer `NAME`: " + strings.Join(tokens.Names(), ", ")},
		{flag: "rank", key: "context.rank", usage: "order files by ranking `NAME`: " + alternatives(scorer.RankingNames())},
		{flag: "max-file-size", key: "context.maxFileSize", usage: "skip files over `SIZE` unread"},
		{flag: "git-window", key: "context.git.window", usage: "count commits of this `DURATION` before HEAD"},
		{flag: "git-max-commits", key: "context.git.maxCommits", usage: "look at no more than `N` commits"},
	}
}

// sharingFlags stand for the settings of the cache that machines share.
func sharingFlags() []settingFlag {
	return []settingFlag{
		{flag: "remote-cache", key: "cache.remote", usage: "share what is found out about files at `ADDRESS`: file:FOLDER, http://…, https://… or exec:PROGRAM"},
		{flag: "remote-cache-mode", key: "cache.remoteMode", usage: "use the remote cache to `HOW`: both, read or write"},
		{flag: "remote-cache-timeout", key: "cache.remoteTimeout", usage: "wait no longer than `DURATION` for one answer of the remote cache"},
		{flag: "remote-cache-signing-key", key: "cache.signingKey", usage: "sign what is written to the remote cache with the private key in `FILE`"},
		{flag: "remote-cache-trusted-keys", key: "cache.trustedKeys", usage: "take from the remote cache only what is signed by one of the public keys in `FILE`"},
	}
}

// fillingFlags stand for the settings of how much room there is, and how it is filled.
func fillingFlags() []settingFlag {
	return []settingFlag{
		{flag: "max-tokens", key: "context.maxTokens", usage: "`TOKENS` of the model's context window"},
		{flag: "prompt-overhead", key: "context.promptOverhead", usage: "`TOKENS` kept free for the surrounding prompt"},
		{flag: "output-reserve", key: "context.outputReserve", usage: "`TOKENS` kept free for the answer"},
		{flag: "safety-margin", key: "context.safetyMargin", usage: "`SHARE` of the rest that a bundle may use"},
		{flag: "packing", key: "context.packing", usage: "fill the budget by `NAME`: " + alternatives(pipeline.Packings())},
		{flag: "signature-reserve", key: "context.signatureReserve", usage: "`SHARE` of the budget kept for signatures; 0 packs plainly greedily"},
	}
}

// writingFlags stand for the settings of how a bundle is written.
func writingFlags() []settingFlag {
	return []settingFlag{
		{flag: "tree", key: "output.tree", usage: "directory tree, `HOW`: auto, full or none"},
		{flag: "format", key: "output.format", usage: "bundle as `NAME`: " + alternatives(render.Names())},
	}
}

// selection are the flags that choose and rank files, and the configuration that
// they change.
type selection struct {
	*overrides
	include, exclude, pin, boost []string
	weights                      []string
	objectsFrom                  []string
	packages                     []string
	remote                       *remoteFlags

	// After open:
	located *located // what the arguments name
	paths   []string // of it, on this machine
	config  config.Config
	origins config.Origins
}

// addSelection adds the flags that choose and rank files, and those of more.
func addSelection(cmd *cobra.Command, g *globals, more ...[]settingFlag) *selection {
	s := &selection{overrides: addOverrides(cmd, slices.Concat(append(more, rankingFlags())...)...), remote: addRemote(cmd)}
	addProfile(cmd, g)
	flags := cmd.Flags()
	flags.StringArrayVarP(&s.include, "include", "i", nil, "take only files that match `GLOB`, in place of the settings' (repeatable)")
	flags.StringArrayVarP(&s.exclude, "exclude", "x", nil, "leave out files that match `GLOB` too (repeatable)")
	flags.StringArrayVar(&s.pin, "pin", nil, "always include files that match `GLOB` in full (repeatable)")
	flags.StringArrayVar(&s.boost, "boost", nil, "raise the score of files that match `GLOB` (repeatable)")
	flags.StringArrayVar(&s.objectsFrom, "objects-from", nil, "let repositories borrow git objects from below `FOLDER`, as shared clones do (repeatable)")
	flags.StringArrayVar(&s.weights, "weight", nil, "set a factor of the ranking classic, as `NAME=POINTS`: a factor as \"score\" names it or a key of context.weights (repeatable)")
	offer(cmd, "weight", weightNames()...)
	return s
}

// open finds what the arguments name, and the settings that hold for it. The caller
// closes it.
func (s *selection) open(cmd *cobra.Command, g *globals, streams *streams, args []string) (closeAll func(), err error) {
	if s.located, err = s.remote.locate(cmd.Context(), g, streams, args); err != nil {
		return nil, err
	}
	s.paths = s.located.paths
	if s.config, s.origins, err = s.load(g, firstPath(s.paths)); err != nil {
		s.located.close()
		return nil, err
	}
	return s.located.close, nil
}

// load reads the configuration for a path and applies the flags.
func (s *selection) load(g *globals, path string) (config.Config, config.Origins, error) {
	for _, list := range []*[]string{&s.include, &s.exclude, &s.pin, &s.boost} {
		var globs []string
		for _, glob := range *list {
			globs = append(globs, config.SplitGlobs(glob)...)
		}
		*list = globs
	}
	c, origins, err := loadConfig(g, path)
	if err != nil {
		return c, nil, err
	}
	if err := s.apply(&c, origins); err != nil {
		return c, nil, err
	}
	for _, w := range s.weights {
		name, points, ok := strings.Cut(w, "=")
		if !ok {
			return c, nil, usagef("--weight: want NAME=POINTS, got %q", w)
		}
		key, ok := weightKey(name)
		if !ok {
			return c, nil, usagef("--weight: there is no factor or weight %q", name).withHint("they are %s", strings.Join(weightNames(), ", "))
		}
		if err := keys().Set(&c, "context.weights."+key, points); err != nil {
			return c, nil, usagef("--weight %s: %w", name, err)
		}
		origins["context.weights."+key] = "--weight"
	}
	if len(s.include) > 0 {
		c.Context.Include = nil
	}
	return c, origins, s.checkGlobs()
}

// weightKey returns the key of a weight by its own name, or by that of the factor whose
// points it is.
func weightKey(name string) (string, bool) {
	for _, factor := range scorer.Classic().Table() {
		for i, w := range factor.Weights {
			if name == w.Key || i == 0 && name == factor.Name {
				return w.Key, true
			}
		}
	}
	return "", false
}

// weightNames are the names that weightKey knows, the factors first.
func weightNames() []string {
	var factors, others []string
	for _, factor := range scorer.Classic().Table() {
		for i, w := range factor.Weights {
			if i == 0 {
				factors = append(factors, factor.Name)
			}
			if w.Key != factor.Name {
				others = append(others, w.Key)
			}
		}
	}
	return append(factors, others...)
}

// borrowed are the folders from which objects may be borrowed.
func (s *selection) borrowed() ([]string, error) {
	var folders []string
	for _, name := range s.objectsFrom {
		real, err := filepath.EvalSymlinks(name)
		if err == nil {
			real, err = filepath.Abs(real)
		}
		if err != nil {
			return nil, fileFailure(name, err, "--objects-from %s: %w", name, plainPathError(err))
		}
		folders = append(folders, real)
	}
	return folders, nil
}

func (s *selection) checkGlobs() error {
	for _, list := range []struct {
		flag  string
		globs []string
	}{{"include", s.include}, {"exclude", s.exclude}, {"pin", s.pin}, {"boost", s.boost}} {
		if _, err := source.CompileGlobs(list.globs); err != nil {
			return usagef("--%s: %w", list.flag, err).withHint("globs are like `src/**/*.go`, `*.{ts,tsx}` or `docs`")
		}
	}
	return nil
}

// budget is the most tokens that the output may have, and the arithmetic if it comes
// from the window.
func (s *selection) budget(c config.Config, origins config.Origins, flag string) (int, *render.Window, error) {
	if flag != "" {
		n, err := config.ParseTokens(flag)
		if err != nil {
			return 0, nil, usagef("--budget: %w", err)
		}
		return n, nil, nil
	}
	n, arithmetic, err := c.Budget()
	if set := c.Context.Budget; set > 0 && (err != nil || set <= n || !windowIsNearer(origins)) {
		return set, nil, nil
	}
	if err != nil {
		return 0, nil, usagef("the window leaves no room for a bundle: %s", arithmetic).
			withHint("raise context.maxTokens, lower the reserves, or give --budget")
	}
	return n, windowOf(c, n), nil
}

// windowIsNearer tells whether the window was set more explicitly than the budget, such
// as by a flag above a file. Then it is an upper bound.
func windowIsNearer(origins config.Origins) bool {
	budget := layer(origins["context.budget"])
	for _, key := range []string{"context.model", "context.maxTokens"} {
		if layer(origins[key]) > budget {
			return true
		}
	}
	return false
}

// windowOf is the arithmetic of a budget that comes from the window.
func windowOf(c config.Config, budget int) *render.Window {
	x := c.Context
	return &render.Window{
		Window: x.MaxTokens, Overhead: x.PromptOverhead, Reserve: x.OutputReserve, Margin: json.Number(x.SafetyMargin.String()), Budget: budget,
	}
}

func addFilesFrom(cmd *cobra.Command, file *string, nul *bool) {
	cmd.Flags().StringVar(file, "files-from", "", "pack the files listed in `FILE`, or - for standard input, in place of walking")
	cmd.Flags().BoolVarP(nul, "null", "0", false, "entries of --files-from end with NUL, not with a newline")
}

func addPackages(cmd *cobra.Command, names *[]string) {
	cmd.Flags().StringArrayVar(names, "package", nil, "take only package `NAME` of the workspace, or its folder, and outlines of what it needs (repeatable)")
}
