package messages

import (
	"io"
)

// Result is what becomes of a conversation. Indices are those of the input, in
// its order.
type Result struct {
	Classified   []Classified // of every message of the input
	Kept         []int        // what is written, replaced messages included
	Dropped      []int
	Replaced     []int // messages whose tool results gave way to placeholders
	TokensBefore int
	TokensAfter  int // with the summary
	Target       int
	OverTarget   int  // by how much TokensAfter exceeds Target, because what is protected does; else 0
	Summarised   bool // a summary stands where the first dropped message stood

	conversation *Conversation
	rewritten    map[int]string
	summary      string
}

func (p *plan) result(before int) *Result {
	r := &Result{
		Classified: p.classified, TokensBefore: before, TokensAfter: p.total, Target: p.o.Target,
		OverTarget: max(0, p.total-p.o.Target), Summarised: p.summary != "",
		conversation: p.Conversation, rewritten: p.rewritten, summary: p.summary,
	}
	for i, dropped := range p.dropped {
		if dropped {
			r.Dropped = append(r.Dropped, i)
			continue
		}
		r.Kept = append(r.Kept, i)
		if _, ok := p.rewritten[i]; ok {
			r.Replaced = append(r.Replaced, i)
		}
	}
	return r
}

// output remembers the first error and how much was written.
type output struct {
	w   io.Writer
	n   int64
	err error
}

func (o *output) write(text string) {
	if o.err == nil && text != "" {
		var n int
		n, o.err = io.WriteString(o.w, text)
		o.n += int64(n)
	}
}

// WriteTo writes the conversation that is left, in the shape of the input: the
// same bytes but for what was dropped and replaced, and a byte order mark.
func (r *Result) WriteTo(w io.Writer) (int64, error) {
	c := r.conversation
	out := &output{w: w}
	out.write(c.src[:c.list.From])
	r.writeMessages(out)
	out.write(c.src[c.list.To:])
	return out.n, out.err
}

// writeMessages writes the messages with what stands before, between and after
// them in the input. A message takes along what separates it from the one
// before.
func (r *Result) writeMessages(out *output) {
	c := r.conversation
	n := len(c.messages)
	if n == 0 {
		out.write(c.src[c.list.From:c.list.To])
		return
	}
	first := true
	r.each(func(i int, text string) {
		if first {
			out.write(c.src[c.list.From:c.messages[0].From])
		} else {
			out.write(c.src[c.messages[i-1].To:c.messages[i].From])
		}
		out.write(text)
		first = false
	})
	if !first {
		out.write(c.src[c.messages[n-1].To:c.list.To])
	}
}

// each calls a function for every message that is left, with its index; the
// summary has that of the first dropped message.
func (r *Result) each(message func(i int, text string)) {
	kept, summary := r.Kept, r.summary
	for i := range r.Classified {
		if len(kept) > 0 && kept[0] == i {
			message(i, r.text(i))
			kept = kept[1:]
		} else if summary != "" {
			message(i, summary)
			summary = ""
		}
	}
}

// text is a kept message as it is written.
func (r *Result) text(i int) string {
	if text, ok := r.rewritten[i]; ok {
		return text
	}
	m := &r.conversation.messages[i]
	return r.conversation.src[m.From:m.To]
}
