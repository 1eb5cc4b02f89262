package cmd

import (
	"bytes"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ctxpack/internal/relevance"
)

// taskFlags are the flags that say what a bundle is for.
type taskFlags struct {
	flags *cobra.Command
	text  string
}

func addTask(cmd *cobra.Command) *taskFlags {
	t := &taskFlags{flags: cmd}
	cmd.Flags().StringVar(&t.text, "task", "", "rank by what `TEXT` asks for: an issue, a question, an error, a stack trace; @FILE, or - for standard input")
	return t
}

// given tells whether there is a task.
func (t *taskFlags) given() bool { return t.flags.Flags().Changed("task") }

// query reads the task, nil if there is none. others are the flags that read
// standard input too, by name.
func (t *taskFlags) query(s *streams, others map[string]string) (*relevance.Query, error) {
	if !t.given() {
		return nil, nil
	}
	for name, value := range others {
		if t.text == "-" && value == "-" {
			return nil, usagef("--task and --%s cannot both read standard input", name)
		}
	}
	text, err := t.read(s)
	if err != nil {
		return nil, err
	}
	if len(text) > relevance.MaxBytes {
		return nil, usagef("--task: it has more than %d bytes", relevance.MaxBytes)
	}
	q := relevance.Parse(text)
	if len(q.Terms)+len(q.Places) == 0 {
		return nil, usagef("--task: it has no word to search for").withHint("describe in a few words what is to be done, or give an issue as @FILE")
	}
	return q, nil
}

// read returns the text as it was given.
func (t *taskFlags) read(s *streams) (string, error) {
	name, isFile := strings.CutPrefix(t.text, "@")
	if t.text == "-" {
		name, isFile = "-", true
	}
	if !isFile {
		return t.text, nil
	}
	in, closeInput, err := openInput(s, name)
	if err != nil {
		return "", usagef("--task: %w", err)
	}
	defer closeInput()
	data, err := io.ReadAll(io.LimitReader(in, relevance.MaxBytes+1))
	if err != nil {
		return "", usagef("--task: read %s: %w", inputName(name), plainPathError(err))
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return "", usagef("--task: %s is not text", inputName(name))
	}
	return strings.TrimPrefix(string(data), "\uFEFF"), nil
}
