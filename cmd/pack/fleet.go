package pack

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/safe/atomicfile"
	"ctxpack/internal/share/fleet"
)

type fleetOptions struct {
	*packOptions // options of each repository, except its name
	list         string
	out          string
	shard        string
	parallel     int
	profiles     []string
	taskFiles    []string
	again        bool
}

func newFleet(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &fleetOptions{packOptions: &packOptions{globals: g, task: &taskFlags{}}}
	cmd := &cobra.Command{Use: "fleet LIST", Args: oneList, RunE: cli.Runs(runFleet, o, s, &o.list)}
	o.selection = addSelection(cmd, g, nil, writingFlags()...)
	flags := cmd.Flags()
	flags.StringVarP(&o.out, "out", "o", "", "write bundles and manifest below `FOLDER`")
	flags.StringVar(&o.shard, "shard", "", "pack only part `I/N` of the repositories, with I from 0 to N-1")
	flags.IntVar(&o.parallel, "parallel", 0, "pack `N` repositories at once (default: one per two processors)")
	flags.StringSliceVar(&o.profiles, "profiles", nil, "make a bundle for each profile of the settings in `NAMES`, separated by commas")
	flags.StringArrayVar(&o.taskFiles, "task-file", nil, "make a bundle for the task in `FILE` (repeatable)")
	flags.BoolVar(&o.again, "again", false, "also pack unchanged repositories")
	flags.StringVarP(&o.budget, "budget", "b", "", "limit a bundle to `TOKENS`, such as 8000, 32k or 1m (default: from the window)")
	flags.StringVar(&o.header, "header", "", "start the bundle with `TEXT`, or the contents of @FILE")
	flags.BoolVar(&o.lineNumbers, "line-numbers", false, "number source lines")
	cli.AddRedaction(cmd, g)
	flags.IntVarP(&o.jobs, "jobs", "j", 0, "analyse `N` files of a repository at once (default: one per processor)")
	return cmd
}

func oneList(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return cli.Usagef("%s takes one argument, LIST, got %d", cli.CommandName(cmd), len(args))
	}
	return nil
}

// A fleetVariant is one of the bundles that each repository gets.
type fleetVariant struct {
	profile  string // "" for the default variant
	taskFile string // "" without a task
	task     *pipeline.Task
}

// fleetRun is the state of a run.
type fleetRun struct {
	*fleetOptions
	s        *cli.Streams
	variants []fleetVariant
	manifest *fleet.Manifest

	mu                        sync.Mutex
	packed, unchanged, failed int // bundles
	done                      int // repositories
	remoteTrouble             int // repositories with remote cache failures
	broken                    error
}

// staleAfter is the age from which a temporary file counts as abandoned.
const staleAfter = 24 * time.Hour

// bundlesFolder is the folder of bundles, in the folder of the manifest.
const bundlesFolder = "bundles"

func runFleet(ctx context.Context, o *fleetOptions, s *cli.Streams) error {
	repositories, shard, err := o.repositories(s)
	if err != nil {
		return err
	}
	r := &fleetRun{fleetOptions: o, s: s}
	if r.variants, err = o.variants(s); err != nil {
		return err
	}
	if err := o.probe(s); err != nil {
		return err
	}
	if err := cli.CheckTargets(nil, filepath.Join(o.out, bundlesFolder), filepath.Join(o.out, "manifest.jsonl")); err != nil {
		return err
	}
	// Remove what a killed run left, but not what other shards are writing.
	for _, folder := range []string{o.out, filepath.Join(o.out, bundlesFolder)} {
		atomicfile.Sweep(folder, time.Now().Add(-staleAfter))
	}
	if err := os.MkdirAll(filepath.Join(o.out, bundlesFolder), 0o777); err != nil { // minus the umask
		return cli.Failf("make folder %s: %w", o.out, cli.PlainPathError(err))
	}
	if r.manifest, err = fleet.Open(o.out, shard); err != nil {
		return cli.Failf("open folder %s: %w", o.out, cli.PlainPathError(err))
	}
	entries, err := r.all(ctx, repositories)
	if err != nil {
		return err
	}
	path, err := r.manifest.Close(entries)
	if err != nil {
		return cli.Failf("write manifest: %w", cli.PlainPathError(err))
	}
	if r.remoteTrouble > 1 {
		o.globals.Warn(s, "the remote cache failed for %s repositories", cli.Grouped(r.remoteTrouble))
	}
	o.globals.Note(s, "packed %s, unchanged %s, failed %s; the manifest is %s", cli.Grouped(r.packed), cli.Grouped(r.unchanged), cli.Grouped(r.failed), path)
	if r.failed > 0 {
		return cli.ErrIncomplete
	}
	return nil
}

