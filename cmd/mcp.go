package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/internal/config"
	"ctxpack/internal/mcp"
	"ctxpack/internal/pipeline"
	"ctxpack/internal/render"
	"ctxpack/internal/tokens"
)

func newMCP(s *streams, g *globals) *cobra.Command {
	var limit string
	cmd := &cobra.Command{
		Use:   "mcp [FOLDER...]",
		Short: "Serve repositories to agents by the Model Context Protocol",
		Long: `Mcp is a server of the Model Context Protocol on standard input and output, which
agents and editors start by themselves. It has four tools: pack, outline, read and
explain; docs/mcp.md tells of them and how clients are set up.

It reads only below the folders that the client allows as its roots; of a client that
has none, below the FOLDERs, or else the current folder. It writes nothing but the
cache, takes secrets out of all that it answers, and ends with its input.` +
			exitHelp(exitDone, exitFailed, exitUsage, exitInterrupted),
		Example: `  claude mcp add ctxpack -- ctxpack mcp    let Claude Code start it
  ctxpack mcp ~/src/app --limit 20k        for a client without roots`,
		RunE: func(cmd *cobra.Command, args []string) error {
			most, err := amount("limit", limit)
			if err != nil {
				return err
			}
			if most < mcp.MinLimit {
				return usagef("--limit: an answer has at least %d tokens", mcp.MinLimit)
			}
			return runFailure(runMCP(cmd.Context(), firstPaths(args), most, g, s))
		},
	}
	cmd.Flags().StringVar(&limit, "limit", fmt.Sprint(mcp.DefaultLimit), "most `TOKENS` of an answer for which the caller sets no limit")
	return cmd
}

func runMCP(ctx context.Context, folders []string, limit int, g *globals, s *streams) error {
	for _, folder := range folders {
		if _, err := os.Stat(folder); err != nil {
			return fileFailure(folder, err, "open %s: %w", folder, plainPathError(err))
		}
	}
	log := slog.New(slog.DiscardHandler)
	if g.verbose {
		log = slog.New(slog.NewTextHandler(s.err, nil))
	}
	err := mcp.Serve(ctx, s.in, rawOutput(s), mcp.Options{
		Version: version, Folders: folders, Limit: limit, Cache: cacheFolder(g), Log: log,
		Settings: func(folder string) (config.Config, *tokens.Counter, error) {
			own := *g // requests are answered side by side
			c, origins, err := loadConfig(&own, folder)
			if err != nil {
				return c, nil, err
			}
			counter, err := applyModel(&own, &c, origins)
			return c, counter, err
		},
		Explain: explainFile,
	})
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// rawOutput is standard output as it is: messages are for programs.
func rawOutput(s *streams) io.Writer {
	if v, ok := s.out.(*visible); ok {
		return v.to
	}
	return s.out
}

// explainFile says why a file, by its path on the disk, is where it is in a ranking.
func explainFile(ctx context.Context, r *pipeline.Ranking, path string, budget int) (string, error) {
	f, err := r.Find(path)
	if err != nil {
		return "", err
	}
	document := whyDocument{Ranking: r.Rules.Name, Budget: budget, rules: r.Rules, show: render.DisplayPath}
	if err := document.fill(ctx, r, []*pipeline.File{f}); err != nil {
		return "", err
	}
	var b strings.Builder
	document.write(&b)
	return r.Clean(b.String()), nil
}
