package messages

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"ctxpack/internal/text/jsondoc"
)

// chain links the entries of a session file: each names its parent.
type chain struct {
	parents map[string]string // by id, both as JSON; "" for none
	written map[string]bool
	made    string // id of an inserted message, until the next one refers to it
}

// The members with the ids of an entry and its parent.
const (
	entryID     = "uuid|id"
	entryParent = "parentUuid|parentId"
)

// names returns the id and the parent of an entry; ok is false for one outside of any chain.
func names(entry string) (id, parent string, at jsondoc.Span, ok bool) {
	r := newReader(entry, 0)
	o, f := r.object("")
	i := max(o.index("parentUuid"), o.index("parentId"))
	if f != nil || i < 0 {
		return "", "", at, false
	}
	own, _ := o.get(r, entryID)
	above, _ := o.get(r, entryParent)
	return r.of(own), r.of(above), o.members[i].value, true
}

// leaveBranches sets aside messages that are not ancestors of the last one: a session file keeps abandoned
// branches, from before its user went back. Results of parallel calls branch off next to the line; one whose call
// is on the line stays if no other answers that call. If the line is broken, only branches below the break are
// dropped.
func (c *Conversation) leaveBranches() {
	if c.shape != Lines || !strings.Contains(c.src, `"parent`) {
		return
	}
	var order []string
	own, last, parents := make([]string, len(c.messages)), "", map[string]string{}
	c.entries(func(i int, entry string) {
		if id, parent, _, ok := names(entry); ok {
			order, parents[id] = append(order, id), parent
			if i >= 0 {
				own[i], last = id, id
			}
		}
	})
	line := map[string]bool{}
	for _, known := parents[last]; known && !line[last]; _, known = parents[last] {
		line[last] = true
		last = parents[last]
	}
	chained := slices.ContainsFunc(order, func(id string) bool { return parents[id] != "" })
	off := map[string]bool{"": last == "" && chained} // another root is a branch, too
	for _, id := range order {
		off[id] = !line[id] && (line[parents[id]] || off[parents[id]])
	}
	off[""] = false           // messages outside of any chain stay
	open := map[string]bool{} // calls on the line, and whether they have no result there
	for i := range c.messages {
		for _, call := range c.messages[i].calls {
			open[call.id] = open[call.id] || line[own[i]]
		}
	}
	for i := range c.messages {
		for _, r := range c.messages[i].results {
			open[r.id] = open[r.id] && !line[own[i]]
		}
	}
	var aside []jsondoc.Span
	var left []message
	for i, m := range c.messages {
		if m.aside = append(aside, m.aside...); off[own[i]] && !slices.ContainsFunc(m.results, func(r result) bool { return open[r.id] }) {
			aside = append(m.aside, m.entry)
			continue
		}
		left, aside = append(left, m), nil
	}
	c.messages = left
}

// entries calls visit for all entries in order, with the index of the message, -1 for none.
func (c *Conversation) entries(visit func(i int, entry string)) {
	for i := range c.messages {
		for _, at := range c.messages[i].aside {
			visit(-1, c.src[at.From:at.To])
		}
		visit(i, c.src[c.messages[i].entry.From:c.messages[i].entry.To])
	}
	for _, at := range c.aside {
		visit(-1, c.src[at.From:at.To])
	}
}

// newChain reads the chain of a conversation of which some pieces are written.
func (c *Conversation) newChain(pieces []piece) *chain {
	ch, kept := &chain{parents: map[string]string{}, written: map[string]bool{}}, map[int]bool{-1: true}
	for _, p := range pieces {
		kept[p.index] = kept[p.index] || !p.made && !p.merged
	}
	c.entries(func(i int, entry string) {
		if id, parent, _, ok := names(entry); ok {
			ch.parents[id] = parent
			ch.written[id] = ch.written[id] || kept[i]
		}
	})
	return ch
}

// above returns the nearest ancestor that is written.
func (ch *chain) above(parent string) string {
	for n := len(ch.parents); parent != "" && !ch.written[parent] && n > 0; n-- {
		parent = ch.parents[parent]
	}
	return parent
}

func under(entry string, at jsondoc.Span, parent string) string {
	return entry[:at.From] + cmp.Or(parent, "null") + entry[at.To:]
}

// mend returns an entry with a written parent. A message inserted for one at a position has an id of its own, and
// the next message refers to it.
func (ch *chain) mend(entry string, message, made bool, place string) string {
	id, parent, at, ok := names(entry)
	if ch == nil || !ok {
		return entry
	}
	if made {
		_, parent, _, _ = names(place)
	}
	above := ch.above(parent)
	if message && ch.made != "" {
		above, ch.made = ch.made, ""
	}
	if !made {
		return under(entry, at, above)
	}
	entry = under(entry, at, above)
	o, _ := newReader(entry, 0).object("") // parsed before without a fault
	own, _ := o.get(newReader(entry, 0), entryID)
	sum := sha256.Sum256([]byte(id + above))
	ch.made = fmt.Sprintf(`"%x-%x-%x-%x-%x"`, sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	return entry[:own.From] + ch.made + entry[own.To:]
}

// wrapped writes an inserted message as an entry, in the format of one of its role near a position.
func (c *Conversation) wrapped(inner string, from role, near int) string {
	like := func(i int) bool {
		m := &c.messages[i]
		return m.role == from && (from != user || m.starts() && len(m.results) == 0 && !m.machine)
	}
	at := near
	for i := range c.messages {
		if back := near - i; back >= 0 && like(back) {
			at = back
			break
		} else if on := near + i; on < len(c.messages) && like(on) {
			at = on
			break
		}
	}
	m := &c.messages[at]
	return c.src[m.entry.From:m.From] + inner + c.src[m.To:m.entry.To]
}
