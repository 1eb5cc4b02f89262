package pack

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/remote"
	"ctxpack/internal/share/cache"
	"ctxpack/internal/share/remotecache"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/mapped"
)

func newCache(s *cli.Streams, g *cli.Globals) *cobra.Command {
	return cli.Group("cache", newCacheInfo(s, g), newCacheClean(s, g))
}

// cacheFolder returns the cache folder, "" for no cache.
func cacheFolder(g *cli.Globals) string {
	if g.NoCache {
		return ""
	}
	if g.CacheDir != "" {
		return g.CacheDir
	}
	folder, err := cache.Folder()
	if err != nil { // a run without a cache is only slower
		if _, where := os.UserCacheDir(); where == nil && !g.ToldCache {
			g.ToldCache = true
			g.Hint("set HOME or XDG_CACHE_HOME to an existing folder, or give --cache-dir or --no-cache", "no cache is used: %v", err)
		}
		return ""
	}
	return folder
}

// namedCacheFolder returns the folder for a cache command.
func namedCacheFolder(g *cli.Globals) (string, error) {
	if g.NoCache {
		return "", cli.Usagef("with --no-cache there is no cache to show or clear")
	}
	if g.CacheDir != "" {
		return g.CacheDir, nil
	}
	folder, err := cache.Folder()
	return folder, cli.RunFailure(err)
}

// cachesShown is how many caches info lists without --all.
const cachesShown = 20

