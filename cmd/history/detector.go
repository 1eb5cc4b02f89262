package history

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"ctxpack/cmd/internal/cli"
)

const (
	// detectorOutput is the most bytes that a detector may answer.
	detectorOutput = 1 << 20
	// detectorErrors is how much of its standard error is kept, for a warning.
	detectorErrors = 4 << 10
	// detectorGrace is how long what a detector has left running may hold its output open once it has ended.
	detectorGrace = time.Second
)

// detector is a command of the user's that judges a conversation.
type detector struct {
	command string
	shell   bool
	timeout time.Duration

	most                         string // tokens, as they are given
	tokens, messages, characters int    // at once, and of a message

	argv []string
}

// check takes the command line apart.
func (d *detector) check() error {
	if d.command == "" {
		return nil
	}
	var err error
	if d.tokens, err = cli.Amount("detector-tokens", d.most); err != nil {
		return err
	}
	for flag, good := range map[string]bool{"tokens": d.tokens >= 100, "messages": d.messages > 0, "characters": d.characters > 0, "timeout": d.timeout > 0} {
		if !good {
			return cli.Usagef("--detector-%s: it leaves a detector nothing", flag).WithHint("ctxpack history compact --help has the defaults")
		}
	}
	if d.shell {
		return nil
	}
	if d.argv, err = splitCommand(d.command, escapes); err == nil && len(d.argv) == 0 {
		err = errors.New("the command is blank")
	}
	if err != nil {
		return cli.Usagef("--detector: %w", err).WithHint("--shell runs it with %s", shellCommand)
	}
	return nil
}

// ask runs the command with an input and returns what it prints. It runs in a process group of its own, all of which
// is killed when the time is over, when it says too much, or when ctx ends.
func (d *detector) ask(ctx context.Context, input string) (string, error) {
	ctx, stop := context.WithTimeout(ctx, d.timeout)
	defer stop()
	out := &bounded{limit: detectorOutput, full: stop}
	errOut := &bounded{limit: detectorErrors}
	c := shell(ctx, d.command)
	if !d.shell {
		c = exec.CommandContext(ctx, d.argv[0], d.argv[1:]...)
	}
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(input), out, errOut
	c.WaitDelay = detectorGrace
	err := runGroup(c)
	switch {
	case out.over:
		return "", fmt.Errorf("it has printed more than %d MB", detectorOutput>>20)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return "", fmt.Errorf("it took longer than %s", d.timeout)
	case err != nil && errOut.firstLine() != "":
		return "", fmt.Errorf("%w: %s", err, errOut.firstLine())
	}
	return out.text.String(), err
}

// bounded keeps the beginning of the text written to it.
type bounded struct {
	text  bytes.Buffer
	limit int
	over  bool
	full  func() // called when there is more than the limit; may be nil
}

func (b *bounded) Write(p []byte) (int, error) {
	room := b.limit - b.text.Len()
	b.text.Write(p[:min(len(p), room)])
	if len(p) > room && !b.over {
		b.over = true
		if b.full != nil {
			b.full()
		}
	}
	return len(p), nil
}

func (b *bounded) firstLine() string {
	line, _, _ := strings.Cut(strings.TrimSpace(b.text.String()), "\n")
	return line
}

// splitCommand takes a command line apart as a shell does, but for anything that a shell would replace: blanks
// separate, single quotes keep everything, double quotes everything but a backslash before a quote or a backslash,
// and elsewhere a backslash keeps the character behind it. Without escapes a backslash is a character like others, as
// paths of Windows want it.
func splitCommand(line string, escapes bool) (argv []string, err error) {
	var word []byte
	quote, inWord := byte(0), false
	for i := 0; i < len(line); i++ {
		c := line[i]
		kept := quote == 0 || i+1 < len(line) && (line[i+1] == '"' || line[i+1] == '\\')
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && escapes && quote != '\'' && kept:
			if i++; i == len(line) {
				return nil, errors.New("a backslash at the end keeps nothing")
			}
			word, inWord = append(word, line[i]), true
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inWord = c, true
		case quote == 0 && strings.IndexByte(" \t\n\r", c) >= 0:
			if inWord {
				argv = append(argv, string(word))
			}
			word, inWord = nil, false
		default:
			word, inWord = append(word, c), true
		}
	}
	switch {
	case quote == '\'':
		return nil, errors.New("a single quote is not closed")
	case quote == '"':
		return nil, errors.New("a double quote is not closed")
	case inWord:
		argv = append(argv, string(word))
	}
	return argv, nil
}
