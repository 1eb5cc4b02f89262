package messages

import (
	"fmt"
	"slices"
	"strings"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

// Said is a message independent of a provider's format.
type Said struct {
	Role         string // system, user, assistant, or tool for one with only results
	Parts        []Part // in their order
	JSON         string // the message as in the input
	Home         string // the provider that accepts the conversation unchanged, if known
	Instructions bool   // flagged as instructions for agents
	Machine      bool   // written by an agent in the user's name
	Extra        string // members that chat completions accept in addition to content and calls, each after a comma
}

// Part is a part of a message.
type Part struct {
	Kind      Kind
	Text      string // content of a text, of reasoning, of a text document, or of a result of the provider's tool
	ID, Name  string // the call's, also for its result; every call has an id
	Arguments string // JSON as sent to the tool, or a text if it is custom
	Custom    bool
	Failed    bool   // the tool reports an error
	Order     int    // number of the call in the conversation
	Parts     []Part // parts of a result: texts, images and others
	Image     Image
	Fault     error  // why there is no Image
	JSON      string // the part as in the input; "" for a text without a part
	Home      string // the provider that accepts it unchanged
}

// Text joins the texts of a message.
func (s *Said) Text() string { return textOf(s.Parts) }

func textOf(parts []Part) string {
	said := mapped.Where(parts, func(p Part) bool { return (p.Kind == TextKind || p.Kind == MediaKind) && p.Text != "" })
	return strings.Join(mapped.Of(said, func(p Part) string { return p.Text }), "\n")
}

// ResultText joins the texts of a result; parts without a text are shown as JSON.
func (p *Part) ResultText() string {
	if text := textOf(p.Parts); text != "" {
		return text
	}
	text := ""
	for _, inner := range p.Parts {
		if inner.Kind == OtherKind {
			text += compact(inner.JSON)
		}
	}
	return text
}

// Said returns the messages of a conversation independent of its format. Calls without an id, or with a repeated
// one, get a new one.
func (c *Conversation) Said() []Said {
	out := make([]Said, len(c.messages))
	n := namer{c, map[string]int{}, map[callAt]Part{}}
	home := c.home()
	for i := range c.messages {
		m := &c.messages[i]
		s := &out[i]
		s.JSON, s.Home, s.Instructions, s.Machine = c.src[m.From:m.To], home, m.agentInstruction, m.role == user && c.byMachine(m)
		if s.Parts = []Part{}; c.style != geminiCLI || m.role != noRole { // a message of the program, not of the conversation
			s.Parts = n.parts(i, m.own.parts)
		}
		if home == openAI {
			s.Extra = c.extra(m)
		}
		switch {
		case m.role == system || m.role == developer:
			s.Role = "system"
		case m.role == assistant || m.role == noRole:
			s.Role = "assistant"
		case len(m.results) > 0 && !m.mixed:
			s.Role = "tool"
		default:
			s.Role = "user"
		}
	}
	return out
}

// extra returns the members that are kept unchanged.
func (c *Conversation) extra(m *message) (members string) {
	names := []string{"name", "audio"}
	switch m.role {
	case tool, function:
		return ""
	case assistant: // services with reasoning want it back
		names = append(names, "reasoning_content", "reasoning_details")
	}
	o, _ := newReader(c.src, m.From).object("") // parsed before without a fault
	for _, name := range names {
		if at, _ := o.get(newReader(c.src, 0), name); !at.Empty() {
			members += `,"` + name + `":` + compact(c.src[at.From:at.To])
		}
	}
	return members
}

// Clean removes ctxpack's own members from a message.
func Clean(message string) string {
	o, _ := newReader(message, 0).object("") // parsed before without a fault
	if !slices.ContainsFunc(o.members, func(m member) bool { return isMark(m.name) }) {
		return message
	}
	return rewrite(message, o, nil, isMark, nil)
}

// Label describes a part for people.
func (p *Part) Label() string {
	o, f := newReader(p.JSON, 0).object("")
	if f != nil || len(o.members) == 0 {
		return "a part"
	}
	if kind, _ := newReader(p.JSON, 0).nameOf(&o, "type"); kind != "" {
		return fmt.Sprintf("a part %q", kind)
	}
	return fmt.Sprintf("a part %q", o.members[0].name)
}

// home returns the provider of the first part with a provider-specific format.
func (c *Conversation) home() string {
	for i := range c.messages {
		m := &c.messages[i]
		if m.home != "" {
			return m.home
		}
		if p, ok := mapped.First(m.own.parts, func(p part) bool { return p.home != "" }); ok {
			return p.home
		}
	}
	return ""
}

// namer converts parts, and gives the calls unique ids.
type namer struct {
	c     *Conversation
	used  map[string]int
	calls map[callAt]Part
}

func (n *namer) parts(message int, list []part) []Part {
	m := &n.c.messages[message]
	out := make([]Part, 0, len(list))
	for _, at := range list {
		if at.kind == CallKind && m.calls[at.index].twin {
			continue // LangChain repeats calls in the content
		}
		if at.server {
			at.kind = ServerKind
		}
		p := Part{Kind: at.kind, Home: at.home, JSON: n.c.src[at.whole.From:at.whole.To]}
		switch at.kind {
		case CallKind:
			p = n.call(callAt{message, at.index}, p)
		case ResultKind:
			r := &m.results[at.index]
			p.ID, p.Name, p.Failed = r.id, r.name, r.failed
			if r.call.message >= 0 {
				call := n.call(r.call, Part{Home: p.Home})
				p.ID, p.Name, p.Custom, p.Order, p.Home = call.ID, call.Name, call.Custom, call.Order, call.Home
			}
			p.Parts = n.parts(message, r.parts)
		case ServerKind:
			p.Text = shownJSON(p.JSON)
		case ImageKind:
			p.Image, p.Fault = imageOf(p.JSON)
		default:
			if !at.text.Empty() {
				p.Text = n.c.string(at.text)
			}
			if m.role == noRole {
				p.Home = responses
			}
		}
		out = append(out, p)
	}
	return out
}

// call fills in the data of a call, once for all uses.
func (n *namer) call(at callAt, p Part) Part {
	known, ok := n.calls[at]
	if !ok {
		call := &n.c.messages[at.message].calls[at.call]
		known = Part{Kind: CallKind, ID: call.id, Name: call.name, Arguments: n.c.arguments(call), Custom: call.custom, Order: len(n.calls)}
		if known.ID == "" {
			known.ID = fmt.Sprintf("call_%d_%d", at.message, at.call)
		}
		for id := known.ID; n.used[known.ID] > 0; {
			n.used[id]++
			known.ID = fmt.Sprintf("%s_%d", id, n.used[id])
		}
		n.used[known.ID]++
		n.calls[at] = known
	}
	known.JSON = p.JSON
	if id := n.c.messages[at.message].calls[at.call].id; id == known.ID || id == "" && p.Home == google {
		known.Home = p.Home
	}
	return known
}

// shownJSON shows the input or the results of a provider's tool as text: addresses with their titles, and other
// readable texts.
func shownJSON(raw string) string {
	v, err := jsondoc.Parse([]byte(raw), jsondoc.Options{Repeated: true})
	if err != nil {
		return raw
	}
	var lines []string
	var show func(name string, v *jsondoc.Value)
	show = func(name string, v *jsondoc.Value) {
		for _, item := range v.Items {
			show(name, item)
		}
		url := v.Get("url")
		if !url.Absent() && !v.Get("title").Absent() {
			lines = append(lines, fmt.Sprintf("%s <%s>", v.Get("title").Text, url.Text))
		}
		for _, m := range v.Members {
			hidden := m.Name == "type" || m.Name == "id" || m.Name == "status" || strings.HasSuffix(m.Name, "_id") || strings.HasPrefix(m.Name, "encrypted") ||
				strings.HasSuffix(strings.ToLower(m.Name), "signature") || !url.Absent() && (m.Name == "url" || m.Name == "title") && !v.Get("title").Absent()
			if !hidden {
				show(m.Name, m.Value)
			}
		}
		switch {
		case v.Kind == jsondoc.String && v.Text != "":
			lines = append(lines, name+": "+v.Text)
		case v.Kind == jsondoc.Number || v.Kind == jsondoc.Bool:
			lines = append(lines, name+": "+v.Raw())
		}
	}
	kind := ""
	_ = v.Read("type", &kind) // another type counts as none
	if show(kind, v); len(lines) == 0 {
		return ""
	}
	return strings.TrimPrefix("["+kind+"]\n", "[]\n") + strings.Join(lines, "\n")
}

// Rewritten returns the conversation without the messages at the given ascending indices, and with others inserted
// before an index. Remaining bytes are unchanged, except where user and assistant must alternate.
func (c *Conversation) Rewritten(dropped []int, insert []Said, before int) string {
	p := &plan{Conversation: c, dropped: make([]bool, len(c.messages))}
	for _, i := range dropped {
		p.dropped[i] = true
	}
	return p.written(insert, before).Text()
}

// write writes a text message in the conversation's style.
func (c *Conversation) write(s Said) string {
	style := styles()[c.style]
	text := strings.Replace(style.user, "%s", string(jsondoc.Encode(s.Text())), 1) + s.Extra + "}"
	if s.Role != "user" {
		text = strings.Replace(text, style.isUser, style.isModel, 1)
	}
	return text
}

// separator is the text between two messages.
func (c *Conversation) separator() string {
	if len(c.messages) > 1 && len(c.messages[1].aside) == 0 {
		return c.src[c.messages[0].entry.To:c.messages[1].entry.From]
	}
	if c.shape == Lines {
		return "\n"
	}
	return ","
}
