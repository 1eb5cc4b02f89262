package cmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

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
func keys() *config.Table {
	given := config.Given{Tokenizers: tokens.Names(), Formats: render.Names(), Rankings: scorer.RankingNames(), Packings: pipeline.Packings()}
	for _, factor := range scorer.Classic().Table() {
		for _, w := range factor.Weights {
			given.Weights = append(given.Weights, config.Weight(w))
		}
	}
	return config.NewTable(given)
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
