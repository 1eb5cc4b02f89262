package messages

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ctxpack/internal/jsondoc"
)

// The fields that a replaced message carries.
const (
	truncatedName = "_truncated"
	originalName  = "_original_tokens"
)

// startLength is how many characters of a file a placeholder shows.
const startLength = 100

// replaceResults puts placeholders in the place of tool results until the total
// is at most the target. Results of protected messages stay, and so do
// placeholders of an earlier run.
func (p *plan) replaceResults(ctx context.Context) error {
	if p.total <= p.o.Target {
		return nil
	}
	modified := p.modified()
	for _, i := range p.replaceOrder() {
		if p.total <= p.o.Target || ctx.Err() != nil {
			break
		}
		if text, cost := p.replace(i, modified); cost < p.cost[i] {
			p.total -= p.cost[i] - cost
			p.cost[i], p.rewritten[i] = cost, text
		}
	}
	return ctx.Err()
}

// replaceOrder lists the messages with results that may be replaced, the first
// to be replaced first.
func (p *plan) replaceOrder() []int {
	var order []int
	for i := range p.messages {
		if m := &p.messages[i]; len(m.results) > 0 && !m.replaced && !p.protected(i) {
			order = append(order, i)
		}
	}
	if p.o.Strategy == ByPriority {
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(p.classified[a].Class.Priority(), p.classified[b].Class.Priority())
		})
	}
	return order
}

// edit is a stretch of the input and what takes its place.
type edit struct {
	at   jsondoc.Span
	text string
}

// replace returns a message with placeholders for its results, and its cost
// then. The cost is what it was if no placeholder is smaller than its result.
func (p *plan) replace(i int, modified map[string]bool) (string, int) {
	m := &p.messages[i]
	cost := p.costWithoutResults(m, p.o.Count)
	rest := cost
	var edits []edit
	for k := range m.results {
		r := &m.results[k]
		before := p.cost[i] - rest
		if len(m.results) > 1 {
			before = p.results[i][k]
		}
		text, after := p.placeholder(r, i, before, modified)
		if r.content.Empty() || after >= before {
			cost += before
			continue
		}
		cost += after
		edits = append(edits, edit{r.content, inShapeOf(p.src[r.content.From], text)})
	}
	if len(edits) == 0 || cost >= p.cost[i] {
		return "", p.cost[i]
	}
	if m.given >= 0 {
		edits = append(edits, edit{m.givenAt, strconv.Itoa(cost)})
		slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.at.From, b.at.From) })
	}
	return p.rewrite(m, edits, p.cost[i]), cost
}

// inShapeOf writes a text as content of the kind that it takes the place of: a
// string, or an array with one part.
func inShapeOf(open byte, text string) string {
	quoted := string(appendQuoted(nil, text))
	if open == '[' {
		return `[{"type":"text","text":` + quoted + `}]`
	}
	return quoted
}

// rewrite applies edits to a message and adds the marks of a replaced one at its
// end, spaced as the first field is.
func (p *plan) rewrite(m *message, edits []edit, original int) string {
	var b strings.Builder
	at := m.From
	for _, e := range edits {
		b.WriteString(p.src[at:e.at.From])
		b.WriteString(e.text)
		at = e.at.To
	}
	rest := strings.TrimRightFunc(p.src[at:m.To-1], unicode.IsSpace)
	b.WriteString(rest)
	between, colon := p.spacing(m)
	fmt.Fprintf(&b, ",%s%q%strue,%s%q%s%d", between, truncatedName, colon, between, originalName, colon, original)
	b.WriteString(p.src[at+len(rest) : m.To])
	return b.String()
}

// spacing returns what stands before a message's names and after them.
func (p *plan) spacing(m *message) (between, colon string) {
	s := newReader(p.src, m.From+1)
	s.Space()
	between = p.src[m.From+1 : s.Pos]
	_, f := s.Str()
	colon = ":"
	if f == nil && strings.HasPrefix(p.src[s.Pos:], ": ") {
		colon = ": "
		if between == "" {
			between = " "
		}
	}
	return between, colon
}

// placeholder returns the text that takes the place of a result of message i
// that costs so many tokens, and what it costs itself. That it would be smaller
// is decided with the longest text that there could be: it may not depend on
// the rest of the conversation, which is another one when what is left is
// trimmed again.
func (p *plan) placeholder(r *result, i, before int, modified map[string]bool) (string, int) {
	if r.content.Empty() {
		return "", before
	}
	h := p.heading(r)
	longest := h.text(before, 999_999, "not modified")
	if before <= len(longest) && p.o.Count(longest) >= before {
		return "", before
	}
	state := "not modified"
	if modified[samePath(r.file.path)] {
		state = "modified"
	}
	// What it saves depends on what it costs, and that on the digits of what it
	// saves.
	text, cost := "", 0
	for range 3 {
		saved := before - cost
		text = h.text(saved, p.classified[i].Age, state)
		if cost = p.o.Count(text); before-cost == saved {
			break
		}
	}
	return text, cost
}

// heading is what a placeholder says of a result.
type heading struct {
	file  fileOperation
	tool  string
	lines int
	start string
}

func (p *plan) heading(r *result) heading {
	h := heading{file: r.file, tool: oneLine(r.name)}
	if r.call.message >= 0 {
		h.tool = oneLine(p.messages[r.call.message].calls[r.call.call].name)
	}
	if r.file.path == "" {
		return h
	}
	text := p.text(&r.body)
	h.lines = strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		h.lines++
	}
	h.start = firstCharacters(text, startLength)
	return h
}

// text is the placeholder. The path stands in a line of the form in which it is
// found again.
func (h heading) text(saved, age int, state string) string {
	text := fmt.Sprintf("[Tool result removed: %d tokens saved]\n", saved)
	ago := plural(age, "step") + " ago"
	if h.file.path == "" {
		if h.tool != "" {
			text += "Tool: " + h.tool + "\n"
		}
		return text + ago
	}
	text += fmt.Sprintf("File: %s\n%s %s, %s, %s", oneLine(h.file.path), h.file.operation, ago, plural(h.lines, "line"), state)
	if h.start != "" {
		text += "\nBegins: " + h.start
	}
	return text
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// firstCharacters returns the first n code points of a text.
func firstCharacters(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// oneLine keeps a name from pretending to be another line.
func oneLine(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, name)
}
