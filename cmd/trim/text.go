package trim

import (
	"context"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/compressor/prose"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/text/mapped"
)

type trimTextOptions struct {
	globals  *cli.Globals
	counting *cli.Counting
	file     string
	parts    string
	profile  string
	limit    string
	yellow   string
	unit     string
	keep     string
	output   string
	noTrim   bool
	meter    bool
	json     bool
}

func newTrimText(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &trimTextOptions{globals: g, unit: "words", keep: "start"}
	cmd := &cobra.Command{Use: "text [FILE]", Args: cli.AtMostOneArg, RunE: cli.Runs(runTrimText, o, s, &o.file)}
	flags := cmd.Flags()
	flags.StringVarP(&o.limit, "limit", "l", "", "keep at most `N` words (or tokens)")
	cli.AddChoice(cmd, &o.unit, "unit", "", "count in `UNIT`", "words", "tokens")
	cli.AddChoice(cmd, &o.keep, "keep", "", "keep `WHAT`: the start, or both ends with the gap marked", "start", "ends")
	cli.AddChoice(cmd, &o.profile, "profile", "", "use the limit and the parts of profile `NAME`", "context", "analysis")
	flags.Lookup("profile").Annotations = map[string][]string{cli.NoVariable: {}}
	flags.StringVar(&o.parts, "parts", "", "read parts from `FILE`, a JSON array, or - for standard input")
	flags.BoolVar(&o.noTrim, "no-trim", false, "only count (also trim.apply: false in the settings)")
	flags.BoolVar(&o.meter, "meter", false, "print how much of the limit is used (default limit 500), do not trim")
	flags.BoolVar(&o.json, "json", false, "print a JSON report with the text")
	flags.StringVarP(&o.output, "output", "o", "", "write to `FILE`")
	flags.StringVar(&o.yellow, "yellow-from", "", "colour the meter yellow from `N` (default: from four fifths of the limit)")
	o.counting = cli.AddCounting(cmd)
	return cmd
}

func runTrimText(ctx context.Context, o *trimTextOptions, s *cli.Streams) error {
	settings, counter, err := o.counting.Load(o.globals)
	if err != nil {
		return err
	}
	room, err := o.modelRoom(settings)
	if err != nil {
		return err
	}
	p, name, err := o.options(settings.Trim.Text, room)
	if err != nil {
		return err
	}
	if o.unit == "tokens" {
		p.Tokens = counter.Count
	}
	parts, err := o.read(ctx, s, name)
	if err != nil {
		return err
	}
	if limit := withinModel(parts, p, room, counter.Count); limit < p.Limit {
		if o.limit != "" || o.profile != "" {
			o.globals.Note(s, "the limit is %s %s: the input of %s holds %s tokens", cli.Grouped(limit), o.unit, settings.Context.Model, cli.Grouped(room))
		}
		p.Limit = limit
	}
	if o.meter {
		return o.printMeter(s, prose.Measure(parts, p), p.Limit)
	}
	count := o.noTrim || !o.counting.Changed("no-trim") && !settings.Trim.Apply
	result := prose.Measure(parts, p)
	if !count {
		if result, err = prose.Trim(parts, p); err != nil {
			return cli.Usagef("--limit: %w", err)
		}
	}
	if err := o.write(s, result); err != nil {
		return err
	}
	o.report(s, result, p.Limit, count)
	if result.Over > 0 {
		protected := mapped.Where(parts, func(part prose.Part) bool { return part.Protected && part.Text != "" })
		names := mapped.Of(protected, func(part prose.Part) string { return part.Name })
		f := &cli.Failure{Code: cli.ExitDoesNotFit, Err: fmt.Errorf("%s alone: %s over the limit of %s %s",
			strings.Join(names, ", "), cli.Grouped(result.Over), cli.Grouped(p.Limit), o.unit)}
		return f.WithHint("raise --limit, or protect less")
	}
	return nil
}

