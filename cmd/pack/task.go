package pack

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/scorer/relevance"
)

// taskFlags are the flags that say what a bundle is for.
type taskFlags struct {
	cmd    *cobra.Command
	name   string // of the flag that gives the text
	text   string
	ranges string
	near   []string
	// known is a task that comes from elsewhere, in place of flags.
	known *pipeline.Task
}

// workTree is the value of --diff without a range.
const workTree = "HEAD"

func addTask(cmd *cobra.Command) *taskFlags {
	t := &taskFlags{cmd: cmd, name: "task"}
	flags := cmd.Flags()
	flags.StringVar(&t.text, "task", "", "rank by what `TEXT` asks for: an issue, a question, an error, a stack trace; @FILE, or - for standard input")
	flags.StringVar(&t.ranges, "diff", "", "rank what was changed first, and what that touches: the work tree against HEAD, or --diff=`RANGE` such as main... or HEAD~3..")
	flags.Lookup("diff").NoOptDefVal = workTree
	flags.StringArrayVar(&t.near, "near", nil, "rank what lies around the file at `PATH[:LINE]` first (repeatable)")
	return t
}

func (t *taskFlags) has(flag string) bool { return t.cmd != nil && t.cmd.Flags().Changed(flag) }

// given reports whether there is a task.
func (t *taskFlags) given() bool { return t.has("task") || t.has("diff") || t.has("near") }

// task reads the task, nil if there is none. others are the flags that read standard
// input too, by name.
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

// words returns the text, if there is something in it to search for.
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

// read returns the text as it was given.
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
