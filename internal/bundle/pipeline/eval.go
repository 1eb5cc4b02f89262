package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"ctxpack/compressor/recent"
	"ctxpack/gitstats"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/share/cache"
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/scorer/relevance"
)

// EvalOptions say what is evaluated. Of Options, paths must be one folder of a work
// tree; what it says of files, a task and a budget does not count.
type EvalOptions struct {
	Options
	Commits int   // how many are looked at
	Budgets []int // in tokens
	// Progress, if not nil, is told how many commits are done.
	Progress func(done, total int)
}

// EvalFiles is the most source files that a commit changes which is looked at.
const EvalFiles = 25

// Evaluation says how well bundles would have served past commits.
type Evaluation struct {
	Name    string
	Budgets []int
	Commits []EvalCommit // the newest first
}

// EvalCommit is one of them.
type EvalCommit struct {
	ID      string
	Subject string
	Files   []string // that it edits, of those that were there before
	// Shares are by method and then by budget.
	Shares [EvalMethods][]EvalShare
}

// EvalShare is what a bundle held of what a commit edits, in thousandths.
type EvalShare struct {
	Files int // shown, in part at the least
	Lines int // shown word for word, mean over files
}

// The methods that are compared.
const (
	EvalTask = iota // the commit's message is the task
	EvalFree        // no task
	EvalBM25        // whole files in the order of BM25 with the message
	EvalMethods
)

// EvalMethodNames are their names.
func EvalMethodNames() [EvalMethods]string {
	return [...]string{"task", "no task", "BM25, whole files"}
}

// Mean is the mean of the shares of a method, at a budget by its position.
func (e *Evaluation) Mean(method, budget int) EvalShare {
	var sum EvalShare
	for _, c := range e.Commits {
		sum.Files += c.Shares[method][budget].Files
		sum.Lines += c.Shares[method][budget].Lines
	}
	n := max(len(e.Commits), 1)
	return EvalShare{(sum.Files + n/2) / n, (sum.Lines + n/2) / n}
}

// Eval packs the parents of past commits with the commits' messages as tasks, and
// looks at how much of what they edit the bundles hold. It reads objects of the
// repository, and nothing else of it.
func Eval(ctx context.Context, o EvalOptions) (*Evaluation, error) {
	set, err := worktree.Open(worktree.Options{Paths: o.Paths, Config: o.Config, Own: render.Opens})
	if err != nil {
		return nil, err
	}
	defer set.Close()
	root := set.Roots[0]
	if len(set.Roots) > 1 || !root.Repo {
		return nil, &TaskError{fmt.Errorf("%s is not a folder of one git work tree", render.DisplayPath(set.Name))}
	}
	past, err := gitstats.OpenPast(root.Top, o.ObjectsFrom)
	if err != nil {
		return nil, err
	}
	defer past.Close()
	e := &evaluator{options: o, root: root, past: past, facts: map[string]*cache.Facts{}, skips: map[string]source.SkipReason{}}
	log, err := gitstats.ReadLog(ctx, root.Top, gitstats.LogOptions{Commits: pastCommits, Borrow: o.ObjectsFrom})
	if err != nil {
		return nil, err
	}
	e.logMemory = log.Memory
	result := &Evaluation{Name: set.Name, Budgets: o.Budgets}
	for _, c := range log.Commits {
		if len(result.Commits) == o.Commits {
			break
		}
		done, err := e.commit(ctx, c)
		if err != nil {
			return nil, fmt.Errorf("evaluate commit %.10s: %w", c.ID, err)
		}
		if done == nil {
			continue
		}
		result.Commits = append(result.Commits, *done)
		if o.Progress != nil {
			o.Progress(len(result.Commits), o.Commits)
		}
	}
	if len(result.Commits) == 0 {
		return nil, &TaskError{errors.New("no commit changes source files and says in words why")}
	}
	return result, nil
}

// evaluator holds what the commits of one evaluation share.
type evaluator struct {
	options EvalOptions
	root    *worktree.Root
	past    *gitstats.Past

	mu    sync.Mutex
	facts map[string]*cache.Facts // by blob and base name
	skips map[string]source.SkipReason
	words *cache.Words

	memory, logMemory string
}

