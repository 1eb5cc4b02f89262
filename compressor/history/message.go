package history

import (
	"bytes"
	"strings"

	"ctxpack/internal/jsondoc"
)

// MessageOverhead is what a message costs beside its text, in tokens: its role
// and what stands between messages.
const MessageOverhead = 4

// ImageTokens is what an image costs, in tokens.
const ImageTokens = 1000

// Message is one message of a conversation.
type Message struct {
	Role    string // User or Assistant
	Content string // its text
	Images  []Image
	JSON    string // the message as it was given, "" for one that was made or stored
}

// Counter counts the tokens of a text.
type Counter func(text string) int

// Cost returns the tokens of a message: those of its text, MessageOverhead, and
// ImageTokens for each image.
func Cost(m Message, count Counter) int {
	return count(m.Content) + MessageOverhead + len(m.Images)*ImageTokens
}

// Tokens returns the tokens of messages.
func Tokens(messages []Message, count Counter) int {
	total := 0
	for _, m := range messages {
		total += Cost(m, count)
	}
	return total
}

// ParseMessages reads a conversation: a JSON array of messages, an object that
// has one under "messages", or one message a line. Each has a role, user or
// assistant, and as its content a string, null, or an array of texts and images.
// Tool calls are refused: cut from their results they would make a conversation
// that no provider takes. lines says that the messages stood on lines. Errors
// have a place.
func ParseMessages(data []byte) (messages []Message, lines bool, err error) {
	v, err := jsondoc.Parse(data, jsondoc.Options{})
	if err != nil || v.Kind == jsondoc.Object && v.Get("messages") == nil {
		messages, err = parseLines(data, err)
		return messages, true, err
	}
	list := v
	if v.Kind == jsondoc.Object {
		list = v.Get("messages")
	}
	if err := list.Want(jsondoc.Array); err != nil {
		return nil, false, err
	}
	for _, item := range list.Items {
		m, err := ParseMessage(item)
		if err != nil {
			return nil, false, err
		}
		m.JSON = item.Raw()
		messages = append(messages, m)
	}
	return messages, false, nil
}

// parseLines reads one message a line. whole is what was wrong with the text as
// one document, which is said where there are no lines.
func parseLines(data []byte, whole error) ([]Message, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, nil
	}
	values, err := jsondoc.ParseLines(data, jsondoc.Options{})
	if err != nil {
		if whole != nil && !bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\uFEFF"))), []byte("{")) {
			return nil, whole
		}
		return nil, err
	}
	var messages []Message
	for _, v := range values {
		m, err := ParseMessage(v)
		if err != nil {
			return nil, err
		}
		m.JSON = v.Raw()
		messages = append(messages, m)
	}
	return messages, nil
}

// ParseMessage reads a message from a document.
func ParseMessage(v *jsondoc.Value) (Message, error) {
	var m Message
	err := v.Want(jsondoc.Object)
	if err != nil {
		return m, err
	}
	if m.Role, err = v.StringOf("role"); err != nil {
		return m, err
	}
	if m.Role != User && m.Role != Assistant {
		at := v
		if r := v.Get("role"); r != nil {
			at = r
		}
		return m, at.Errorf("want a message of role %s or %s", User, Assistant)
	}
	for _, name := range []string{"tool_calls", "function_call"} {
		if c := v.Get(name); !c.Absent() {
			return m, c.Errorf("a message with tool calls: fit it with trim messages, which keeps calls and results together")
		}
	}
	content := v.Get("content")
	switch {
	case content.Absent():
	case content.Kind == jsondoc.Array:
		err = m.parts(content.Items)
	default:
		err, m.Content = content.Want(jsondoc.String), content.Text
	}
	return m, err
}

func (m *Message) parts(items []*jsondoc.Value) error {
	var texts []string
	for _, part := range items {
		if err := part.Want(jsondoc.Object); err != nil {
			return err
		}
		kind, err := part.StringOf("type")
		if err != nil {
			return err
		}
		switch kind {
		case "text":
			t, err := part.StringOf("text")
			if err != nil {
				return err
			}
			texts = append(texts, t)
		case "image", "image_url":
			image, err := imagePart(part, kind)
			if err != nil {
				return err
			}
			m.Images = append(m.Images, image)
		default:
			return part.Errorf("a part of type %q: a history holds texts and images; trim messages takes the rest", kind)
		}
	}
	m.Content = strings.Join(texts, "\n")
	return nil
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
