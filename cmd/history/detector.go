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
	// detectorOutput is the largest answer of a detector, in bytes.
	detectorOutput = 1 << 20
	// detectorErrors is how many bytes of a detector's standard error are kept for a warning.
	detectorErrors = 4 << 10
	// detectorGrace is how long processes that a detector leaves running may keep its output open after it has ended.
	detectorGrace = time.Second
)

// detector is a user's command that judges a conversation.
type detector struct {
	command string
	shell   bool
	timeout time.Duration

	most                         string // tokens, as written in the flag
	tokens, messages, characters int    // tokens per request; tokens and characters per message

	argv []string
}

// check splits the command line into words.
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
			return cli.Usagef("--detector-%s: the limit leaves nothing for the detector", flag).WithHint("ctxpack history compact --help shows the defaults")
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

// ask runs the command with an input and returns its output. The command runs in its own process
// group, which is killed on timeout, on excessive output, or when ctx ends.
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
		return "", fmt.Errorf("it printed more than %d MB", detectorOutput>>20)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return "", fmt.Errorf("it took longer than %s", d.timeout)
	case err != nil && errOut.firstLine() != "":
		return "", fmt.Errorf("%w: %s", err, errOut.firstLine())
	}
	return out.text.String(), err
}

// bounded keeps the start of the text written to it.
type bounded struct {
	text  bytes.Buffer
	limit int
	over  bool
	full  func() // called when the limit is exceeded; may be nil
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

// splitCommand splits a command line as a shell does, without expansions. Blanks separate words;
// single quotes protect everything; double quotes protect everything except a backslash before a
// quote or a backslash. Outside quotes a backslash protects the next character. Without escapes, a
// backslash is an ordinary character, as Windows paths require.
func splitCommand(line string, escapes bool) (argv []string, err error) {
	var word []byte
	quote, inWord := byte(0), false
	for i := 0; i < len(line); i++ {
		c := line[i]
		isEscape := escapes && quote != '\'' && (quote == 0 || i+1 < len(line) && (line[i+1] == '"' || line[i+1] == '\\'))
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && isEscape:
			if i++; i == len(line) {
				return nil, errors.New("a backslash at the end escapes nothing")
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
