package pack

import (
	"fmt"
	"io"
	"slices"
	"time"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/humanize"
	"ctxpack/packer"
)

// summarise reports the packed files, their cost, and omissions.
func summarise(w io.Writer, r *pipeline.Result, o *packOptions, color bool, width int) {
	percent := 100 * float64(r.Tokens) / float64(r.Budget)
	note := ""
	if r.Document.Estimated {
		note = " (estimated)"
	}
	say := func(format string, args ...any) { fmt.Fprintln(w, cli.Wrap(fmt.Sprintf(format, args...), width)) }
	say("%s %s of %s tokens%s, %.1f%% of the budget", cli.Bold("ctxpack:", color), cli.Grouped(r.Tokens), cli.Grouped(r.Budget), note, percent)
	if unset := o.budget == "" && o.config.Context.Budget == 0; unset && r.Document.Window == nil && r.Budget == taskBudget {
		say("a bundle for a task has %s tokens by default; --budget changes that", cli.Grouped(taskBudget))
	}
	if r.Enough {
		say("stopped early: the next part has less than an eighth of the value per token of the best one")
	}
	if r.Complete {
		say("everything fits: all %s files are included in full", cli.Grouped(r.Counts.Full))
	}
	summariseForms(w, r, color)
	summariseFiles(w, r, color, width)
	cli.SummariseRedactions(w, r, color)
	if n := r.Document.Addressing; n > 0 {
		say("\n%s of the shown files have text that addresses a model", cli.Grouped(n))
	}
	if len(r.Reasons) > 0 {
		fmt.Fprintf(w, "\n%s\n", cli.Bold("left out", color))
		table := cli.NewTable(w)
		for _, reason := range r.Reasons {
			fmt.Fprintf(table, "  %s\t%s\n", cli.Grouped(reason.Count), reason.Sentence)
		}
		_ = table.Flush() // there is no other place to report an error
	}
	for _, note := range historyNotes(r.Ranking) {
		say("\n%s", note)
	}
	if more := more(r); more != "" {
		say("\nfor more: %s; for the ranking: ctxpack score", more)
	}
	if o.globals.Verbose {
		summariseTimings(w, r.Timings, color)
		summariseCache(w, r, o.globals)
	}
}

// layout is a text for all that summaries of equal results depend on.
func (o *packOptions) layout(s *cli.Streams, color bool) string {
	return fmt.Sprint(s.ErrTerminal, s.OutTerminal, o.output == "", o.copy, o.budget == "", color, s.ErrWidth)
}

// historyNotes describe how much of a truncated history the ranking used.
func historyNotes(r *pipeline.Ranking) (notes []string) {
	states := r.Repositories
	if r.Git != nil {
		states = []pipeline.GitState{*r.Git}
	}
	for _, g := range states {
		if !g.Shallow {
			continue
		}
		few := ""
		if g.Young() {
			few = ", too few to use"
		}
		notes = append(notes, fmt.Sprintf("history: %s is a shallow clone, and the ranking used %s%s",
			render.DisplayPath(g.Name), humanize.Count(g.Visited, "commit"), few))
	}
	return notes
}

func summariseCache(w io.Writer, r *pipeline.Result, g *cli.Globals) {
	if cacheFolder(g) == "" {
		fmt.Fprintln(w, "\ncache: not used")
		return
	}
	fmt.Fprintf(w, "\ncache: %s of %s files were found in the cache\n", cli.Grouped(r.Reused), cli.Grouped(r.Looked))
	if r.CacheError != nil {
		fmt.Fprintf(w, "cache not saved, the next run will be as slow: %s\n", cli.OneLine(r.CacheError.Error()))
	}
}

// summariseForms counts files and tokens by form, and the remaining tokens.
func summariseForms(w io.Writer, r *pipeline.Result, color bool) {
	shown := map[render.Form]int{}
	for _, o := range r.Outcomes {
		shown[o.Form] += o.Shown
	}
	fmt.Fprintf(w, "\n%s\n", cli.Bold("            files     tokens", color))
	for _, form := range render.Forms() {
		if n := r.Counts.Of(form); n > 0 || form == render.InFull || form == render.LeftOut {
			fmt.Fprintf(w, "%-10s %6s %10s\n", form, cli.Grouped(n), cli.Grouped(shown[form]))
		}
	}
	for _, beside := range besideTexts(r.Spent) {
		if beside.Tokens != 0 {
			fmt.Fprintf(w, "%-10s %6s %10s\n", beside.Name, "", cli.Grouped(beside.Tokens))
		}
	}
	fmt.Fprintf(w, "%-10s %6s %10s\n", "together", "", cli.Grouped(r.Tokens))
}

// narrow is the terminal width below which only numbers are shown with paths.
const narrow = 60

func summariseFiles(w io.Writer, r *pipeline.Result, color bool, width int) {
	files := make([]int, len(r.Files)) // by index
	for i := range files {
		files[i] = i
	}
	slices.SortStableFunc(files, func(a, b int) int { return r.Outcomes[b].Shown - r.Outcomes[a].Shown })
	fmt.Fprintf(w, "\n%s\n", cli.Bold("most expensive files", color))
	for _, i := range files[:min(len(files), cli.ExpensiveFiles)] {
		o := r.Outcomes[i]
		if o.Shown == 0 {
			break
		}
		line := fmt.Sprintf("%8s  %5.1f%%  ", cli.Grouped(o.Shown), 100*float64(o.Shown)/float64(max(r.Tokens, 1)))
		if width <= 0 || width > narrow {
			line += fmt.Sprintf("%-10s  ", o.Form)
		}
		fmt.Fprintf(w, "%s%s\n", line, cli.Shorten(render.DisplayPath(r.Files[i].Name), width-len(line)))
	}
}

// more suggests how to include more in the bundle; "" if nothing would.
func more(r *pipeline.Result) string {
	if r.Complete {
		return ""
	}
	needed, helps := r.Tokens, false
	for i, f := range r.Files {
		o := r.Outcomes[i]
		if isExcluded := o.Tier == packer.Skip && o.Reason != source.NoBudget && o.Reason != source.LowWorth; isExcluded || o.Tier == packer.Full {
			continue // it is complete, or a larger budget would not help
		}
		helps = true
		needed += f.Contents.Tokens - o.Shown + entryAllowance
	}
	if !helps {
		return ""
	}
	const thousand = 1000
	enough := max((needed+thousand-1)/thousand, r.Budget/thousand+1) // not less than before
	if doubled := max(2*r.Budget/thousand, 1); doubled < enough {
		return fmt.Sprintf("--budget %dk (everything takes about %sk)", doubled, cli.Grouped(enough))
	}
	return fmt.Sprintf("--budget %dk (about everything)", enough)
}

// entryAllowance estimates the tokens of an additional file's heading.
const entryAllowance = 40

func summariseTimings(w io.Writer, timings []pipeline.Timing, color bool) {
	fmt.Fprintf(w, "\n%s\n", cli.Bold("stage      seconds", color))
	for _, t := range timings {
		fmt.Fprintf(w, "%-10s %7.3f\n", t.Stage, t.Duration.Round(time.Millisecond).Seconds())
	}
}
