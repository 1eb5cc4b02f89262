package cmd

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"ctxpack/internal/cache"
)

func newCache(s *streams, g *globals) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "Show or remove what earlier runs found out",
		Long: `What a run finds out about files (tokens, imports, outlines) is kept in the
user's cache folder, or in the one that --cache-dir names, so that the next run
looks only at the files that changed. A bundle is the same with it and without
it. When the folder holds more than a gigabyte, the repositories that were not
packed for longest are dropped from it.`,
		Args: knownCommand,
		RunE: showHelp,
	}
	cmd.AddCommand(newCacheInfo(s, g), newCacheClean(s, g))
	return cmd
}

// cacheFolder is where the cache is, "" if none is to be used.
func (g *globals) cacheFolder() string {
	if g.noCache {
		return ""
	}
	if g.cacheDir != "" {
		return g.cacheDir
	}
	folder, err := cache.Folder()
	if err != nil { // it would be faster with one
		if _, where := os.UserCacheDir(); where == nil && !g.toldCache {
			g.toldCache = true
			g.hint("let HOME or XDG_CACHE_HOME name a folder that exists, or give --cache-dir or --no-cache", "no cache is used: %v", err)
		}
		return ""
	}
	return folder
}

// namedCacheFolder is the folder that a cache command is about.
func (g *globals) namedCacheFolder() (string, error) {
	if g.noCache {
		return "", usagef("--no-cache leaves nothing to show or to remove")
	}
	if g.cacheDir != "" {
		return g.cacheDir, nil
	}
	folder, err := cache.Folder()
	return folder, runFailure(err)
}

func newCacheInfo(s *streams, g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "info",
		Short: "Say where the cache is and what it holds",
		Long:  "Info lists the repositories that the cache knows, the last packed first." + exitHelp(exitDone, exitFailed, exitUsage),
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			folder, err := g.namedCacheFolder()
			if err != nil {
				return err
			}
			list, err := cache.List(folder)
			if err != nil {
				return runFailure(err)
			}
			return runFailure(describeCache(s.out, folder, list))
		},
	}
}

func describeCache(w io.Writer, folder string, list []cache.Stored) error {
	var sum int64
	for _, c := range list {
		sum += c.Bytes
	}
	if _, err := fmt.Fprintf(w, "folder  %s\nsize    %s of at most %s\n", folder, megabytes(sum), megabytes(cache.MaxBytes)); err != nil {
		return err
	}
	if len(list) == 0 {
		return nil
	}
	table := newTable(w)
	fmt.Fprintln(table, "\nlast used\tfiles\tsize\trepository\tcounted as")
	for _, c := range list {
		root, variant := c.Root, c.Variant
		if root == "" {
			root = "(damaged; it will be replaced)"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", c.Used.Format(time.DateTime), grouped(c.Files), megabytes(c.Bytes), oneLine(root), oneLine(variant))
	}
	return table.Flush()
}

func megabytes(n int64) string {
	const mega = 1e6
	return fmt.Sprintf("%.1f MB", float64(n)/mega)
}

func newCacheClean(s *streams, g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "clean",
		Short: "Remove the cache",
		Long:  "Clean removes all that the cache holds. Other files in its folder stay." + exitHelp(exitDone, exitFailed, exitUsage),
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			folder, err := g.namedCacheFolder()
			if err != nil {
				return err
			}
			n, bytes, err := cache.Clean(folder)
			if !g.quiet {
				fmt.Fprintf(s.err, "ctxpack: removed %d caches, %s\n", n, megabytes(bytes))
			}
			return runFailure(err)
		},
	}
}
