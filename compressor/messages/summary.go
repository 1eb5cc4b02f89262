package messages

import (
	"fmt"
	"slices"
	"strings"
)

// summaryTokens is how many tokens a summary may have in addition to a tenth of the target; it lists fewer files to
// stay below that.
const summaryTokens = 200

// summarise drops units in order until there is room for a summary, which replaces the first
// dropped message. If there is no room even then, it undoes its changes and returns false.
func (p *plan) summarise(order []int, target int) bool {
	done := p.dropUntil(order, target)
	for p.total <= target {
		p.dropTrailing()
		text, cost := p.summaryWithin(max(summaryTokens, p.o.Target/10))
		if p.place(text, cost, target) {
			return true
		}
		if done == len(order) {
			if text, cost = p.summaryWithin(target - p.total); p.place(text, cost, target) {
				return true
			}
			break
		}
		done += p.dropUntil(order[done:], target-cost)
	}
	for _, unit := range order {
		p.setDropped(unit, false)
	}
	return false
}

// place takes a summary if it fits a target.
func (p *plan) place(text string, cost, target int) bool {
	if p.total+cost > target {
		return false
	}
	p.summary = text
	p.total += cost
	return true
}

// summaryWithin returns a summary of dropped messages that costs at most a given number of tokens,
// or the shortest one.
func (p *plan) summaryWithin(limit int) (text string, cost int) {
	head, files := p.summaryData()
	for _, maximum := range []int{100, 50, 20, 10, 5, 0} {
		text = head + listFiles(files, maximum)
		if cost = TokensPerMessage + p.o.Count(text); cost <= limit {
			break
		}
	}
	return text, cost
}

type touched struct {
	path       string
	operations []operation // ascending
	step       int         // step of the last operation
}

func (t *touched) did(separator string) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(t.operations), "[]"), " ", separator)
}

// touchedFiles are the files that messages touch, in order.
type touchedFiles struct {
	files []touched
	index map[string]int
}

func (t *touchedFiles) add(m *message, step int) {
	touch := func(file fileOperation) {
		for _, path := range file.paths {
			k, ok := t.index[samePath(path)]
			if !ok {
				k = len(t.files)
				t.index[samePath(path)] = k
				t.files = append(t.files, touched{path: path})
			}
			f := &t.files[k]
			if at, known := slices.BinarySearch(f.operations, file.operation); !known {
				f.operations = slices.Insert(f.operations, at, file.operation)
			}
			f.step = step
		}
	}
	for _, call := range m.calls {
		touch(call.file)
	}
	for _, r := range m.results {
		touch(r.file)
	}
}

// summaryData counts the dropped messages by class, and finds the files that they touch, in the order of the
// conversation.
func (p *plan) summaryData() (head string, files []touched) {
	var classes [classCount]int
	messages, tokens := 0, 0
	list := touchedFiles{index: map[string]int{}}
	for i, m := range p.messages {
		if !p.dropped[i] {
			continue
		}
		messages++
		tokens += p.classified[i].Tokens
		classes[p.classified[i].Class]++
		list.add(&m, p.classified[i].Step)
	}
	var parts []string
	for class, n := range classes {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, Class(class)))
		}
	}
	head = fmt.Sprintf("%s\n%s removed, %s saved: %s", SummaryHeading, plural(messages, "message"), plural(tokens, "token"), strings.Join(parts, ", "))
	return head, list.files
}

// pathLength is how many characters of a path a summary shows.
const pathLength = 200

func listFiles(files []touched, limit int) string {
	if len(files) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nFiles:")
	for _, f := range files[:min(limit, len(files))] {
		fmt.Fprintf(&b, "\n- %s (%s)", firstCharacters(oneLine(f.path), pathLength), f.did(", "))
	}
	if more := len(files) - limit; more > 0 && limit > 0 {
		fmt.Fprintf(&b, "\nand %d more", more)
	} else if more > 0 {
		fmt.Fprintf(&b, " %d", more)
	}
	return b.String()
}
