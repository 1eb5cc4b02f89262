package render

import (
	"strings"
	"testing"

	"ctxpack/packer"
)

// The legends explain what occurs, and nothing else.
func TestLegends(t *testing.T) {
	t.Parallel()
	for entries, want := range map[string]bool{
		"a.go\n type T struct\n 7: func f()\n": true,
		"a.go: func f()\n":                     false,
	} {
		if got := briefLegend(entries); strings.Contains(got, "`n:` the line") != want {
			t.Errorf("%q: %s", entries, got)
		}
	}
	for entries, want := range map[string]bool{"a.go: A, B, …\n": true, "a.go: A, B\n": false} {
		if got := mapLegend(entries); strings.Contains(got, "`…`") != want {
			t.Errorf("%q: %s", entries, got)
		}
	}
}

// The map has a line for each file below its folder, in path order.
func TestMap(t *testing.T) {
	t.Parallel()
	d := &Document{Files: []File{
		{Path: "b/z.go", Tier: packer.Full, Text: "package b\n", Names: "Z"},
		{Path: "b/a.go", Tier: packer.Signatures, Names: "A, B\nC"},
		{Path: "a/one.go", Tier: packer.Signatures, Names: "One"},
	}}
	head, rest := markdown().Writer(d)()
	const want = "\na/one.go: One\nb/\na.go: A, B C\nz.go: Z\n"
	if text := head + rest; !strings.Contains(text, want) || !strings.Contains(text, "### `b/z.go`\n") || strings.Contains(text, "### `b/a.go`") {
		t.Errorf("there is no %q, or other entries:\n%s", want, text)
	}
}
