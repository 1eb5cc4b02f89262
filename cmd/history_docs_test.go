package cmd_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// example is a block of commands of a document, and what it prints if the
// document shows that.
type example struct {
	commands, want string
	line           int
	shown          bool
}

// examples returns the blocks `sh` of a document, each with the block `text` or
// `json` right behind it.
func examples(t *testing.T, path string) []example {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var list []example
	kind, start := "", 0
	var body []string
	follows := false // nothing but blank lines since the commands
	for i, line := range strings.Split(string(data), "\n") {
		fence, isFence := strings.CutPrefix(line, "```")
		switch {
		case kind == "" && isFence:
			kind, start, body = fence, i+1, nil
		case kind == "" && line != "":
			follows = false
		case kind != "" && isFence:
			text := strings.Join(body, "\n") + "\n"
			if kind == "sh" {
				list = append(list, example{commands: text, line: start})
			} else if follows && (kind == "text" || kind == "json") {
				last := &list[len(list)-1]
				last.want, last.shown = text, true
			}
			follows, kind = kind == "sh", ""
		case kind != "":
			body = append(body, line)
		}
	}
	return list
}

// masked replaces what differs from run to run.
func masked(text string) string {
	for _, m := range []struct{ pattern, name string }{
		{`sess_\d{13}_[0-9a-f]{6}`, "SESSION"},
		{`\d{13}-[0-9a-f]{8}`, "ID"},
		{`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`, "TIME"},
	} {
		text = regexp.MustCompile(m.pattern).ReplaceAllString(text, m.name)
	}
	return text
}

// TestHistoryWalkthrough runs the commands of docs/history.md in one shell, from
// an empty folder on, and compares what they print.
func TestHistoryWalkthrough(t *testing.T) {
	t.Parallel()
	checkExamples(t, "history.md", 8)
}

// checkExamples runs the commands of a page of docs in one shell, from an empty folder
// on, and compares what they print. The page has at least so many blocks of them.
func checkExamples(t *testing.T, page string, blocks int, env ...string) {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	list := examples(t, filepath.Join("..", "docs", page))
	if len(list) < blocks {
		t.Fatalf("%d blocks of commands", len(list))
	}
	const end = "---- end of a block ----"
	var script strings.Builder
	for _, e := range list {
		fmt.Fprintf(&script, "%s\necho '%s'\n", e.commands, end)
	}
	home := t.TempDir()
	c := exec.Command(shell, "-e", "-c", script.String())
	c.Dir = t.TempDir()
	c.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	c.Env = append(c.Env, env...)
	var errors strings.Builder
	c.Stderr = &errors
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, errors.String())
	}
	printed := strings.Split(string(out), end+"\n")
	for i, e := range list {
		if got := masked(printed[i]); e.shown && got != masked(e.want) {
			t.Errorf("docs/%s:%d prints\n%s\nwant\n%s", page, e.line, got, masked(e.want))
		}
	}
}
