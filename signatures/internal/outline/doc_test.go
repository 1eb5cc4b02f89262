package outline

import (
	"strings"
	"testing"
)

func TestSummary(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ comment, want string }{
		{"// One. Two.", "// One."},
		{"// One line without end\n// and a second. Third.", "// One line without end and a second."},
		{"// It takes\n// three lines to\n// end. More.", "// It takes three lines to end."},
		{"// It goes on,\n// " + strings.Repeat("far ", 40) + "\n// to here.", "// It goes on…"},
		{"// A paragraph without end\n\n// Another. One.", "// A paragraph without end"},
		{"// A list\n// - of this. And that.", "// A list"},
		{"// Uses e.g. This. Next.", "// Uses e.g. This."},
		{"/** Doc. */", "/** Doc. */"},
		{"/**\n * First line\n * @param x no\n */", "/** First line */"},
		{"/**\n * @param x no\n */", ""},
		{"/**\n * @brief Brief text.\n */", "/** Brief text. */"},
		{"/* ------- Section ------- */", ""},
		{"//////\n// Text\n//////", "// Text"},
		{"// Copyright 2020", ""},
		{"/* SPDX-License-Identifier: MIT */", ""},
		{"//go:build linux", ""},
		{"// eslint-disable-next-line", ""},
		{"# type: ignore\n# Real text.", "# Real text."},
		{"/// Rust doc. More.", "/// Rust doc."},
		{"#: Attribute.", "#: Attribute."},
		{"//", ""},
		{"/**/", ""},
		{"// " + strings.Repeat("ä", 100), "// " + strings.Repeat("ä", 60) + "…"},
	} {
		if got := DocLine(test.comment); got != test.want {
			t.Errorf("docLine(%q) = %q, want %q", test.comment, got, test.want)
		}
	}
}

func TestUntagged(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{
		{"plain", "plain"},
		{"<summary>", ""},
		{"<summary>Text.</summary>", "Text."},
		{`See <see cref="T:System.String"/> and <paramref name="x"/>.`, "See System.String and x."},
		{`<see href="https://a"/>`, ""},
		{`<param name="x">The x.</param>`, ""},
		{"<inheritdoc/>", ""},
		{"A List<int> of a < b", "A List<int> of a < b"},
		{"unclosed <see", "unclosed <see"},
	} {
		if got := untagged(test[0]); got != test[1] {
			t.Errorf("untagged(%q) = %q, want %q", test[0], got, test[1])
		}
	}
}
