package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/tokens"
	"ctxpack/scorer"
)

// Keys returns the table of settings, with the values that other packages define.
func Keys() *config.Table { return theKeys() }

var theKeys = sync.OnceValue(func() *config.Table {
	given := config.Given{Tokenizers: tokens.Names(), Formats: render.Names(), Rankings: scorer.RankingNames(), Packings: pipeline.Packings()}
	for _, factor := range scorer.Classic().Table() {
		for _, w := range factor.Weights {
			given.Weights = append(given.Weights, config.Weight(w))
		}
	}
	return config.NewTable(given)
})

// LoadConfig loads the settings for a path from the files, and overrides them with the environment.
func LoadConfig(g *Globals, path string) (config.Config, config.Origins, error) {
	c, origins, err := loadSettingsFiles(g, path)
	if err != nil {
		return c, nil, err
	}
	table := Keys()
	for _, key := range table.Keys() {
		value := os.Getenv(key.Env)
		if value == "" {
			continue
		}
		if err := table.Set(&c, key.Path, value); err != nil {
			return c, nil, Usagef("%s: %w", key.Env, err)
		}
		origins[key.Path] = "environment " + key.Env
	}
	if strings.HasPrefix(origins["redact.allow"], "environment ") && pipeline.AllowsAll(c.Redact.Allow) {
		return c, nil, Usagef("CTXPACK_REDACT_ALLOW: the patterns allow the secrets of all files, which a variable must not").
			WithHint("name the files, or give --%s on the command line", noRedactFlag)
	}
	return c, origins, checkSettingsGlobs(c, origins)
}

// checkSettingsGlobs checks whether the settings have too many globs, a limit that the config package does not know.
func checkSettingsGlobs(c config.Config, origins config.Origins) error {
	for _, list := range []struct {
		key   string
		globs []string
	}{
		{"context.include", c.Context.Include}, {"context.exclude", c.Context.Exclude},
		{"context.pin", c.Context.Pin}, {"context.boost", c.Context.Boost},
	} {
		if _, err := source.CompileGlobs(list.globs); err != nil {
			return Usagef("%s: %s: %w", origins[list.key], list.key, err)
		}
	}
	return nil
}

// loadSettingsFiles reads the user's and the repository's settings file, or the file that a flag names.
func loadSettingsFiles(g *Globals, path string) (config.Config, config.Origins, error) {
	if g.NoConfig {
		return g.LoadFiles(ReadSettings, nil)
	}
	var files []config.File
	if folder, err := os.UserConfigDir(); err == nil {
		name := filepath.Join(folder, filepath.FromSlash(config.UserFile))
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
			g.Hint("put your settings there as a regular file", "%s is not a regular file, and is ignored", name)
		} else if err == nil || errors.Is(err, fs.ErrPermission) {
			files = append(files, config.File{Path: name, Layer: config.LayerUser})
		}
	}
	if g.Config != "" {
		files = append(files, config.File{Path: g.Config, Layer: "repository", Required: true})
		return g.LoadFiles(ReadSettings, files)
	}
	tree, top, ok := openTop(path)
	if !ok {
		return g.LoadFiles(ReadSettings, files)
	}
	defer tree.Close()
	name := g.repositorySettings(top)
	if name == "" {
		return g.LoadFiles(ReadSettings, files)
	}
	limits, _ := Keys().LoadProfile(config.Chosen{Preset: g.preset, Profile: g.Profile}, ReadSettings, files...) // the error is reported below
	shown := ShortPath(filepath.Join(top, name))
	files = append(files, config.File{Path: shown, Layer: "repository", Foreign: foreign(top) || foreign(filepath.Join(top, name))})
	c, origins, err := g.LoadFiles(readThrough(tree, shown, name), files)
	if err == nil {
		g.keepLimits(&c, limits.Config, origins)
	}
	return c, origins, err
}

// repositorySettings returns the name of the settings file in a folder, "" if there is none. It
// ignores folders and devices with that name, since the repository's author controls them.
func (g *Globals) repositorySettings(top string) string {
	for _, name := range []string{config.RepositoryFile, config.RepositoryFileAlternative} {
		info, err := os.Lstat(filepath.Join(top, name))
		switch {
		case err != nil:
		case info.Mode().IsRegular():
			return name
		default:
			g.Hint("--config FILE reads settings from elsewhere, --no-config none", "%s is not a regular file, and is ignored", ShortPath(filepath.Join(top, name)))
		}
	}
	return ""
}

// maxWindow is the largest window that a repository's settings may set; no model has a larger one.
const maxWindow = 2_000_000

