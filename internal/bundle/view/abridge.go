package view

import (
	"path"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/share/cache"
	"ctxpack/internal/text/lineindex"
	"ctxpack/scorer/fitted"
)

// The omitted parts of files shown in full, in formats for people and models: a licence header shared by many
// files, and, without a task, tests within code. The entry states its lines.

// licenceWords are those of which a licence comment has at least one.
var licenceWords = []string{"license", "licence", "copyright", "all rights reserved", "spdx-"} // read-only

// maxLicence is the maximum number of lines of such a comment.
const maxLicence = 60

// licenceToken is the number of bytes per token in such a comment.
const licenceToken = 4

// LicenceOf finds the licence comment at the start of a text, after a #! line or the opening of a program.
func LicenceOf(text string) cache.Licence {
	n, start, end, block, open, closer := 0, 0, 0, "", "", ""
	found := cache.Licence{}
	for line := range strings.Lines(text) {
		n++
		end += len(line)
		bare := strings.TrimSpace(line)
		switch {
		case open != "": // within a comment, or a run of them
		case bare == "", n == 1 && (strings.HasPrefix(bare, "#!") || strings.HasPrefix(bare, "<?")):
			continue
		default:
			if open, closer = commentMark(bare); open == "" {
				return found
			}
			found.Start, start = n, end-len(line)
		}
		if mark, _ := commentMark(bare); closer == "" && mark != open {
			n--
			break
		}
		if block = text[start:end]; n-found.Start >= maxLicence {
			return cache.Licence{}
		}
		if _, behind, ok := strings.Cut(bare, closer); ok && closer != "" {
			if behind != "" {
				return cache.Licence{}
			}
			break
		}
	}
	lower := strings.ToLower(block)
	if !slices.ContainsFunc(licenceWords, func(word string) bool { return strings.Contains(lower, word) }) {
		return cache.Licence{}
	}
	found.End, found.Bytes, found.Text = n, len(block), licenceText(block)
	return found
}

// commentMark returns the mark with which a line starts a comment, and the end mark of a comment of several lines;
// "" for none.
func commentMark(line string) (open, closer string) {
	for _, m := range [...][2]string{{"/*", "*/"}, {"<!--", "-->"}, {"//"}, {"--[[", "]]"}, {"--"}, {";"}, {"%"}} {
		if strings.HasPrefix(line, m[0]) {
			return m[0], m[1]
		}
	}
	if line == "#" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "##") {
		return "#", ""
	}
	return "", ""
}

// licenceText hashes the text of a licence header without its years, by FNV-1a.
func licenceText(block string) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range []byte(strings.ReplaceAll(block, "–", "")) {
		if isYear := c >= '0' && c <= '9'; !isYear && strings.IndexByte(" -,\r", c) < 0 {
			h = (h ^ uint64(c)) * 1099511628211
		}
	}
	return h
}

// ShareLicences marks the files that begin with a licence header shared by many.
func ShareLicences(files []*File) {
	counts := map[uint64]int{}
	for _, f := range files {
		counts[f.Contents.Licence.Text]++
	}
	for _, f := range files {
		l := f.Contents.Licence
		f.Shared = l.Bytes >= licenceToken*fitted.OmittedTokens && counts[l.Text] >= fitted.SharedLicence
	}
}

// omitted returns the lines omitted from a text shown in full. There are none if all files fit, or if the user
// asked for the file.
func (p *Views) omitted(file *File) []render.Range {
	if p.exact || file.Chosen || file.Facts.Pinned {
		return nil
	}
	var omitted []render.Range
	if file.Shared {
		omitted = append(omitted, render.Range{Start: file.Contents.Licence.Start, End: file.Contents.Licence.End})
	}
	if tests := p.inlineTests(file); tests.End > 0 {
		omitted = append(omitted, tests)
	}
	return omitted
}

// inlineTests returns the test lines omitted from a file of code; none with a task, which may concern tests.
func (p *Views) inlineTests(file *File) render.Range {
	t := file.Contents.Tests
	if isWhole := p.exact || p.options.Task || file.Chosen || file.Facts.Pinned; isWhole || t.Tokens < fitted.OmittedTokens {
		return render.Range{}
	}
	return render.Range{Start: t.Start, End: t.End}
}

// TestsOf finds the test module in a Rust file, with the empty lines before it; none in other languages, whose
// tests are separate files.
func TestsOf(file, text string, count func(string) int) cache.Tests {
	if path.Ext(file) != ".rs" {
		return cache.Tests{}
	}
	n, last, from, inside := 0, 0, 0, false // last is the last non-empty line before it
	for line := range strings.Lines(text) {
		n++
		switch {
		case inside && strings.HasPrefix(line, "}"):
			return cache.Tests{Start: from, End: n, Tokens: count(lineindex.New(text).Slice(from, n))}
		case inside:
		case strings.HasPrefix(line, "#[cfg(test)]"):
			from = last + 1
		case from > 0 && strings.HasPrefix(line, "mod ") && strings.Contains(line, "{"):
			inside = true
		case from > 0 && strings.HasPrefix(line, "#["):
		default:
			from = 0
		}
		if strings.TrimSpace(line) != "" {
			last = n
		}
	}
	return cache.Tests{}
}

// begins returns the first line that excerpts of a text may show.
func (p *Views) begins(file *File) int {
	if !p.exact && file.Shared {
		return file.Contents.Licence.End + 1
	}
	return 1
}

// linesWithout returns the lines of a document, and which are omitted: a heading with everything below it.
func linesWithout(text string, leaves func(*markup, string) bool) (lines []string, omit []bool) {
	var m markup
	var level []int // levels of headings that are not in code, 0 for other lines
	for line := range strings.Lines(text) {
		depth := 0
		if h := headingBefore().FindStringSubmatch(line); h != nil && m.fence == "" {
			depth = len(h[1])
		}
		lines, omit, level = append(lines, line), append(omit, leaves(&m, line)), append(level, depth)
	}
	for n := len(lines) - 1; n >= 0; n-- {
		if level[n] == 0 {
			continue
		}
		some, all := false, true
		inside := func(k int) bool { return k < len(lines) && (level[k] == 0 || level[k] > level[n]) }
		for k := n + 1; all && inside(k); k++ {
			some = some || omit[k]
			all = omit[k] || strings.TrimSpace(lines[k]) == ""
		}
		omit[n] = omit[n] || some && all
	}
	return lines, omit
}

// without returns the lines of a text of a given length outside of some sorted ranges, and drops empty lines after
// a range.
func without(omitted []render.Range, text lineindex.Index, lines int) []render.Range {
	var kept []render.Range
	next := 1
	for _, r := range append(omitted, render.Range{Start: lines + 1}) {
		if r.Start > next {
			kept = append(kept, render.Range{Start: next, End: r.Start - 1})
		}
		for next = r.End + 1; next < lines && strings.TrimSpace(text.Slice(next, next)) == ""; next++ {
		}
	}
	return kept
}
