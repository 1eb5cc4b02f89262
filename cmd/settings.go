package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/internal/config"
	"ctxpack/internal/gitrepo"
	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/internal/tokens"
	"ctxpack/scorer"
)

// keys is the table of the settings, with what the packages that they are about
// know.
func keys() *config.Table {
	given := config.Given{Tokenizers: tokens.Names(), Formats: render.Names(), Rankings: scorer.RankingNames()}
	for _, factor := range scorer.Classic().Table() {
		for _, w := range factor.Weights {
			given.Weights = append(given.Weights, config.Weight(w))
		}
	}
	return config.NewTable(given)
}

func settingFlags() []settingFlag {
	return []settingFlag{
		{flag: "model", key: "context.model", usage: "plan for the window and the tokenizer of model `NAME`"},
		{flag: "tokenizer", key: "context.tokenizer", usage: "count with tokenizer `NAME`: " + strings.Join(tokens.Names(), ", ")},
		{flag: "max-tokens", key: "context.maxTokens", usage: "`TOKENS` of the model's context window"},
		{flag: "prompt-overhead", key: "context.promptOverhead", usage: "`TOKENS` kept free for the surrounding prompt"},
		{flag: "output-reserve", key: "context.outputReserve", usage: "`TOKENS` kept free for the answer"},
		{flag: "safety-margin", key: "context.safetyMargin", usage: "`SHARE` of the rest that a bundle may use"},
		{flag: "rank", key: "context.rank", usage: "order files by ranking `NAME`: " + alternatives(scorer.RankingNames())},
		{flag: "signature-reserve", key: "context.signatureReserve", usage: "`SHARE` of the budget kept for signatures; 0 packs plainly greedily"},
		{flag: "max-file-size", key: "context.maxFileSize", usage: "skip files over `SIZE` unread"},
		{flag: "git-window", key: "context.git.window", usage: "count commits of this `DURATION` before HEAD"},
		{flag: "git-max-commits", key: "context.git.maxCommits", usage: "look at no more than `N` commits"},
		{flag: "tree", key: "output.tree", usage: "directory tree: auto, full or none"},
		{flag: "format", key: "output.format", usage: "bundle as " + alternatives(render.Names())},
	}
}

// alternatives lists names as a sentence does: "a, b or c".
func alternatives(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// settings are the flags that choose and rank files, and the configuration that
// they change.
type settings struct {
	*overrides
	include, exclude, pin, boost []string
	weights                      []string
}

func addSettings(cmd *cobra.Command) *settings {
	s := &settings{overrides: addOverrides(cmd, settingFlags()...)}
	flags := cmd.Flags()
	flags.StringArrayVarP(&s.include, "include", "i", nil, "take only files that match `GLOB`, in place of the settings' (repeatable)")
	flags.StringArrayVarP(&s.exclude, "exclude", "x", nil, "leave out files that match `GLOB` too (repeatable)")
	flags.StringArrayVar(&s.pin, "pin", nil, "always include files that match `GLOB` in full (repeatable)")
	flags.StringArrayVar(&s.boost, "boost", nil, "raise the score of files that match `GLOB` (repeatable)")
	flags.StringArrayVar(&s.weights, "weight", nil, "set a scoring factor, as `NAME=POINTS` (repeatable)")
	return s
}

// load reads the configuration for a path and applies the flags.
func (s *settings) load(cmd *cobra.Command, g *globals, path string) (config.Config, config.Origins, error) {
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
		if err := keys().Set(&c, "context.weights."+name, points); err != nil {
			return c, nil, usagef("--weight %s: %w", name, err)
		}
		origins["context.weights."+name] = "--weight"
	}
	if len(s.include) > 0 {
		c.Context.Include = nil
	}
	return c, origins, s.checkGlobs()
}

