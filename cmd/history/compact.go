package history

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
)

// compacting holds the flags that compact and truncate share.
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
	flags.StringVar(&c.messages, "messages", "", "read messages from `FILE` (- for standard input) instead of a session")
	flags.BoolVar(&c.dryRun, "dry-run", false, "print the result, store nothing")
	c.compaction = addCompaction(cmd, all)
	return c
}

type historyCompactOptions struct {
	*compacting
	boundary  string
	detector  detector
	onFailure string
	prompt    bool
	request   bool
	provider  string
	undo      bool
}

func newHistoryCompact(s *cli.Streams, h *historyOptions) *cobra.Command {
	o := &historyCompactOptions{onFailure: "keep"}
	cmd := &cobra.Command{Use: "compact [SESSION]", Args: cli.AtMostOneArg}
	o.compacting = addCompacting(cmd, h, true)
	cmd.RunE = cli.Runs(runHistoryCompact, o, s, &o.session)
	flags := cmd.Flags()
	flags.StringVar(&o.boundary, "boundary", "",
		"read the change of topic from `FILE`: {boundary_index, boundary_reason, confidence, summary}, or a model's answer with it")
	flags.StringVar(&o.detector.command, "detector", "", "run `COMMAND` (without a shell) to find the change of topic")
	flags.DurationVar(&o.detector.timeout, "detector-timeout", 30*time.Second, "stop the detector after `DURATION`")
	flags.StringVar(&o.detector.most, "detector-tokens", "32k", "send the detector at most `TOKENS` at once")
	flags.IntVar(&o.detector.messages, "detector-messages", 500, "send the detector at most `N` messages at once")
	flags.IntVar(&o.detector.characters, "detector-characters", 8000, "send the detector at most `N` characters per message")
	flags.BoolVar(&o.detector.shell, "shell", false, "run the detector with "+shellCommand)
	cli.AddChoice(cmd, &o.onFailure, "on-failure", "",
		"without a judgement, up to twice the trigger, do `WHAT`: keep the session, or summarize without it", "keep", "summarize")
	flags.BoolVar(&o.prompt, "print-detector-prompt", false, "print the instructions for a model")
	flags.BoolVar(&o.request, "print-request", false, "print instructions and messages as a request, if compaction is due")
	addProvider(cmd, &o.provider)
	cli.AddRedaction(cmd, h.globals)
	flags.BoolVar(&o.undo, "undo", false, "revert the last compaction of the session")
	return cmd
}

// compactReport is the report of compact.
type compactReport struct {
	Session       string            `json:"session_id,omitempty"`
	Record        string            `json:"record_id,omitempty"`
	Case          history.Case      `json:"case"`
	Judgement     judgement         `json:"detector"`
	VerbatimStart int               `json:"verbatim_start"`
	Boundary      history.Boundary  `json:"boundary"`
	TokensBefore  int               `json:"tokens_before"`
	TokensAfter   int               `json:"tokens_after"`
	Messages      []json.RawMessage `json:"messages"`
}

// judgement is the origin of a judgement on a history.
type judgement string

const (
	notNeeded judgement = "not needed" // compaction is not due
	judged    judgement = "ok"
	failed    judgement = "failed" // the detector failed
	silent    judgement = "empty"  // the detector answered with nothing
	absent    judgement = "absent" // neither a detector nor a file was given
)

func runHistoryCompact(ctx context.Context, o *historyCompactOptions, s *cli.Streams) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.undo {
		return o.takeBack(ctx, s)
	}
	if o.prompt {
		settings, _, err := o.compaction.Load(o.globals)
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(s.Out, history.DetectorPrompt(settings.History.SummaryBudget))
		return err
	}
	w, err := o.open(ctx, s)
	if err != nil {
		return err
	}
	due := history.Due(w.messages, w.settings, w.counter.Count)
	if o.request {
		return o.printRequest(s, w, due)
	}
	boundary, from := history.Boundary{}, notNeeded
	if due {
		if boundary, from, err = o.judge(ctx, s, w); err != nil {
			return err
		}
	}
	return o.compact(s, w, boundary, from)
}

// compact decides according to a judgement, stores the decision, and reports it.
func (o *historyCompactOptions) compact(s *cli.Streams, w *work, boundary history.Boundary, from judgement) error {
	settings := w.settings
	tokens := history.Tokens(w.messages, w.counter.Count)
	kept := from != notNeeded && from != judged && o.onFailure == "keep" && tokens <= 2*settings.Trigger
	if kept || from == notNeeded {
		settings.Enabled = false
	}
	c := history.Compact(w.messages, boundary, settings, w.counter.Count)
	report := func(record string, left []json.RawMessage) any {
		return compactReport{w.stored.id, record, c.Case, from, c.VerbatimStart, c.Boundary, c.TokensBefore, c.TokensAfter, left}
	}
	err := o.finish(s, w, &c, report)
	if err == nil && kept {
		f := &cli.Failure{Code: cli.ExitNotJudged, Err: fmt.Errorf("compaction is due (%s tokens, trigger %s) but was deferred: %s",
			cli.Grouped(tokens), cli.Grouped(settings.Trigger), map[judgement]string{
				failed: "the detector failed", silent: "the detector printed nothing", absent: "there is neither --detector nor --boundary",
			}[from])}
		return f.WithHint("above %s tokens, or with --on-failure summarize, the session is compacted without a judgement", cli.Grouped(2*settings.Trigger+1))
	}
	return err
}

