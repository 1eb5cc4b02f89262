package pack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/doors/mcp"
	"ctxpack/internal/text/tokens"
)

func newMCP(s *cli.Streams, g *cli.Globals) *cobra.Command {
	var limit string
	cmd := &cobra.Command{
		Use: "mcp [FOLDER...]",
		RunE: func(cmd *cobra.Command, args []string) error {
			maximum, err := cli.Amount("limit", limit)
			if err != nil {
				return err
			}
			if maximum < mcp.MinLimit {
				return cli.Usagef("--limit: an answer has at least %d tokens", mcp.MinLimit)
			}
			// A client may not have replaced variables such as ${workspaceFolder}, without an open folder.
			folders := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return strings.HasPrefix(arg, "${") })
			return cli.RunFailure(runMCP(cmd.Context(), folders, maximum, g, s))
		},
	}
	cmd.AddCommand(newInstalling(s, "install [CLIENT]", false), newInstalling(s, "uninstall CLIENT", true), newMCPDoctor(s))
	cmd.Flags().StringVar(&limit, "limit", fmt.Sprint(mcp.DefaultLimit), "limit answers to `TOKENS` if the caller sets no limit")
	return cmd
}

func runMCP(ctx context.Context, folders []string, limit int, g *cli.Globals, s *cli.Streams) error {
	for _, folder := range folders {
		if _, err := os.Stat(folder); err != nil {
			return cli.FileFailure(folder, err, "open %s: %w", folder, cli.PlainPathError(err))
		}
	}
	log := slog.New(slog.DiscardHandler)
	if g.Verbose {
		log = slog.New(slog.NewTextHandler(s.Err, nil))
	}
	err := mcp.Serve(ctx, s.In, rawOutput(s), mcp.Options{
		Version: cli.Version, Folders: folders, Getenv: os.Getenv, Limit: limit, Cache: cacheFolder(g), Log: log,
		Settings: func(folder string) (config.Config, *tokens.Counter, error) {
			own := *g // requests run concurrently
			c, origins, err := cli.LoadConfig(&own, folder)
			if err != nil {
				return c, nil, err
			}
			counter, err := cli.ApplyModel(&own, &c, origins)
			return c, counter, err
		},
		Explain: explainFile, Uses: usesOf,
		Search: func(ctx context.Context, r *pipeline.Ranking, q *pipeline.SearchQuery, most int) (string, error) {
			return searchText(ctx, r, q, "text", most)
		},
	})
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// rawOutput returns standard output unfiltered: messages are for programs.
func rawOutput(s *cli.Streams) io.Writer {
	if v, ok := s.Out.(*cli.Visible); ok {
		return v.To
	}
	return s.Out
}

// explainFile explains the place in a ranking of a file, by its path on disk.
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

// usesOf lists where a name is declared and used.
func usesOf(ctx context.Context, r *pipeline.Ranking, name string, mode mcp.Mode, most int) (string, error) {
	o := &usesOptions{itemOptions: itemOptions{tokens: most}, name: name, callers: 1, callees: mode == mcp.Callees, impact: mode == mcp.Impact, unused: mode == mcp.Unused}
	if o.impact {
		o.callers = impactSteps
	}
	return o.text(ctx, r)
}