// repositories reads the list and selects the shard's repositories.
func (o *fleetOptions) repositories(s *cli.Streams) ([]string, fleet.Shard, error) {
	var shard fleet.Shard
	var err error
	switch {
	case o.out == "":
		return nil, shard, cli.Usagef("--out is missing: it names the folder of the bundles")
	case o.parallel < 0:
		return nil, shard, cli.Usagef("--parallel takes a positive number, not %d", o.parallel)
	}
	if o.shard != "" {
		if shard, err = fleet.ParseShard(o.shard); err != nil {
			return nil, shard, cli.Usagef("--shard: %w", err)
		}
	}
	in, closeInput, err := cli.OpenInput(s, o.list)
	if err != nil {
		return nil, shard, err
	}
	defer closeInput()
	all, err := fleet.ReadList(in)
	if err != nil {
		return nil, shard, cli.Usagef("read %s: %w", cli.InputName(o.list), err)
	}
	if len(all) == 0 {
		return nil, shard, cli.Usagef("%s names no repository", cli.InputName(o.list))
	}
	var own []string
	for n, name := range all {
		if _, err := o.selection.remote.addresses([]string{name}); err != nil {
			return nil, shard, cli.Usagef("%s: repository %d: %w", cli.InputName(o.list), n+1, err)
		}
		if shard.Has(name) {
			own = append(own, name)
		}
	}
	return own, shard, nil
}

// variants returns the bundles that each repository gets.
func (o *fleetOptions) variants(s *cli.Streams) ([]fleetVariant, error) {
	if len(o.profiles) > 0 && o.globals.Profile != "" {
		return nil, cli.Usagef("--profile and --profiles exclude each other")
	}
	profiles := o.profiles
	if len(profiles) == 0 {
		profiles = []string{""}
	}
	tasks := []fleetVariant{{}}
	if len(o.taskFiles) > 0 {
		tasks = nil
	}
	for _, file := range o.taskFiles {
		text, err := (&taskFlags{name: "task-file", text: "@" + file}).words(s)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, fleetVariant{taskFile: file, task: &pipeline.Task{Text: text}})
	}
	var all []fleetVariant
	seen := map[string]bool{}
	for _, profile := range profiles {
		for _, v := range tasks {
			v.profile = profile
			if key := profile + "\x00" + v.taskFile; !seen[key] {
				seen[key] = true
				all = append(all, v)
			}
		}
	}
	return all, nil
}

// probe finds errors in the flags and the user's settings, which would affect all repositories.
func (o *fleetOptions) probe(s *cli.Streams) error {
	g := *o.globals
	g.Profile = ""
	v, err := o.ofUser(&g)
	if err != nil {
		return err
	}
	if _, err := v.pipelineOptions(s); err != nil {
		return err
	}
	objects, err := openObjects(&g, v.config, v.origins)
	if objects != nil {
		_ = objects.Close() // it was not used
	}
	return err
}

// ofUser returns the options for a folder without settings.
func (o *fleetOptions) ofUser(g *cli.Globals) (*packOptions, error) {
	if g.Config == "" && !g.NoConfig {
		g.Config = os.DevNull
	}
	return o.of(g, &located{paths: []string{os.DevNull}}, ".")
}

// of returns the options for a folder: the flags and its settings.
func (o *fleetOptions) of(g *cli.Globals, l *located, settingsOf string) (*packOptions, error) {
	v, sel := *o.packOptions, *o.selection
	v.globals, v.selection = g, &sel
	sel.located, sel.paths = l, l.paths
	var err error
	sel.config, sel.origins, err = sel.load(g, settingsOf)
	return &v, err
}

// all packs repositories, several at a time, and returns the lines of the manifest.
func (r *fleetRun) all(ctx context.Context, repositories []string) ([]fleet.Entry, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := cmp.Or(r.parallel, max(1, runtime.GOMAXPROCS(0)/2))
	progress := cli.StartProgress(r.globals, r.s)
	defer progress.Stop()
	results := make([][]fleet.Entry, len(repositories))
	next := make(chan int)
	var group sync.WaitGroup
	for range min(workers, len(repositories)) {
		group.Go(func() {
			for i := range next {
				results[i] = r.repository(ctx, repositories[i])
				r.mu.Lock()
				r.done++
				progress.Tell(fmt.Sprintf("%s of %s repositories, %s bundles unchanged, %s failed",
					cli.Grouped(r.done), cli.Grouped(len(repositories)), cli.Grouped(r.unchanged), cli.Grouped(r.failed)))
				if r.broken != nil {
					cancel()
				}
				r.mu.Unlock()
			}
		})
	}
	for i := range repositories {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	group.Wait()
	progress.Stop()
	if r.broken != nil {
		return nil, cli.Failf("write manifest: %w", cli.PlainPathError(r.broken))
	}
	return slices.Concat(results...), ctx.Err()
}