// printRequest prints the request to a model in a provider's format.
func (o *historyCompactOptions) printRequest(s *cli.Streams, w *work, due bool) error {
	if !due {
		o.globals.Note(s, "compaction is not due")
		return nil
	}
	q := w.question(o.detector)
	q.MaxTokens, q.MaxMessages = 0, 0 // a single request has one part
	prompt := history.Prompt{System: history.DetectorPrompt(w.settings.SummaryBudget), Request: q.Chunks(w.counter.Count)[0].Input("")}
	vault, err := o.globals.Vault(w.config)
	if err != nil {
		return err
	}
	cli.RedactPrompt(o.globals, s, vault, &prompt)
	a, err := history.Assemble(prompt, math.MaxInt32, w.counter.Count)
	if err != nil {
		return cli.Failf("%w", err)
	}
	body, err := a.Request(requestOptions(o.provider, w.config))
	if err != nil {
		return cli.Failf("%w", err)
	}
	return cli.WriteProduct(s, "", string(body)+"\n")
}

// check refuses contradictory flags.
func (o *historyCompactOptions) check() error {
	switch {
	case o.boundary != "" && o.detector.command != "":
		return cli.Usagef("--boundary and --detector exclude each other")
	case o.detector.shell && o.detector.command == "":
		return cli.Usagef("--shell goes with --detector")
	case o.undo && o.messages != "":
		return cli.Usagef("--undo is for a session, not for --messages")
	case o.provider != "" && !o.request:
		return cli.Usagef("--provider goes with --print-request")
	}
	return o.detector.check()
}

// judge determines where the topic changed.
func (o *historyCompactOptions) judge(ctx context.Context, s *cli.Streams, w *work) (history.Boundary, judgement, error) {
	var b history.Boundary
	if o.boundary != "" {
		data, err := cli.ReadInput(ctx, s, o.boundary)
		if err != nil {
			return b, failed, err
		}
		if b, err = history.ParseAnswer(string(data)); err != nil {
			return b, failed, cli.Usagef("read %s: %w", cli.InputName(o.boundary), err).
				WithHint(`want {"boundary_index": 12 or null, "boundary_reason": "...", "confidence": 0.8, "summary": "..."}`)
		}
		return b, judged, nil
	}
	if o.detector.command == "" {
		return b, absent, nil
	}
	b, err := o.ask(ctx, w)
	switch {
	case ctx.Err() != nil:
		return b, failed, ctx.Err()
	case err != nil:
		o.globals.Warn(s, "the detector: %s; no change of topic is assumed", err)
		return history.Boundary{}, failed, nil
	case b.Empty():
		return b, silent, nil
	}
	return b, judged, nil
}

// ask sends the history to the detector, in parts if it is long. Each part includes the summary of
// the earlier parts, and the last part decides.
func (o *historyCompactOptions) ask(ctx context.Context, w *work) (b history.Boundary, err error) {
	summary := ""
	for _, part := range w.question(o.detector).Chunks(w.counter.Count) {
		answer, err := o.detector.ask(ctx, part.Input(summary))
		if err == nil {
			b, err = history.ParseAnswer(answer)
		}
		if err != nil {
			return history.Boundary{}, err
		}
		// An empty answer for one part does not discard the summary of earlier parts.
		if b.Summary = strings.TrimSpace(b.Summary); b.Summary == "" {
			b.Summary = summary
		}
		summary = b.Summary
	}
	return b, nil
}

// takeBack stores that the last compaction is revoked.
func (o *historyCompactOptions) takeBack(ctx context.Context, s *cli.Streams) error {
	d, err := o.historyOptions.session(ctx, s, o.session)
	if err != nil {
		return err
	}
	mark := d.state.UndoMark()
	if mark == nil {
		return cli.Usagef("the session has no compaction to revert")
	}
	id := ""
	if !o.dryRun {
		if id, err = d.store.AppendMark(d.id, mark); err != nil {
			return err
		}
	}
	if o.json {
		return cli.PrintJSON(s.Out, map[string]string{"session_id": d.id, "record_id": id, "case": string(history.CaseUndo), "undoes": mark.Undoes})
	}
	_, err = fmt.Fprintf(s.Out, "undo: compaction %s is reverted\n", mark.Undoes)
	return err
}
