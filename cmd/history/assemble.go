package history

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/history"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/tokens"
)

type assembleOptions struct {
	globals  *cli.Globals
	counting *cli.Counting
	file     string
	store    string
	maxInput string
	provider string
	report   bool
	output   string
	lost     bool // a stored image is missing

	system, prompt, session, rounds, tiers string
	files                                  []string
	task                                   bool
	due                                    bool // compaction of the history is due
	given                                  bool // from flags, without a description
}

func newAssemble(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &assembleOptions{globals: g}
	cmd := &cobra.Command{Use: "assemble [FILE]", Args: cli.AtMostOneArg, RunE: cli.Runs(runAssemble, o, s, &o.file)}
	flags := cmd.Flags()
	addProvider(cmd, &o.provider)
	addMaxInput(cmd, &o.maxInput)
	flags.BoolVar(&o.report, "report", false, "print a JSON report on the prompt instead")
	flags.StringVarP(&o.output, "output", "o", "", "write to `FILE`")
	flags.StringVar(&o.store, "store", "", "read sessions from `FILE` (default: .ctxpack/history.jsonl at the repository's root)")
	cli.AddRedaction(cmd, g)
	flags.StringVar(&o.system, "system", "", "read the system prompt from `FILE`")
	flags.StringVar(&o.prompt, "prompt", "", "ask `TEXT`, or - for standard input")
	flags.StringArrayVar(&o.files, "file", nil, "show the file at `PATH` (repeatable)")
	flags.StringVar(&o.session, "session", "", "use the history of session `ID`, or latest")
	flags.StringVar(&o.rounds, "rounds", "", "include findings of earlier rounds from `FILE` (see ctxpack compress)")
	flags.BoolVar(&o.task, "task", false, "include a bundle for the question, of a quarter of --max-input")
	cli.AddChoice(cmd, &o.tiers, "tiers", "", "assign files and symbols to tiers by `HOW`", "auto")
	o.counting = cli.AddCounting(cmd, compactionFlags()[0])
	return cmd
}

func runAssemble(ctx context.Context, o *assembleOptions, s *cli.Streams) error {
	c, counter, err := o.counting.Load(o.globals)
	if err != nil {
		return err
	}
	limit, err := cli.MaxInput(c, o.maxInput)
	if err != nil {
		return err
	}
	request := requestOptions(o.provider, c)
	o.given = o.file == "" && (o.system != "" || o.prompt != "" || o.session != "" || o.rounds != "" || o.task || len(o.files) > 0)
	prompt, missing, err := o.read(ctx, s, c, counter, limit)
	if err != nil {
		return err
	}
	vault, err := o.globals.Vault(c)
	if err != nil {
		return err
	}
	cli.RedactPrompt(o.globals, s, vault, &prompt)
	a, err := history.Assemble(prompt, limit, counter.Count)
	if err != nil {
		return cli.Usagef("read %s: %w", cli.InputName(o.file), err).WithHint(`give a "prompt" or "images"`)
	}
	for _, f := range a.Shed {
		o.globals.Warn(s, "%s (%s) is omitted: the prompt would be too large", f.Path, humanize.Count(f.Tokens, "token"))
	}
	for _, m := range missing {
		fmt.Fprintf(s.Err, "ctxpack: read %s: %s: %s\n", cli.OneLine(cli.InputName(o.file)), cli.OneLine(m.Pointer), cli.OneLine(fmt.Sprintf("there is no file %q", m.Path)))
	}
	if trigger := c.History.Trigger; a.History > 2*trigger {
		o.globals.Warn(s, "the history has %s, more than twice the trigger of compaction (%s)", humanize.Count(a.History, "token"), cli.Grouped(trigger))
	}
	talk := mapped.Flat(prompt.Tiers[:], func(t history.Tier) []history.Message { return t.History })
	o.due = history.Due(append(talk, prompt.History...), history.Settings(c.History), counter.Count)
	if err := o.write(s, a, request, missing, counter, vault); err != nil {
		return err
	}
	return o.outcome(a, missing)
}

func addProvider(cmd *cobra.Command, flag *string) {
	names := mapped.Of(history.Providers(), func(p history.Provider) string { return string(p) })
	cli.AddChoice(cmd, flag, "provider", "", "format the request for provider `NAME` (default: that of --model, else openai)", names...)
}