// options checks the flags and returns the parameters, and the name of a text that is the only
// part. Without a limit, the model's input limit applies, if known.
func (o *trimTextOptions) options(settings config.TrimText, room int) (prose.Options, string, error) {
	var p prose.Options
	var err error
	name := "text"
	p.Ends = o.keep == "ends"
	if o.profile != "" {
		name, p.Limit = o.profile, settings.Profiles.Context
		if name == "analysis" {
			p.Limit = settings.Profiles.Analysis
		}
	}
	switch {
	case o.limit != "":
		if p.Limit, err = cli.Amount("limit", o.limit); err != nil {
			return p, "", err
		}
	case p.Limit == 0 && o.meter:
		p.Limit = meterLimit
	case p.Limit == 0 && room > 0:
		if p.Limit = room; o.unit == "words" {
			p.Limit = math.MaxInt // the limit is the model's
		}
	case p.Limit == 0:
		return p, "", cli.Usagef("trim text needs --limit, --profile or --model").WithHint("ctxpack trim text --limit 500 FILE")
	}
	if o.parts != "" && o.file != "" {
		return p, "", cli.Usagef("--parts excludes FILE")
	}
	return p, name, nil
}

// read returns the parts of the input.
func (o *trimTextOptions) read(ctx context.Context, s *cli.Streams, name string) ([]prose.Part, error) {
	file := o.file
	parse := func(data []byte) ([]prose.Part, error) {
		return []prose.Part{{Name: name, Text: string(data)}}, nil
	}
	if o.parts != "" {
		file, parse = o.parts, prose.ParseParts
	} else if o.profile == "analysis" {
		parse = prose.ParseAnalysis
	}
	data, err := cli.ReadInput(ctx, s, file)
	if err != nil {
		return nil, err
	}
	parts, err := parse(data)
	if err != nil {
		return nil, cli.Usagef("%s: %w", cli.InputName(file), err)
	}
	return parts, nil
}

type trimTextReport struct {
	Text string `json:"text"`
	trimSizes
	Trimmed bool             `json:"trimmed"`
	Parts   []trimPartReport `json:"parts"`
}

type trimPartReport struct {
	Name string `json:"name"`
	trimSizes
}

type trimSizes struct {
	OriginalWords  int  `json:"original_words"`
	KeptWords      int  `json:"kept_words"`
	OriginalTokens *int `json:"original_tokens,omitempty"`
	KeptTokens     *int `json:"kept_tokens,omitempty"`
}

func (o *trimTextOptions) write(s *cli.Streams, r *prose.Result) error {
	if !o.json {
		text := r.Text
		if s.OutTerminal && (o.output == "" || o.output == "-") {
			text = cli.EnsureNewline(text) // so that the shell's prompt begins a line
		}
		return cli.WriteProduct(s, o.output, text)
	}
	if !utf8.ValidString(r.Text) {
		o.globals.Warn(s, "the text is not valid UTF-8; in JSON, U+FFFD replaces invalid bytes")
	}
	parts := mapped.Of(r.Parts, func(p prose.PartResult) trimPartReport { return trimPartReport{p.Name, o.sizes(p.Original, p.Kept)} })
	out := trimTextReport{r.Text, o.sizes(r.Original, r.Kept), r.Trimmed, append([]trimPartReport{}, parts...)}
	text, err := cli.IndentJSON(out)
	if err != nil {
		return err
	}
	return cli.WriteProduct(s, o.output, text)
}

// sizes include tokens only if they are counted.
func (o *trimTextOptions) sizes(original, kept prose.Size) trimSizes {
	sizes := trimSizes{OriginalWords: original.Words, KeptWords: kept.Words}
	if o.unit == "tokens" {
		sizes.OriginalTokens, sizes.KeptTokens = &original.Tokens, &kept.Tokens
	}
	return sizes
}

// in returns a size in the unit of the limit.
func (o *trimTextOptions) in(size prose.Size) int {
	if o.unit == "tokens" {
		return size.Tokens
	}
	return size.Words
}

// largeCut is the percentage of a text from which a cut is reported as large.
const largeCut = 30

