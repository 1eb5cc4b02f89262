package cmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDocsSamples runs the commands `$ ctxpack …` of a page in a copy of testdata/go-service
// without git, and compares its output with the block. A line […] matches any number of lines.
func TestDocsSamples(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	for page, samples := range map[string]int{"pack.md": 2, "uses.md": 2, "task.md": 3, "search.md": 1} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join("..", "docs", page))
			if err != nil {
				t.Fatal(err)
			}
			found := samplesOf(string(text))
			if len(found) < samples {
				t.Errorf("%d samples, want %d", len(found), samples)
			}
			for _, s := range found {
				dir := filepath.Join(t.TempDir(), "go-service")
				if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "testdata", "go-service"))); err != nil {
					t.Fatal(err)
				}
				c := exec.Command(shell, "-c", s.commands)
				c.Dir, c.Env = dir, append(os.Environ(), "XDG_CONFIG_HOME="+dir+"-home", "XDG_CACHE_HOME="+dir+"-home")
				out, err := c.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v\n%s", s.commands, err, out)
				}
				if missing := lacking(string(out), s.want); missing != "" {
					t.Errorf("docs/%s:%d: %s prints\n%s\nwithout the line\n%s", page, s.line, s.commands, out, missing)
				}
			}
		})
	}
}

// samplesOf returns the blocks `text` that begin with a command after a dollar sign.
func samplesOf(text string) (list []example) {
	lines := strings.Split(text, "\n")
	for i := 1; i < len(lines); i++ {
		fence, opens := strings.CutSuffix(lines[i-1], "text")
		command, ok := strings.CutPrefix(lines[i], "$ ctxpack ")
		if !ok || !opens || strings.Trim(fence, "`") != "" {
			continue
		}
		s := example{commands: "ctxpack " + command, line: i + 1}
		for i++; strings.HasSuffix(s.commands, `\`) || strings.Count(s.commands, "'")%2 == 1; i++ {
			s.commands += "\n" + lines[i]
		}
		end := i + slices.Index(lines[i:], fence)
		s.want = strings.Join(lines[i:end], "\n")
		list, i = append(list, s), end
	}
	return list
}

// lacking returns the first line of want that out does not have in its place, or "".
func lacking(out, want string) string {
	lines, gap := strings.Split(out, "\n"), false
	for _, w := range strings.Split(want, "\n") {
		if gap = gap || w == "[…]"; w == "[…]" {
			continue
		}
		for gap && len(lines) > 0 && lines[0] != w {
			lines = lines[1:]
		}
		if len(lines) == 0 || lines[0] != w {
			return w
		}
		lines, gap = lines[1:], false
	}
	return ""
}