func (s *settings) checkGlobs() error {
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

// loadConfig finds the settings for a path: those of the files, and above them
// those of the environment.
func loadConfig(g *globals, path string) (config.Config, config.Origins, error) {
	c, origins, err := loadSettingsFiles(g, path)
	if err != nil {
		return c, nil, err
	}
	table := keys()
	for _, key := range table.Keys() {
		value := os.Getenv(key.Env)
		if value == "" {
			continue
		}
		if err := table.Set(&c, key.Path, value); err != nil {
			return c, nil, usagef("%s: %w", key.Env, err)
		}
		origins[key.Path] = "environment " + key.Env
	}
	return c, origins, nil
}

// loadSettingsFiles reads the user's file and the repository's, or the one that
// is named.
func loadSettingsFiles(g *globals, path string) (config.Config, config.Origins, error) {
	if g.noConfig {
		return keys().Load(os.ReadFile)
	}
	var files []config.File
	if folder, err := os.UserConfigDir(); err == nil {
		files = append(files, config.File{Path: filepath.Join(folder, filepath.FromSlash(config.UserFile)), Layer: "user"})
	}
	if g.config != "" {
		files = append(files, config.File{Path: g.config, Layer: "repository", Required: true})
		return loadFiles(os.ReadFile, files)
	}
	read := os.ReadFile
	if tree, top, ok := openTop(path); ok {
		defer tree.Close()
		for _, name := range []string{config.RepositoryFile, config.RepositoryFileAlternative} {
			if _, err := os.Lstat(filepath.Join(top, name)); err == nil {
				files = append(files, config.File{Path: shortPath(filepath.Join(top, name)), Layer: "repository"})
				read = readThrough(tree, files[len(files)-1].Path, name)
				break
			}
		}
	}
	return loadFiles(read, files)
}

// shortPath is a path as it is shown: relative where it is below the current
// folder.
func shortPath(path string) string {
	folder, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

func loadFiles(read func(string) ([]byte, error), files []config.File) (config.Config, config.Origins, error) {
	c, origins, err := keys().Load(read, files...)
	if err != nil {
		return c, nil, settingsFailure(err)
	}
	return c, origins, nil
}

func settingsFailure(err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return failf("%w", err)
	}
	return &failure{code: exitUsage, err: err}
}

// openTop opens the folder whose settings hold for path: the repository's, or
// path itself. A path that is no folder has none; the pipeline reports it.
func openTop(path string) (*source.Tree, string, bool) {
	top, err := filepath.Abs(path)
	if err != nil {
		return nil, "", false
	}
	if repository, ok := gitrepo.Find(top); ok {
		top = repository
	}
	tree, err := source.Open(top)
	if err != nil {
		return nil, "", false
	}
	return tree, top, true
}

// readThrough reads one file by way of the tree, which follows no link and opens
// nothing but regular files, and other files as they are.
func readThrough(tree *source.Tree, path, name string) func(string) ([]byte, error) {
	return func(asked string) ([]byte, error) {
		if asked != path {
			return os.ReadFile(asked)
		}
		text, err := tree.ReadSmall(name, config.MaxBytes)
		return []byte(text), err
	}
}

// budget is the most tokens that the output may have.
func (s *settings) budget(c config.Config, flag string) (int, error) {
	if flag != "" {
		n, err := config.ParseTokens(flag)
		if err != nil {
			return 0, usagef("--budget: %w", err)
		}
		return n, nil
	}
	n, arithmetic, err := c.Budget()
	if err != nil {
		return 0, usagef("the window leaves no room for a bundle: %s", arithmetic).
			withHint("raise context.maxTokens, lower the reserves, or give --budget")
	}
	return n, nil
}

// applyModel lets a model's name set window and tokenizer, where neither was
// set as explicitly as the name itself.
func applyModel(c *config.Config, origins config.Origins) (*tokens.Counter, error) {
	if c.Context.Model == "" {
		counter, err := tokens.New(c.Context.Tokenizer)
		if err != nil {
			return nil, usagef("%w", err)
		}
		return counter, nil
	}
	counter, model, err := tokens.ForModel(c.Context.Model)
	if err != nil {
		return nil, usagef("%s: %w", originName(origins["context.model"], "context.model"), err).
			withHint("ctxpack tokens --models lists the known models")
	}
	strength := layer(origins["context.model"])
	if layer(origins["context.maxTokens"]) < strength || origins["context.maxTokens"] == "default" {
		c.Context.MaxTokens = model.Window
		origins["context.maxTokens"] = "model " + model.Name
	}
	if tokenizer := origins["context.tokenizer"]; tokenizer != "default" && layer(tokenizer) >= strength {
		if counter, err = tokens.New(c.Context.Tokenizer); err != nil {
			return nil, usagef("%w", err)
		}
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
