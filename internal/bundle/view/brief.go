package view

import (
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/lineindex"
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
	"ctxpack/signatures"
)

// The short form of a declaration says what a project is built on at the price of a few lines: of a type its head, its
// fields or cases and the signatures of its methods, without comments and bodies; of a function its signature.

// signatureTokens is the typical size of a signature with what marks the gap.
const signatureTokens = 30

// shorten offers the short form of a declaration of the code; with a task, a part of a long one.
func (d *Declarations) shorten(o *packer.Part, file *File, parts []signatures.Part, k int) {
	p, tokens := parts[k], int(o.Tokens)
	if file.Facts.Class != scorer.Source || p.Name == "" || p.Bytes == 0 {
		return
	}
	if long := d.room * fitted.TaskFileShare / 1000; d.options.Task {
		if tokens > 2*long {
			o.Head, o.HeadWorth = int32(long), o.Worth
		}
		return
	}
	if d.declaring(p.Name) > 1 {
		name := strings.ToLower(p.Name)
		if d.twins[name] == 0 {
			d.twins[name] = int32(len(d.twins) + 1)
		}
		o.Twin = d.twins[name]
	}
	switch {
	case isType(p.Kind) && p.EndLine > p.Line:
		o.Head = int32(min(tokens, fitted.HeadTokens))
	case signatures.Function(p.Kind) && tokens >= 2*signatureTokens:
		o.Head = signatureTokens
	default:
		return
	}
	o.HeadKind = kindHead
	o.HeadWorth = int32(scorer.HeadWorth(file.Breakdown.Score-file.Breakdown.Points(scorer.LimitFactor), p, d.users(p.Name)))
}

// isType reports whether a declaration is a type with members.
func isType(kind string) bool {
	return signatures.Container(kind) && kind != "heading" && kind != "module" && kind != "namespace"
}

// briefLines returns the lines of the short form that a cut stands for; nil if it stands for another beginning.
func (d *Declarations) briefLines(parts []signatures.Part, c packer.Cut, lines lineindex.Index) (shown []render.Range) {
	p, room, end := parts[c.Part], c.Tokens, min(parts[c.Part].EndLine, lines.Count())
	if isSignature := signatures.Function(p.Kind) && c.Tokens <= signatureTokens; isSignature {
		end = min(headEnd(p.Line, lines), end)
	} else if !isType(p.Kind) {
		return nil
	}
	methods := map[int]signatures.Part{}
	for _, m := range parts {
		if m.Inside == c.Part && m.Bytes > 0 && m.Name != "" {
			methods[m.StartLine] = m
		}
	}
	within := quotes{}
	for line := p.Line; line <= end; line++ {
		from, to, text := line, line, lines.Slice(line, line)
		if m, ok := methods[line]; ok {
			from, to, line = m.Line, min(headEnd(m.Line, lines), m.EndLine), m.EndLine
		} else if bare := strings.TrimSpace(text); within.within(text) || bare == "" || isCommentLine(bare) {
			continue
		}
		if room -= d.Count(lines.Slice(from, to)); room < 0 && from > p.Line {
			break
		}
		shown = append(shown, render.Range{Start: from, End: to})
	}
	return unite(nil, shown)
}
