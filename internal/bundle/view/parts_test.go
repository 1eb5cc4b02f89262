package view

import (
	"slices"
	"strings"
	"testing"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/share/cache"
	"ctxpack/internal/text/lineindex"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
	"ctxpack/signatures"
)

// TestWithSmallTypes: a small type is a part of its own, a large one falls into its methods,
// and a small one in it stays whole; modules hold what they hold.
func TestWithSmallTypes(t *testing.T) {
	t.Parallel()
	all := []signatures.Symbol{
		{Kind: "module", Name: "m", StartLine: 1, EndLine: 12},
		{Kind: "func", Name: "run", StartLine: 2, EndLine: 4, Depth: 1},
		{Kind: "class", Name: "Small", StartLine: 20, EndLine: 30},
		{Kind: "method", Name: "a", StartLine: 21, EndLine: 24, Depth: 1},
		{Kind: "method", Name: "b", StartLine: 25, EndLine: 30, Depth: 1},
		{Kind: "class", Name: "Large", StartLine: 40, EndLine: 90},
		{Kind: "method", Name: "c", StartLine: 41, EndLine: 60, Depth: 1},
		{Kind: "class", Name: "Inner", StartLine: 62, EndLine: 70, Depth: 1},
		{Kind: "method", Name: "d", StartLine: 63, EndLine: 69, Depth: 2},
		{Kind: "struct", Name: "Line", StartLine: 95, EndLine: 95},
	}
	var names []string
	for _, d := range withSmallTypes(all) {
		names = append(names, d.Name)
	}
	if want := []string{"run", "Small", "c", "Inner"}; !slices.Equal(names, want) {
		t.Errorf("%q, not %q", names, want)
	}
}

// TestRateByUse: without a task what calls most comes first, and neither an accessor nor the
// imports are shown by themselves.
func TestRateByUse(t *testing.T) {
	t.Parallel()
	text := "import (\n\t\"a\"\n)\nname\n" + strings.Repeat("x\n", 20)
	parts := []span{
		{start: 1, end: 3, cost: 200, value: 7},
		{start: 4, end: 4, cost: fitted.LeastPart - 1, value: 7},
		{start: 5, end: 10, cost: 100, value: 7},
		{start: 11, end: 20, cost: 300, value: 7},
	}
	file := new(File)
	file.SetSummary(new(cache.Summary))
	f := &Levels{Views: &Views{files: []*File{file}}}
	f.rateByUse(file, parts, lineindex.New(text), []calling{{lines: render.Range{Start: 12, End: 20}, score: 3 * fixed.Unit}})
	var little []bool
	for _, p := range parts {
		little = append(little, p.little)
	}
	if got := byValue(parts)[0]; got != 3 {
		t.Errorf("part %d comes first", got)
	}
	if want := []bool{true, true, false, false}; !slices.Equal(little, want) {
		t.Errorf("%v, not %v", little, want)
	}
}

func TestOnlyImports(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"import a\n\n# why\nfrom b import (\n\tc,\n)\n": true,
		"#pragma once\n#include <a>\n":                  true,
		"use a::{\n    b,\n};\npub use c;\nmod d;\n":    true,
		"export * from './a';\n":                        true,
		"package a\n\nimport (\n\t\"b\"\n)\n":           true,
		"// Why it\n// is so.\nimport a\n":              false,
		"import a\nx = 1\n":                             false,
		"export function a() {}\n":                      false,
		"mod a {\n}\n":                                  false,
	} {
		lines := lineindex.New(text)
		if got := onlyImports(lines, 1, strings.Count(text, "\n")); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestJoinLittle(t *testing.T) {
	t.Parallel()
	little := fitted.LeastPart/2 + 1
	got := joinLittle([]span{
		{start: 1, end: 2, cost: little, value: 1}, {start: 4, end: 5, cost: little, value: 2},
		{start: 7, end: 8, cost: little}, {start: 10, end: 40, cost: 300}, {start: 42, end: 43, cost: little},
	})
	var lines [][2]int
	for _, p := range got {
		lines = append(lines, [2]int{p.start, p.end})
	}
	if want := [][2]int{{1, 5}, {7, 8}, {10, 40}, {42, 43}}; !slices.Equal(lines, want) || got[0].value != 2 || got[0].cost != 2*little {
		t.Errorf("%v", got)
	}
}

func TestCloseGaps(t *testing.T) {
	t.Parallel()
	lines := lineindex.New("a\n\n \nb\nc\nd\n\ne\n")
	got := closeGaps([]render.Range{{Start: 1, End: 1}, {Start: 4, End: 4}, {Start: 6, End: 6}, {Start: 8, End: 8}}, lines)
	if want := []render.Range{{Start: 1, End: 4}, {Start: 6, End: 8}}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

func TestOwnerOfReceiver(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]string{
		"func (m *Map[K, V]) Get(k K) V": "Map",
		"func (Server) Name() string":    "Server",
		"func run()":                     "",
	} {
		if got := ownerOf(nil, signatures.Symbol{Head: head}); got != want {
			t.Errorf("%q: %q, not %q", head, got, want)
		}
	}
}
