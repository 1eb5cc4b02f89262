package pack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/remote"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/mapped"
)

// remoteFlags hold what to fetch of a remote repository, and the limits.
type remoteFlags struct {
	ref       string
	contents  func() bool // whether contents of past commits are needed
	noHistory bool        // whether past commits are not needed
	once      sync.Once
	fetch     config.Fetch // set by load
	wrong     error        // error in the settings
	given     bool         // whether the depth was set
}

func addRemote(cmd *cobra.Command) *remoteFlags {
	flags := cmd.Flags()
	r := &remoteFlags{contents: func() bool { return flags.Changed("diff") }}
	flags.StringVar(&r.ref, "ref", "", "pack branch, tag or commit `NAME` of a remote repository")
	return r
}

// historyDepth is how many commits are fetched for the ranking, without contents.
const historyDepth = 200

// reach returns how many commits are fetched with and without contents.
func (r *remoteFlags) reach() (depth, history int) {
	switch {
	case r.given:
		return r.fetch.Depth, 0
	case r.contents():
		return historyDepth, 0
	case r.noHistory:
		return 1, 0
	}
	return 1, historyDepth
}

// reached distinguishes facts that runs with other flags may find in the same commit.
func (r *remoteFlags) reached() string {
	depth, history := r.reach()
	return fmt.Sprintf("%d %d", depth, history)
}

// located holds the local paths of the arguments.
type located struct {
	paths []string
	names map[string]string // names of fetched work trees, by path
	trees []*remote.Tree
	close func()
}

// locate finds the files and folders that arguments name: it expands patterns and fetches remote
// repositories. The caller closes the result.
func (r *remoteFlags) locate(ctx context.Context, g *cli.Globals, s *cli.Streams, args []string) (*located, error) {
	l := &located{close: func() {}}
	addresses, err := r.addresses(args)
	if err != nil {
		return nil, err
	}
	if len(addresses) == 0 {
		if r.ref != "" {
			return nil, cli.Usagef("--ref is for remote repositories").WithHint("git worktree add makes a folder of another branch")
		}
		l.paths, err = cli.Expand(args)
		return l, err
	}
	mirrors, progress, err := r.mirrors(g, s)
	if err != nil {
		return nil, err
	}
	defer progress.Stop()
	l.close, l.names = mirrors.Close, map[string]string{}
	for _, arg := range args {
		a, ok := addresses[arg]
		if !ok {
			found, err := cli.Expand([]string{arg})
			if err != nil {
				l.close()
				return nil, err
			}
			l.paths = append(l.paths, found...)
			continue
		}
		tree, err := mirrors.Open(ctx, a)
		if err != nil {
			l.close()
			return nil, remoteFailure(err, arg)
		}
		l.add(tree)
	}
	progress.Stop()
	for _, t := range l.trees {
		for _, w := range t.Warnings {
			g.Warn(s, "%s: not written: %s", t.URL, w)
		}
		if t.NoHistory != "" {
			g.Hint(fmt.Sprintf("CTXPACK_FETCH_DEPTH=%d fetches past commits with their contents", historyDepth),
				"%s: the ranking has no history: %s", t.URL, t.NoHistory)
		}
		if g.Verbose {
			g.Note(s, "%s: commit %s, %s fetched", t.URL, t.Commit, humanize.Bytes(t.Fetched))
		}
	}
	return l, nil
}

// shown returns a path for display: a path in a fetched work tree begins with the name of its repository.
func (l *located) shown(path string) string {
	for top, name := range l.names {
		if rel, err := filepath.Rel(top, path); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(filepath.Join(name, rel))
		}
	}
	return path
}

// add records a work tree under a unique name.
func (l *located) add(t *remote.Tree) {
	l.paths, l.trees = append(l.paths, t.Path), append(l.trees, t)
	if _, ok := l.names[t.Top]; ok {
		return
	}
	taken := mapped.Set(slices.Collect(maps.Values(l.names)))
	name := t.Name
	if taken[name] && t.Ref != "" {
		name += "@" + strings.ReplaceAll(t.Ref[strings.LastIndexByte(t.Ref, '/')+1:], "/", "-")
	}
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s-%d", t.Name, n)
	}
	l.names[t.Top] = name
}

// addresses returns the arguments that name remote repositories.
func (r *remoteFlags) addresses(args []string) (map[string]remote.Address, error) {
	found := map[string]remote.Address{}
	without := 0 // repositories without a checkout
	for _, arg := range args {
		if !cli.IsRemote(arg) {
			continue
		}
		a, err := remote.Parse(arg)
		if err != nil {
			return nil, cli.Usagef("a PATH that begins with %q: %w", strings.SplitAfter(arg, ":")[0], err).
				WithHint("addresses are like https://host/owner/name, git@host:owner/name or owner/name; tokens are taken from GITHUB_TOKEN, GITLAB_TOKEN or CTXPACK_TOKEN")
		}
		if a.Ref == "" && a.Tail == "" {
			without++
			a.Ref = r.ref
		}
		found[arg] = a
	}
	if r.ref != "" && len(found) > 0 && without != 1 {
		return nil, cli.Usagef("--ref needs one repository that has no branch, tag or commit in its address, got %d", without)
	}
	return found, nil
}

