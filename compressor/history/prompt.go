package history

import "strings"

// Prompt is everything that a whole prompt is made of. Each part may be empty,
// but Request and Images only if the history ends with something to answer.
type Prompt struct {
	System    string
	SymbolMap string
	FileTree  string
	Pages     []Page
	Files     []File
	History   []Message
	Request   string // what the model is asked now
	Images    []Image
	Tiers     [TierCount]Tier // from the most stable to the least
	Pack      string          // a bundle of the repository
	Rounds    string          // what earlier rounds of analysis found

	auto bool // the tiers were chosen by themselves: the last one has no breakpoint
}

// TierCount is the number of tiers, L0 to L3: as many as Anthropic takes cache breakpoints.
const TierCount = 4

// Tier is a part of a prompt that changes rarely, so that a provider can keep it.
type Tier struct {
	Symbols string
	Files   []File
	History []Message
}

// empty reports whether the tier gives nothing.
func (t *Tier) empty() bool {
	return strings.TrimSpace(t.Symbols) == "" && len(t.Files) == 0 && len(said(nil, "", t.History)) == 0
}

// Page is the content of a web address.
type Page struct{ URL, Title, Content string }

// File is a file as it is shown.
type File struct {
	Path    string
	Content string
	Fence   string // the tag of its Markdown fence, may be empty
}

// Provider is the shape that a prompt is given out in.
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

// The parts. The tiers' names are L0 to L3; what a tier adds to the system message counts as system.
const (
	PartSystem  Part = "system" // with the symbol map and what tier L0 adds to it
	PartTree    Part = "file_tree"
	PartPages   Part = "url_context"
	PartFiles   Part = "files"
	PartPack    Part = "pack"
	PartRounds  Part = "rounds"
	PartHistory Part = "history"
	PartRequest Part = "prompt" // with its images
)

// tierName returns the name of a tier.
func tierName(i int) Part { return Part("L" + string(rune('0'+i))) }

// sent is a message as it will be sent, with what it is accounted as.
type sent struct {
	Message
	part       Part
	history    bool // counts as history, whatever the part
	system     bool // is the system message
	breakpoint bool // everything up to here may be cached
}
