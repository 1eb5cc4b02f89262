package messages

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ctxpack/internal/text/jsondoc"
)

// The members of a replaced message.
const (
	truncatedName = "_truncated"
	originalName  = "_original_tokens"
)

// startLength is how many characters of a file a placeholder shows.
const startLength = 100

const placeholderStart = "[Tool result removed: "

// resultAt identifies a result: message and index among its results.
type resultAt struct{ message, result int }

// replaceOrder lists the results that may be replaced, in order. Protected results and placeholders of an earlier
// run stay.
func (p *plan) replaceOrder() []resultAt {
	var order []resultAt
	priority := func(at resultAt) int {
		return p.messages[at.message].results[at.result].class(p.classified[at.message].Age <= p.o.PreserveRecent).Priority()
	}
	for i, c := range p.classified {
		kept := c.Class.Priority() >= p.o.Protect && (c.Class == System || c.Class == AgentInstructions || c.Class == Summarized)
		for k := range p.messages[i].results {
			if at := (resultAt{i, k}); !kept && priority(at) < p.o.Protect && !p.isPlaceholder(at) {
				order = append(order, at)
			}
		}
	}
	if !p.o.ByAge {
		slices.SortStableFunc(order, func(a, b resultAt) int { return cmp.Compare(priority(a), priority(b)) })
	}
	return order
}

// isPlaceholder reports whether a result is one already.
func (p *plan) isPlaceholder(at resultAt) bool {
	m := &p.messages[at.message]
	if m.replaced && len(m.results) == 1 {
		return true
	}
	r := &m.results[at.result]
	texts := r.texts()
	return len(texts) > 0 && strings.HasPrefix(jsondoc.UnquotePrefix(p.src[texts[0].From:texts[0].To], len(placeholderStart)), placeholderStart)
}

// replace replaces a result with a placeholder, if that is smaller.
func (p *plan) replace(at resultAt) {
	i := at.message
	r := &p.messages[i].results[at.result]
	if r.content.Empty() {
		return
	}
	body := "%s"
	switch p.src[r.content.From] {
	case '[':
		body = r.array
	case '{':
		body = r.object
	}
	before := p.results[i][at.result]
	text, after := p.placeholder(r, i, before)
	if saved := before - after; saved > 0 && body != "" {
		p.total -= saved
		p.cost[i] -= saved
		p.placed[i] = append(p.placed[i], edit{r.content, fmt.Sprintf(body, jsondoc.Encode(text))})
	}
}

// rewritten returns a message with its placeholders, tokens and replacement marks.
func (p *plan) rewritten(i int) string {
	m := &p.messages[i]
	edits := p.placed[i]
	original := p.classified[i].Tokens
	if m.given >= 0 {
		edits = append(edits, edit{m.givenAt, strconv.Itoa(p.cost[i])})
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.at.From, b.at.From) })
	o, _ := newReader(p.src, m.From).object("") // parsed before without a fault
	if at, _ := o.get(newReader(p.src, 0), originalName); !at.Empty() {
		if n, err := strconv.Atoi(p.src[at.From:at.To]); err == nil {
			original = max(original, n) // an earlier run left some results
		}
	}
	without, marks := isMark, []string(nil)
	if !p.o.Clean {
		without = func(name string) bool { return name == truncatedName || name == originalName }
		marks = []string{strconv.Quote(truncatedName), "true", strconv.Quote(originalName), strconv.Itoa(original)}
	}
	return rewrite(p.src, o, edits, without, marks)
}

// placeholder returns the replacement of a result of message i with a given cost, and its own cost. It assumes the
// longest possible text when it decides whether that saves tokens: the decision must not depend on the rest of the
// conversation, which differs when the result is trimmed again.
func (p *plan) placeholder(r *result, i, before int) (string, int) {
	shown := p.placeholderOf(r)
	longest := shown(before, 999_999, "not modified")
	if before <= len(longest) && p.o.Count(longest) >= before {
		return "", before
	}
	state := "not modified"
	if r.modified {
		state = "modified"
	}
	// The saving depends on the cost, which depends on the digits of the saving.
	text, cost := "", 0
	for range 3 {
		saved := before - cost
		text = shown(saved, p.classified[i].Age, state)
		if cost = p.o.Count(text); before-cost == saved {
			break
		}
	}
	return text, cost
}

// placeholderOf returns the placeholder of a result. The path is on a line in the form in which pathInResult finds
// it.
func (p *plan) placeholderOf(r *result) func(saved, age int, state string) string {
	tool, path, begins, lines := r.name, r.file.path(), "", 0
	if r.call.message >= 0 {
		tool = p.messages[r.call.message].calls[r.call.call].name
	}
	if path != "" {
		text := p.text(&r.body)
		lines = strings.Count(strings.TrimSuffix(text, "\n"), "\n") + min(1, len(text))
		if r.file.operation != deleted {
			begins = "; it can be read again"
		}
		if start := firstCharacters(text, startLength); start != "" {
			begins += "\nBegins: " + start
		}
	}
	return func(saved, age int, state string) string {
		head, ago := fmt.Sprintf(placeholderStart+"%d tokens saved]\n", saved), plural(age, "step")+" ago"
		switch {
		case path != "":
			return head + fmt.Sprintf("File: %s\n%s %s, %s, %s", oneLine(path), r.file.operation, ago, plural(lines, "line"), state) + begins
		case tool != "":
			return head + "Tool: " + oneLine(tool) + "\n" + ago
		}
		return head + ago
	}
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// firstCharacters returns the first n code points of a text.
func firstCharacters(text string, n int) string { return fmt.Sprintf("%.*s", n, text) }

// oneLine keeps a name from posing as another line.
func oneLine(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, name)
}