func (r *remoteFlags) mirrors(g *cli.Globals, s *cli.Streams) (*remote.Mirrors, *cli.Progress, error) {
	o, err := r.options(g)
	if err != nil {
		return nil, nil, err
	}
	p := cli.StartProgress(g, s)
	o.Observe = func(at remote.Progress) { p.Tell(fetchProgress(at)) }
	m, err := remote.New(o)
	if err != nil {
		p.Stop()
		return nil, nil, cli.Failf("%w", err)
	}
	return m, p, nil
}

// load reads the user's settings. The repository's settings are not fetched yet, and must not control the fetch.
func (r *remoteFlags) load(g *cli.Globals) error {
	r.once.Do(func() { // a fleet fetches several concurrently
		own := cli.Globals{Config: g.Config, NoConfig: g.NoConfig}
		if own.Config == "" && !own.NoConfig {
			own.Config = os.DevNull
		}
		c, origins, err := cli.LoadConfig(&own, ".")
		r.fetch, r.given, r.wrong = c.Fetch, origins["fetch.depth"] != "default", err
	})
	return r.wrong
}

// options returns the limits of fetching.
func (r *remoteFlags) options(g *cli.Globals) (remote.Options, error) {
	if err := r.load(g); err != nil {
		return remote.Options{}, err
	}
	depth, history := r.reach()
	return remote.Options{
		Cache: cacheFolder(g), Depth: depth, History: history, MaxBytes: int64(r.fetch.Limit),
		Timeout: time.Duration(r.fetch.Timeout), AllowHTTP: r.fetch.AllowHTTP, Getenv: os.Getenv,
	}, nil
}

// ask resolves an argument that is an address without fetching it. ok is false if the argument is not an address.
func (r *remoteFlags) ask(ctx context.Context, g *cli.Globals, arg string) (tip remote.Tip, ok bool, err error) {
	addresses, err := r.addresses([]string{arg})
	a, ok := addresses[arg]
	if err != nil || !ok {
		return tip, false, err
	}
	o, err := r.options(g)
	if err != nil {
		return tip, true, err
	}
	if tip, err = remote.Ask(ctx, a, o); err != nil {
		err = remoteFailure(err, arg)
	}
	return tip, true, err
}

// fetchProgress returns a line on the progress of a fetch.
func fetchProgress(at remote.Progress) string {
	switch {
	case at.Total > 0:
		return fmt.Sprintf("%s %s of %s", at.Doing, cli.Grouped(at.Done), cli.Grouped(at.Total))
	case at.Bytes > 0:
		return fmt.Sprintf("%s, %s", at.Doing, humanize.Bytes(at.Bytes))
	}
	return at.Doing + " …"
}

// orSuggest returns the end of a hint, with a suggestion for an argument that is not a path.
func orSuggest(arg string) string {
	if meant := cli.SuggestPath(arg); meant != "" {
		return ", but " + cli.OneLine(filepath.ToSlash(meant))
	}
	return ""
}

// remoteFailure adds an exit code and a hint to a fetch error.
func remoteFailure(err error, arg string) error {
	var e *remote.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Kind {
	case remote.NoRepository:
		f := cli.Usagef("%w", e)
		if remote.Remote(arg) {
			return f.WithHint("%s", cmp.Or(e.Advice, "check the address"))
		}
		return f.WithHint("there is no file or folder %s here either%s", filepath.ToSlash(arg), orSuggest(arg))
	case remote.NoRef, remote.NoPath:
		return cli.Usagef("%w", e).WithHint("check the name; --ref takes a branch, a tag or all digits of a commit")
	case remote.Refused:
		if e.Advice != "" {
			return cli.Failf("%w", e).WithHint("%s", e.Advice)
		}
		if strings.HasPrefix(e.URL, "http:") {
			return cli.Usagef("%w", e).WithHint("use https, or allow it: CTXPACK_ALLOW_HTTP=true")
		}
		return cli.Failf("%w", e)
	case remote.NoAccess:
		return cli.Failf("%w", e).WithHint("%s", e.Advice)
	case remote.NoNetwork:
		if !remote.Remote(arg) {
			return cli.Failf("%w", e).WithHint("there is no file or folder %s here%s; for the repository, check the network and HTTPS_PROXY",
				filepath.ToSlash(arg), orSuggest(arg))
		}
		return cli.Failf("%w", e).WithHint("check the network, the host's name, and HTTPS_PROXY")
	case remote.TooLarge:
		return cli.Failf("%w", e).WithHint("CTXPACK_FETCH_LIMIT=1GB allows more")
	case remote.TooLong:
		return cli.Failf("%w", e).WithHint("CTXPACK_FETCH_TIMEOUT=10m allows more")
	}
	return cli.Failf("%w", e)
}
