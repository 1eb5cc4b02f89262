// Package history contains the commands on conversations: storing long conversations, assembling
// prompts from them, and shortening texts.
package history

import (
	"context"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
	"ctxpack/internal/share/store"
)

// Commands returns the commands of this package.
func Commands() cli.Commands {
	return cli.Commands{"history": newHistory, "assemble": newAssemble, "compress": newCompress}
}

// historyOptions holds the flags that all history commands share.
type historyOptions struct {
	globals *cli.Globals
	store   string
	json    bool
}

func newHistory(s *cli.Streams, g *cli.Globals) *cobra.Command {
	h := &historyOptions{globals: g}
	cmd := cli.Group("history")
	flags := cmd.PersistentFlags()
	flags.StringVar(&h.store, "store", "", "use the store `FILE` (default: .ctxpack/history.jsonl at the repository's root)")
	flags.BoolVar(&h.json, "json", false, "print JSON")
	cmd.AddCommand(
		newHistoryAppend(s, h), &cobra.Command{Use: "new", Args: cli.NoArgs, RunE: cli.Runs(runHistoryNew, h, s, nil)}, newHistorySessions(s, h),
		newHistoryShow(s, h), newHistorySearch(s, h), newHistoryStatus(s, h), newHistoryCompact(s, h), newHistoryTruncate(s, h),
	)
	return cmd
}

// openStore returns the store that a flag names, or the repository's store.
func openStore(name string) (*store.Store, error) {
	if name != "" {
		if err := cli.CheckTargets(nil, name); err != nil {
			return nil, err
		}
		return store.Named(name, store.Options{}), nil
	}
	top, err := cli.Top(".")
	if err != nil {
		return nil, err
	}
	st := store.InRepository(top, store.Options{})
	if err := cli.CheckState(st.Path(), "name another with --store FILE"); err != nil {
		return nil, err
	}
	return st, nil
}

// shownProblems is how many skipped lines are named.
const shownProblems = 10

// warnOf warns about the lines of a store that are not records.
func warnOf(g *cli.Globals, s *cli.Streams, st *store.Store, problems store.Problems) {
	for _, p := range problems.First[:min(len(problems.First), shownProblems)] {
		g.Warn(s, "%s:%d: skipped: %s", cli.ShortPath(st.Path()), p.Line, p.Err)
	}
	if more := problems.Total - shownProblems; more > 0 {
		g.Warn(s, "%s: %s more lines were skipped", cli.ShortPath(st.Path()), cli.Grouped(more))
	}
}

// stored is a session as read from the store.
type stored struct {
	store   *store.Store
	id      string // "" if the store is empty
	records []history.Record
	state   history.State
}

// session reads a session; "" and "latest" mean the latest one. In an empty store, and for an
// unknown session, the result has no records.
func (h *historyOptions) session(ctx context.Context, s *cli.Streams, id string) (*stored, error) {
	st, err := openStore(h.store)
	if err != nil {
		return nil, err
	}
	return readSession(ctx, h.globals, s, st, id)
}

func readSession(ctx context.Context, g *cli.Globals, s *cli.Streams, st *store.Store, id string) (*stored, error) {
	named := id != "" && id != history.Latest
	if !named {
		latest, err := st.Latest()
		if err != nil {
			return nil, err
		}
		if latest == "" {
			// There may be lines, none of which is a record.
			_, problems, err := st.Records(ctx, "")
			warnOf(g, s, st, problems)
			return &stored{store: st}, err
		}
		id = latest
	}
	records, problems, err := st.Records(ctx, id)
	if err != nil {
		return nil, err
	}
	warnOf(g, s, st, problems)
	if named && len(records) == 0 {
		g.Note(s, "there is no session %q in %s", id, cli.ShortPath(st.Path()))
	}
	d := &stored{store: st, id: id, records: records, state: history.Context(records)}
	for _, why := range d.state.Ignored {
		g.Warn(s, "%s: %s", cli.ShortPath(st.Path()), why)
	}
	return d, nil
}

// noteEmpty prints a note if the store of a session is empty.
func (h *historyOptions) noteEmpty(s *cli.Streams, d *stored) {
	if d.id == "" {
		h.globals.Note(s, "there is no conversation in %s yet", cli.ShortPath(d.store.Path()))
	}
}
