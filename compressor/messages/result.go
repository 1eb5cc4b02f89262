package messages

import (
	"slices"
	"strings"

	"ctxpack/internal/text/jsondoc"
)

// Result is a trimmed conversation. Indices are those of the input, in its order.
type Result struct {
	Classified   []Classified // one entry per message of the input
	Kept         []int        // the output, replaced messages included
	Dropped      []int
	Replaced     []int // messages whose tool results were replaced by placeholders
	TokensBefore int
	TokensAfter  int // including the summary
	Target       int
	OverTarget   int  // the excess of TokensAfter over Target because of protected messages; else 0
	Summarised   bool // a summary replaces the first dropped message

	files        []touched
	conversation *Conversation
	pieces       []piece
}

type piece struct {
	index        int // index of the message; for a summary, of the message that it replaces
	whole, inner string
	role         role
	merged       bool // its parts are in the previous piece
	made         bool // it was inserted
}

func (p *plan) result(before int) *Result {
	var summary []Said
	if p.summary != "" {
		summary = []Said{{Role: "user", Parts: []Part{{Kind: TextKind, Text: p.summary}}}}
		if !p.o.Clean {
			summary[0].Extra = `,"summarized":true`
		}
	}
	r := p.written(summary, slices.Index(p.dropped, true))
	r.Classified, r.TokensBefore, r.Target, r.Summarised = p.classified, before, p.o.Target, p.summary != ""
	r.TokensAfter += p.total
	r.OverTarget = max(0, r.TokensAfter-p.o.Target)
	files := touchedFiles{index: map[string]int{}}
	for i := range p.messages {
		files.add(&p.messages[i], p.classified[i].Step)
	}
	r.files = files.files
	return r
}

// written returns the rest, with messages inserted before an index. Its tokens are those saved by joining.
func (p *plan) written(insert []Said, before int) *Result {
	r := &Result{conversation: p.Conversation}
	put := func(i int) {
		for _, s := range insert {
			role, inner := max(user, map[string]role{"assistant": assistant}[s.Role]), p.write(s)
			r.pieces = append(r.pieces, piece{index: i, whole: p.wrapped(inner, role, i), inner: inner, role: role, made: true})
		}
	}
	for i := range p.messages {
		m := &p.messages[i]
		if i == before {
			put(i)
		}
		if p.dropped[i] {
			r.Dropped = append(r.Dropped, i)
			continue
		}
		r.Kept = append(r.Kept, i)
		inner := p.src[m.From:m.To]
		if len(p.placed[i]) > 0 {
			r.Replaced = append(r.Replaced, i)
			inner = p.rewritten(i)
		} else if p.o.Clean {
			inner = Clean(inner)
		}
		r.pieces = append(r.pieces, piece{index: i, whole: p.src[m.entry.From:m.From] + inner + p.src[m.To:m.entry.To], inner: inner, role: m.role})
	}
	if last := len(p.messages) - 1; before > last && last >= 0 {
		put(last)
	}
	if styles()[p.style].alternates {
		r.alternate(p)
	}
	return r
}

// alternate merges consecutive messages of the same role that were not adjacent in the input: some providers
// require user and assistant to alternate.
func (r *Result) alternate(p *plan) {
	head := 0
	for k := 1; k < len(r.pieces); k++ {
		a, b := &r.pieces[head], &r.pieces[k]
		apart := b.made || r.pieces[k-1].made || b.index > r.pieces[k-1].index+1 || p.dropped[b.index] || p.dropped[r.pieces[k-1].index]
		given := p.messages[a.index].given >= 0 || p.messages[b.index].given >= 0
		whole, ok := "", false
		if sameSpeaker := a.role == b.role && (a.role == user || a.role == assistant); sameSpeaker && apart && !given {
			whole, ok = joinParts(a.inner, b.inner)
		}
		if !ok {
			head = k
			continue
		}
		a.whole = strings.Replace(a.whole, a.inner, whole, 1)
		a.inner, b.merged = whole, true
		r.TokensAfter -= TokensPerMessage
	}
}

// joinParts appends the parts of a message to those of another.
func joinParts(a, b string) (string, bool) {
	list := func(text string) (string, string, string, bool) {
		o, f := newReader(text, 0).object("")
		if f != nil {
			return "", "", "", false
		}
		at, _ := o.get(newReader(text, 0), "parts|content")
		if at.Empty() || text[at.From] != '[' {
			return "", "", "", false
		}
		return text[:at.From+1], strings.TrimSpace(text[at.From+1 : at.To-1]), text[at.To-1:], true
	}
	before, first, after, ok := list(a)
	_, second, _, also := list(b)
	if !ok || !also {
		return "", false
	}
	if first != "" && second != "" {
		first += ","
	}
	return before + first + second + after, true
}

// Text returns the remaining conversation in the format of the input: the same bytes except for dropped and
// replaced ones, and a byte order mark. A message keeps the separator before it.
func (r *Result) Text() string {
	c := r.conversation
	var ch *chain
	whole := len(r.pieces) == len(c.messages) && !slices.ContainsFunc(r.pieces, func(p piece) bool { return p.made })
	if c.shape == Lines && !whole { // each entry needs an existing parent
		ch = c.newChain(r.pieces)
	}
	var out strings.Builder
	out.WriteString(c.src[:c.list.From])
	entries := c.aside
	if len(c.messages) > 0 {
		entries = append(slices.Clone(c.messages[0].aside), c.messages[0].entry)
	}
	end, first := c.list.From, true // end of the previous entry, and whether nothing is written yet
	put := func(at jsondoc.Span, text string, kept bool) {
		switch {
		case !kept:
		case first:
			out.WriteString(c.src[c.list.From:entries[0].From] + text)
			first = false
		case at.Empty() || end == c.list.From: // inserted, or after an inserted one
			out.WriteString(c.separator() + text)
		default:
			out.WriteString(c.src[end:at.From] + text)
		}
		end = max(end, at.To)
	}
	lines := func(aside []jsondoc.Span) {
		for _, at := range aside {
			put(at, ch.mend(c.src[at.From:at.To], false, false, ""), true)
		}
	}
	pieces := r.pieces
	for i := range c.messages {
		m := &c.messages[i]
		lines(m.aside)
		for ; len(pieces) > 0 && pieces[0].index == i; pieces = pieces[1:] {
			p, at := pieces[0], m.entry
			if p.made {
				at = jsondoc.Span{}
			}
			if !p.merged {
				p.whole = ch.mend(p.whole, true, p.made, c.src[m.entry.From:m.entry.To])
			}
			put(at, p.whole, !p.merged)
		}
		end = m.entry.To
	}
	lines(c.aside)
	if !first || len(c.messages) == 0 {
		out.WriteString(c.src[end:c.list.To])
	}
	return out.String() + c.src[c.list.To:]
}

func (r *Result) each(message func(text string)) {
	for _, p := range r.pieces {
		if !p.merged {
			message(p.inner)
		}
	}
}
