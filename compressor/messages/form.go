package messages

import (
	_ "embed" // the table of forms
	"slices"
	"strings"
	"sync"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

// style is a family of formats: how it writes a user message, and whether user and assistant must alternate.
type style uint8

const (
	chat      style = iota // OpenAI's chat completions, Anthropic's messages, Vercel's model messages, OpenAI's responses
	gemini                 // contents with parts
	bedrock                // Converse
	display                // Vercel's messages for a user interface
	langChain              // LangChain's and LangGraph's
	geminiCLI              // the session files of Gemini CLI
)

// styles returns the rules of each style. In user, %s is the text; the members distinguish the user from the model.
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

// Kind is the kind of a part of a message, or of an item without a role.
type Kind uint8

// The kinds.
const (
	OtherKind     Kind = iota // unknown: it costs what its JSON costs
	TextKind                  // words
	ReasoningKind             // thoughts: counted, but never shown
	ImageKind
	MediaKind  // a document or a recording
	ServerKind // a call or result of a tool run by the provider
	CallKind
	ResultKind
	bothKind // a call together with its result
)

// The providers of request formats.
const (
	anthropic = "anthropic"
	openAI    = "openai"
	responses = "openai-responses"
	google    = "gemini"
)

// form is a provider's format of a part: how it is recognised and where its fields are. | separates alternatives of
// a name.
type form struct {
	name          string // the part's type, with * as a wildcard; or, if keyed, the member that holds its fields
	keyed         bool
	kind          Kind
	id, tool      string
	body          string // text, arguments or content
	array, object string // replacement of an array or object body by a text, with %s for the string; "" if there is none
	under         string // the member with the fields
	style         style
	home          string // the provider that accepts the part unchanged, if it has the body
	server        bool   // a tool call run by the provider
	strange       bool   // unknown, and related to calls and results
}

//go:embed forms.txt
var formText string

// forms lists the formats of all providers. The first that fits counts.
func forms() (list []form) {
	kinds := map[string]Kind{
		"text": TextKind, "reasoning": ReasoningKind, "image": ImageKind, "media": MediaKind, "server": ServerKind,
		"call": CallKind, "result": ResultKind, "both": bothKind,
	}
	styles := map[string]style{"display": display, "gemini": gemini, "bedrock": bedrock}
	for line := range strings.Lines(formText) {
		c := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i := range c {
			c[i] = strings.TrimPrefix(c[i], "-")
		}
		if len(c) > 10 {
			list = append(list, form{
				name: c[0], kind: kinds[c[1]], id: c[2], tool: c[3], body: c[4], home: c[5], array: c[6], object: c[7], under: c[8],
				style: styles[c[9]], keyed: strings.HasPrefix(c[10], "keyed"), server: strings.HasSuffix(c[10], "server"),
			})
		}
	}
	return list
}

// allForms is the table, built once. Read-only.
var allForms = sync.OnceValue(forms)

// find returns the form of a part and the object with its fields.
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

// matchType matches a type with the pattern of a form.
func matchType(pattern, name string) bool {
	before, after, any := strings.Cut(pattern, "*")
	if !any {
		return pattern == name
	}
	return len(name) > len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
}

// unpairable reports whether an unknown part, by its type or the name of a member, is related to calls and results:
// dropping one without the other would break the conversation.
func unpairable(kind string, o object) bool {
	names := []string{kind}
	if kind == "" {
		names = mapped.Of(o.members, func(m member) string { return m.name })
	}
	return slices.ContainsFunc(splitWords(strings.Join(names, " ")), func(word string) bool {
		return slices.Contains([]string{"call", "calls", "use", "result", "results", "invocation", "response"}, strings.ToLower(word))
	})
}
