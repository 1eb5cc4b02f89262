package cmd

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ctxpack/cmd/internal/cli"
)

// broken panics when it is read or written.
type broken struct{}

func (broken) Read([]byte) (int, error)  { panic("a mistake\nof ours") }
func (broken) Write([]byte) (int, error) { panic("a mistake\nof ours") }

// TestPanic: a panic anywhere ends the program with code 1 and one line, with what was at
// work on in a goroutine; the traceback follows it if it is asked for.
func TestPanic(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(file, []byte(`[{"role":"user","content":"x"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		args []string
		in   io.Reader
		out  io.Writer
		want string
	}{
		{"while writing", []string{"trim", "messages", file, "-t", "9", "--no-config"}, strings.NewReader(""), broken{},
			"ctxpack: internal error: a mistake of ours (at ctxpack/cmd.broken.Write:"},
		{"in a goroutine", []string{"assemble", "-", "--no-config"}, broken{}, io.Discard,
			"ctxpack: internal error in standard input: a mistake of ours (at ctxpack/cmd.broken.Read:"},
	} {
		for _, verbose := range []bool{false, true} {
			var told bytes.Buffer
			args := c.args
			if verbose {
				args = append(args, "--verbose")
			}
			code := run(context.Background(), args, &cli.Streams{In: c.in, Out: c.out, Err: &told})
			first, rest, _ := strings.Cut(told.String(), "\n")
			if code != cli.ExitFailed || !strings.HasPrefix(first, c.want) || !strings.Contains(first, "please report this line") ||
				!strings.Contains(first, "ctxpack "+cli.Version) {
				t.Errorf("%s: code %d, %q", c.name, code, first)
			}
			if verbose != strings.Contains(rest, "goroutine ") || !verbose && rest != "" {
				t.Errorf("%s, verbose %t: also %q", c.name, verbose, rest)
			}
		}
	}
}
