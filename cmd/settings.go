package cmd

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ctxpack/internal/config"
	"ctxpack/internal/gitrepo"
	"ctxpack/internal/pipeline"
	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/internal/tokens"
	"ctxpack/scorer"
)

// keys is the table of the settings, with what the packages that they are about
// know.
func keys() *config.Table { return theKeys() }

// Made once, read-only.
var theKeys = sync.OnceValue(func() *config.Table {
	given := config.Given{Tokenizers: tokens.Names(), Formats: render.Names(), Rankings: scorer.RankingNames(), Packings: pipeline.Packings()}
	for _, factor := range scorer.Classic().Table() {
		for _, w := range factor.Weights {
			given.Weights = append(given.Weights, config.Weight(w))
		}
	}
	return config.NewTable(given)
})

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
	if strings.HasPrefix(origins["redact.allow"], "environment ") && pipeline.AllowsAll(c.Redact.Allow) {
		return c, nil, usagef("CTXPACK_REDACT_ALLOW: the patterns allow the secrets of all files, which no variable does").
			withHint("name the files, or give --%s on the command line", noRedactFlag)
	}
	return c, origins, checkSettingsGlobs(c, origins)
}

// checkSettingsGlobs finds out whether the globs of the settings are too many, which
// the settings by themselves do not know.
func checkSettingsGlobs(c config.Config, origins config.Origins) error {
	for _, list := range []struct {
		key   string
		globs []string
	}{
		{"context.include", c.Context.Include}, {"context.exclude", c.Context.Exclude},
		{"context.pin", c.Context.Pin}, {"context.boost", c.Context.Boost},
	} {
		if _, err := source.CompileGlobs(list.globs); err != nil {
			return usagef("%s: %s: %w", origins[list.key], list.key, err)
		}
	}
	return nil
}

// loadSettingsFiles reads the user's file and the repository's, or the one that
// is named.
func loadSettingsFiles(g *globals, path string) (config.Config, config.Origins, error) {
	if g.noConfig {
		return g.loadFiles(readSettings, nil)
	}
	var files []config.File
	if folder, err := os.UserConfigDir(); err == nil {
		name := filepath.Join(folder, filepath.FromSlash(config.UserFile))
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
			g.hint("the settings of the user's that should be in force belong there", "%s is not a regular file and is not read", name)
		} else if err == nil || errors.Is(err, fs.ErrPermission) {
			files = append(files, config.File{Path: name, Layer: config.LayerUser})
		}
	}
	if g.config != "" {
		files = append(files, config.File{Path: g.config, Layer: "repository", Required: true})
		return g.loadFiles(readSettings, files)
	}
	tree, top, ok := openTop(path)
	if !ok {
		return g.loadFiles(readSettings, files)
	}
	defer tree.Close()
	name := g.repositorySettings(top)
	if name == "" {
		return g.loadFiles(readSettings, files)
	}
	limits, _ := keys().LoadProfile(config.Chosen{Preset: g.preset, Profile: g.profile}, readSettings, files...) // what is wrong is said below
	shown := shortPath(filepath.Join(top, name))
	files = append(files, config.File{Path: shown, Layer: "repository", Foreign: foreign(top) || foreign(filepath.Join(top, name))})
	c, origins, err := g.loadFiles(readThrough(tree, shown, name), files)
	if err == nil {
		g.keepLimits(&c, limits.Config, origins)
	}
	return c, origins, err
}

// repositorySettings is the name of the settings file in a folder, "" if there is
// none. What is there and is no file came with the repository: it is not worth ending
// the run for.
func (g *globals) repositorySettings(top string) string {
	for _, name := range []string{config.RepositoryFile, config.RepositoryFileAlternative} {
		info, err := os.Lstat(filepath.Join(top, name))
		switch {
		case err != nil:
		case info.Mode().IsRegular():
			return name
		default:
			g.hint("--config FILE reads settings from elsewhere, --no-config none", "%s is not a regular file and is not read", shortPath(filepath.Join(top, name)))
		}
	}
	return ""
}

// maxWindow is the largest window that a repository's file may plan for; no model has
// a larger one.
const maxWindow = 2_000_000

// keepLimits takes back what a repository's own file raised: what bounds the work of a
// run is the user's.
func (g *globals) keepLimits(c *config.Config, limits config.Config, origins config.Origins) {
	lower := func(key string, value, most int64, set func()) {
		if value > most && origins.Layer(key) == "repository" {
			set()
			g.hint("set it in the user's settings, by its flag, or with --config FILE", "%s: a repository's file may lower %s, not raise it: %s is in force",
				strings.TrimPrefix(origins[key], "repository file "), key, keys().Get(*c, key))
			origins[key] = "limit of what a repository's file may set"
		}
	}
	context, most := &c.Context, limits.Context
	lower("context.maxFileSize", int64(context.MaxFileSize), int64(most.MaxFileSize), func() { context.MaxFileSize = most.MaxFileSize })
	lower("context.git.maxCommits", int64(context.Git.MaxCommits), int64(most.Git.MaxCommits), func() { context.Git.MaxCommits = most.Git.MaxCommits })
	window := max(maxWindow, most.MaxTokens)
	lower("context.budget", int64(context.Budget), int64(window), func() { context.Budget = window })
	lower("context.maxTokens", int64(context.MaxTokens), int64(window), func() { context.MaxTokens = window })
}

// readSettings reads a settings file of the user's, whatever it is, but no more of it
// than such a file may have.
func readSettings(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // opened for reading only
	return io.ReadAll(io.LimitReader(f, config.MaxBytes+1))
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

// loadFiles reads settings files, and tells what is to be known of them.
func (g *globals) loadFiles(read func(string) ([]byte, error), files []config.File) (config.Config, config.Origins, error) {
	l, err := keys().LoadProfile(config.Chosen{Preset: g.preset, Profile: g.profile}, read, files...)
	if err != nil {
		return l.Config, nil, settingsFailure(err)
	}
	for _, note := range l.Notes {
		g.warnLater("%s", note)
	}
	g.profiles = l.Profiles
	if g.preset != "" && !slices.Contains(config.Presets(), g.preset) {
		return l.Config, nil, usagef("--preset: there is no preset %q", g.preset).withHint("there is %s", alternatives(config.Presets()))
	}
	if g.profile != "" && !slices.Contains(l.Profiles, g.profile) {
		return l.Config, nil, g.unknownProfile(l.Profiles)
	}
	return l.Config, l.Origins, nil
}

// unknownProfile tells of a profile that no settings file has.
func (g *globals) unknownProfile(known []string) error {
	e := usagef("--profile: no settings file has the profile %q", g.profile)
	switch {
	case g.noConfig:
		return e.withHint("--no-config reads none")
	case len(known) == 0:
		return e.withHint("a profile is a key of the section profiles of %s", config.RepositoryFile)
	}
	if meant := config.Nearest(g.profile, known); meant != "" {
		return e.withHint("did you mean %s?", meant)
	}
	return e.withHint("there is %s", alternatives(known))
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
			return readSettings(asked)
		}
		text, err := tree.ReadSmall(name, config.MaxBytes)
		return []byte(text), err
	}
}