// keepLimits reverts limits that a repository's settings raised: only the user may raise them.
func (g *Globals) keepLimits(c *config.Config, limits config.Config, origins config.Origins) {
	lower := func(key string, value, limit int64, set func()) {
		if value > limit && origins.Layer(key) == "repository" {
			set()
			g.Hint("set it in the user's settings, by its flag, or with --config FILE", "%s: a repository's file may lower %s, not raise it: using %s",
				strings.TrimPrefix(origins[key], "repository file "), key, Keys().Get(*c, key))
			origins[key] = "maximum in a repository's file"
		}
	}
	context, limit := &c.Context, limits.Context
	lower("context.maxFileSize", int64(context.MaxFileSize), int64(limit.MaxFileSize), func() { context.MaxFileSize = limit.MaxFileSize })
	lower("context.git.maxCommits", int64(context.Git.MaxCommits), int64(limit.Git.MaxCommits), func() { context.Git.MaxCommits = limit.Git.MaxCommits })
	window := max(maxWindow, limit.MaxTokens)
	lower("context.budget", int64(context.Budget), int64(window), func() { context.Budget = window })
	lower("context.maxTokens", int64(context.MaxTokens), int64(window), func() { context.MaxTokens = window })
}

// ReadSettings reads the user's settings file of any type, up to the size limit of settings.
func ReadSettings(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // opened read-only
	return io.ReadAll(io.LimitReader(f, config.MaxBytes+1))
}

// ShortPath returns a path for display: relative if it is below the current folder.
func ShortPath(path string) string {
	folder, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// LoadFiles reads settings files, and reports their warnings.
func (g *Globals) LoadFiles(read func(string) ([]byte, error), files []config.File) (config.Config, config.Origins, error) {
	l, err := Keys().LoadProfile(config.Chosen{Preset: g.preset, Profile: g.Profile}, read, files...)
	if err != nil {
		return l.Config, nil, settingsFailure(err)
	}
	for _, note := range l.Notes {
		g.WarnLater("%s", note)
	}
	g.profiles = l.Profiles
	if g.preset != "" && !slices.Contains(config.Presets(), g.preset) {
		return l.Config, nil, Usagef("--preset: there is no preset %q", g.preset).WithHint("there is %s", Alternatives(config.Presets()))
	}
	if g.Profile != "" && !slices.Contains(l.Profiles, g.Profile) {
		return l.Config, nil, g.unknownProfile(l.Profiles)
	}
	return l.Config, l.Origins, nil
}

// unknownProfile reports a profile that no settings file defines.
func (g *Globals) unknownProfile(known []string) error {
	e := Usagef("--profile: no settings file has the profile %q", g.Profile)
	switch {
	case g.NoConfig:
		return e.WithHint("--no-config reads none")
	case len(known) == 0:
		return e.WithHint("a profile is a key of the section profiles of %s", config.RepositoryFile)
	}
	if meant := config.Nearest(g.Profile, known); meant != "" {
		return e.WithHint("did you mean %s?", meant)
	}
	return e.WithHint("there is %s", Alternatives(known))
}

func settingsFailure(err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return Failf("%w", err)
	}
	return &Failure{Code: ExitUsage, Err: err}
}

// Top returns the root of the repository that contains a folder, or the folder itself.
func Top(folder string) (string, error) {
	top, err := filepath.Abs(folder)
	if err != nil {
		return "", Failf("find %s: %w", folder, err)
	}
	if repository, ok := gitrepo.Find(top); ok {
		top = repository
	}
	return top, nil
}

// openTop opens the folder whose settings apply to path: the repository's root, or path itself. If
// path is not a folder, there are no settings; the pipeline reports it.
func openTop(path string) (*source.Tree, string, bool) {
	top, err := Top(path)
	if err != nil {
		return nil, "", false
	}
	tree, err := source.Open(top)
	if err != nil {
		return nil, "", false
	}
	return tree, top, true
}

// readThrough reads one file through the tree, which follows no links and opens only regular files.
// It reads files outside the tree directly.
func readThrough(tree *source.Tree, path, name string) func(string) ([]byte, error) {
	return func(asked string) ([]byte, error) {
		if asked != path {
			return ReadSettings(asked)
		}
		text, err := tree.ReadSmall(name, config.MaxBytes)
		return []byte(text), err
	}
}

// AddProfile adds the flags that select settings, --profile and --preset.
func AddProfile(cmd *cobra.Command, g *Globals) {
	cmd.Flags().StringVar(&g.Profile, "profile", "", "use profile `NAME` of the settings files")
	_ = cmd.RegisterFlagCompletionFunc("profile", func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		silent := Globals{Config: g.Config, NoConfig: g.NoConfig}
		_, _, _ = loadSettingsFiles(&silent, FirstPath(args)) // invalid settings have no profiles
		return silent.profiles, cobra.ShellCompDirectiveNoFileComp
	})
	cmd.Flags().StringVar(&g.preset, "preset", "",
		"use preset `NAME`: handover (ranking classic, whole files or outlines)")
	_ = cmd.RegisterFlagCompletionFunc("preset", cobra.FixedCompletions(config.Presets(), cobra.ShellCompDirectiveNoFileComp))
}

// FirstPath returns the path whose settings apply: the first argument, or the current folder.
func FirstPath(args []string) string {
	if len(args) == 0 {
		return "."
	}
	return args[0]
}