// requestOptions returns the provider and the model with its answer limit. The provider is that of
// the flag, else that of the model.
func requestOptions(flag string, c config.Config) history.RequestOptions {
	o := history.RequestOptions{Provider: history.OpenAI}
	if c.Context.Model != "" {
		_, model, _ := tokens.ForModel(c.Context.Model) // an unknown model has already been reported
		o.Model, o.MaxTokens = c.Context.Model, c.Context.OutputReserve
		if model.MaxOutput > 0 {
			o.MaxTokens = min(o.MaxTokens, model.MaxOutput)
		}
		o.CompletionTokens = model.Family == "GPT" && !strings.HasPrefix(model.Name, "gpt-3") && !strings.HasPrefix(model.Name, "gpt-4")
		switch model.Family {
		case "Claude":
			o.Provider = history.Anthropic
		case "Gemini":
			o.Provider = history.Gemini
		}
	}
	if flag != "" {
		o.Provider = history.Provider(flag)
	}
	return o
}

// read reads the description and loads the files and sessions that it names.
func (o *assembleOptions) read(ctx context.Context, s *cli.Streams, c config.Config, counter *tokens.Counter, limit int) (history.Prompt, []history.Missing, error) {
	data := []byte("{}")
	if !o.given {
		var err error
		if data, err = cli.ReadInput(ctx, s, o.file); err != nil {
			return history.Prompt{}, nil, err
		}
	}
	l, err := openPromptParts(ctx, o, s)
	if err != nil {
		return history.Prompt{}, nil, err
	}
	defer l.close()
	l.config, l.counter, l.window = c, counter, limit
	prompt, missing, err := history.ParsePrompt(data, history.Loader{
		File: l.file, Image: l.image, SymbolMap: l.symbolMap, FileTree: l.fileTree, Session: l.session, Fence: fence,
	})
	switch {
	case ctx.Err() != nil:
		return prompt, nil, ctx.Err()
	case err != nil:
		return prompt, nil, cli.Usagef("read %s: %w", cli.InputName(o.file), err).WithHint("ctxpack assemble --help describes the format")
	}
	if err = l.addFlags(&prompt); err != nil {
		return prompt, nil, err
	}
	err = l.loadImages(&prompt)
	return prompt, missing, err
}

// assembleReport is the report of assemble.
type assembleReport struct {
	Provider     history.Provider     `json:"provider"`
	Tokens       int                  `json:"tokens"`
	Estimated    bool                 `json:"estimated"`
	History      int                  `json:"history_tokens"`
	MaxHistory   int                  `json:"max_history_tokens"`
	MaxInput     int                  `json:"max_input_tokens"`
	Remaining    int                  `json:"remaining"`
	NeedsSummary bool                 `json:"needs_summary"`
	Fits         bool                 `json:"fits"`
	Shed         []history.Shed       `json:"shed"`
	Missing      []history.Missing    `json:"missing"`
	Parts        map[history.Part]int `json:"parts"`
}

// write writes the prompt, unless it exceeds the budget, or the report.
func (o *assembleOptions) write(s *cli.Streams, a *history.Assembly, request history.RequestOptions, missing []history.Missing, counter *tokens.Counter, v *redact.Vault) error {
	body, err := a.Request(request)
	switch {
	case err != nil:
		return cli.Usagef("read %s: %w", cli.InputName(o.file), err)
	case !o.report && !a.Fits():
		return nil
	case !o.report:
		return cli.WriteProduct(s, o.output, v.Seal(string(body)+"\n"))
	}
	text, err := cli.IndentJSON(assembleReport{
		Provider: request.Provider, Tokens: a.Tokens, Estimated: counter.Estimated(), History: a.History, MaxHistory: history.MaxHistory(a.Max),
		MaxInput: a.Max, Remaining: a.Max - a.Tokens, NeedsSummary: o.due, Fits: a.Fits(),
		Shed: append([]history.Shed{}, a.Shed...), Missing: append([]history.Missing{}, missing...), Parts: a.Parts,
	})
	if err != nil {
		return err
	}
	return cli.WriteProduct(s, o.output, text)
}

// outcome returns the result of a run whose output has been written.
func (o *assembleOptions) outcome(a *history.Assembly, missing []history.Missing) error {
	if !a.Fits() {
		need := max(a.Tokens, a.Needed())
		f := &cli.Failure{Code: cli.ExitDoesNotFit, Err: errors.New("the prompt does not fit, even without files: " +
			fmt.Sprintf("it needs a window of %s tokens and --max-input is %s", cli.Grouped(need), cli.Grouped(a.Max)))}
		return f.WithHint("raise --max-input to %d, or compact the history", need)
	}
	if len(missing) > 0 || o.lost {
		return cli.ErrIncomplete
	}
	return nil
}
