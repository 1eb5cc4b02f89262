package trim

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/messages"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/tokens"
)

type trimMessagesOptions struct {
	globals  *cli.Globals
	counting *cli.Counting
	file     string
	target   string
	pairing  string
	mode     string
	strategy string
	summary  bool
	clean    bool
	noRefill bool
	json     bool
	output   string
}

func newTrimMessages(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &trimMessagesOptions{globals: g, mode: "drop", strategy: "priority", pairing: "units"}
	cmd := &cobra.Command{Use: "messages [FILE]", Args: cli.AtMostOneArg, RunE: cli.Runs(runTrimMessages, o, s, &o.file)}
	flags := cmd.Flags()
	flags.StringVarP(&o.target, "target", "t", "", "keep at most `TOKENS`, such as 8000 or 32k (default: the window of --model less reserves)")
	cli.AddChoice(cmd, &o.mode, "mode", "", "shorten by `HOW`: drop messages, or replace tool results first", "drop", "placeholder")
	cli.AddChoice(cmd, &o.strategy, "strategy", "", "drop messages in `ORDER`", "priority", "age")
	cli.AddChoice(cmd, &o.pairing, "pairing", "", "pair calls and results by `HOW`", "units", "none")
	flags.BoolVar(&o.summary, "summary", false, "replace the dropped messages with one that counts them")
	flags.BoolVar(&o.clean, "clean", false, "omit ctxpack's own fields, which strict services refuse")
	flags.BoolVar(&o.noRefill, "no-refill", false, "only drop, do not fill remaining room")
	flags.BoolVar(&o.json, "json", false, "print a JSON report with the messages")
	flags.StringVarP(&o.output, "output", "o", "", "write to `FILE`")
	o.counting = cli.AddCounting(cmd,
		cli.SettingFlag{Flag: "preserve-recent", Key: "trim.messages.preserveRecent", Usage: "messages of the last `STEPS` are recent; a step is a message with tool calls"},
		cli.SettingFlag{Flag: "protect", Key: "trim.messages.protect", Usage: "never drop messages of `PRIORITY` and above"})
	return cmd
}

func runTrimMessages(ctx context.Context, o *trimMessagesOptions, s *cli.Streams) error {
	options, err := o.options()
	if err != nil {
		return err
	}
	settings, counter, err := o.counting.Load(o.globals)
	if err != nil {
		return err
	}
	if o.target == "" {
		if options.Target, err = o.modelTarget(s, settings); err != nil {
			return err
		}
	}
	options.PreserveRecent, options.Protect = settings.Trim.Messages.PreserveRecent, settings.Trim.Messages.Protect
	options.Count = counter.Count
	all, err := o.read(ctx, s)
	if err != nil {
		return err
	}
	var results []*messages.Result
	for _, c := range all {
		r, err := messages.Trim(ctx, c, options)
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	if err := o.write(s, results); err != nil {
		return err
	}
	worst := results[0]
	for k, r := range results {
		o.report(s, all[k], r, counter)
		if r.OverTarget > worst.OverTarget {
			worst = r
		}
	}
	if worst.OverTarget > 0 {
		f := &cli.Failure{Code: cli.ExitDoesNotFit, Err: fmt.Errorf("the protected messages need %s tokens, %s more than the target of %s",
			cli.Grouped(worst.TokensAfter), cli.Grouped(worst.OverTarget), cli.Grouped(worst.Target))}
		return f.WithHint("the smallest result was written; raise --target to %d or more, or --protect to protect less", worst.TokensAfter)
	}
	return nil
}

// modelTarget returns the budget that a model's window allows, as for a bundle.
func (o *trimMessagesOptions) modelTarget(s *cli.Streams, settings config.Config) (int, error) {
	if settings.Context.Model == "" {
		return 0, cli.Usagef("trim messages needs --target or --model").WithHint("ctxpack trim messages --target 32k FILE")
	}
	target, arithmetic, err := settings.Budget()
	if err != nil {
		return 0, cli.Usagef("%w", err)
	}
	o.globals.Note(s, "target %s", arithmetic)
	return target, nil
}

// options checks the flags that are not settings.
func (o *trimMessagesOptions) options() (messages.Options, error) {
	p := messages.Options{
		Workers: runtime.GOMAXPROCS(0), Summary: o.summary, Clean: o.clean, NoRefill: o.noRefill,
		Placeholders: o.mode == "placeholder", ByAge: o.strategy == "age", Single: o.pairing == "none",
	}
	if o.target == "" {
		return p, nil
	}
	var err error
	p.Target, err = cli.Amount("target", o.target)
	return p, err
}

// read reads one conversation, or several with one per line.
func (o *trimMessagesOptions) read(ctx context.Context, s *cli.Streams) ([]*messages.Conversation, error) {
	data, err := cli.ReadInput(ctx, s, o.file)
	if err != nil {
		return nil, err
	}
	all, err := messages.ParseAll(string(data))
	if err != nil {
		return nil, cli.Usagef("read %s: %w", cli.InputName(o.file), err).
			WithHint(`want a JSON array of messages, an object with an array "messages", "input" or "contents", or one message per line`)
	}
	return all, nil
}

// write writes the result: the shortened conversations, or the reports.
func (o *trimMessagesOptions) write(s *cli.Streams, results []*messages.Result) error {
	var product strings.Builder
	for _, r := range results {
		if o.json {
			product.WriteString(r.Report())
		} else {
			product.WriteString(r.Text())
		}
	}
	return cli.WriteProduct(s, o.output, product.String())
}

// namedOrphans is how many messages a warning names.
const namedOrphans = 10

// report describes the changes to the conversation.
func (o *trimMessagesOptions) report(s *cli.Streams, c *messages.Conversation, r *messages.Result, counter *tokens.Counter) {
	if orphans := c.Orphans(); len(orphans) > 0 {
		results := 0
		var at []string
		for i, orphan := range orphans {
			if orphan.Result {
				results++
			}
			if i < namedOrphans {
				at = append(at, fmt.Sprint(orphan.Index))
			} else if i == namedOrphans {
				at = append(at, "…")
			}
		}
		o.globals.Warn(s, "tool calls without a result: %s, results without a call: %s; not repaired (messages %s)",
			cli.Grouped(len(orphans)-results), cli.Grouped(results), strings.Join(at, ", "))
	}
	if unknown := c.Unknown(); len(unknown) > 0 {
		o.globals.Warn(s, "parts of unknown types are kept unchanged: %s", strings.Join(unknown, ", "))
	}
	if len(r.Dropped)+len(r.Replaced) == 0 {
		return
	}
	if o.summary && !r.Summarised && len(r.Dropped) > 0 {
		o.globals.Warn(s, "there is no room for a summary")
	}
	about, replaced := "", ""
	if counter.Estimated() {
		about = " (estimated)"
	}
	if n := len(r.Replaced); n > 0 {
		replaced = fmt.Sprintf(", %s of them with placeholders", cli.Grouped(n))
	}
	o.globals.Note(s, "trimmed messages from %s to %s%s, from %s to %s tokens%s",
		cli.Grouped(len(r.Classified)), cli.Grouped(len(r.Kept)), replaced, cli.Grouped(r.TokensBefore), cli.Grouped(r.TokensAfter), about)
}
