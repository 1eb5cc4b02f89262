package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ctxpack/cmd/internal/cli"
)

// terminal runs the program as if all of its streams were terminals.
func terminal(t *testing.T, in io.Reader, args ...string) (out, errOut string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	s := &cli.Streams{In: in, Out: &stdout, Err: &stderr, InTerminal: in == nil, OutTerminal: true, ErrTerminal: true}
	code = run(context.Background(), append(args, "--no-config"), s)
	return stdout.String(), stderr.String(), code
}

// TestTextEndsItsLine holds a text on a terminal to a line end, and any other to its
// bytes.
func TestTextEndsItsLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"a b c d": "a b\n", "a\n": "a\n", "a": "a\n", "": ""} {
		if out, _, code := terminal(t, strings.NewReader(text), "trim", "text", "--limit", "2"); out != want || code != cli.ExitDone {
			t.Errorf("%q: %q, %d", text, out, code)
		}
	}
	file := filepath.Join(t.TempDir(), "out")
	if _, _, code := terminal(t, strings.NewReader("a b c d"), "trim", "text", "--limit", "2", "-o", file); code != cli.ExitDone {
		t.Fatalf("code %d", code)
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
		out, errOut, code := terminal(t, strings.NewReader(strings.Repeat("w ", c.words)), "trim", "text", "--meter")
		if out != c.want || code != cli.ExitDone {
			t.Errorf("%d words: %q, code %d", c.words, out, code)
		}
		if warned := strings.Contains(errOut, "warning"); warned != (c.words > 500) {
			t.Errorf("%d words: %q", c.words, errOut)
		}
	}
	file := filepath.Join(t.TempDir(), "out")
	if out, _, code := terminal(t, strings.NewReader("w"), "trim", "text", "--meter", "-o", file); out != "" || code != cli.ExitDone {
		t.Errorf("into a file: %q, code %d", out, code)
	}
	if text, err := os.ReadFile(file); string(text) != "1 / 500 words\n" || err != nil {
		t.Errorf("in the file: %q, %v", text, err)
	}
	t.Setenv("NO_COLOR", "1")
	if out, _, _ := terminal(t, strings.NewReader("w"), "trim", "text", "--meter"); out != "1 / 500 words\n" {
		t.Errorf("NO_COLOR: %q", out)
	}
}

func TestUsageBars(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	store := filepath.Join(t.TempDir(), "usage.jsonl")
	for round, input := range []string{"0", "42", "85", "500"} {
		_, errOut, code := terminal(t, nil, "usage", "record", "--store", store, "--round", string(rune('1'+round)), "--input", input, "--output", "0",
			"--budget", "100")
		if code != cli.ExitDone || strings.Contains(errOut, "warning") != (round >= 2) {
			t.Errorf("%s: %q, code %d", input, errOut, code)
		}
	}
	out, _, code := terminal(t, nil, "usage", "report", "--store", store)
	if code != cli.ExitDone {
		t.Fatalf("code %d", code)
	}
	var bars []string
	for line := range strings.Lines(out) {
		if at := strings.IndexByte(line, '%'); at >= 0 && at+1 < len(line) {
			bars = append(bars, strings.TrimSpace(line[at+1:]))
		}
	}
	const barWidth = 20
	bar := func(full int) string { return strings.Repeat("█", full) + strings.Repeat("░", barWidth-full) }
	if got, want := strings.Join(bars, "\n"), strings.Join([]string{"", bar(0), bar(8), bar(17), bar(20), bar(20)},
		"\n"); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	unsetenv(t, "NO_COLOR")
	out, _, _ = terminal(t, nil, "usage", "report", "--store", store)
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

// What a bundle's tokens went to adds up to all of them, in every format.
func TestTokensAreAccountedFor(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	report, template := filepath.Join(folder, "r.json"), filepath.Join(folder, "t.tmpl")
	if err := os.WriteFile(template, []byte("{{.root}}\n{{range .files}}{{.path}}\n{{end}}"), 0o600); err != nil {
		t.Fatal(err)
	}
	runs := [][]string{{"-b", "9k"}, {"-f", "json"}, {"-f", "xml", "-b", "5k"}, {"-f", "plain"}, {"-f", "documents"}, {"--tree", "none"},
		{"--template", template, "-b", "9k"}, {"-b", "20k", "--split", "6k", "-o", filepath.Join(folder, "s.md")}, {"--preset", "handover", "-b", "9k"}}
	if testing.Short() {
		runs = runs[:3]
	}
	for _, args := range runs {
		_, errOut, code := terminal(t, nil, append([]string{"pack", filepath.Join("..", "scorer", "uses"), "--report", report, "-o",
			filepath.Join(folder, "o"), "--cache-dir", filepath.Join(folder, "cache")}, args...)...)
		data, err := os.ReadFile(report)
		if err != nil || code != cli.ExitDone {
			t.Fatalf("%s: code %d, %v, %s", args, code, err, errOut)
		}
		var r struct {
			Tokens int
			Beside []struct{ Tokens int } `json:"beside_texts"`
			Files  []struct {
				Shown int `json:"shown_tokens"`
			}
		}
		if err := json.Unmarshal(data, &r); err != nil {
			t.Fatal(err)
		}
		sum := 0
		for _, b := range r.Beside {
			sum += b.Tokens
		}
		for _, f := range r.Files {
			sum += f.Shown
		}
		if sum != r.Tokens || len(r.Beside) != 3 {
			t.Errorf("%s: %d tokens, accounted for %d", args, r.Tokens, sum)
		}
	}
}

// Nobody types into a terminal that waits for a document.
func TestInputFromTerminal(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"trim", "text", "--limit", "5"}, {"trim", "files"}, {"compress"}} {
		if _, errOut, code := terminal(t, nil, args...); code != cli.ExitUsage || !strings.Contains(errOut, "standard input is a terminal") {
			t.Errorf("%s: code %d, %q", args, code, errOut)
		}
	}
}

