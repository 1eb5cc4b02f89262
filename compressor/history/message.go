package history

import (
	"errors"
	"slices"

	"ctxpack/compressor/messages"
	"ctxpack/internal/text/jsondoc"
)

// MessageOverhead is what a message costs beside its text, in tokens: its role
// and what stands between messages.
const MessageOverhead = 4

// ImageTokens is what an image costs, in tokens.
const ImageTokens = 1000

// callTokens is what a tool call costs beside its name and arguments.
const callTokens = 10

// Message is one message of a conversation.
type Message struct {
	Role    string // User, Assistant, or Tool
	Content string // its text
	Images  []Image
	Calls   []messages.SaidCall
	Results []messages.SaidResult
	JSON    string // the message as it was given, "" for one that was made or stored

	thinking []string // Anthropic's reasoning, as it was given
}

// Texts are all that a message holds as text, for who has to change it.
func (m *Message) Texts() []*string {
	texts := []*string{&m.Content, &m.JSON}
	for i := range m.Calls {
		texts = append(texts, &m.Calls[i].Arguments)
	}
	for i := range m.Results {
		texts = append(texts, &m.Results[i].Text)
	}
	for i := range m.thinking {
		texts = append(texts, &m.thinking[i])
	}
	return texts
}

// Counter counts the tokens of a text.
type Counter func(text string) int

// Cost returns the tokens of a message: those of its text, MessageOverhead,
// ImageTokens for each image, what it calls tools with and what they answer.
func Cost(m Message, count Counter) int {
	n := count(m.Content) + MessageOverhead + len(m.Images)*ImageTokens
	for _, c := range m.Calls {
		n += callTokens + count(c.Name) + count(c.Arguments)
	}
	for _, r := range m.Results {
		n += count(r.Text)
	}
	return n
}

// Tokens returns the tokens of messages.
func Tokens(messages []Message, count Counter) int {
	total := 0
	for _, m := range messages {
		total += Cost(m, count)
	}
	return total
}

// Conversation is a conversation that was given, in any shape that the package
// messages reads.
type Conversation struct {
	System   []Message // what the system says, which is never compacted
	Messages []Message

	parsed *messages.Conversation
	index  []int // of Messages, in the input
	system []int // of System
}

// ParseConversation reads a conversation. Errors have a place.
func ParseConversation(text string) (*Conversation, error) {
	parsed, err := messages.Parse(text)
	if err != nil {
		return nil, err
	}
	c := &Conversation{parsed: parsed}
	for i, s := range parsed.Said() {
		m := Message{Role: s.Role, Content: s.Text, Calls: s.Calls, Results: s.Results, JSON: s.JSON, thinking: s.Thinking}
		for _, part := range s.Images {
			m.Images = append(m.Images, Image{part: part})
		}
		for range s.Other {
			m.Images = append(m.Images, Image{other: true})
		}
		if s.Role == roleSystem {
			c.System, c.system = append(c.System, m), append(c.system, i)
			continue
		}
		c.Messages, c.index = append(c.Messages, m), append(c.index, i)
	}
	return c, nil
}

// Without returns the conversation in its shape, without the messages of some
// indices, in ascending order, and with others in front of what is left.
func (c *Conversation) Without(dropped []int, insert []Message) string {
	var gone []int
	for _, i := range dropped {
		gone = append(gone, c.index[i])
	}
	var said []messages.Said
	for _, m := range insert {
		said = append(said, messages.Said{Role: m.Role, Text: m.Content})
	}
	return c.parsed.Rewritten(gone, said)
}

// Load makes the images of messages that were given what they show. The error
// names the first message with a part that is neither text, image, call nor
// result, or with an image that is none.
func Load(list []Message) error {
	for i := range list {
		images := slices.Clone(list[i].Images)
		for k, image := range images {
			switch {
			case image.other:
				return &messageError{i, errors.New("a part of a kind that no other request can hold: a history holds texts, images, calls and results")}
			case image.part != "":
				loaded, err := imageOf(image.part)
				if err != nil {
					return &messageError{i, err}
				}
				images[k] = loaded
			}
		}
		list[i].Images = images
	}
	return nil
}

// messageError says what is wrong with a message.
type messageError struct {
	index int
	err   error
}

func (e *messageError) Error() string { return e.err.Error() }

func imageOf(part string) (Image, error) {
	v, err := jsondoc.Parse([]byte(part), jsondoc.Options{Repeated: true})
	if err != nil {
		return Image{}, err
	}
	image, err := imagePart(v)
	var place *jsondoc.Error
	if errors.As(err, &place) {
		err = errors.New(place.Message)
	}
	return image, err
}

// Plain returns the message as `{role, content}`, on one line.
func (m Message) Plain() []byte {
	return encode(struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}{m.Role, m.Content})
}

// Given returns the message as it was given or, if it was made, as Plain does.
func (m Message) Given() []byte {
	if m.JSON != "" {
		return []byte(m.JSON)
	}
	return m.Plain()
}
