package pack

import (
	"context"
	"errors"
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

type usesOptions struct {
	itemOptions
	name    string
	callers int
	callees bool
	impact  bool
	unused  bool
}

const impactSteps = 3

func newUses(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &usesOptions{itemOptions: itemOptions{scoreOptions: &scoreOptions{globals: g}}}
	cmd := &cobra.Command{
		Use: "uses NAME [PATH...]",
		Args: func(_ *cobra.Command, args []string) error {
			if !o.unused && (len(args) == 0 || args[0] == "") {
				return cli.Usagef("uses needs a NAME").WithHint("ctxpack uses Engine.ServeHTTP")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			o.name = args[0]
			if err := o.check(cmd); err != nil {
				return err
			}
			return cli.RunFailure(o.run(cmd, s, args[1:], func(ctx context.Context, r *pipeline.Ranking) (string, error) {
				text, err := o.text(ctx, r)
				if missing, ok := errors.AsType[*pipeline.NoNameError](err); ok {
					err = undeclared(missing, r)
				}
				return text, err
			}))
		},
	}
	o.addFlags(cmd, g)
	o.task = &taskFlags{}
	flags := cmd.Flags()
	flags.IntVar(&o.callers, "callers", 1, "show callers of callers, `N` steps")
	flags.BoolVar(&o.callees, "callees", false, "show the declarations that the body refers to")
	flags.BoolVar(&o.impact, "impact", false, fmt.Sprintf("show what a change may affect: callers (%d steps, or --callers), tests, importers", impactSteps))
	flags.BoolVar(&o.unused, "unused", false, "show unused declarations of the file or folder NAME (default .)")
	return cmd
}

// check refuses contradictory flags.
func (o *usesOptions) check(cmd *cobra.Command) error {
	hasSteps := o.impact || cmd.Flags().Changed("callers")
	switch {
	case o.callers < 1:
		return cli.Usagef("--callers takes a positive number, not %d", o.callers)
	case o.unused && (o.callees || hasSteps):
		return cli.Usagef("--unused excludes --callers, --callees and --impact")
	case o.callees && hasSteps:
		return cli.Usagef("--callees excludes --callers and --impact")
	case o.impact && !cmd.Flags().Changed("callers"):
		o.callers = impactSteps
	}
	return o.checkOutput()
}

// text returns as many results in ranked order as fit the budget.
func (o *usesOptions) text(ctx context.Context, ranking *pipeline.Ranking) (string, error) {
	found, err := ranking.Uses(ctx, pipeline.UsesQuery{Name: o.name, Callers: o.callers, Callees: o.callees, Unused: o.unused})
	if err != nil {
		return "", err
	}
	document := o.document(found)
	return fitItems(ranking, o.format, o.tokens, document.items(), "the declaration of "+o.name, func(n int) itemDocument { return document.first(n) })
}

// undeclared reports a name without a declaration.
func undeclared(missing *pipeline.NoNameError, r *pipeline.Ranking) error {
	e := cli.Failf("%s", r.Clean(missing.Error()))
	if len(missing.Near) == 0 {
		return e
	}
	return e.WithHint("did you mean %s?", r.Clean(strings.Join(missing.Near, ", ")))
}

// usesDocument is the result of uses, and its JSON.
type usesDocument struct {
	Name         string      `json:"name"`
	Declarations []usesEntry `json:"declarations"`
	Uses         []usesPlace `json:"uses,omitempty"`
	Callees      []usesEntry `json:"callees,omitempty"`
	Tests        []usesTest  `json:"tests,omitempty"`     // with --impact
	Importers    []string    `json:"importers,omitempty"` // with --impact
	Found        usesCounts  `json:"found"`
	LeftOut      usesCounts  `json:"left_out"`
	Looked       int         `json:"looked_at,omitempty"` // with --unused
	Cut          bool        `json:"callers_cut,omitempty"`
	Silent       []string    `json:"without_outline,omitempty"`
	Unread       int         `json:"not_read,omitempty"`
	tested       usesCounts  // uses counted in Tests
	mode         string
	show         func(string) string
}

type usesCounts struct {
	Declarations int `json:"declarations"`
	Uses         int `json:"uses"`              // uses of the declarations themselves
	MayBe        int `json:"may_be,omitempty"`  // uncertain ones among them
	Further      int `json:"further,omitempty"` // indirect uses
	Callees      int `json:"callees,omitempty"`
	Tests        int `json:"tests,omitempty"`
	Importers    int `json:"importers,omitempty"`
}

type usesEntry struct {
	pipeline.Declared
	Path string `json:"path"`
}

type usesPlace struct {
	Path string `json:"path"`
	pipeline.UsePlace
	Test bool `json:"test,omitempty"`
}

type usesTest struct {
	Path string `json:"path"`
	Name string `json:"name,omitempty"`
	Line int    `json:"line"`
	Step int    `json:"step"`
}

// document returns all results in output form.
func (o *usesOptions) document(found *pipeline.UsesResult) usesDocument {
	d := usesDocument{Name: o.name, Cut: found.Cut, Silent: found.Silent, Unread: found.Unread, show: render.DisplayPath}
	if o.format == "json" {
		d.show = cli.EscapeInvalid
	}
	entry := func(y pipeline.Declared) usesEntry {
		y.Text = cli.EscapeInvalid(y.Text)
		return usesEntry{y, d.show(y.File.Name)}
	}
	d.Declarations = append(d.Declarations, mapped.Of(found.Declarations, entry)...)
	d.Callees = append(d.Callees, mapped.Of(found.Callees, entry)...)
	tests := map[usesTest]bool{}
	for _, u := range found.Uses {
		path, test := d.show(u.File.Name), u.File.IsTest()
		if o.impact && test {
			t := usesTest{Path: path, Name: u.In, Line: u.InLine}
			if !tests[t] {
				tests[t] = true
				t.Step = u.Step
				d.Tests = append(d.Tests, t)
			}
			d.tested.add(u.Step, u.Sure)
			continue
		}
		u.Text = cli.EscapeInvalid(u.Text)
		d.Uses = append(d.Uses, usesPlace{path, u, test})
	}
	if o.impact {
		d.Importers = append(d.Importers, mapped.Of(found.Importers, func(f *pipeline.File) string { return d.show(f.Name) })...)
	}
	d.mode = "uses"
	if o.callees {
		d.mode = "callees"
	}
	if o.unused {
		d.mode, d.Looked = "unused", found.Looked
	}
	d.Found = d.counts()
	return d
}

// add counts a use.
func (c *usesCounts) add(step int, sure bool) {
	switch {
	case step > 1:
		c.Further++
	case sure:
		c.Uses++
	default:
		c.Uses++
		c.MayBe++
	}
}

// mostImporters is how many importers the text output shows: for a Go package, every file that imports it counts.
const mostImporters = 20

// counts returns the counts of the document's uses, including those in Tests.
func (d usesDocument) counts() usesCounts {
	c := d.tested
	for _, u := range d.Uses {
		c.add(u.Step, u.Sure)
	}
	c.Declarations, c.Callees, c.Tests, c.Importers = len(d.Declarations), len(d.Callees), len(d.Tests), len(d.Importers)
	return c
}

func (d usesDocument) items() int {
	return len(d.Declarations) + len(d.Uses) + len(d.Callees) + len(d.Tests) + len(d.Importers)
}

// first returns the document with at most n items.
func (d usesDocument) first(n int) usesDocument {
	d.Declarations = firstOf(d.Declarations, &n)
	d.Uses = firstOf(d.Uses, &n)
	d.Callees = firstOf(d.Callees, &n)
	d.Tests = firstOf(d.Tests, &n)
	d.Importers = firstOf(d.Importers, &n)
	shown := d.counts()
	d.LeftOut = usesCounts{
		d.Found.Declarations - shown.Declarations, d.Found.Uses - shown.Uses, d.Found.MayBe - shown.MayBe, d.Found.Further - shown.Further,
		d.Found.Callees - shown.Callees, d.Found.Tests - shown.Tests, d.Found.Importers - shown.Importers,
	}
	return d
}

func firstOf[T any](list []T, n *int) []T {
	list = list[:min(len(list), *n)]
	*n -= len(list)
	return list
}

// write prints the document as text.
func (d usesDocument) write(w io.Writer) {
	if d.mode == "unused" {
		d.writeUnused(w)
		return
	}
	if d.Found.Declarations > 1 {
		fmt.Fprintf(w, "%s is declared in %s; use path:line or Type.name to select one\n", cli.OneLine(d.Name), humanize.Count(d.Found.Declarations, "place"))
	}
	for _, y := range d.Declarations {
		fmt.Fprintf(w, "%s %s  %s:%d-%d\n    %s\n", y.Kind, y.Name, y.Path, y.Line, y.End, cli.OneLine(y.Text))
	}
	leftOut(w, d.LeftOut.Declarations, "declaration")
	unsure := false
	if len(d.Silent) > 0 {
		fmt.Fprintf(w, "%s has no outlines, and nothing else declares %s: lines with the word\n", strings.Join(d.Silent, ", "), cli.OneLine(d.Name))
	}
	if d.mode == "callees" {
		fmt.Fprintf(w, "\nrefers to %s of the tree\n", humanize.Count(d.Found.Callees, "declaration"))
		for _, y := range d.Callees {
			fmt.Fprintf(w, "%s%s %s  %s:%d\n", mark(y.Sure, &unsure), y.Kind, y.Name, y.Path, y.Line)
		}
		leftOut(w, d.LeftOut.Callees, "declaration")
	} else {
		unsure = d.writeUses(w)
	}
	if d.Found.Tests > 0 {
		fmt.Fprintf(w, "\n%s reach it\n", humanize.Count(d.Found.Tests, "test place"))
	}
	for _, t := range d.Tests {
		fmt.Fprintf(w, "  %s:%d %s (step %d)\n", t.Path, t.Line, t.Name, t.Step)
	}
	leftOut(w, d.LeftOut.Tests, "test place")
	importers := d.Importers[:min(len(d.Importers), mostImporters)]
	if len(importers) > 0 {
		fmt.Fprintf(w, "\n%s of its file\n", humanize.Count(d.Found.Importers, "importer"))
	}
	for _, p := range importers {
		fmt.Fprintf(w, "  %s\n", p)
	}
	leftOut(w, d.Found.Importers-len(importers), "importer")
	if d.Unread > 0 {
		fmt.Fprintf(w, "\n%s not read to the end, for size: give a PATH to search fewer files\n", humanize.Count(d.Unread, "file"))
	}
	if d.Cut {
		fmt.Fprintln(w, "there are more callers than ctxpack follows")
	}
	if unsure && d.mode == "callees" {
		fmt.Fprintln(w, "\n~ matched by name only: it may be another declaration")
	}
}

// writeUnused lists declarations without a use.
func (d usesDocument) writeUnused(w io.Writer) {
	fmt.Fprintf(w, "nothing uses %d of %s in %s\n", d.Found.Declarations, humanize.Count(d.Looked, "declaration"), cli.OneLine(d.Name))
	path, unsure := "", false
	for _, y := range d.Declarations {
		if y.Path != path {
			fmt.Fprintf(w, "\n%s\n", y.Path)
		}
		fmt.Fprintf(w, "%s%d-%d %s %s\n", mark(y.Sure, &unsure), y.Line, y.End, y.Kind, cli.OneLine(y.Name))
		path = y.Path
	}
	leftOut(w, d.LeftOut.Declarations, "declaration")
	if unsure {
		fmt.Fprintln(w, "\n~ code outside the tree may use it, or its name appears elsewhere")
	}
}

// writeUses prints the uses by steps and files, and reports whether one is uncertain.
func (d usesDocument) writeUses(w io.Writer) (unsure bool) {
	step, path, in := 1, "", ""
	switch sure := d.Found.Uses - d.Found.MayBe; {
	case d.Found.MayBe == 0:
		fmt.Fprintf(w, "\n%s", humanize.Count(sure, "use"))
	case sure == 0:
		fmt.Fprintf(w, "\nno certain use, %d uncertain", d.Found.MayBe)
	default:
		fmt.Fprintf(w, "\n%s, %d more may be", humanize.Count(sure, "use"), d.Found.MayBe)
	}
	if d.tested.Uses > 0 {
		fmt.Fprintf(w, "; of these %d in tests, below", d.tested.Uses)
	}
	fmt.Fprintln(w)
	for i, u := range d.Uses {
		if isFirst := i == 0 || d.Uses[i-1].Sure; isFirst && !u.Sure && u.Step == 1 {
			fmt.Fprintln(w, "\nmay be uses, matched by name only")
			path = ""
		}
		if u.Step != step {
			fmt.Fprintf(w, "\nstep %d\n", u.Step)
			path = ""
		}
		if u.Path != path {
			fmt.Fprintf(w, "\n%s\n", u.Path)
			in = ""
		}
		if around := fmt.Sprintf("  in %s:%d\n", u.In, u.InLine); around != in && u.In != "" {
			fmt.Fprint(w, around)
			in = around
		}
		fmt.Fprintf(w, "%s  %d: %s\n", mark(u.Sure, &unsure), u.Line, cli.OneLine(u.Text))
		step, path = u.Step, u.Path
	}
	leftOut(w, d.LeftOut.Uses+d.LeftOut.Further, "use")
	return unsure
}

func mark(sure bool, unsure *bool) string {
	if sure {
		return "  "
	}
	*unsure = true
	return "~ "
}

func leftOut(w io.Writer, n int, what string) {
	if n > 0 {
		fmt.Fprintf(w, "… %s left out\n", humanize.Count(n, what))
	}
}
