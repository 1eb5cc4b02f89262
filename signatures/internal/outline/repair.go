package outline

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"
	"time"

	"ctxpack/signatures/internal/lex"
)

// maxRepairs is how many places of one file are blanked so that the text after them parses.
const maxRepairs = 4

// read parses the text within a time limit. A text with errors is parsed again: first as its language's mask
// changes it, then without the places where the parser swallowed the declarations that follow (an open bracket, an
// open string). A copy with fewer errors replaces the text. The caller closes the tree; if it is nil, the reason
// says why.
func (f *File) read(ctx context.Context) (tree *tree, reason string) {
	limit := parseTime(len(f.Src))
	if at, ok := ctx.Deadline(); ok {
		limit = max(min(limit, time.Until(at)), time.Millisecond)
	}
	f.Parsed = f.Src
	if f.spec.Preprocess != nil {
		f.Parsed = f.spec.Preprocess(f.Src)
	}
	if f.found = f.bodies(); f.found != nil {
		f.Parsed = f.found.Without(f.Parsed)
	}
	tree, mistakes, reason := f.parseReadable(ctx, f.Parsed, limit)
	if tree == nil {
		return nil, reason
	}
	if len(mistakes) == 0 { // none, or missing tokens only: no copy can have fewer
		return tree, ""
	}
	exhausted := false // one copy took all its time: so would the next
	retry := func(text string) bool {
		if text == f.Parsed || exhausted || ctx.Err() != nil {
			return false
		}
		again, n, reason := f.parseReadable(ctx, text, limit)
		if again == nil {
			exhausted = reason == FallbackWork || reason == FallbackTimedOut
			return false
		}
		if len(n) < len(mistakes) {
			tree, again, mistakes, f.Parsed = again, tree, n, text
			again.Close()
			return true
		}
		again.Close()
		return false
	}
	if f.spec.Mask == nil { // preprocessing may have caused the error
		text := f.Src
		if f.found != nil {
			text = f.found.Without(text)
		}
		retry(text)
	} else {
		retry(f.spec.Mask(f.Parsed))
	}
	for range maxRepairs {
		at, ok := swallowed(f.Parsed, mistakes)
		if !ok || !retry(lex.Blanked(f.Parsed, []lex.Span{at})) {
			break
		}
		f.lost = append(f.lost, at)
	}
	return tree, ""
}

// bodies finds the bodies of functions, which are not parsed.
func (f *File) bodies() *lex.Skeleton {
	if !f.heads || f.spec.Skeleton == nil {
		return nil
	}
	text := f.Src
	if f.spec.Skeleton.Preprocessed {
		text = f.Parsed
	}
	return lex.FindBodies(f.Path, text, f.spec.Skeleton)
}

// parseReadable parses a text and returns the places that did not parse, or the reason why there is no usable tree.
// Omitting text may change error recovery, so a text with few errors is parsed again in full.
func (f *File) parseReadable(ctx context.Context, text string, limit time.Duration) (tree *tree, mistakes []lex.Span, reason string) {
	if short, gaps, own := f.compact(text); len(gaps) > 0 {
		tree, mistakes, reason = f.parseText(ctx, text, short, gaps, limit)
		if tree != nil && len(own) > 0 {
			tree.join(own)
		}
		if len(mistakes) == 0 || f.spec.Mask != nil {
			return tree, mistakes, reason
		}
		tree.Close()
	}
	return f.parseText(ctx, text, text, nil, limit)
}

// compact returns the part of a text that the parser must see, and the nodes that the language's reader built.
func (f *File) compact(text string) (short string, gaps []gap, own []flat) {
	var unread []lex.Span
	switch {
	case f.spec.ReadPart != nil:
		b := &Builder{grammar: f.grammar}
		var hidden []lex.Span
		unread, hidden = f.spec.ReadPart(b, text)
		f.Parsed, own = lex.Blanked(f.Parsed, hidden), b.nodes
	case !f.Elided && !f.heads || f.spec.Skeleton == nil:
		return text, nil, nil
	case f.spec.Heads != nil:
		unread = f.spec.Heads.Unread(text)
	}
	short, gaps = compact(text, unread)
	return short, gaps, own
}

// parseText parses the part of a text that the parser must see.
func (f *File) parseText(ctx context.Context, text, short string, gaps []gap, limit time.Duration) (tree *tree, mistakes []lex.Span, reason string) {
	tree, work := f.grammar.parse(ctx, short, gaps, limit, f.left)
	f.left -= work
	switch {
	case tree == nil && f.left > 0: // no counter recorded the work, so all of it counts as used
		f.left = -mostWork / 2
		return nil, nil, FallbackTimedOut
	case tree == nil:
		return nil, nil, FallbackWork
	}
	if mistakes, reason = unreadable(tree); reason != "" {
		tree.Close()
		return nil, nil, reason
	}
	if f.grammar.suspects != nil {
		mistakes = append(mistakes, f.grammar.suspected(tree, text)...)
	}
	slices.SortStableFunc(mistakes, func(a, b lex.Span) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	return tree, mistakes, ""
}

// suspected returns the places that parsed as a construct no program has.
func (g *grammar) suspected(t *tree, text string) []lex.Span {
	var list []lex.Span
	matches := 0
	g.suspects.run(t.nodes, func(found []caught) bool {
		for _, got := range found {
			n := &t.nodes[got.at]
			at := lex.Span{Start: int(n.start), End: min(int(n.end), len(text))}
			if got.role == "error" || declares(text[min(at.Start, at.End):at.End]) {
				list = append(list, at)
			}
		}
		matches++
		return matches < maxCaptures
	})
	return list
}

// declares reports whether a word starts a declaration, and so is not a name.
func declares(word string) bool {
	switch word {
	case "", // missing
		"class", "interface", "object", "fun", "val", "var", "constructor", "companion", "def", "trait", "default":
		return true
	}
	return false
}

// swallowed finds the first error that contains a line on which a new declaration starts. It returns the part to
// blank: from the error to that line.
func swallowed(text string, mistakes []lex.Span) (lex.Span, bool) {
	seen := 0
	for _, m := range mistakes {
		if m.Start < seen { // inside an error without such a line
			continue
		}
		seen = m.End
		at := min(m.Start, len(text))
		for {
			n := strings.Index(text[at:min(m.End, len(text))], "\n\n")
			if n < 0 {
				break
			}
			at += n + 2
			if startsAnew(text[at:]) {
				return lex.Span{Start: m.Start, End: at}, true
			}
		}
	}
	return lex.Span{}, false
}

// startsAnew reports whether a text begins, in its first column, with a word or a comment: after an empty line,
// authors start a declaration there.
func startsAnew(text string) bool {
	if text == "" {
		return false
	}
	c := text[0] | 0x20
	return c >= 'a' && c <= 'z' || strings.IndexByte("@/#", text[0]) >= 0
}

func (f *File) lostMarkers() {
	for _, at := range f.lost {
		markers := lex.Markers(f.spec.Comments, f.Src[at.Start:at.End])
		for _, m := range markers {
			m.Line += f.line(at.Start) - 1
			f.Out.Markers = append(f.Out.Markers, m)
		}
	}
	sort.SliceStable(f.Out.Markers, func(i, j int) bool { return f.Out.Markers[i].Line < f.Out.Markers[j].Line })
	f.Out.Errors += len(f.lost)
}
