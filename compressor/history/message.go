package history

import (
	"slices"

	"ctxpack/compressor/messages"
	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

// Image is an image in a message.
type Image = messages.Image

// Message is one message of a conversation. A message from the input has parts, and Content is their text; others
// have only content and images.
type Message struct {
	Role    string // User, Assistant, or Tool
	Content string
	Images  []Image
	Parts   []messages.Part
	JSON    string // the original message, "" for one that was made or stored

	home, extra  string // see messages.Said
	instructions bool   // flagged as instructions for agents
	machine      bool   // written by an agent in the user's name
	index        int    // in the input
}

// parts returns the parts of a message of any origin.
func (m *Message) parts() []messages.Part {
	if m.Parts != nil {
		return m.Parts
	}
	parts := []messages.Part{{Kind: messages.TextKind, Text: m.Content}}
	parts = append(parts, mapped.Of(m.Images, func(image Image) messages.Part { return messages.Part{Kind: messages.ImageKind, Image: image} })...)
	return parts
}

// has reports whether a message has a part of a kind.
func (m *Message) has(kind messages.Kind) bool {
	return slices.ContainsFunc(m.Parts, func(p messages.Part) bool { return p.Kind == kind })
}

// Texts returns pointers to all texts of a message, for changing them.
func (m *Message) Texts() []*string {
	texts := []*string{&m.Content, &m.JSON, &m.extra}
	var add func(parts []messages.Part)
	add = func(parts []messages.Part) {
		for i := range parts {
			texts = append(texts, &parts[i].Text, &parts[i].Arguments)
			if parts[i].Kind != messages.ImageKind && parts[i].Kind != messages.MediaKind {
				texts = append(texts, &parts[i].JSON)
			}
			add(parts[i].Parts)
		}
	}
	add(m.Parts)
	return texts
}

// Counter counts the tokens of a text.
type Counter func(text string) int

// Cost returns the tokens of a message: of its text, images, tool calls and results, and
// [messages.TokensPerMessage].
func Cost(m Message, count Counter) int { return messages.TokensPerMessage + costOf(m.parts(), count) }

func costOf(parts []messages.Part, count Counter) (n int) {
	for _, p := range parts {
		switch {
		case p.Kind == messages.ResultKind:
			n += costOf(p.Parts, count)
		case p.Kind == messages.CallKind:
			n += messages.TokensPerCall + count(p.Name) + count(p.Arguments)
		case p.Text == "" && (p.Kind == messages.ImageKind || p.Kind == messages.MediaKind):
			n += messages.TokensPerImage
		case p.Kind == messages.ServerKind || p.Kind == messages.OtherKind:
			n += count(p.JSON)
		default:
			n += count(p.Text)
		}
	}
	return n
}

// Tokens returns the tokens of messages.
func Tokens(messages []Message, count Counter) int {
	return mapped.Sum(messages, func(m Message) int { return Cost(m, count) })
}

// Conversation is a conversation from the input, in any shape that the package messages reads.
type Conversation struct {
	System   []Message // system messages, which are never compacted
	Messages []Message

	parsed *messages.Conversation
}

// ParseConversation parses a conversation. Errors have a place.
func ParseConversation(text string) (*Conversation, error) {
	parsed, err := messages.Parse(text)
	if err != nil {
		return nil, err
	}
	c := &Conversation{parsed: parsed}
	for i, s := range parsed.Said() {
		m := Message{Role: s.Role, Content: s.Text(), Parts: s.Parts, JSON: s.JSON, home: s.Home, extra: s.Extra, instructions: s.Instructions, machine: s.Machine, index: i}
		if s.Role == roleSystem {
			c.System = append(c.System, m)
			continue
		}
		c.Messages = append(c.Messages, m)
	}
	return c, nil
}

// Without returns the conversation in its format, without the messages at the given ascending
// indices, and with others inserted before an index.
func (c *Conversation) Without(dropped []int, insert []Message, before int) string {
	gone := mapped.Of(dropped, func(i int) int { return c.Messages[i].index })
	if before < len(c.Messages) {
		before = c.Messages[before].index
	} else {
		before = len(c.Messages) + len(c.System)
	}
	return c.parsed.Rewritten(gone, mapped.Of(insert, func(m Message) messages.Said { return messages.Said{Role: m.Role, Parts: m.parts()} }), before)
}

type messageError struct {
	index int
	err   error
}

func (e *messageError) Error() string { return e.err.Error() }

// Plain returns the message as `{role, content}`, on one line.
func (m Message) Plain() []byte { return jsondoc.Encode(MarkMessage{m.Role, m.Content}) }

// Given returns the original message, or Plain for a made one.
func (m Message) Given() []byte {
	if m.JSON != "" {
		return []byte(m.JSON)
	}
	return m.Plain()
}
