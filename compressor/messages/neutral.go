package messages

import (
	"fmt"
	"slices"
	"strings"
)

// Said is a message without the shape of a provider.
type Said struct {
	Role     string // system, user, assistant, or tool for one that holds nothing but results
	Text     string
	Images   []string // parts with images, as JSON
	Thinking []string // Anthropic's parts with reasoning, as JSON
	Calls    []SaidCall
	Results  []SaidResult
	Other    int    // parts that are none of these
	JSON     string // the message as it stands in the input
}

// SaidCall is a tool call.
type SaidCall struct {
	ID, Name  string
	Arguments string // JSON, as the tool gets it
}

// SaidResult is the result of a tool call.
type SaidResult struct {
	ID, Name string // of the call
	Text     string
}

// Said returns the messages of a conversation without their shape. Calls and
// results that have no ids get some.
func (c *Conversation) Said() []Said {
	out := make([]Said, len(c.messages))
	for i := range c.messages {
		m := &c.messages[i]
		s := &out[i]
		s.JSON, s.Text = c.src[m.From:m.To], c.text(&m.own)
		s.Other = m.own.images - len(m.own.pictures) + len(m.own.raw)
		for _, at := range m.own.pictures {
			s.Images = append(s.Images, c.src[at.From:at.To])
		}
		for _, at := range m.own.thoughts {
			s.Thinking = append(s.Thinking, c.src[at.From:at.To])
		}
		for k := range m.calls {
			s.Calls = append(s.Calls, SaidCall{c.callID(i, k), m.calls[k].name, c.arguments(&m.calls[k])})
		}
		for _, r := range m.results {
			result := SaidResult{r.id, r.name, c.text(&r.body)}
			if len(r.texts) == 0 {
				for _, at := range r.raw {
					result.Text += compact(c.src[at.From:at.To])
				}
			}
			if r.call.message >= 0 {
				result.ID = c.callID(r.call.message, r.call.call)
				result.Name = c.messages[r.call.message].calls[r.call.call].name
			}
			s.Results = append(s.Results, result)
		}
		switch {
		case m.role == system || m.role == developer:
			s.Role = "system"
		case m.role == assistant:
			s.Role = "assistant"
		case len(s.Results) > 0 && !m.mixed:
			s.Role = "tool"
		default:
			s.Role = "user"
		}
	}
	return out
}

// callID is the id of a call, or one that tells it from all others.
func (c *Conversation) callID(message, k int) string {
	if id := c.messages[message].calls[k].id; id != "" {
		return id
	}
	return fmt.Sprintf("call_%d_%d", message, k)
}

// Rewritten returns the conversation without the messages of some indices, in
// ascending order, and with others in the place of the first of them, or in front
// of all but the system's. Every byte that stays is that of the input.
func (c *Conversation) Rewritten(dropped []int, insert []Said) string {
	r := &Result{conversation: c, Classified: make([]Classified, len(c.messages))}
	for i := range c.messages {
		m := &c.messages[i]
		if len(insert) > 0 && (slices.Contains(dropped, i) || len(dropped) == 0 && m.role != system && m.role != developer) {
			before, after := c.src[m.entry.From:m.From], c.src[m.To:m.entry.To]
			var list []string
			for _, s := range insert {
				list = append(list, before+c.write(s)+after)
			}
			insert = nil
			if !slices.Contains(dropped, i) {
				list = append(list, c.src[m.entry.From:m.entry.To])
			}
			r.pieces = append(r.pieces, piece{index: i, whole: strings.Join(list, c.separator())})
			continue
		}
		if !slices.Contains(dropped, i) {
			r.pieces = append(r.pieces, piece{index: i, whole: c.src[m.entry.From:m.entry.To]})
		}
	}
	var b strings.Builder
	_, _ = r.WriteTo(&b) // a builder takes everything
	return b.String()
}

// write writes a message that only says something in the conversation's style.
func (c *Conversation) write(s Said) string {
	text := strings.Replace(styles()[c.style].user, "%s", string(appendQuoted(nil, s.Text)), 1) + "}"
	if s.Role != "user" {
		name := s.Role
		if c.style == gemini {
			name = "model"
		}
		text = strings.Replace(text, `"role":"user"`, `"role":"`+name+`"`, 1)
	}
	return text
}

// separator is what stands between two messages.
func (c *Conversation) separator() string {
	if len(c.messages) > 1 && len(c.messages[1].aside) == 0 {
		return c.src[c.messages[0].entry.To:c.messages[1].entry.From]
	}
	if c.shape == Lines {
		return "\n"
	}
	return ","
}
