package pack

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/gitstats"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/repo/remote"
	"ctxpack/internal/repo/worktree"
	"ctxpack/scorer/relevance"
)

// taskFlags hold the purpose of a bundle.
type taskFlags struct {
	cmd    *cobra.Command
	name   string // name of the flag with the text
	text   string
	ranges string
	near   []string
	// known is a task from another source than flags.
	known *pipeline.Task
}

// workTree is the value of --diff without a range.
const workTree = "HEAD"

func addTask(cmd *cobra.Command) *taskFlags {
	t := &taskFlags{cmd: cmd, name: "task"}
	flags := cmd.Flags()
	flags.StringVarP(&t.text, "task", "t", "", "rank for a task: an issue, a question, a stack trace; `TEXT`, @FILE or -")
	flags.StringVar(&t.ranges, "diff", "", "rank changed code first, in the work tree or in `RANGE` such as main... or HEAD~3..")
	flags.Lookup("diff").NoOptDefVal = workTree
	flags.StringArrayVar(&t.near, "near", nil, "rank code around `PATH[:LINE]` first (repeatable)")
	return t
}

// takeRange takes the range of a bare --diff from the arguments: the first one that is not a path
// but a revision or a range of the repository. The rest are paths.
func (t *taskFlags) takeRange(ctx context.Context, args []string) []string {
	if !t.has("diff") || t.ranges != workTree {
		return args
	}
	missing := func(arg string) bool {
		_, err := os.Lstat(arg)
		return errors.Is(err, fs.ErrNotExist) && !remote.Remote(arg)
	}
	i := slices.IndexFunc(args, missing)
	if i < 0 {
		return args
	}
	rest := slices.Delete(slices.Clone(args), i, i+1)
	top, ok := gitrepo.Find(cli.FirstPath(rest))
	if !ok || !gitstats.Resolves(ctx, top, args[i]) {
		return args
	}
	t.ranges = args[i]
	return rest
}

// rangeHint adds to the error of a missing path how to specify a range.
func (t *taskFlags) rangeHint(err error) error {
	f, ok := errors.AsType[*cli.Failure](err)
	var path *worktree.PathError
	if mayBeRange := ok && t.has("diff") && t.ranges == workTree; mayBeRange && errors.As(err, &path) && errors.Is(err, fs.ErrNotExist) {
		return f.WithHint("%s; give a range as --diff=RANGE, such as --diff=HEAD~3..", f.Hint)
	}
	return err
}

func (t *taskFlags) has(flag string) bool { return t.cmd != nil && t.cmd.Flags().Changed(flag) }

// given reports whether there is a task.
func (t *taskFlags) given() bool { return t.has("task") || t.has("diff") || t.has("near") }

// task reads the task, nil if there is none. others are the flags that also read standard input, by name.
func (t *taskFlags) task(s *cli.Streams, others map[string]string) (*pipeline.Task, error) {
	if !t.given() {
		return t.known, nil
	}
	task := &pipeline.Task{Diff: t.has("diff"), Range: t.ranges, Near: t.near, Echo: true}
	if !t.has("task") {
		return task, nil
	}
	for name, value := range others {
		if t.text == "-" && value == "-" {
			return nil, cli.Usagef("--task and --%s cannot both read standard input", name)
		}
	}
	var err error
	task.Text, err = t.words(s)
	return task, err
}

// words returns the text, if it has something to search for.
func (t *taskFlags) words(s *cli.Streams) (string, error) {
	text, err := t.read(s)
	if err != nil {
		return "", err
	}
	err = pipeline.CheckText(text)
	if option, ok := errors.AsType[*pipeline.OptionError](err); ok {
		return "", cli.OptionFailure(option, map[pipeline.Option]string{pipeline.TaskOption: t.name})
	}
	return text, err
}

// read returns the text unchanged.
func (t *taskFlags) read(s *cli.Streams) (string, error) {
	name, isFile := strings.CutPrefix(t.text, "@")
	if t.text == "-" {
		name, isFile = "-", true
	}
	if !isFile {
		return t.text, nil
	}
	in, closeInput, err := cli.OpenInput(s, name)
	if err != nil {
		return "", cli.FileFailure(name, err, "--%s: %w", t.name, err)
	}
	defer closeInput()
	data, err := io.ReadAll(io.LimitReader(in, relevance.MaxBytes+1))
	if err != nil {
		return "", cli.Usagef("--%s: read %s: %w", t.name, cli.InputName(name), cli.PlainPathError(err))
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return "", cli.Usagef("--%s: %s is not text", t.name, cli.InputName(name))
	}
	return strings.TrimPrefix(string(data), "\uFEFF"), nil
}
