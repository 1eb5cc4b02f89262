package pack

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/doors/watch"
	"ctxpack/internal/text/mapped"
)

// watchRun is the state of a run with --watch.
type watchRun struct {
	*packOptions
	cmd     *cobra.Command
	args    []string
	s       *cli.Streams
	watcher *watch.Watcher
	last    []string // bundle as last written
	outputs []string // outputs of the run, as absolute paths
}

func (r *watchRun) run(ctx context.Context) error {
	if err := r.check(); err != nil {
		return err
	}
	for _, name := range []string{r.output, r.report} {
		if name == "" {
			continue
		}
		full, err := filepath.Abs(name)
		if err == nil {
			var folder string
			if folder, err = filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
				full = filepath.Join(folder, filepath.Base(full))
			}
		}
		if err != nil {
			return cli.FileFailure(name, err, "write %s: %w", name, cli.PlainPathError(err))
		}
		r.outputs = append(r.outputs, full)
	}
	var err error
	if r.watcher, err = watch.New(); err != nil {
		return watchFailure(err)
	}
	defer r.watcher.Close()
	told := false
	for {
		all, added, err := r.once(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, watch.ErrTooMany), err != nil && r.last == nil:
			return watchFailure(err)
		case err != nil:
			cli.ReportError(ctx, r.s, cli.RunFailure(err))
		case added > 0:
			continue // earlier changes in these folders were not reported
		}
		if !told {
			r.globals.Note(r.s, "watching %s folders; an interrupt ends it", cli.Grouped(all))
			told = true
		}
		if err := r.watcher.Wait(ctx); err != nil {
			return err
		}
	}
}

// check refuses options that a run cannot repeat.
func (r *watchRun) check() error {
	switch {
	case !r.toFile():
		return cli.Usagef("--watch needs --output FILE").WithHint("ctxpack pack --watch -o context.md")
	case r.copy, r.since != "":
		return cli.Usagef("--watch excludes --copy and --since")
	case r.task.text == "-" || r.filesFrom == "-" || r.scores == "-":
		return cli.Usagef("--watch cannot read standard input again").WithHint("name a file")
	}
	if slices.ContainsFunc(r.args, cli.IsRemote) {
		return cli.Usagef("--watch works with local folders only")
	}
	return nil
}

// once packs, writes the bundle if it changed, and watches the packed files.
func (r *watchRun) once(ctx context.Context) (all, added int, err error) {
	closeAll, err := r.open(r.cmd, r.globals, r.s, r.args)
	if err != nil {
		return 0, 0, err
	}
	defer closeAll()
	result, err := r.pack(ctx, r.s)
	if err != nil {
		return 0, 0, r.task.rangeHint(cli.RunFailure(err))
	}
	if !slices.Equal(result.Parts, r.last) {
		if err := r.deliver(result, r.s); err != nil && !errors.Is(err, cli.ErrIncomplete) {
			return 0, 0, err
		}
		r.last = result.Parts
	}
	folders, left := result.Watched()
	return r.watcher.Follow(folders, r.skips(left))
}

// skips reports whether changes of paths are ignored.
func (r *watchRun) skips(left map[string]bool) func(path string) bool {
	own := mapped.Of(r.outputs, cli.WrittenFor)
	if folder := cacheFolder(r.globals); folder != "" {
		own = append(own, func(path string) bool { return path == folder })
	}
	return func(path string) bool {
		return left[path] || slices.ContainsFunc(own, func(of func(string) bool) bool { return of(path) })
	}
}

// watchFailure adds hints on the system's limits.
func watchFailure(err error) error {
	if errors.Is(err, watch.ErrTooMany) {
		return cli.Failf("%w", err).WithHint("watch a folder inside, or raise the limit: on Linux fs.inotify.max_user_watches")
	}
	return err
}
