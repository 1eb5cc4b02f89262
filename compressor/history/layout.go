package history

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	msg "ctxpack/compressor/messages"
	"ctxpack/internal/text/mapped"
)

const (
	headingSymbols = "# Repository Structure"
	headingTree    = "# Repository Files"
	headingPages   = "# URL Context"
	headingFiles   = "# Working Files"
	headingPack    = "# Repository"
	headingRounds  = "# Earlier Rounds"
	headingStable  = "# Reference Files" // heading of the tiers

	// taken is the assistant's answer to a message that only gives context.
	taken = "Ok."
	// missingStart precedes a history that starts with an answer: providers require a user message first.
	missingStart = "[Earlier messages are not shown.]"
	breakpoints  = 4
)

// layout lists the messages of a prompt in order.
func (p *Prompt) layout() []sent {
	var list []sent
	symbols := joined(p.SymbolMap, p.Tiers[0].Symbols)
	if text := joined(p.System, section(headingSymbols, symbols), section(headingStable, filesText(p.Tiers[0].Files))); text != "" {
		list = append(list, sent{Message: Message{Role: "system", Content: text}, part: PartSystem, system: true, breakpoint: true})
	}
	for i := range p.Tiers {
		list = p.tier(list, i)
	}
	if strings.TrimSpace(p.FileTree) != "" {
		list = pair(list, PartTree, section(headingTree, fenced(p.FileTree, "")))
	}
	list = pair(list, PartPack, section(headingPack, p.Pack))
	list = pair(list, PartRounds, section(headingRounds, p.Rounds))
	list = pair(list, PartPages, section(headingPages, p.pagesText()))
	list = pair(list, PartFiles, section(headingFiles, filesText(p.Files)))
	list = said(list, PartHistory, p.History)
	if last := len(list) - 1; last >= 0 && list[last].history {
		// The history's breakpoint lets the next turn of a growing conversation reuse this one, unless the tiers
		// have used all: each tier has one at its last message, L0 on the system message if it has no history.
		used := 0
		for _, m := range list {
			if m.breakpoint {
				used++
			}
		}
		list[last].breakpoint = list[last].breakpoint || used < breakpoints
	}
	if request := (Message{Role: User, Content: p.Request, Images: p.Images}); !request.silent() {
		list = append(list, sent{Message: request, part: PartRequest})
	}
	return userFirst(list)
}

// userFirst puts a user message before a leading answer.
func userFirst(list []sent) []sent {
	i := 0
	if len(list) > 0 && list[0].system {
		i = 1
	}
	if i == len(list) || list[i].Role != Assistant {
		return list
	}
	first := sent{Message: Message{Role: User, Content: missingStart}, part: list[i].part, history: list[i].history}
	return append(list[:i:i], append([]sent{first}, list[i:]...)...)
}

// tier adds the messages of a tier and marks the last one. The other items of L0 are in the system message.
func (p *Prompt) tier(list []sent, i int) []sent {
	t := &p.Tiers[i]
	if t.empty() {
		return list
	}
	name := tierName(i)
	if i > 0 {
		suffix := fmt.Sprintf(" (%s)", name)
		text := joined(section(headingSymbols+suffix, t.Symbols), section(headingStable+suffix, filesText(t.Files)))
		list = pair(list, name, text)
	}
	list = said(list, name, t.History)
	last := len(list) - 1
	if isStable := !p.auto || i != volatile; isStable && last >= 0 && !list[last].system {
		list[last].breakpoint = true
		if i == 0 && list[0].system {
			list[0].breakpoint = false // the cached prefix up to L0's history includes it
		}
	}
	return list
}

// pair adds a user message and its acknowledgement.
func pair(list []sent, part Part, text string) []sent {
	if text == "" {
		return list
	}
	return append(list,
		sent{Message: Message{Role: User, Content: text}, part: part},
		sent{Message: Message{Role: Assistant, Content: taken}, part: part})
}

// said adds the messages of a history. It omits empty ones, which providers refuse.
func said(list []sent, part Part, messages []Message) []sent {
	for i, m := range messages {
		leads := i+1 < len(messages) && m.Role == Assistant && messages[i+1].Role == Assistant && m.has(msg.ReasoningKind)
		if leads || !m.silent() {
			list = append(list, sent{Message: m, part: part, history: true})
		}
	}
	return list
}

// silent reports whether a message is empty.
func (m *Message) silent() bool {
	return !slices.ContainsFunc(m.parts(), func(p msg.Part) bool { return p.Home != "" && p.Kind != msg.ReasoningKind || says(&p, "") })
}

// joined joins texts that are not blank with blank lines.
func joined(texts ...string) string {
	list := mapped.Where(texts, func(t string) bool { return strings.TrimSpace(t) != "" })
	return strings.Join(mapped.Of(list, func(t string) string { return strings.TrimRight(t, "\n") }), "\n\n")
}

// section puts a heading above a text, if there is one.
func section(heading, text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return heading + "\n\n" + strings.TrimRight(text, "\n")
}

func (p *Prompt) pagesText() string {
	var list []string
	for _, page := range p.Pages {
		heading := page.URL
		if page.Title != "" {
			heading = strings.TrimSuffix(page.Title+" <"+page.URL+">", " <>")
		}
		if heading != "" {
			heading = "## " + oneLine(heading)
		}
		list = append(list, joined(heading, page.Content))
	}
	return joined(list...)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func filesText(files []File) string {
	return strings.Join(mapped.Of(files, fileText), "\n\n")
}

// fileText returns a file's text below its path.
func fileText(f File) string {
	path := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, f.Path)
	return path + "\n" + fenced(f.Content, f.Fence)
}

// fenced puts a text between fences longer than any in it.
func fenced(text, tag string) string {
	text = strings.TrimSuffix(text, "\n")
	length := 3
	for run := range strings.FieldsFuncSeq(text, func(r rune) bool { return r != '`' }) {
		length = max(length, len(run)+1)
	}
	fence := strings.Repeat("`", length)
	return fence + tag + "\n" + text + "\n" + fence
}
