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
	chat      style = iota // OpenAI's chat completions, Anthropic's messages, Vercel's model messages, OpenAI's responses
	gemini                 // contents with parts
	bedrock                // Converse
	display                // Vercel's messages for a user interface
	langChain              // LangChain's and LangGraph's
	geminiCLI              // the sessions of Gemini CLI
)

// styles tells what a style asks for. In user the text stands for %s; the members tell the user from the model.
func styles() [geminiCLI + 1]struct {
	user, isUser, isModel string
	alternates            bool
} {
	const role, answer = `"role":"user"`, `"role":"assistant"`
	return [...]struct {
		user, isUser, isModel string
		alternates            bool
	}{
		chat:      {`{"role":"user","content":%s`, role, answer, false},
		gemini:    {`{"role":"user","parts":[{"text":%s}]`, role, `"role":"model"`, true},
		bedrock:   {`{"role":"user","content":[{"text":%s}]`, role, answer, true},
		display:   {`{"id":"summary","role":"user","parts":[{"type":"text","text":%s}]`, role, answer, false},
		langChain: {`{"content":%s,"type":"human"`, `"type":"human"`, `"type":"ai"`, false},
		geminiCLI: {`{"id":"summary","timestamp":"1970-01-01T00:00:00.000Z","type":"user","content":%s`, `"type":"user"`, `"type":"gemini"`, false},
	}
}

// Kind is what a part of a message, or an item without a role, is.
type Kind uint8

// The kinds.
const (
	OtherKind     Kind = iota // not known: it costs what its JSON costs
	TextKind                  // words
	ReasoningKind             // thoughts: counted, but nobody's words
	ImageKind
	MediaKind  // a document or a recording
	ServerKind // a tool's call or result of the provider's own
	CallKind
	ResultKind
	bothKind // a call together with its result
)

// The providers that requests are written for.
const (
	anthropic = "anthropic"
	openAI    = "openai"
	responses = "openai-responses"
	google    = "gemini"
)

// form is the shape that a provider gives a part: how it is recognised and where
// its fields stand. Alternatives of a name are joined by |.
type form struct {
	name          string // the part's type, in which a * stands for anything; or, if keyed, the member that holds its fields
	keyed         bool
	kind          Kind
	id, tool      string
	body          string // text, arguments or content
	array, object string // what a text becomes in place of a body that is one, with %s for the string; "" if it cannot
	under         string // the fields stand in this member
	style         style
	home          string // the provider that takes the part as it is, if it has the body
	server        bool   // the provider has called the tool itself
	strange       bool   // it is not known, and speaks of calls and results
}

