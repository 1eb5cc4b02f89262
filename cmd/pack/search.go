package pack

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/mapped"
)

type searchOptions struct {
	itemOptions
	query *pipeline.SearchQuery
	weak  bool
}

func newSearch(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &searchOptions{itemOptions: itemOptions{scoreOptions: &scoreOptions{globals: g, orderOnly: true}}}
	cmd := &cobra.Command{
		Use: "search TEXT [PATH...]",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || strings.TrimSpace(args[0]) == "" {
				return cli.Usagef("search needs a TEXT").WithHint("ctxpack search \"parse the config file\"")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(args[0]); err != nil {
				return err
			}
			return cli.RunFailure(o.run(cmd, s, args[1:], func(ctx context.Context, r *pipeline.Ranking) (string, error) {
				return searchText(ctx, r, o.query, o.format, o.tokens)
			}))
		},
	}
	o.addFlags(cmd, g)
	cmd.Flags().BoolVar(&o.weak, "weak", false, "also show matches below an eighth of the best one")
	return cmd
}

// check parses the arguments.
func (o *searchOptions) check(text string) (err error) {
	if o.query, err = pipeline.ParseSearch(text); err != nil {
		return cli.Usagef("TEXT: %w", err)
	}
	o.query.Weak = o.weak
	o.task = &taskFlags{known: o.query.RankedBy()}
	return o.checkOutput()
}

// leastPassage is a lower bound on a passage's tokens.
const leastPassage = 8

// searchText returns the part of a query that fits a number of tokens.
func searchText(ctx context.Context, r *pipeline.Ranking, q *pipeline.SearchQuery, format string, most int) (string, error) {
	found, err := r.Search(ctx, q, most/leastPassage+1)
	if err != nil {
		return "", err
	}
	document := newSearchDocument(found, q, format)
	document.Notes = historyNotes(r)
	document.Weak = found.Weak
	return fitItems(r, format, most, len(document.Passages), "what was found", func(n int) itemDocument { return document.first(n) })
}

// searchDocument is the result of search, and its JSON.
type searchDocument struct {
	Text     string          `json:"text"`
	Passages []searchPassage `json:"passages"` // best first
	LeftOut  int             `json:"left_out"`
	Weak     int             `json:"weak"` // much weaker matches that are not shown
	Unopened int             `json:"unopened_files"`
	Notes    []string        `json:"notes,omitempty"`
}

type searchPassage struct {
	Path  string       `json:"path"`
	Line  int          `json:"line"`
	End   int          `json:"end_line"`
	Name  string       `json:"name,omitempty"`
	Kind  string       `json:"kind,omitempty"`
	In    string       `json:"in,omitempty"`
	Head  string       `json:"signature,omitempty"`
	Lines []searchLine `json:"lines,omitempty"`
}

type searchLine struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

func newSearchDocument(found *pipeline.SearchResult, q *pipeline.SearchQuery, format string) searchDocument {
	show := render.DisplayPath
	if format == "json" {
		show = cli.EscapeInvalid
	}
	d := searchDocument{Text: cli.EscapeInvalid(q.Text), Passages: []searchPassage{}, Unopened: found.Unopened}
	for _, p := range found.Passages {
		d.Passages = append(d.Passages, searchPassage{
			Path: show(p.File.Name), Line: p.Start, End: p.End, Name: p.Name, Kind: p.Kind, In: p.In, Head: cli.EscapeInvalid(p.Head),
			Lines: mapped.Of(p.Lines, func(l pipeline.MatchingLine) searchLine { return searchLine{l.Line, cli.EscapeInvalid(l.Text)} }),
		})
	}
	return d
}

// first returns the document with the n best passages.
func (d searchDocument) first(n int) searchDocument {
	d.LeftOut = len(d.Passages) - n
	d.Passages = d.Passages[:n]
	return d
}

// write prints the document as text: the passages of a file together.
func (d searchDocument) write(w io.Writer) {
	var files []string
	passages := map[string][]searchPassage{}
	for _, p := range d.Passages {
		if passages[p.Path] == nil {
			files = append(files, p.Path)
		}
		passages[p.Path] = append(passages[p.Path], p)
	}
	if len(files) == 0 && d.LeftOut == 0 {
		fmt.Fprintln(w, "nothing matches")
	}
	for i, path := range files {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, path)
		for _, p := range passages[path] {
			p.write(w)
		}
	}
	leftOut(w, d.LeftOut, "passage")
	if d.Weak > 0 {
		fmt.Fprintf(w, "… %s not shown\n", humanize.Count(d.Weak, "weaker passage"))
	}
	if d.Unopened > 0 {
		fmt.Fprintf(w, "… %s not searched that may also match\n", humanize.Count(d.Unopened, "file"))
	}
	for _, note := range d.Notes {
		fmt.Fprintln(w, note)
	}
}

func (p searchPassage) write(w io.Writer) {
	if p.Name == "" {
		for _, line := range p.Lines {
			fmt.Fprintf(w, "  %d: %s\n", line.Line, cli.OneLine(line.Text))
		}
		return
	}
	in := ""
	if p.In != "" {
		in = cli.OneLine(p.In) + ": "
	}
	span := fmt.Sprint(p.Line)
	if p.End > p.Line {
		span = fmt.Sprintf("%d-%d", p.Line, p.End)
	}
	fmt.Fprintf(w, "  %s %s%s\n", span, in, cli.OneLine(p.Head))
	for _, line := range p.Lines {
		fmt.Fprintf(w, "    %d: %s\n", line.Line, cli.OneLine(line.Text))
	}
}
