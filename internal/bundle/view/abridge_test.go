package view

import (
	"fmt"
	"strings"
	"testing"

	"ctxpack/internal/share/cache"
	"ctxpack/internal/text/lineindex"
)

// A first comment is found whatever it is written with, and only if it is about a licence
// and nothing but a comment.
func TestLicenceOf(t *testing.T) {
	t.Parallel()
	words := func(text string) int { return len(strings.Fields(text)) }
	for name, c := range map[string]struct {
		text       string
		start, end int
	}{
		"lines":             {"// Copyright 2014 A.\n// All rights reserved.\n\npackage a\n", 1, 2},
		"block":             {"/*\n * Licensed under X.\n */\nint a;\n", 1, 3},
		"one line":          {"/* SPDX-License-Identifier: MIT */\nint a;\n", 1, 1},
		"interpreter":       {"#!/bin/sh\n# Copyright A\nexit\n", 2, 2},
		"opened":            {"<?php\n\n/**\n * @license MIT\n */\n", 3, 5},
		"empty lines first": {"\n\n-- copyright\nselect 1;\n", 3, 3},
		"markup":            {"<!-- Copyright\n A -->\n<a/>\n", 1, 2},
		"Lua":               {"--[[\n Copyright A\n]]\nlocal a\n", 1, 3},
		"Lua, lines":        {"-- Copyright A\n-- B\nlocal a\n", 1, 2},
		"to the end":        {"# Copyright A\n", 1, 1},
		"another comment":   {"// Package a does it.\npackage a // Copyright\n", 0, 0},
		"behind another":    {"//go:build x\n\n// Copyright A\npackage a\n", 0, 0},
		"no comment":        {"#include <copyright.h>\n", 0, 0},
		"text behind it":    {"/* Copyright */ int a;\n", 0, 0},
		"never closed":      {"/* Copyright\n" + strings.Repeat("x\n", 100), 0, 0},
		"nothing":           {"", 0, 0},
	} {
		got := LicenceOf(c.text, words)
		if got.Start != c.start && c.end > 0 || got.End != c.end {
			t.Errorf("%s: lines %d to %d, want %d to %d", name, got.Start, got.End, c.start, c.end)
		}
	}
	a, b := LicenceOf("// Copyright 2014 A.\n", words), LicenceOf("// Copyright 2015-2020 A.\n", words)
	if a.Text != b.Text || a.Text == LicenceOf("// Copyright 2014 B.\n", words).Text {
		t.Errorf("%+v and %+v differ in a year", a, b)
	}
}

// Licence headers are left out that many files share, and that cost more than to say so.
func TestShareLicences(t *testing.T) {
	t.Parallel()
	var files []*File
	add := func(n, tokens int, text uint64) {
		for range n {
			files = append(files, &File{Contents: cache.Facts{Licence: cache.Licence{Start: 1, End: 3, Tokens: tokens, Text: text}}})
		}
	}
	add(5, 30, 1)
	add(4, 30, 2)
	add(9, 10, 3)
	add(9, 0, 0)
	ShareLicences(files)
	for i, f := range files {
		if f.Shared != (i < 5) {
			t.Errorf("file %d: shared %t", i, f.Shared)
		}
	}
}

// Of a whole document, only what says nothing is left out, and only where that pays.
func TestMarkupOf(t *testing.T) {
	t.Parallel()
	const badge = "[![b](https://example.com/one/two/three/four.svg)](https://example.com/five/and/six)\n"
	bytes := func(text string) int { return len(text) / 4 }
	for name, c := range map[string]struct{ text, want string }{
		"badges":         {"# A\n\n" + badge + "\n" + badge + "\nWords.\n", "[{3 5}]"},
		"too little":     {"# A\n<br>\nWords.\n", "[]"},
		"text in tags":   {"<p>Words enough to be read by somebody.</p>\n", "[]"},
		"a dash between": {badge + "  -\n" + badge + "  -\n", "[{1 4}]"},
		"contents":       {"# A\n## Table of contents\n" + strings.Repeat("- [Use](#use)\n", 8) + "Words.\n", "[{2 10}]"},
		"code is left":   {"```\n" + badge + "```\n", "[]"},
		"to the end":     {"Words.\n" + badge, "[{2 2}]"},
		"long tag":       {"<img\n  src=\"" + strings.Repeat("x", 100) + "\"\n>\nWords.\n", "[{1 3}]"},
		"list of links":  {"  * [Documentation](https://example.com/documentation/of/it) - [[website](https://example.com/the/website/itself)]\n", "[]"},
		"bar of links":   {"[Documentation](https://example.com/documentation/of/it) | [website](https://example.com/the/website/of/it)\n", "[{1 1}]"},
		"nothing":        {"", "[]"},
		"empty heading":  {"# A\nWords.\n## Made with\n" + badge + "\n### And\n" + badge + "## Use\nIt.\n", "[{3 7}]"},
		"heading stays":  {"# A\nWords.\n## Made with\n" + badge + "love.\n", "[{4 4}]"},
		"sponsors":       {"# A\nWords.\n## Sponsors\nPlain words of one company, and of very many others that give.\n### Gold\nAnother one of them.\n## Use\nIt.\n", "[{3 6}]"},
	} {
		if got := fmt.Sprint(markupOf(c.text, bytes)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// What is kept and what is left out are together all lines, each once.
func FuzzMarkup(f *testing.F) {
	f.Add("# A\n\n[![b](i)](l)\n<img\nsrc>\n```\nx\n")
	f.Fuzz(func(t *testing.T, text string) {
		omitted := markupOf(text, func(s string) int { return len(s) })
		lines := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1
		seen := make([]int, lines+2)
		for _, r := range append(without(omitted, lineindex.New(text), lines), omitted...) {
			for line := r.Start; line <= r.End; line++ {
				if line > lines {
					t.Fatalf("%v of %d lines", r, lines)
				}
				seen[line]++
			}
		}
		for line := 1; line <= lines; line++ {
			if seen[line] != 1 && strings.TrimSpace(lineindex.New(text).Slice(line, line)) != "" {
				t.Fatalf("line %d of %d is there %d times: %v", line, lines, seen[line], omitted)
			}
		}
	})
}
