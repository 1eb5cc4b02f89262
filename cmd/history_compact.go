package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ctxpack/compressor/history"
	"ctxpack/internal/tokens"
)

// compacting are the flags that compact and truncate share.
type compacting struct {
	*historyOptions
	compaction *compaction
	session    string
	messages   string
	dryRun     bool
}

func addCompacting(cmd *cobra.Command, h *historyOptions, all bool) *compacting {
	c := &compacting{historyOptions: h}
	flags := cmd.Flags()
	flags.StringVar(&c.messages, "messages", "", "take the messages in `FILE`, or - for standard input, in place of a session")
	flags.BoolVar(&c.dryRun, "dry-run", false, "store nothing, only tell what would be done")
	c.compaction = addCompaction(cmd, all)
	return c
}

type historyCompactOptions struct {
	*compacting
	boundary string
	detector detector
	prompt   bool
	undo     bool
}

func newHistoryCompact(s *streams, h *historyOptions) *cobra.Command {
	o := &historyCompactOptions{}
	cmd := &cobra.Command{
		Use:   "compact [SESSION]",
		Short: "Shorten a long session for the model, keeping the store as it is",
		Long: `Compact shortens what a model is given of a session, by default of the latest one,
once it has more tokens than the trigger. The newest messages stay as they are. If
the topic changed among them, what was said before the change goes; if not, what
stands before them gives way to a summary.

Where the topic changed and what was said is for a model to judge: --boundary reads
its judgement from a file, --detector runs a command that gets the last messages on
standard input and prints it. Without either, or if the command fails, no change of
topic is assumed and the summary says only how much went.

The store is not rewritten: what was decided is appended as a record of its own,
which show --for-context applies. --undo takes the last compaction back.

With --messages a file is compacted: the messages that remain are printed.

  ctxpack history compact --detector "llm -s '$(ctxpack history compact --print-detector-prompt)'"
  ctxpack history compact --dry-run --json
  ctxpack history compact --messages chat.json > shorter.json` +
			exitHelp(exitDone, exitFailed, exitUsage, exitInterrupted),
		Args: atMostArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.session = sessionArgument(args)
			return runFailure(runHistoryCompact(cmd.Context(), o, s))
		},
	}
	o.compacting = addCompacting(cmd, h, true)
	flags := cmd.Flags()
	flags.StringVar(&o.boundary, "boundary", "", "read the change of topic from `FILE`: {boundary_index, boundary_reason, confidence, summary}")
	flags.StringVar(&o.detector.command, "detector", "", "run `COMMAND`, without a shell, to find the change of topic")
	flags.BoolVar(&o.detector.shell, "shell", false, "run the detector with sh -c")
	flags.BoolVar(&o.prompt, "print-detector-prompt", false, "print what a model should be asked")
	flags.BoolVar(&o.undo, "undo", false, "take the last compaction of the session back")
	return cmd
}

// compactReport is what compact reports.
type compactReport struct {
	Session       string            `json:"session_id,omitempty"`
	Record        string            `json:"record_id,omitempty"`
	Case          history.Case      `json:"case"`
	VerbatimStart int               `json:"verbatim_start"`
	Boundary      history.Boundary  `json:"boundary"`
	TokensBefore  int               `json:"tokens_before"`
	TokensAfter   int               `json:"tokens_after"`
	Messages      []json.RawMessage `json:"messages"`
}