func newCacheInfo(s *cli.Streams, g *cli.Globals) *cobra.Command {
	var all, asJSON bool
	cmd := &cobra.Command{
		Use:  "info",
		Long: fmt.Sprintf("Info lists the repositories in the cache, the last packed first: the first %d, or --all.", cachesShown),
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			folder, err := namedCacheFolder(g)
			if err != nil {
				return err
			}
			list, err := cache.List(folder)
			if err != nil {
				return cli.RunFailure(err)
			}
			shared := cache.ListObjects(folder)
			mirrors, err := remote.List(folder)
			if err != nil {
				return cli.RunFailure(err)
			}
			if asJSON {
				return cli.RunFailure(printCaches(s.Out, folder, list, shared, mirrors))
			}
			if err := describeCache(s.Out, folder, list, shared, all); err != nil {
				return cli.RunFailure(err)
			}
			return cli.RunFailure(describeMirrors(s.Out, mirrors, all))
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "list all repositories")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// describeCache prints the list for people, a line per repository.
func describeCache(w io.Writer, folder string, list []cache.Stored, shared cache.StoredObjects, all bool) error {
	sum := shared.Bytes
	var repositories []*cache.Stored
	byRoot := map[string]*cache.Stored{}
	for _, c := range list { // the last used one first
		sum += c.Bytes
		if r := byRoot[c.Root]; r != nil {
			r.Files, r.Bytes = max(r.Files, c.Files), r.Bytes+c.Bytes
			continue
		}
		byRoot[c.Root] = &c
		repositories = append(repositories, &c)
	}
	const form = "folder        %s\nsize          %s of at most %s\nshared        %s in %s objects\nrepositories  %s\n"
	if _, err := fmt.Fprintf(w, form, folder, humanize.Bytes(sum), humanize.Bytes(cache.MaxBytes), humanize.Bytes(shared.Bytes),
		cli.Grouped(shared.Objects), cli.Grouped(len(repositories))); err != nil {
		return err
	}
	if len(repositories) == 0 {
		return nil
	}
	table := cli.NewTable(w)
	fmt.Fprintln(table, "\nlast packed\tfiles\tsize\trepository")
	shown := repositories
	if !all {
		shown = repositories[:min(len(repositories), cachesShown)]
	}
	for _, c := range shown {
		root := c.Root
		if root == "" {
			root = "(damaged; it will be replaced)"
		} else if _, err := os.Stat(root); err != nil {
			root += " (is no more)"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", c.Used.Format("2006-01-02 15:04"), cli.Grouped(c.Files), humanize.Bytes(c.Bytes), cli.OneLine(root))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if left := len(repositories) - len(shown); left > 0 {
		_, err := fmt.Fprintf(w, "and %s more: ctxpack cache info --all\n", cli.Grouped(left))
		return err
	}
	return nil
}

// printCaches prints the list as JSON.
func printCaches(w io.Writer, folder string, list []cache.Stored, shared cache.StoredObjects, mirrors []remote.Stored) error {
	type entry struct {
		Root    string    `json:"root"` // "" if it is damaged
		Used    time.Time `json:"used"`
		Files   int       `json:"files"`
		Bytes   int64     `json:"bytes"`
		Variant string    `json:"counted_as"`
	}
	entries := mapped.Of(list, func(c cache.Stored) entry {
		return entry{cli.EscapeInvalid(c.Root), c.Used.UTC(), c.Files, c.Bytes, cli.EscapeInvalid(c.Variant)}
	})
	type mirror struct {
		URL   string    `json:"url"`
		Used  time.Time `json:"used"`
		Bytes int64     `json:"bytes"`
	}
	fetched := mapped.Of(mirrors, func(m remote.Stored) mirror { return mirror{cli.EscapeInvalid(m.URL), m.Used.UTC(), m.Bytes} })
	type objects struct {
		Objects int   `json:"objects"`
		Bytes   int64 `json:"bytes"`
	}
	return cli.PrintJSON(w, struct {
		Folder  string   `json:"folder"`
		Limit   int64    `json:"limit"`
		Shared  objects  `json:"shared"`
		Entries []entry  `json:"repositories"`
		Fetched []mirror `json:"fetched"`
	}{cli.EscapeInvalid(folder), cache.MaxBytes, objects(shared), append([]entry{}, entries...), append([]mirror{}, fetched...)})
}

// describeMirrors lists the fetched remote repositories.
func describeMirrors(w io.Writer, list []remote.Stored, all bool) error {
	list = slices.DeleteFunc(list, func(m remote.Stored) bool { return m.Bytes == 0 }) // nothing was fetched
	if len(list) == 0 {
		return nil
	}
	sum := mapped.Sum(list, func(m remote.Stored) int64 { return m.Bytes })
	fmt.Fprintf(w, "\nfetched       %s of at most %s\n", humanize.Bytes(sum), humanize.Bytes(remote.MaxBytes))
	table := cli.NewTable(w)
	fmt.Fprintln(table, "last used\tsize\trepository")
	shown := list
	if !all {
		shown = list[:min(len(list), cachesShown)]
	}
	for _, m := range shown {
		fmt.Fprintf(table, "%s\t%s\t%s\n", m.Used.Format("2006-01-02 15:04"), humanize.Bytes(m.Bytes), cli.OneLine(m.URL))
	}
	return table.Flush()
}

func newCacheClean(s *cli.Streams, g *cli.Globals) *cobra.Command {
	return &cobra.Command{
		Use:  "clean",
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			folder, err := namedCacheFolder(g)
			if err != nil {
				return err
			}
			n, bytes, err := cache.Clean(folder)
			shared, sharedErr := cache.CleanObjects(folder)
			mirrors, more, mirrorErr := remote.Clean(folder)
			n, bytes, err = n+mirrors, bytes+shared.Bytes+more, errors.Join(err, sharedErr, mirrorErr)
			if !g.Quiet {
				fmt.Fprintf(s.Err, "ctxpack: removed %s, %s, %s\n", humanize.Count(n, "cache"), humanize.Count(shared.Objects, "object"), humanize.Bytes(bytes))
			}
			return cli.RunFailure(err)
		},
	}
}

// openObjects opens the remote cache of the settings, with the local store before it; nil if there
// is none, or without a cache folder. The caller closes it by closeObjects.
func openObjects(g *cli.Globals, c config.Config, origins config.Origins) (cache.Objects, error) {
	folder := cacheFolder(g)
	if c.Cache.Remote == "" || folder == "" {
		return nil, nil
	}
	for _, gone := range []string{"MODE", "SIGNING_KEY", "TRUSTED_KEYS"} { // without them, a run would write or trust more than the user intended
		if name := "CTXPACK_REMOTE_CACHE_" + gone; os.Getenv(name) != "" {
			return nil, cli.Usagef("%s is no setting any more: the server decides who writes", name).WithHint("unset %s", name)
		}
	}
	if shared, ok := strings.CutPrefix(c.Cache.Remote, "file:"); ok {
		if err := cli.CheckTargets(nil, shared); err != nil {
			return nil, err
		}
	}
	objects, err := remotecache.Open(c.Cache.Remote, remotecache.Options{Getenv: os.Getenv, Local: cache.OpenObjects(folder)})
	if err != nil {
		return nil, cli.Usagef("cache.remote (%s): %w", origins["cache.remote"], err)
	}
	return objects, nil
}

// closeObjects waits for pending writes, and reports failures.
func closeObjects(g *cli.Globals, s *cli.Streams, objects cache.Objects) {
	if objects == nil {
		return
	}
	if err := objects.Close(); err != nil {
		g.Warn(s, "%v", err)
	}
}
