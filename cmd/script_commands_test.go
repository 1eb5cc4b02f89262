package cmd_test

import (
	"errors"
	"os/exec"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"ctxpack/internal/tokens"
)

// exitCode is the script command `exit CODE PROGRAM ARGS...`: the program must
// end with that code.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit CODE PROGRAM [ARGS...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("run %s: %v", args[1], err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// withinBudget is the script command `within TOKENS FILE`: the file has at most
// that many o200k_base tokens, and says how many it has if it is a bundle.
func withinBudget(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: within TOKENS FILE")
	}
	budget, err := strconv.Atoi(args[0])
	ts.Check(err)
	counter, err := tokens.New("o200k_base")
	ts.Check(err)
	text := ts.ReadFile(args[1])
	n := counter.Count(text)
	if n > budget {
		ts.Fatalf("%s has %d tokens, more than %d", args[1], n, budget)
	}
	if strings.HasPrefix(text, "<!-- ctxpack") && !strings.Contains(text, strconv.Itoa(n)+" of ") {
		ts.Fatalf("%s has %d tokens and does not say so", args[1], n)
	}
}