// edit is what a commit does to a file.
type edit struct {
	path  string
	lines []render.Range // before it
}

// commit evaluates one commit, nil if it is none that can be.
func (e *evaluator) commit(ctx context.Context, c gitstats.LogCommit) (*EvalCommit, error) {
	message := withoutTrailers(c.Message)
	if relevance.Parse(message).Empty() || c.Wide {
		return nil, nil
	}
	parent, err := e.past.Parent(ctx, c.ID)
	if err != nil || parent == "" {
		return nil, err
	}
	before, err := e.past.Files(ctx, parent)
	if err != nil {
		return nil, err
	}
	edits, err := e.edits(ctx, c.ID, before)
	if err != nil || len(edits) == 0 || len(edits) > EvalFiles {
		return nil, err
	}
	ranking, err := e.rankAt(ctx, parent, before, message)
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for _, f := range ranking.Files {
		there[f.Path] = true
	}
	if edits = slices.DeleteFunc(edits, func(d edit) bool { return !there[d.path] }); len(edits) == 0 {
		return nil, nil
	}
	subject, _, _ := strings.Cut(c.Message, "\n")
	done := &EvalCommit{ID: c.ID, Subject: subject}
	for _, d := range edits {
		done.Files = append(done.Files, d.path)
	}
	free := ranking.withoutTask()
	bundles := [...]*sizes{EvalTask: ranking.sizes(), EvalFree: free.sizes()}
	for _, budget := range e.options.Budgets {
		for method, s := range bundles {
			shown, err := s.shownAt(ctx, budget)
			if err != nil {
				return nil, err
			}
			done.Shares[method] = append(done.Shares[method], shareOf(edits, shown))
		}
		done.Shares[EvalBM25] = append(done.Shares[EvalBM25], shareOf(edits, ranking.byContent(budget)))
	}
	e.keep(ranking)
	e.keep(free)
	return done, nil
}

// withoutTrailers leaves out the lines at the end of a message that name people.
func withoutTrailers(message string) string {
	var kept []string
	for line := range strings.SplitSeq(message, "\n") {
		key, _, ok := strings.Cut(line, ":")
		if ok && strings.HasSuffix(key, "-by") && !strings.ContainsFunc(key, unicode.IsSpace) {
			continue
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}

// edits are the source files that were there before and that a commit edits.
func (e *evaluator) edits(ctx context.Context, commit string, before map[string]string) ([]edit, error) {
	after, err := e.past.Files(ctx, commit)
	if err != nil {
		return nil, err
	}
	var list []edit
	for _, name := range sortedNames(before) {
		id, ok := after[name]
		class := scorer.ClassName(name)
		if !ok || id == before[name] || class != scorer.Source && class != scorer.Test {
			continue
		}
		old, err := e.past.Blob(ctx, before[name])
		if err != nil {
			return nil, err
		}
		current, err := e.past.Blob(ctx, id)
		if err != nil {
			return nil, err
		}
		d := edit{path: name}
		for _, r := range recent.Diff(asText(old), asText(current)) {
			// An insertion is the line that it follows.
			d.lines = append(d.lines, render.Range{Start: max(r.Start+1, 1), End: max(r.End, r.Start+1, 1)})
			if r.End == r.Start {
				d.lines[len(d.lines)-1] = render.Range{Start: max(r.Start, 1), End: max(r.Start, 1)}
			}
		}
		if len(d.lines) > 0 {
			list = append(list, d)
		}
	}
	return list, nil
}

// shareOf is what of edits is shown. A file that is shown whole has no ranges.
func shareOf(edits []edit, shown map[string]Outcome) EvalShare {
	var s EvalShare
	for _, d := range edits {
		o := shown[d.path]
		if o.Tier == packer.Skip {
			continue
		}
		s.Files += 1000
		all, hit := 0, 0
		for _, r := range d.lines {
			for line := r.Start; line <= r.End; line++ {
				all++
				if o.Tier == packer.Full || slices.ContainsFunc(o.Ranges, func(r render.Range) bool { return r.Start <= line && line <= r.End }) {
					hit++
				}
			}
		}
		s.Lines += 1000 * hit / all
	}
	return EvalShare{s.Files / len(edits), s.Lines / len(edits)}
}
