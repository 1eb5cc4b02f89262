package messages

import (
	"slices"
	"strings"
	"sync"

	"ctxpack/internal/text/jsondoc"
)

// style is a family of shapes: how a message of the user's is written in it, and
// whether it wants user and assistant to take turns.
type style uint8

const (
	chat    style = iota // OpenAI's chat completions, Anthropic's messages, Vercel's model messages, OpenAI's responses
	gemini               // contents with parts
	bedrock              // Converse
	display              // Vercel's messages for a user interface
)

// styles tells what a style asks for. In user the text stands for %s.
func styles() [display + 1]struct {
	user       string
	alternates bool
} {
	return [...]struct {
		user       string
		alternates bool
	}{
		chat:    {`{"role":"user","content":%s`, false},
		gemini:  {`{"role":"user","parts":[{"text":%s}]`, true},
		bedrock: {`{"role":"user","content":[{"text":%s}]`, true},
		display: {`{"id":"summary","role":"user","parts":[{"type":"text","text":%s}]`, false},
	}
}

// kind is what a part of a message, or an item without a role, is.
type kind uint8

const (
	otherKind     kind = iota // costs what its JSON costs
	textKind                  // words
	reasoningKind             // thoughts: counted, but nobody's words
	imageKind
	mediaKind
	callKind
	resultKind
	bothKind    // a call together with its result
	refusedKind // cannot be paired
)

// form is the shape that a provider gives a part: how it is recognised and where
// its fields stand. Alternatives of a name are joined by |.
type form struct {
	name          string // the part's type, in which a * stands for anything; or, if keyed, the member that holds its fields
	keyed         bool
	kind          kind
	id, tool      string
	body          string // text, arguments or content
	array, object string // what a text becomes in place of a body that is one, with %s for the string; "" if it cannot
	under         string // the fields stand in this member
	style         style
}

// forms lists the shapes of all providers. The first that fits counts.
func forms() []form {
	const anyJSON = "%s"
	parts := `[{"type":"text","text":%s}]`
	return []form{
		{name: "text", kind: textKind, body: "text"},
		{name: "input_text", kind: textKind, body: "text"},
		{name: "output_text", kind: textKind, body: "text"},
		{name: "refusal", kind: textKind, body: "refusal"},
		{name: "thinking", kind: reasoningKind, body: "thinking"},
		{name: "redacted_thinking", kind: reasoningKind},
		{name: "reasoning", kind: reasoningKind, body: "text|summary|content|reasoning"},
		{name: "reasoning_text", kind: reasoningKind, body: "text"},
		{name: "summary_text", kind: reasoningKind, body: "text"},
		{name: "image", kind: imageKind},
		{name: "image_url", kind: imageKind},
		{name: "input_image", kind: imageKind},
		{name: "document", kind: mediaKind, body: "source"},
		{name: "file", kind: mediaKind},
		{name: "input_file", kind: mediaKind},
		{name: "input_audio", kind: mediaKind},
		{name: "audio", kind: mediaKind},
		{name: "video", kind: mediaKind},
		{name: "video_url", kind: mediaKind},
		{name: "search_result"},

		// Anthropic. What a server's tool has found has a shape of its own, in
		// which no text can stand.
		{name: "tool_use", kind: callKind, id: "id", tool: "name", body: "input"},
		{name: "tool_result", kind: resultKind, id: "tool_use_id", body: "content", array: parts},
		{name: "*_tool_use", kind: callKind, id: "id", tool: "name", body: "input"},
		{name: "*_tool_result", kind: resultKind, id: "tool_use_id"},

		// OpenAI's responses. A call without an id has its result with it.
		{name: "function_call", kind: callKind, id: "call_id", tool: "name", body: "arguments"},
		{name: "function_call_output", kind: resultKind, id: "call_id", body: "output", array: `[{"type":"input_text","text":%s}]`},
		{name: "*_call", kind: callKind, id: "call_id", tool: "name", body: "arguments|input|action"},
		{name: "*_call_output", kind: resultKind, id: "call_id", body: "output"},
		{name: "mcp_approval_request", kind: callKind, id: "id", tool: "name", body: "arguments"},
		{name: "mcp_approval_response", kind: resultKind, id: "approval_request_id"},

		// Vercel's AI SDK: messages for a model, and for a user interface.
		{name: "tool-call", kind: callKind, id: "toolCallId", tool: "toolName", body: "input|args"},
		{name: "tool-result", kind: resultKind, id: "toolCallId", tool: "toolName", body: "output", object: `{"type":"text","value":%s}`},
		{name: "tool-approval-*", kind: refusedKind},
		{name: "dynamic-tool", kind: bothKind, id: "toolCallId", tool: "toolName", body: "output", array: anyJSON, object: anyJSON, style: display},
		{name: "tool-invocation", kind: bothKind, id: "toolCallId", tool: "toolName", body: "result", array: anyJSON, object: anyJSON, under: "toolInvocation", style: display},
		{name: "tool-*", kind: bothKind, id: "toolCallId", tool: "toolName", body: "output", array: anyJSON, object: anyJSON, style: display},

		// Gemini.
		{name: "functionCall|function_call", keyed: true, kind: callKind, id: "id", tool: "name", body: "args", style: gemini},
		{name: "functionResponse|function_response", keyed: true, kind: resultKind, id: "id", tool: "name", body: "response", object: `{"result":%s}`, style: gemini},
		{name: "executableCode|executable_code|codeExecutionResult|code_execution_result", keyed: true, style: gemini},
		{name: "inlineData|inline_data|fileData|file_data", keyed: true, kind: mediaKind, style: gemini},

		// Bedrock.
		{name: "toolUse", keyed: true, kind: callKind, id: "toolUseId", tool: "name", body: "input", style: bedrock},
		{name: "toolResult", keyed: true, kind: resultKind, id: "toolUseId", body: "content", array: `[{"text":%s}]`, style: bedrock},
		{name: "reasoningContent", keyed: true, kind: reasoningKind, body: "reasoningText", style: bedrock},
		{name: "image", keyed: true, kind: imageKind, style: bedrock},
		{name: "document|video|audio", keyed: true, kind: mediaKind, body: "source", style: bedrock},
		{name: "text", keyed: true, kind: textKind},
	}
}

