package redact

import (
	"cmp"
	"slices"
	"strings"
)

type edit struct {
	start, end int
	of         *value // nil for a piece of a value
	text       string
}

// elsewhere finds further occurrences of values that no rule found. It scans the words of the text once.
func elsewhere(text string, values []*value, edits []edit) []edit {
	if len(values) == 0 {
		return nil
	}
	byWord := map[uint32][]*value{}
	for _, known := range values {
		if list := byWord[known.word]; !slices.Contains(list, known) {
			byWord[known.word] = append(list, known)
		}
	}
	for _, list := range byWord { // the longest first: one may contain another
		slices.SortFunc(list, func(a, b *value) int { return cmp.Or(len(b.text)-len(a.text), strings.Compare(a.text, b.text)) })
	}
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	next, past := 0, 0 // next edit, and the end of the last one added
	var more []edit
	for w := range wordsIn(text) {
		for _, known := range byWord[w.hash] {
			start := w.start - known.offset
			end := start + len(known.text)
			if start < past || !isWordAt(text, start, known.text) {
				continue
			}
			for next < len(edits) && edits[next].end <= start {
				next++
			}
			if next == len(edits) || end <= edits[next].start {
				more = append(more, edit{start: start, end: end, of: known, text: known.placeholder})
				past = end
				break
			}
		}
	}
	return more
}

// isWordAt reports whether a value is at text[start:] and not part of a longer word.
func isWordAt(text string, start int, value string) bool {
	if start < 0 || !strings.HasPrefix(text[start:], value) {
		return false
	}
	end := start + len(value)
	return !(start > 0 && is(text[start-1], letter|digit) && is(value[0], letter|digit)) &&
		!(end < len(text) && is(text[end], letter|digit) && is(value[len(value)-1], letter|digit))
}

// apply applies edits. A replaced range of several lines keeps its line breaks.
func apply(text string, edits []edit) string {
	if len(edits) == 0 {
		return text
	}
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.start])
		b.WriteString(e.text)
		b.WriteString(strings.Repeat("\n", strings.Count(text[e.start:e.end], "\n")))
		at = e.end
	}
	b.WriteString(text[at:])
	return b.String()
}