// forms lists the shapes of all providers. The first that fits counts.
func forms() []form {
	const anyJSON, parts = "%s", `[{"type":"text","text":%s}]`
	return []form{
		{name: "text", kind: TextKind, body: "text"},
		{name: "input_text", kind: TextKind, body: "text", home: responses},
		{name: "output_text", kind: TextKind, body: "text", home: responses},
		{name: "refusal", kind: TextKind, body: "refusal"},
		{name: "thinking", kind: ReasoningKind, body: "thinking", home: anthropic},
		{name: "redacted_thinking", kind: ReasoningKind, home: anthropic},
		{name: "reasoning", kind: ReasoningKind, body: "text|summary|content|reasoning"},
		{name: "reasoning_text", kind: ReasoningKind, body: "text"},
		{name: "summary_text", kind: ReasoningKind, body: "text"},
		{name: "image", kind: ImageKind, body: "source", home: anthropic},
		{name: "image_url", kind: ImageKind, home: openAI},
		{name: "input_image", kind: ImageKind, home: responses},
		{name: "computer_screenshot", kind: ImageKind, home: responses},
		{name: "document", kind: MediaKind, body: "source", home: anthropic},
		{name: "file", kind: MediaKind, body: "file", home: openAI},
		{name: "input_file", kind: MediaKind, home: responses},
		{name: "input_audio", kind: MediaKind, home: openAI},
		{name: "audio", kind: MediaKind},
		{name: "video", kind: MediaKind},
		{name: "video_url", kind: MediaKind},
		{name: "search_result", home: anthropic},

		// Anthropic. What a server's tool has found has a shape of its own, in which no text can stand.
		{name: "tool_use", kind: CallKind, id: "id", tool: "name", body: "input", home: anthropic},
		{name: "tool_result", kind: ResultKind, id: "tool_use_id", body: "content", array: parts, home: anthropic},
		{name: "*_tool_use", kind: CallKind, id: "id", tool: "name", body: "input", home: anthropic, server: true},
		{name: "*_tool_result", kind: ResultKind, id: "tool_use_id", home: anthropic, server: true},

		// OpenAI's responses. A call without an id has its result with it.
		{name: "function_call", kind: CallKind, id: "call_id", tool: "name", body: "arguments"},
		{name: "function_call_output", kind: ResultKind, id: "call_id", body: "output", array: `[{"type":"input_text","text":%s}]`},
		{name: "*_call", kind: CallKind, id: "call_id", tool: "name", body: "arguments|input|action"},
		{name: "*_call_output", kind: ResultKind, id: "call_id", body: "output"},
		{name: "tool_search_output", kind: ResultKind, id: "call_id", body: "tools", array: anyJSON},
		{name: "mcp_approval_request", kind: CallKind, id: "id", tool: "name", body: "arguments", server: true},
		{name: "mcp_approval_response", kind: ResultKind, id: "approval_request_id", server: true},

		// Vercel's AI SDK: messages for a model, and for a user interface.
		{name: "tool-call", kind: CallKind, id: "toolCallId", tool: "toolName", body: "input|args"},
		{name: "tool-result", kind: ResultKind, id: "toolCallId", tool: "toolName", body: "output", object: `{"type":"text","value":%s}`},
		{name: "tool-approval-request", kind: CallKind, id: "approvalId", server: true},
		{name: "tool-approval-response", kind: ResultKind, id: "approvalId", server: true},
		{name: "step-start", kind: ServerKind},
		{name: "source-*", kind: ServerKind},
		{name: "data-*", kind: ServerKind},
		{name: "dynamic-tool", kind: bothKind, id: "toolCallId", tool: "toolName", body: "output|errorText", array: anyJSON, object: anyJSON, style: display},
		{name: "tool-invocation", kind: bothKind, id: "toolCallId", tool: "toolName", body: "result", array: anyJSON, object: anyJSON, under: "toolInvocation", style: display},
		{name: "tool-*", kind: bothKind, id: "toolCallId", tool: "toolName", body: "output|errorText", array: anyJSON, object: anyJSON, style: display},

		// Gemini.
		{name: "functionCall|function_call", keyed: true, kind: CallKind, id: "id", tool: "name", body: "args", style: gemini, home: google},
		{name: "functionResponse|function_response", keyed: true, kind: ResultKind, id: "id", tool: "name", body: "response", object: `{"result":%s}`, style: gemini, home: google},
		{name: "executableCode|executable_code|codeExecutionResult|code_execution_result", keyed: true, kind: ServerKind, style: gemini, home: google},
		{name: "inlineData|inline_data|fileData|file_data", keyed: true, kind: MediaKind, style: gemini, home: google},

		// Bedrock.
		{name: "toolUse", keyed: true, kind: CallKind, id: "toolUseId", tool: "name", body: "input", style: bedrock},
		{name: "toolResult", keyed: true, kind: ResultKind, id: "toolUseId", body: "content", array: `[{"text":%s}]`, style: bedrock},
		{name: "reasoningContent", keyed: true, kind: ReasoningKind, body: "reasoningText", style: bedrock},
		{name: "image", keyed: true, kind: ImageKind, style: bedrock},
		{name: "document|video|audio", keyed: true, kind: MediaKind, body: "source", style: bedrock},
		{name: "text", keyed: true, kind: TextKind},
	}
}

// allForms is the table, made once. Read-only.
var allForms = sync.OnceValue(forms)

// find returns the form of a part and the object that has its fields.
func (r *reader) find(o object) (form, object, *jsondoc.Fault) {
	name, f := "", (*jsondoc.Fault)(nil)
	typed := o.has("type")
	if typed {
		if name, f = r.nameOf(&o, "type"); f != nil {
			return form{}, o, f
		}
	}
	for _, as := range allForms() {
		if as.keyed == typed || typed && !matchType(as.name, name) {
			continue
		}
		member := as.under
		if as.keyed {
			member = as.name
		}
		at, _ := o.get(r, member)
		if as.keyed && at.Empty() {
			continue
		}
		inner, ok, f := r.objectAt(at)
		if !ok {
			inner = o
		}
		return as, inner, f
	}
	return form{strange: unpairable(name, o)}, o, nil
}

// matchType compares a type with the name of a as.
func matchType(pattern, name string) bool {
	before, after, any := strings.Cut(pattern, "*")
	if !any {
		return pattern == name
	}
	return len(name) > len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
}

// unpairable reports whether a part that is not known, by its type or the name of a member, speaks of calls and
// results: dropping one without the other would break the conversation.
func unpairable(kind string, o object) bool {
	names := []string{kind}
	if kind == "" {
		names = nil
		for _, m := range o.members {
			names = append(names, m.name)
		}
	}
	return slices.ContainsFunc(splitWords(strings.Join(names, " ")), func(word string) bool {
		return slices.Contains([]string{"call", "calls", "use", "result", "results", "invocation", "response"}, strings.ToLower(word))
	})
}