// A message that nobody types in is not waited for, unless images are the message.
func TestAppendAtTerminal(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	store, image := filepath.Join(folder, "h.jsonl"), filepath.Join(folder, "i.gif")
	if err := os.WriteFile(image, []byte("GIF89a"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, errOut, code := terminal(t, nil, "history", "append", "--role", "user", "--store", store)
	if code != cli.ExitUsage || !strings.Contains(errOut, "standard input is a terminal") {
		t.Errorf("code %d, %q", code, errOut)
	}
	out, _, code := terminal(t, nil, "history", "append", "--role", "user", "--store", store, "--image", image)
	if code != cli.ExitDone || len(out) < len("1700000000000-00000000\n") {
		t.Errorf("%q, code %d", out, code)
	}
	for _, c := range [][]string{{"history", "compact", "--messages", "-"}, {"history", "append", "--json"}} {
		if _, _, code := terminal(t, strings.NewReader(""), append(c, "--store", store)...); code == cli.ExitDone && c[1] == "append" {
			t.Errorf("%v: an empty record was taken", c)
		}
	}
	if _, errOut, code := terminal(t, nil, "assemble"); code != cli.ExitUsage || !strings.Contains(errOut, "standard input is a terminal") {
		t.Errorf("code %d, %q", code, errOut)
	}
}

// A bundle that is too long for a terminal is not poured over it unasked.
func TestLongBundleAtTerminal(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	long := strings.Repeat("one two three four five six seven eight nine ten\n", 3_000)
	for name, text := range map[string]string{"long.txt": long, "short/short.txt": "one\n"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "c.md")
	for _, c := range []struct {
		args            []string
		written, hinted bool
	}{
		{[]string{folder}, false, true},
		{[]string{folder, "--quiet"}, false, true},
		{[]string{folder, "-o", "-"}, true, false},
		{[]string{folder, "-o", file}, false, false},
		{[]string{folder, "-b", "19k"}, true, false},
		{[]string{filepath.Join(folder, "short")}, true, false},
	} {
		out, errOut, code := terminal(t, nil, append(c.args, "--no-cache")...)
		if written := out != ""; written != c.written || code != cli.ExitDone {
			t.Errorf("%s: %d bytes, code %d", c.args, len(out), code)
		}
		if hinted := strings.Contains(errOut, "-o -           prints it here anyway"); hinted != c.hinted {
			t.Errorf("%s: %q", c.args, errOut)
		}
	}
}
