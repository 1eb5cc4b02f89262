package view

import (
	"regexp"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/pattern"
)

// A document's first screen is its first informative lines: badges, logos, tables of sponsors and other markup are
// skipped.

// screenOf returns the runs of lines of a text's first screen, within a number of tokens.
func screenOf(text string, tokens int, count func(string) int) (spans []render.Range) {
	var fence []render.Range     // the lines shown before the open code block
	joined, open := false, false // joined: no line was skipped since the last run
	all, passed := linesWithout(text, (*markup).passes)
	for n, line := range all {
		if passed[n] {
			joined = false
			continue
		}
		if tokens -= count(line); tokens < 0 && len(spans) > 0 {
			if len(fence) > 0 { // half an example is not informative
				return fence
			}
			return spans
		}
		if isFence(strings.TrimSpace(line)) {
			if fence, open = nil, !open; open {
				fence = slices.Clone(spans)
			}
		}
		switch {
		case strings.TrimSpace(line) == "": // shown if text follows it
		case joined:
			spans[len(spans)-1].End = n + 1
		default:
			spans = append(spans, render.Range{Start: n + 1, End: n + 1})
			joined = true
		}
	}
	if joined {
		spans[len(spans)-1].End = len(all)
	}
	return spans
}

func isFence(line string) bool {
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

// markup tracks the state of the markup from line to line of a document.
type markup struct {
	fence   string // fence of the open code block
	comment bool   // within <!-- -->
	tag     bool   // within a tag of several lines
	image   bool   // within the options of a reStructuredText image
	sponsor int    // level of the heading of a list of sponsors or people, 0 outside
}

var (
	htmlLink     = pattern.Of(`<a [^<>]*>[^<>]*</a>`)
	badgePattern = pattern.Of(`\[!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])\](\([^)]*\)|\[[^\]]*\])` +
		`|!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])|\|[A-Za-z](?:[^|]{0,40}[^|\s])?\||<[^<>]*>|&[a-z]+;`)
	addressPattern = pattern.Of(`^<([a-z]+:|[^<>\s]+@)`)
	linkPattern    = pattern.Of(`\[[^\]]*\](\([^)]*\)|\[[^\]]*\])`)
	contentPattern = pattern.Of(`^([*+-]|\d+\.)\s+\[[^\]]*\]\(#[^)]*\)$`) // entry of a table of contents
	refPattern     = pattern.Of(`^\[[^\]]+\]:\s`)
	sponsorWords   = pattern.Of(`(?i)\b(sponsors?|backers|supporters|partners|testimonials|opinions|contributors|` +
		`triagers|emeriti|committee|thanks|donate|donations)\b`)
	contentsTitle = pattern.Of(`(?i)^(#+\s+|\*\*)(table of )?contents?\W*$`)
	imagePattern  = pattern.Of(`^\.\. (\|[^|]+\| )?(image|figure|raw)::`)
	headingBefore = pattern.Of(`^(#{1,6})\s`)
)

// leastWords is the minimum number of letters besides markup; lines with fewer are skipped.
const leastWords = 12

// passes reports whether a line is skipped.
func (m *markup) passes(line string) bool {
	text := strings.TrimSpace(line)
	switch {
	case m.fence != "":
		if strings.HasPrefix(text, m.fence) {
			m.fence = ""
		}
		return m.sponsor > 0
	case m.comment:
		m.comment = !strings.Contains(text, "-->")
		return true
	case m.tag:
		m.tag = !strings.Contains(text, ">")
		return true
	case m.image && (text == "" || strings.IndexByte(" \t", line[0]) >= 0):
		m.image = text != ""
		return true
	}
	m.image = false
	switch {
	case isFence(text):
		m.fence = text[:3]
		return m.sponsor > 0
	case strings.HasPrefix(text, "<!--"):
		m.comment = !strings.Contains(text, "-->")
		return true
	case imagePattern().MatchString(text):
		m.image = true
		return true
	}
	if h := headingBefore().FindStringSubmatch(text); h != nil {
		switch level := len(h[1]); {
		case sponsorWords().MatchString(text):
			m.sponsor = level
		case level <= m.sponsor:
			m.sponsor = 0
		}
	}
	if slices.Contains([]string{"-", "|", "•", "·"}, text) { // between links
		return true
	}
	return m.sponsor > 0 || refPattern().MatchString(text) || contentsTitle().MatchString(text) || m.bare(text)
}

// bare reports whether a line consists almost only of tags, images and links.
func (m *markup) bare(text string) bool {
	if !strings.ContainsAny(text, "[<|&") || addressPattern().MatchString(text) {
		return false // all markup has one of these
	}
	if contentPattern().MatchString(text) {
		return true
	}
	open := strings.LastIndexByte(text, '<')
	if text[0] == '<' && open > strings.LastIndexByte(text, '>') {
		m.tag = true
		return true
	}
	if strings.Contains(text, "[![") || strings.Contains(text, "<img") {
		return true
	}
	if text[0] == '<' { // a heading in HTML may describe the project
		return letters(withoutMarkup(text)) < leastWords || sponsorWords().MatchString(text)
	}
	rest := badgePattern().ReplaceAllString(text, " ")
	if rest != text && letters(linkPattern().ReplaceAllString(rest, " ")) < leastWords {
		return true
	}
	if strings.HasPrefix(text, "* ") || strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "+ ") {
		return false // a list of links is content
	}
	links := linkPattern().FindAllStringIndex(rest, -1)
	return len(links) > 1 && letters(linkPattern().ReplaceAllString(rest, " ")) == 0
}

// withoutMarkup removes links, badges and tags from a line.
func withoutMarkup(text string) string {
	for _, mark := range [...]*regexp.Regexp{htmlLink(), badgePattern(), linkPattern()} {
		text = mark.ReplaceAllString(text, " ")
	}
	return text
}

func letters(text string) int {
	n := 0
	for _, r := range text {
		if r > 127 || r|0x20 >= 'a' && r|0x20 <= 'z' {
			n++
		}
	}
	return n
}
