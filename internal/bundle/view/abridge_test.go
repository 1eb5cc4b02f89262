package view

import (
	"strings"
	"testing"

	"ctxpack/internal/share/cache"
)

// A first comment is recognized in any comment syntax, if it is only about a licence.
func TestLicenceOf(t *testing.T) {
	t.Parallel()
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
		got := LicenceOf(c.text)
		if got.Start != c.start && c.end > 0 || got.End != c.end {
			t.Errorf("%s: lines %d to %d, want %d to %d", name, got.Start, got.End, c.start, c.end)
		}
	}
	a, b := LicenceOf("// Copyright 2014 A.\n"), LicenceOf("// Copyright 2015-2020 A.\n")
	if a.Text != b.Text || a.Text == LicenceOf("// Copyright 2014 B.\n").Text {
		t.Errorf("%+v and %+v differ in a year", a, b)
	}
}

// Licence headers are omitted if many files share them and the omission saves tokens.
func TestShareLicences(t *testing.T) {
	t.Parallel()
	var files []*File
	add := func(n, tokens int, text uint64) {
		for range n {
			files = append(files, &File{Contents: cache.Facts{Licence: cache.Licence{Start: 1, End: 3, Bytes: 4 * tokens, Text: text}}})
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

// Of a whole document, only uninformative parts are omitted, if that saves tokens.