// report prints one line: the cuts, or only the size of the text.
func (o *trimTextOptions) report(s *cli.Streams, r *prose.Result, limit int, count bool) {
	if count {
		n := o.in(r.Original)
		excess := ""
		if n > limit {
			excess = fmt.Sprintf(", %s over", cli.Grouped(n-limit))
		}
		o.globals.Note(s, "%s %s, limit %s%s; nothing was trimmed", cli.Grouped(n), o.unit, cli.Grouped(limit), excess)
		return
	}
	var cuts []string
	for _, p := range r.Parts {
		if !p.Trimmed {
			continue
		}
		from, to := o.in(p.Original), o.in(p.Kept)
		cut := fmt.Sprintf("%s from %s to %s %s", p.Name, cli.Grouped(from), cli.Grouped(to), o.unit)
		if (from-to)*100 > from*largeCut {
			cut += fmt.Sprintf(" (more than %d%%)", largeCut)
		}
		cuts = append(cuts, cut)
	}
	if len(cuts) > 0 {
		o.globals.Note(s, "trimmed %s", strings.Join(cuts, ", "))
	}
}

type meterReport struct {
	Used       int    `json:"used"`
	Limit      int    `json:"limit"`
	YellowFrom int    `json:"yellow_from"`
	Unit       string `json:"unit"`
	Level      string `json:"level"`
	Over       int    `json:"over"`
}

// meterLimit is the default limit of a meter.
const meterLimit = 500

// printMeter prints the used share of the limit.
func (o *trimTextOptions) printMeter(s *cli.Streams, r *prose.Result, limit int) (err error) {
	yellow := limit - limit/5
	if o.yellow != "" {
		if yellow, err = cli.Amount("yellow-from", o.yellow); err != nil {
			return err
		}
	}
	if yellow > limit {
		return cli.Usagef("--yellow-from: %s is more than the limit of %s", cli.Grouped(yellow), cli.Grouped(limit))
	}
	m := meterReport{Used: o.in(r.Original), Limit: limit, YellowFrom: yellow, Unit: o.unit, Level: "green"}
	color := "32"
	switch {
	case m.Used >= limit:
		m.Level, color = "red", "31"
	case m.Used >= m.YellowFrom:
		m.Level, color = "yellow", "33"
	}
	m.Over = max(0, m.Used-limit)
	text := fmt.Sprintf("%s / %s %s", cli.Grouped(m.Used), cli.Grouped(limit), o.unit)
	toTerminal := s.OutTerminal && (o.output == "" || o.output == "-")
	if o.globals.UseColor(toTerminal) {
		text = "\x1b[" + color + "m" + text + "\x1b[0m"
	}
	text += "\n"
	if o.json {
		if text, err = cli.IndentJSON(m); err != nil {
			return err
		}
	}
	if err := cli.WritePainted(s, o.output, text); err != nil {
		return err
	}
	if m.Over > 0 {
		o.globals.Warn(s, "%s %s, %s over the limit of %s", cli.Grouped(m.Used), o.unit, cli.Grouped(m.Over), cli.Grouped(limit))
	}
	return nil
}

// modelRoom returns the input limit of the named model in tokens, 0 without a model. A run without
// a limit then counts tokens, unless it asks for words.
func (o *trimTextOptions) modelRoom(settings config.Config) (int, error) {
	if settings.Context.Model == "" {
		return 0, nil
	}
	room, err := cli.MaxInput(settings, "")
	if unset := o.limit == "" && o.profile == "" && !o.counting.Changed("unit"); unset && err == nil && !o.meter {
		o.unit = "tokens"
	}
	return room, err
}

// withinModel returns a limit in words under which the kept parts fit the input of a model. room is
// the limit in tokens, 0 for none; the text's average gives the tokens per word.
func withinModel(parts []prose.Part, p prose.Options, room int, count func(string) int) int {
	switch {
	case room == 0:
		return p.Limit
	case p.Tokens != nil:
		return min(p.Limit, room)
	}
	for p.Limit > 1 {
		r, err := prose.Trim(parts, p)
		if err != nil || r.Over > 0 {
			break
		}
		tokens, words := count(r.Text), r.Kept.Words
		held := int(int64(words) * int64(room) / int64(max(tokens, 1)))
		if tokens <= room {
			return min(p.Limit, max(held, words, 1))
		}
		p.Limit = max(1, min(p.Limit-1, held))
	}
	return p.Limit
}
