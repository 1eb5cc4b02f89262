package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// documented maps the pages about one command to the command: they mention each of its flags.
var documented = map[string]string{
	"compress.md": "compress", "fleet.md": "fleet", "mcp.md": "mcp", "search.md": "search", "trim-files.md": "trim files",
	"trim-messages.md": "trim messages", "trim-text.md": "trim text", "uses.md": "uses",
}

// TestDocsFlags compares the flags in docs with those of the commands: no page has a flag that does not exist, a page about
// one command lacks none that is its own, and tables have the short forms and defaults of the help.
func TestDocsFlags(t *testing.T) {
	t.Parallel()
	root := Root()
	all := map[string]bool{"help": true}
	others := []string{"user", "network", "compress", "budgets", "commits"} // of docker, repomix and scripts/eval-commits.py
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		add := func(f *pflag.Flag) { all[f.Name] = true }
		c.LocalFlags().VisitAll(add)
		for _, below := range c.Commands() {
			visit(below)
		}
	}
	visit(root)
	pack, _, _ := root.Find([]string{"pack"})
	span := regexp.MustCompile("`(?:ctxpack[^`]*|-[^`]*)`")
	flag := regexp.MustCompile(`(?:^|[\s=("'/|])--([a-z][a-z-]*)`)
	row := regexp.MustCompile("(?m)^\\| (?:`-([a-z])`, )?`--([a-z-]+)[^`]*` \\|(?: `([^`]+)` \\|)?")
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, path := range pages {
		page := filepath.Base(path)
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text, mentioned := string(raw), map[string]bool{}
		for _, code := range span.FindAllString(text, -1) {
			for _, m := range flag.FindAllStringSubmatch(strings.Trim(code, "`"), -1) {
				if mentioned[m[1]] = true; !all[m[1]] && page != "comparison.md" && !slices.Contains(others, m[1]) {
					t.Errorf("docs/%s has the flag --%s in %s, which no command has", page, m[1], code)
				}
			}
		}
		name, ok := documented[page]
		if !ok {
			continue
		}
		c, _, err := root.Find(strings.Fields(name))
		if err != nil {
			t.Fatal(err)
		}
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			shared := f.Name == "help" || f.Name == allFlag || f.Name == "output" || f.Name == "json" || pack.Flags().Lookup(f.Name) != nil
			if !shared && !f.Hidden && !mentioned[f.Name] && !strings.Contains(text, "--"+f.Name) {
				t.Errorf("docs/%s lacks the flag --%s of %s", page, f.Name, name)
			}
		})
		for _, m := range row.FindAllStringSubmatch(text, -1) {
			f := c.Flags().Lookup(m[2])
			switch {
			case f == nil || m[1] != "" && f.Shorthand != m[1]:
				t.Errorf("docs/%s has -%s for --%s, unlike the help", page, m[1], m[2])
			case m[3] != "" && m[3] != f.DefValue && !strings.Contains(f.Usage, "(default "+m[3]+")"):
				t.Errorf("docs/%s has the default %s of --%s, unlike the help: %s %s", page, m[3], m[2], f.DefValue, f.Usage)
			}
		}
	}
}
