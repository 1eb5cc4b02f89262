package history

import "strings"

// Prompt is the content of a whole prompt. Each part may be empty; Request and Images only if the history ends with
// a message to answer.
type Prompt struct {
	System    string
	SymbolMap string
	FileTree  string
	Pages     []Page
	Files     []File
	History   []Message
	Request   string // the question to the model
	Images    []Image
	Tiers     [TierCount]Tier // from the most to the least stable
	Pack      string          // a bundle of the repository
	Rounds    string          // findings of earlier rounds of analysis

	auto bool // the tiers were chosen automatically: the last one has no breakpoint
}

// TierCount is the number of tiers, L0 to L3: the number of cache breakpoints that Anthropic allows.
const TierCount = 4

// Tier is a part of a prompt that changes rarely, so that a provider can cache it.
type Tier struct {
	Symbols string
	Files   []File
	History []Message
}

// empty reports whether the tier has no content.
func (t *Tier) empty() bool {
	return strings.TrimSpace(t.Symbols) == "" && len(t.Files) == 0 && len(said(nil, "", t.History)) == 0
}

// Page is the content of a web address.
type Page struct{ URL, Title, Content string }

// File is a file to show.
type File struct {
	Path    string
	Content string
	Fence   string // the tag of its Markdown fence, may be empty
}

// Provider is the request format of a prompt.
type Provider string

// The providers.
const (
	Anthropic       Provider = "anthropic"
	OpenAI          Provider = "openai"           // chat completions
	OpenAIResponses Provider = "openai-responses" // responses
	Gemini          Provider = "gemini"
)

// Providers lists the providers.
func Providers() []Provider { return []Provider{Anthropic, OpenAI, OpenAIResponses, Gemini} }

// Part is a part of a prompt in the report.
type Part string

// The parts. The tiers' names are L0 to L3; a tier's contribution to the system message counts as system.
const (
	PartSystem  Part = "system" // with the symbol map and tier L0's contribution
	PartTree    Part = "file_tree"
	PartPages   Part = "url_context"
	PartFiles   Part = "files"
	PartPack    Part = "pack"
	PartRounds  Part = "rounds"
	PartHistory Part = "history"
	PartRequest Part = "prompt" // with its images
)

func tierName(i int) Part { return Part("L" + string(rune('0'+i))) }

// sent is a message to be sent, with the part that it counts for.
type sent struct {
	Message
	part       Part
	history    bool // counts as history, whatever the part
	system     bool // is the system message
	breakpoint bool // everything up to here may be cached
}
