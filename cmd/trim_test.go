package cmd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// terminal runs a command as if all of its streams were terminals.
func terminal(t *testing.T, newCommand func(*streams, *globals) *cobra.Command, in io.Reader, args ...string) (out, errOut string, err error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	s := &streams{in: in, out: &stdout, err: &stderr, inTerminal: in == nil, outTerminal: true, errTerminal: true}
	c := newCommand(s, &globals{color: "auto", noConfig: true})
	c.SetArgs(append([]string{}, args...)) // nil would mean those of the test
	c.SilenceErrors, c.SilenceUsage = true, true
	err = c.ExecuteContext(context.Background())
	return stdout.String(), stderr.String(), err
}

// TestTextEndsItsLine holds a text on a terminal to a line end, and any other to its
// bytes.
func TestTextEndsItsLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"a b c d": "a b\n", "a\n": "a\n", "a": "a\n", "": ""} {
		if out, _, err := terminal(t, newTrimText, strings.NewReader(text), "--limit", "2"); out != want || err != nil {
			t.Errorf("%q: %q, %v", text, out, err)
		}
	}
	file := filepath.Join(t.TempDir(), "out")
	if _, _, err := terminal(t, newTrimText, strings.NewReader("a b c d"), "--limit", "2", "-o", file); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); string(text) != "a b" || err != nil {
		t.Errorf("in a file: %q, %v", text, err)
	}
}

// The colours need a terminal that says what it is, so nothing here is parallel.
func TestMeterColors(t *testing.T) {
	t.Setenv("TERM", "xterm")
	unsetenv(t, "NO_COLOR")
	for _, c := range []struct {
		words int
		want  string
	}{
		{0, "\x1b[32m0 / 500 words\x1b[0m\n"},
		{399, "\x1b[32m399 / 500 words\x1b[0m\n"},
		{400, "\x1b[33m400 / 500 words\x1b[0m\n"},
		{499, "\x1b[33m499 / 500 words\x1b[0m\n"},
		{500, "\x1b[31m500 / 500 words\x1b[0m\n"},
		{1501, "\x1b[31m1,501 / 500 words\x1b[0m\n"},
	} {
		out, errOut, err := terminal(t, newTrimText, strings.NewReader(strings.Repeat("w ", c.words)), "--meter")
		if out != c.want || err != nil {
			t.Errorf("%d words: %q, %v", c.words, out, err)
		}
		if warned := strings.Contains(errOut, "warning"); warned != (c.words > 500) {
			t.Errorf("%d words: %q", c.words, errOut)
		}
	}
	file := filepath.Join(t.TempDir(), "out")
	if out, _, err := terminal(t, newTrimText, strings.NewReader("w"), "--meter", "-o", file); out != "" || err != nil {
		t.Errorf("into a file: %q, %v", out, err)
	}
	if text, err := readText(context.Background(), &streams{}, file); text != "1 / 500 words\n" || err != nil {
		t.Errorf("in the file: %q, %v", text, err)
	}
	t.Setenv("NO_COLOR", "1")
	if out, _, _ := terminal(t, newTrimText, strings.NewReader("w"), "--meter"); out != "1 / 500 words\n" {
		t.Errorf("NO_COLOR: %q", out)
	}
}

func TestUsageBars(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	store := filepath.Join(t.TempDir(), "usage.jsonl")
	for round, input := range []string{"0", "42", "85", "500"} {
		_, errOut, err := terminal(t, newUsage, nil, "record", "--store", store, "--round", string(rune('1'+round)), "--input", input, "--output", "0", "--budget", "100")
		if err != nil || strings.Contains(errOut, "warning") != (round >= 2) {
			t.Errorf("%s: %q, %v", input, errOut, err)
		}
	}
	out, _, err := terminal(t, newUsage, nil, "report", "--store", store)
	if err != nil {
		t.Fatal(err)
	}
	var bars []string
	for line := range strings.Lines(out) {
		if at := strings.IndexByte(line, '%'); at >= 0 && at+1 < len(line) {
			bars = append(bars, strings.TrimSpace(line[at+1:]))
		}
	}
	bar := func(full int) string { return strings.Repeat("█", full) + strings.Repeat("░", barWidth-full) }
	if got, want := strings.Join(bars, "\n"), strings.Join([]string{"", bar(0), bar(8), bar(17), bar(20), bar(20)}, "\n"); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	unsetenv(t, "NO_COLOR")
	out, _, _ = terminal(t, newUsage, nil, "report", "--store", store)
	if strings.Count(out, "\x1b[32m") != 2 || strings.Count(out, "\x1b[31m") != 3 {
		t.Errorf("colours: %q", out)
	}
}

// unsetenv unsets a variable until the test ends.
func unsetenv(t *testing.T, name string) {
	t.Helper()
	t.Setenv(name, "") // remembers what it was
	if err := os.Unsetenv(name); err != nil {
		t.Fatal(err)
	}
}

// Nobody types into a terminal that waits for a document.
func TestInputFromTerminal(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		command func(*streams, *globals) *cobra.Command
		args    []string
	}{
		"trim text": {newTrimText, []string{"--limit", "5"}}, "trim files": {newTrimFiles, nil}, "compress": {newCompress, nil},
	} {
		_, _, err := terminal(t, c.command, nil, c.args...)
		var f *failure
		if !errors.As(err, &f) || f.code != exitUsage || !strings.Contains(err.Error(), "standard input is a terminal") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An interrupted run does not wait for a writer that says nothing.
func TestInputInterrupted(t *testing.T) {
	t.Parallel()
	reader, writer := io.Pipe()
	defer func() { _ = writer.Close() }()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := readInput(ctx, &streams{in: reader}, ""); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