// allForms is the table, made once. Read-only.
var allForms = sync.OnceValue(forms)

// find returns the form of a part and the object that has its fields. The
// fault is that of a part that cannot be paired.
func (r *reader) find(o object) (form, object, *jsondoc.Fault) {
	name, f := "", (*jsondoc.Fault)(nil)
	typed := o.has("type")
	if typed {
		if name, f = r.nameOf(&o, "type"); f != nil {
			return form{}, o, f
		}
	}
	for _, as := range allForms() {
		switch {
		case typed && !as.keyed && matchType(as.name, name):
			if as.under == "" {
				return as, o, nil
			}
			at, _ := o.get(r, as.under)
			inner, ok, f := r.objectAt(at)
			if !ok {
				return as, o, f
			}
			return as, inner, nil
		case !typed && as.keyed:
			at, _ := o.get(r, as.name)
			if at.Empty() {
				continue
			}
			inner, ok, f := r.objectAt(at)
			if f != nil || !ok && as.kind != textKind {
				return as, o, f
			}
			if !ok {
				return as, o, nil
			}
			return as, inner, nil
		}
	}
	if name := unpairable(name, o); name != "" {
		return form{}, o, r.Failf(o.From, "a part %q: what calls a tool or holds its result must be of a shape in which the two can be paired", name)
	}
	return form{}, o, nil
}

// matchType compares a type with the name of a as.
func matchType(pattern, name string) bool {
	before, after, any := strings.Cut(pattern, "*")
	if !any {
		return pattern == name
	}
	return len(name) > len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
}

// unpairable returns the type of a part that is not known, or the name of its
// member, if it speaks of calls and results: dropping one without the other
// would break the conversation.
func unpairable(kind string, o object) string {
	names := []string{kind}
	if kind == "" {
		names = nil
		for _, m := range o.members {
			names = append(names, m.name)
		}
	}
	for _, name := range names {
		for _, word := range splitWords(name) {
			if slices.Contains([]string{"call", "calls", "use", "result", "results", "invocation", "response"}, strings.ToLower(word)) {
				return name
			}
		}
	}
	return ""
}