func runHistoryCompact(ctx context.Context, o *historyCompactOptions, s *streams) error {
	if o.prompt {
		_, err := fmt.Fprint(s.out, history.DetectorPrompt())
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	if o.undo {
		return o.takeBack(ctx, s)
	}
	w, err := o.open(ctx, s)
	if err != nil {
		return err
	}
	o.detector.timeout = w.timeout
	var boundary history.Boundary
	if w.settings.Due(history.Tokens(w.messages, w.counter.Count)) {
		if boundary, err = o.judge(ctx, s, w.messages); err != nil {
			return err
		}
	}
	c := history.Compact(w.messages, boundary, w.settings, w.counter.Count)
	r := compactReport{
		Session: w.stored.id, Case: c.Case, VerbatimStart: c.VerbatimStart, Boundary: c.Boundary,
		TokensBefore: c.TokensBefore, TokensAfter: c.TokensAfter,
	}
	if w.stored.id != "" {
		if r.Record, err = w.keep(w.stored.state.Mark(&c), o.dryRun); err != nil {
			return err
		}
	}
	messages := c.Apply(w.messages)
	r.Messages = given(messages)
	if o.json {
		return printJSON(s.out, r)
	}
	return w.tell(o.globals, s, messages, compactLine(&c))
}

// check refuses flags that contradict each other.
func (o *historyCompactOptions) check() error {
	switch {
	case o.boundary != "" && o.detector.command != "":
		return usagef("--boundary and --detector exclude each other")
	case o.detector.shell && o.detector.command == "":
		return usagef("--shell goes with --detector")
	case o.undo && o.messages != "":
		return usagef("--undo is for a session, not for --messages")
	}
	return o.detector.check()
}

// judge finds out where the topic changed.
func (o *historyCompactOptions) judge(ctx context.Context, s *streams, messages []history.Message) (history.Boundary, error) {
	if o.boundary != "" {
		data, err := readInput(ctx, s, o.boundary)
		if err != nil {
			return history.Boundary{}, err
		}
		b, err := history.ParseBoundary(data)
		if err != nil {
			return b, usagef("read %s: %w", inputName(o.boundary), err).
				withHint(`want {"boundary_index": 12 or null, "boundary_reason": "...", "confidence": 0.8, "summary": "..."}`)
		}
		return b, nil
	}
	if o.detector.command == "" {
		return history.Boundary{}, nil
	}
	answer, err := o.detector.ask(ctx, history.DetectorInput(messages))
	if ctxErr := ctx.Err(); ctxErr != nil {
		return history.Boundary{}, ctxErr
	}
	var b history.Boundary
	if err == nil {
		b, err = history.ParseAnswer(answer)
	}
	if err != nil {
		o.globals.warn(s, "the detector: %s; no change of topic is assumed", err)
	}
	return b, nil
}

// takeBack stores that the last compaction does not hold any more.
func (o *historyCompactOptions) takeBack(ctx context.Context, s *streams) error {
	d, err := o.historyOptions.session(ctx, s, o.session)
	if err != nil {
		return err
	}
	mark := d.state.UndoMark()
	if mark == nil {
		return usagef("no compaction of the session is in force")
	}
	w := &work{stored: d}
	id, err := w.keep(mark, o.dryRun)
	if err != nil {
		return err
	}
	if o.json {
		return printJSON(s.out, map[string]string{"session_id": d.id, "record_id": id, "case": string(history.CaseUndo), "undoes": mark.Undoes})
	}
	_, err = fmt.Fprintf(s.out, "undo: compaction %s does not hold any more\n", mark.Undoes)
	return err
}

// work is a history that is being shortened.
type work struct {
	stored   *stored // without an id if the messages come from a file
	messages []history.Message
	file     bool
	lines    bool // the file has a message a line
	settings history.Settings
	timeout  time.Duration // of the detector
	counter  *tokens.Counter
}

// open reads the history that the flags name.
func (c *compacting) open(ctx context.Context, s *streams) (*work, error) {
	if c.messages != "" && c.session != "" {
		return nil, usagef("a SESSION and --messages exclude each other")
	}
	settings, counter, err := c.compaction.load(c.globals)
	if err != nil {
		return nil, err
	}
	w := &work{
		counter: counter, stored: &stored{}, file: c.messages != "",
		settings: c.compaction.settings(settings), timeout: time.Duration(settings.History.DetectorTimeout),
	}
	if w.file {
		w.messages, w.lines, err = readMessages(ctx, s, c.messages)
		return w, err
	}
	if w.stored, err = c.historyOptions.session(ctx, s, c.session); err != nil {
		return nil, err
	}
	if w.stored.id == "" {
		c.nothingStored(s, w.stored.store)
	}
	w.messages = w.stored.state.Messages()
	return w, nil
}

// keep stores what was decided, if anything was.
func (w *work) keep(m *history.Mark, dryRun bool) (string, error) {
	if m == nil || dryRun {
		return "", nil
	}
	return w.stored.store.AppendMark(w.stored.id, m)
}

// tell prints what was done, and of a file the messages that remain.
func (w *work) tell(g *globals, s *streams, messages []history.Message, line string) error {
	if !w.file {
		_, err := fmt.Fprintln(s.out, line)
		return err
	}
	var b strings.Builder
	if w.lines {
		for _, m := range messages {
			b.Write(m.Given())
			b.WriteByte('\n')
		}
	} else {
		text, err := indentJSON(given(messages))
		if err != nil {
			return failf("write messages: %w", err)
		}
		b.WriteString(text)
	}
	if err := writeProduct(s, "", b.String()); err != nil {
		return err
	}
	g.note(s, "%s", line)
	return nil
}

func compactLine(c *history.Compaction) string {
	switch c.Case {
	case history.CaseTruncate:
		return fmt.Sprintf("%s: %s before the change of topic removed, %s tokens before, %s after",
			c.Case, countOf(c.Dropped, "message"), grouped(c.TokensBefore), grouped(c.TokensAfter))
	case history.CaseSummarize:
		return fmt.Sprintf("%s: %s replaced by a summary, %s tokens before, %s after",
			c.Case, countOf(c.Dropped, "message"), grouped(c.TokensBefore), grouped(c.TokensAfter))
	}
	return fmt.Sprintf("%s: %s tokens", c.Case, grouped(c.TokensBefore))
}
