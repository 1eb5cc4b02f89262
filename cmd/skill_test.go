package cmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSkill follows the skill literally: its head is as agents want it, what it refers to
// is there, and its commands work.
func TestSkill(t *testing.T) {
	t.Parallel()
	folder := filepath.Join("..", "contrib", "skill")
	skill := readPage(t, filepath.Join(folder, "SKILL.md"))
	head, body, ok := strings.Cut(strings.TrimPrefix(skill, "---\n"), "\n---\n")
	if !ok {
		t.Fatal("there is no head")
	}
	fields := map[string]string{}
	for line := range strings.SplitSeq(head, "\n") {
		name, value, ok := strings.Cut(line, ": ")
		if !ok || strings.ContainsAny(value, "#\"'") || strings.Contains(value, ": ") { // YAML without quotes
			t.Errorf("%q is no line of the head", line)
		}
		fields[name] = value
	}
	if name := fields["name"]; !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(name) || len(name) > 64 {
		t.Errorf("the name is %q", name)
	}
	if n, m := len(fields["description"]), len(fields["compatibility"]); n == 0 || n > 1024 || m > 500 || len(fields) != 3 {
		t.Errorf("the description has %d bytes, the compatibility %d", n, m)
	}
	pages := []string{body}
	for _, link := range regexp.MustCompile(`\]\(([^)#]+)\)`).FindAllStringSubmatch(body, -1) {
		pages = append(pages, readPage(t, filepath.Join(folder, link[1])))
	}
	if len(pages) < 2 {
		t.Error("the skill refers to nothing")
	}
	followCommands(t, pages)
}

func readPage(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// followCommands runs the commands of all blocks in a small repository.
func followCommands(t *testing.T, pages []string) {
	t.Helper()
	for _, tool := range []string{"sh", "git", "grep"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("there is no " + tool)
		}
	}
	script := `git init -q -b main
mkdir -p src/auth
printf 'def login(words):\n    return issue(words)\n' > src/auth/login.py
printf 'def issue(words):\n    return words\n' > src/issue.py
printf 'The words of the issue.\n' > issue.md
git add . && git -c user.name=A -c user.email=a@example.com commit -q -m 'Start here'
git checkout -q -b work
printf '\n\ndef more():\n    pass\n' >> src/issue.py
git -c user.name=A -c user.email=a@example.com commit -q -a -m 'Say more'
`
	commands := 0
	for _, page := range pages {
		for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(page, -1) {
			script += block[1]
			commands += strings.Count(block[1], "ctxpack ")
		}
	}
	if commands < 8 {
		t.Errorf("%d commands", commands)
	}
	script = strings.NewReplacer("PATH:LINE", "src/issue.py:2", "PATH", "src/issue.py", "NAME", "issue", "MODEL", "gpt-4o").Replace(script)
	home := t.TempDir()
	c := exec.Command("sh", "-e", "-c", script+"\ntest -s \"$TMPDIR/context.xml\"\n")
	c.Dir = t.TempDir()
	c.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "TMPDIR="+home, "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_CONFIG_NOSYSTEM=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for _, want := range []string{"### `src/issue.py`", "1: def issue(words)", "## Diff", "rank "} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}
