package cmd_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"ctxpack/internal/safe/redact/redacttest"
	"ctxpack/internal/text/tokens"
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

// plant is the script command `plant FILE...`: in the files, RULE-N in braces becomes
// the Nth fake secret that the rule finds, so that none is in a script.
func plant(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: plant FILE...")
	}
	for _, name := range args {
		text := ts.ReadFile(name)
		for place, value := range planted() {
			text = strings.ReplaceAll(text, "{"+place+"}", value)
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}

// planted are the fake secrets of scripts.
func planted() map[string]string {
	values := map[string]string{}
	for _, k := range redacttest.Tokens() {
		for n := range uint64(4) {
			values[fmt.Sprintf("%s-%d", k.Rule, n)] = k.Make(n)
		}
	}
	token := redacttest.Tokens()[2]
	var many []string // as JSON has lines
	for n := range uint64(3000) {
		many = append(many, token.Make(n))
	}
	values["github-pats"] = strings.Join(many, `\n`)
	values["password-1"] = "pw-9" + redacttest.Fake(1, redacttest.Alnum, 14)
	values["pem-1"] = redacttest.PEM(1, "RSA PRIVATE KEY")
	return values
}

// secretless is the script command `secretless FILE...`: no planted secret is in
// the files, which may be stdout and stderr.
func secretless(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		text, found := ts.ReadFile(name), ""
		for place, value := range planted() {
			if strings.Contains(text, strings.Split(value, "\n")[0]) && !strings.HasPrefix(place, "pem") || place == "pem-1" &&
				strings.Contains(text, strings.Split(value, "\n")[1]) {
				found = place
			}
		}
		switch {
		case found != "" && !neg:
			ts.Fatalf("%s holds %s", name, found)
		case found == "" && neg:
			ts.Fatalf("%s holds no secret", name)
		}
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
