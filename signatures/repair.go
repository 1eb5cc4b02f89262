package signatures

import (
	"context"
	"sort"
	"strings"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
)

// maxRepairs is how many places of one file are blanked so that what follows
// them can be read.
const maxRepairs = 4

// tree parses the text within a time limit. A text with mistakes is parsed
// again: first as its language's mask has it, then without the places at which
// the parser lost its way and swallowed the declarations that follow (an open
// bracket, an open string). A copy with fewer errors takes the text's place.
// The caller closes the tree; without one, the reason says why.
func (f *file) tree(ctx context.Context) (tree *sitter.Tree, reason string) {
	limit := parseTime(len(f.src))
	if at, ok := ctx.Deadline(); ok {
		limit = max(min(limit, time.Until(at)), time.Millisecond)
	}
	f.parsed = f.src
	if f.spec.sure != nil {
		f.parsed = f.spec.sure(f.src)
	}
	tree = f.grammar.parse(ctx, f.parsed, limit)
	if tree == nil {
		return nil, fallbackTimedOut
	}
	if reason := unreadable(tree); reason != "" {
		tree.Close()
		return nil, reason
	}
	if !tree.RootNode().HasError() && f.spec.suspects == "" {
		return tree, ""
	}
	mistakes := f.grammar.errors(tree, f.src)
	if len(mistakes) == 0 { // nothing, or tokens that are missing: no copy can have fewer
		return tree, ""
	}
	exhausted := false // one copy took all its time: so would the next
	retry := func(text string) bool {
		if text == f.parsed || exhausted || ctx.Err() != nil {
			return false
		}
		again := f.grammar.parse(ctx, text, limit)
		if again == nil {
			exhausted = true
			return false
		}
		if unreadable(again) != "" {
			again.Close()
			return false
		}
		if n := f.grammar.errors(again, text); len(n) < len(mistakes) {
			tree, again, mistakes, f.parsed = again, tree, n, text
			again.Close()
			return true
		}
		again.Close()
		return false
	}
	if f.spec.mask == nil { // what was sure may have been wrong
		retry(f.src)
	} else {
		retry(f.spec.mask(f.parsed))
	}
	if f.spec.bodies != nil && len(mistakes) > 0 {
		f.branchesOf(tree)
		if !retry(f.spec.bodies(f.parsed)) {
			f.branches = nil
		}
	}
	for range maxRepairs {
		at, ok := swallowed(f.parsed, mistakes)
		if !ok || !retry(blanked(f.parsed, at)) {
			break
		}
		f.lost = append(f.lost, at)
	}
	return tree, ""
}

// branchesOf notes the branches of a tree before another takes its place that
// lacks the bodies they are in.
func (f *file) branchesOf(t *sitter.Tree) {
	c := sitter.NewQueryCursor()
	defer c.Close()
	c.Exec(f.grammar.query, t.RootNode())
	for range maxCaptures {
		m, ok := c.NextMatch()
		if !ok {
			break
		}
		for _, got := range m.Captures {
			if f.grammar.captures[got.Index] == "branch" {
				f.branches = append(f.branches, int(got.Node.StartByte()))
			}
		}
	}
}

// errors are the places that did not parse, in source order.
func (g *grammar) errors(t *sitter.Tree, text string) []span {
	c := sitter.NewQueryCursor()
	defer c.Close()
	c.Exec(g.mistakes, t.RootNode())
	var list []span
	for range maxCaptures {
		m, ok := c.NextMatch()
		if !ok {
			break
		}
		for _, got := range m.Captures {
			at := span{int(got.Node.StartByte()), min(int(got.Node.EndByte()), len(text))}
			if g.mistakes.CaptureNameForId(got.Index) == "error" || declares(text[min(at.start, at.end):at.end]) {
				list = append(list, at)
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].start < list[j].start })
	return list
}

// declares tells whether a word starts a declaration: no name, as little as
// none.
func declares(word string) bool {
	switch word {
	case "", // missing
		"class", "interface", "object", "fun", "val", "var", "constructor", "companion", "def", "trait", "default":
		return true
	}
	return false
}

// swallowed finds the first mistake that holds a line on which something new
// starts, and says what to blank: from the mistake to that line.
func swallowed(text string, mistakes []span) (span, bool) {
	seen := 0
	for _, m := range mistakes {
		if m.start < seen { // inside one that holds no such line
			continue
		}
		seen = m.end
		at := min(m.start, len(text))
		for {
			n := strings.Index(text[at:min(m.end, len(text))], "\n\n")
			if n < 0 {
				break
			}
			at += n + 2
			if startsAnew(text[at:]) {
				return span{m.start, at}, true
			}
		}
	}
	return span{}, false
}

// startsAnew tells a text that begins, in its first column, with a word or a
// comment: after an empty line that is where authors start a declaration.
func startsAnew(text string) bool {
	if text == "" {
		return false
	}
	c := text[0] | 0x20
	return c >= 'a' && c <= 'z' || strings.IndexByte("@/#", text[0]) >= 0
}

// blanked is text with all but the line ends of a range replaced by spaces.
func blanked(text string, at span) string {
	out := []byte(text)
	for i := at.start; i < at.end; i++ {
		if out[i] != '\n' && out[i] != '\r' {
			out[i] = ' '
		}
	}
	return string(out)
}

// lostMarkers finds the markers in the places that were blanked.
func (f *file) lostMarkers() {
	for _, at := range f.lost {
		markers, _ := scanText(f.spec.comments, f.src[at.start:at.end])
		for _, m := range markers {
			m.Line += f.line(at.start) - 1
			f.out.Markers = append(f.out.Markers, m)
		}
	}
	sort.SliceStable(f.out.Markers, func(i, j int) bool { return f.out.Markers[i].Line < f.out.Markers[j].Line })
	f.out.Errors += len(f.lost)
}
