package messages

import (
	"fmt"
	"strings"
)

// summaryTokens is what a summary may cost beside the tenth of the target that
// it may cost in any case; it lists fewer files to stay below that.
const summaryTokens = 200

// fileLimits are how many files a summary lists, the first that is small enough.
func fileLimits() []int { return []int{100, 50, 20, 10, 5, 0} }

// summarise puts a summary where the first dropped message stood, and drops
// more of an order, of which so many units are dropped already, to make room for
// it. If there is no room even then, it takes back what it did.
func (p *plan) summarise(order []int, done int) {
	first := done
	for {
		text, cost := p.summaryWithin(max(summaryTokens, p.o.Target/10))
		if p.place(text, cost) {
			return
		}
		if done == len(order) {
			break
		}
		done += p.dropUntil(order[done:], p.o.Target-cost)
	}
	if text, cost := p.summaryWithin(p.o.Target - p.total); p.place(text, cost) {
		return
	}
	for _, unit := range order[first:] {
		p.setDropped(unit, false)
	}
}

// place takes a summary if it fits.
func (p *plan) place(text string, cost int) bool {
	if p.total+cost > p.o.Target {
		return false
	}
	quoted := appendQuoted(nil, text)
	p.summary = `{"role":"user","content":` + string(quoted) + `,"summarized":true}`
	p.total += cost
	return true
}

// summaryWithin makes a summary of what is dropped that costs at most so many
// tokens, or the shortest one.
func (p *plan) summaryWithin(limit int) (text string, cost int) {
	head, files := p.summaryData()
	for _, most := range fileLimits() {
		text = head + listFiles(files, most)
		if cost = tokensPerMessage + p.o.Count(text); cost <= limit {
			break
		}
	}
	return text, cost
}

// touched is a file and what was done to it.
type touched struct {
	path       string
	operations [deleted + 1]bool
}

// summaryData says how many messages of which classes are dropped, and finds
// the files that they touch, in the order of the conversation.
func (p *plan) summaryData() (head string, files []touched) {
	var classes [classCount]int
	messages, tokens := 0, 0
	index := map[string]int{}
	touch := func(file fileOperation) {
		if file.path == "" {
			return
		}
		key := samePath(file.path)
		k, ok := index[key]
		if !ok {
			k = len(files)
			index[key] = k
			files = append(files, touched{path: file.path})
		}
		files[k].operations[file.operation] = true
	}
	for i, m := range p.messages {
		if !p.dropped[i] {
			continue
		}
		messages++
		tokens += p.classified[i].Tokens
		classes[p.classified[i].Class]++
		for _, call := range m.calls {
			touch(call.file)
		}
		for _, r := range m.results {
			touch(r.file)
		}
	}
	var parts []string
	for class, n := range classes {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, Class(class)))
		}
	}
	head = fmt.Sprintf("%s\n%s removed, %s saved: %s", summaryHeading, plural(messages, "message"), plural(tokens, "token"), strings.Join(parts, ", "))
	return head, files
}

// pathLength is how many characters of a path a summary shows.
const pathLength = 200

func listFiles(files []touched, most int) string {
	if len(files) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nFiles:")
	for _, f := range files[:min(most, len(files))] {
		var done []string
		for o, did := range f.operations {
			if did {
				done = append(done, operation(o).String())
			}
		}
		fmt.Fprintf(&b, "\n- %s (%s)", firstCharacters(oneLine(f.path), pathLength), strings.Join(done, ", "))
	}
	if more := len(files) - most; more > 0 && most > 0 {
		fmt.Fprintf(&b, "\nand %d more", more)
	} else if more > 0 {
		fmt.Fprintf(&b, " %d", more)
	}
	return b.String()
}
