package pack

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/doors/config"
)

type evalOptions struct {
	*selection
	globals *cli.Globals
	commits int
	budgets []string
	json    bool
	jobs    int
}

func newEval(s *cli.Streams, g *cli.Globals) *cobra.Command {
	o := &evalOptions{globals: g}
	cmd := &cobra.Command{
		Use:   "eval [PATH]",
		Short: "Tell how well bundles would have served the repository's last commits",
		Long: fmt.Sprintf(`Eval takes the last commits that change source files, at most %d of them each,
packs the commit before with the message as the task, and prints what share of the
edited files, and of the edited lines, the bundle shows: beside the same without a
task, and beside whole files in the order of BM25. Files count when they are shown in
part at the least; lines when they are there word for word, as a mean over files.

It reads objects of the repository and writes nothing.`, pipeline.EvalFiles) +
			cli.ExitHelp(cli.ExitDone, cli.ExitFailed, cli.ExitUsage, cli.ExitInterrupted),
		Example: `  ctxpack eval                      this repository's last 30 commits
  ctxpack eval ~/src/app -n 100 --budgets 8k,32k
  ctxpack eval --json | jq '.commits[] | select(.shares.task[0].files < 0.5)'`,
		Args: cli.AtMostArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			closeAll, err := o.open(cmd, g, s, args)
			if err != nil {
				return cli.RunFailure(err)
			}
			defer closeAll()
			return cli.RunFailure(runEval(cmd.Context(), o, s))
		},
	}
	o.selection = addSelection(cmd, g, fillingFlags())
	o.remote.contents = func() bool { return true } // of past commits
	flags := cmd.Flags()
	flags.IntVarP(&o.commits, "commits", "n", 30, "look at the last `N` commits that can be looked at")
	flags.StringSliceVar(&o.budgets, "budgets", []string{"8k", "32k", "128k"}, "`TOKENS` of the bundles, such as 8k,32k")
	cli.AddRedaction(cmd, g)
	flags.BoolVar(&o.json, "json", false, "print JSON")
	flags.IntVarP(&o.jobs, "jobs", "j", 0, "analyse `N` files at once (default: one a processor)")
	return cmd
}

func runEval(ctx context.Context, o *evalOptions, s *cli.Streams) error {
	if o.commits < 1 {
		return cli.Usagef("--commits takes a positive number, not %d", o.commits)
	}
	pack := &packOptions{selection: o.selection, globals: o.globals, jobs: o.jobs, budget: "8k", task: &taskFlags{}}
	options, err := pack.pipelineOptions(s)
	if err != nil {
		return err
	}
	eval := pipeline.EvalOptions{Options: options, Commits: o.commits}
	for _, text := range o.budgets {
		n, err := config.ParseTokens(text)
		if err != nil {
			return cli.Usagef("--budgets: %w", err)
		}
		eval.Budgets = append(eval.Budgets, n)
	}
	if len(eval.Budgets) == 0 {
		return cli.Usagef("--budgets: no budget is given")
	}
	progress := cli.StartProgress(o.globals, s)
	eval.Progress = func(done, total int) { progress.Observe(pipeline.StageEval, done, total, 0) }
	result, err := pipeline.Eval(ctx, eval)
	progress.Stop()
	if err != nil {
		return err
	}
	vault, err := o.globals.Vault(o.config)
	if err != nil {
		return err
	}
	for i := range result.Commits {
		c := &result.Commits[i]
		c.Subject = vault.Clean(c.Subject)
		for k, name := range c.Files {
			c.Files[k] = vault.CleanName(name)
		}
	}
	if o.json {
		return cli.PrintJSON(s.Out, evalJSON(result))
	}
	out := bufio.NewWriter(s.Out)
	writeEval(out, result)
	return out.Flush()
}

// writeEval prints a row a method, with two columns a budget.
func writeEval(w io.Writer, e *pipeline.Evaluation) {
	commits := fmt.Sprintf("%d commits", len(e.Commits))
	if len(e.Commits) == 1 {
		commits = "1 commit"
	}
	fmt.Fprintf(w, "%s of %s: percent of the edited files that a bundle shows, and of the edited lines\n\n", commits, cli.OneLine(e.Name))
	first, second := fmt.Sprintf("%-18s", ""), fmt.Sprintf("%-18s", "")
	for _, b := range e.Budgets {
		first += fmt.Sprintf("  %12s", kilo(b))
		second += fmt.Sprintf("  %6s %5s", "files", "lines")
	}
	fmt.Fprintf(w, "%s\n%s\n", first, second)
	for method, name := range pipeline.EvalMethodNames() {
		row := fmt.Sprintf("%-18s", name)
		for i := range e.Budgets {
			m := e.Mean(method, i)
			row += fmt.Sprintf("  %6s %5s", percent(m.Files), percent(m.Lines))
		}
		fmt.Fprintln(w, strings.TrimRight(row, " "))
	}
}

// percent writes thousandths.
func percent(n int) string { return fmt.Sprintf("%d.%d", n/10, n%10) }

type evalDocument struct {
	Root    string                 `json:"root"`
	Budgets []int                  `json:"budgets"`
	Means   map[string][]evalShare `json:"means"`
	Commits []evalCommit           `json:"commits"`
}

type evalShare struct {
	Files float64 `json:"files"`
	Lines float64 `json:"lines"`
}

type evalCommit struct {
	Commit  string                 `json:"commit"`
	Subject string                 `json:"subject"`
	Files   []string               `json:"files"`
	Shares  map[string][]evalShare `json:"shares"`
}

// evalKeys are the names of the methods in JSON.
func evalKeys() [pipeline.EvalMethods]string { return [...]string{"task", "no_task", "bm25"} }

func evalJSON(e *pipeline.Evaluation) evalDocument {
	d := evalDocument{Root: cli.EscapeInvalid(e.Name), Budgets: e.Budgets, Means: map[string][]evalShare{}}
	share := func(s pipeline.EvalShare) evalShare {
		return evalShare{float64(s.Files) / 1000, float64(s.Lines) / 1000}
	}
	for method, key := range evalKeys() {
		for i := range e.Budgets {
			d.Means[key] = append(d.Means[key], share(e.Mean(method, i)))
		}
	}
	for _, c := range e.Commits {
		out := evalCommit{Commit: c.ID, Subject: c.Subject, Shares: map[string][]evalShare{}}
		for _, name := range c.Files {
			out.Files = append(out.Files, cli.EscapeInvalid(name))
		}
		for method, key := range evalKeys() {
			for _, s := range c.Shares[method] {
				out.Shares[key] = append(out.Shares[key], share(s))
			}
		}
		d.Commits = append(d.Commits, out)
	}
	return d
}
