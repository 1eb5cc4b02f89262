package view

import (
	"fmt"
	"strings"
	"testing"
)

// Uninformative lines are skipped, anywhere on the first screen.
func TestScreenOf(t *testing.T) {
	t.Parallel()
	words := func(text string) int { return len(strings.Fields(text)) }
	for name, c := range map[string]struct{ text, want string }{
		"plain":            {"# A\n\nWords.\n", "[{1 3}]"},
		"badges":           {"# A\n\n[![b](i)](l) [![c][i]][l]\n![d](e)\n\nWords of it.\n", "[{1 1} {6 6}]"},
		"badge in heading": {"# A [![b](i)](l)\n\nWords of it.\n", "[{3 3}]"},
		"logo":             {"<p align=\"center\">\n  <picture>\n    <source srcset=\"x\">\n    <img\n      src=\"y\">\n  </picture>\n</p>\nWords.\n", "[{8 8}]"},
		"comment":          {"<!-- a\nb -->\nWords.\n", "[{3 3}]"},
		"sponsors":         {"# A\nWords.\n## Sponsors\n| a | b |\n### Gold\nx\n## Use\nRun it.\n", "[{1 2} {7 8}]"},
		"code is left":     {"Words.\n```html\n<p>x</p>\n```\nMore.\n", "[{1 5}]"},
		"address":          {"<https://a.b/c>\n<me@a.b>\n", "[{1 2}]"},
		"languages":        {"[English](a) | [Deutsch](b)\n\nWords.\n", "[{3 3}]"},
		"references":       {"Words.\n[a]: https://x\n", "[{1 1}]"},
		"reStructuredText": {".. image:: x.png\n   :alt: y\n\n|ci| |docs|\n\nTitle\n=====\n", "[{6 7}]"},
		"what it is for": {"<h1>A</h1>\n<p align=\"center\">A server of pages.</p>\n<sup>Special thanks to</sup>\n-\n<a href=\"x\">Many " +
			"words of a link</a>\n", "[{2 2}]"},
		"headings of nothing": {"Words.\n## Contents\n\n- [Use](#use)\n### Gold\n[![a](b)](c)\n## Use\nRun it.\n", "[{1 1} {7 8}]"},
		"contents":            {"Words.\n\n- [Use](#use)\n  - [More](#more)\n1. [Build](#build)\n- [Docs](docs.md) of it\n", "[{1 1} {6 6}]"},
		"table of badges":     {"| [A](a) | [![A](i)](l) |\n\nWords.\n", "[{3 3}]"},
		"table of files":      {"|What | Where |\n|--|--|\n|The Main Class | [App](a) |\n|Caching | [Cache](b) |\n", "[{1 4}]"},
		"nothing but markup":  {"<br>\n", "[]"},
		"half an example":     {strings.Repeat("word\n", 40) + "```\n" + strings.Repeat("code\n", 40) + "```\n", "[{1 40}]"},
		"an early example":    {"Words.\n```bash\n" + strings.Repeat("code\n", 80) + "```\n", "[{1 1}]"},
		"an example at first": {"```\ncode\n```\n" + strings.Repeat("word\n", 70), "[{1 60}]"},
		"as many lines as is": {strings.Repeat("word\n", 70), "[{1 60}]"},
	} {
		spans := screenOf(c.text, 60, words)
		if got := fmt.Sprint(spans); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func FuzzScreen(f *testing.F) {
	f.Add("# A\n\n[![b](i)](l)\n<img\nsrc>\n```\nx\n")
	f.Fuzz(func(t *testing.T, text string) {
		spans := screenOf(text, 600, func(s string) int { return len(s) / 4 })
		lines, last := strings.Count(text, "\n")+1, 0
		for _, s := range spans {
			if s.Start <= last || s.End < s.Start || s.End > lines {
				t.Fatalf("%v of %d lines", spans, lines)
			}
			last = s.End
		}
	})
}
