package config

import (
	"errors"
	"fmt"
)

// A setting is a field of these structs. settings.txt describes settings and sections, for the
// example and the reference. Tags define everything else:
//
//	key      the name in files; the path consists of the keys of the sections and the setting
//	default  in the form of [Table.Set]
//	kind     for an int: tokens, words or percent, by default integer; other kinds follow from the type
//	choices  for a text with fixed values: the values separated by commas, or $ and a field of [Given]; for globs,
//	         the required prefixes, followed by a colon
//	min, max the bounds of a number, inclusive, in the kind's unit; for a text, max is its size in bytes
//	env      the environment variable, if its name does not follow from the path
//	was      the flag of earlier versions with an example value
//	user     why only the user's own file may set it
//	narrow   which values narrow the selection: lower, higher, or longer for a list

// Config holds all settings. Create it with [Table.Default] or [Table.LoadProfile]: the zero value is not valid.
type Config struct {
	Context  Context  `key:"context"`
	Output   Output   `key:"output"`
	Redact   Redact   `key:"redact"`
	Cache    Cache    `key:"cache"`
	Fetch    Fetch    `key:"fetch"`
	Input    Input    `key:"input"`
	Trim     Trim     `key:"trim"`
	History  History  `key:"history"`
	Compress Compress `key:"compress"`
	Usage    Usage    `key:"usage"`
}

// Context defines the selection of files, their ranking and the size of the bundle.
type Context struct {
	Budget           int            `key:"budget" kind:"tokens" default:"0" env:"CTXPACK_CONTEXT_BUDGET" narrow:"lower"`
	MaxTokens        int            `key:"maxTokens" was:"max-tokens=128k" kind:"tokens" default:"200000" min:"1" narrow:"lower"`
	PromptOverhead   int            `key:"promptOverhead" was:"prompt-overhead=5000" kind:"tokens" default:"3000" narrow:"higher"`
	OutputReserve    int            `key:"outputReserve" was:"output-reserve=8000" kind:"tokens" default:"4096" narrow:"higher"`
	SafetyMargin     Share          `key:"safetyMargin" was:"safety-margin=0.8" default:"0.9" min:"1" narrow:"lower"`
	Tokenizer        string         `key:"tokenizer" choices:"$Tokenizers"`
	Model            string         `key:"model" max:"200"`
	Include          []string       `key:"include"`
	Exclude          []string       `key:"exclude" narrow:"longer"`
	Pin              []string       `key:"pin"`
	Only             []string       `key:"only" choices:"full,outline,names"`
	Boost            []string       `key:"boost"`
	Rank             string         `key:"rank" choices:"$Rankings"`
	Packing          string         `key:"packing" was:"packing=tiers" choices:"$Packings"`
	Weights          map[string]int `key:"weights"`
	Map              int            `key:"map" was:"map=25" default:"-1" min:"-1" max:"90"`
	SignatureReserve Share          `key:"signatureReserve" was:"signature-reserve=0.2" default:"0.1"`
	OversizedTokens  int            `key:"oversizedTokens" kind:"tokens" default:"8000" min:"1"`
	OversizedScore   int            `key:"oversizedScore" default:"30" max:"100"`
	Oversized        string         `key:"oversized" choices:"wait,skip"`
	GuaranteedScore  int            `key:"guaranteedScore" default:"70" max:"100"`
	MaxFileSize      Size           `key:"maxFileSize" was:"max-file-size=1MB" default:"10MB" min:"1" max:"1000000000" narrow:"lower"`
	Git              Git            `key:"git"`
}

// oversizedSkip omits oversized files with a low score.
const oversizedSkip = "skip"

// SkipsOversized reports whether oversized files with a low score are omitted.
func (c Context) SkipsOversized() bool { return c.Oversized == oversizedSkip }

// Git defines how much history ctxpack reads.
type Git struct {
	Window      Duration `key:"window" was:"git-window=180d" default:"90d" narrow:"lower"`
	MaxCommits  int      `key:"maxCommits" was:"git-max-commits=500" default:"2000" min:"1" max:"1000000" narrow:"lower"`
	ObjectsFrom string   `key:"objectsFrom" was:"objects-from=$HOME" max:"4000" env:"CTXPACK_OBJECTS_FROM" user:"a repository must not choose folders outside it"`
}

// Output defines the form of a bundle.
type Output struct {
	Format         string `key:"format" choices:"$Formats"`
	Tree           string `key:"tree" choices:"auto,full,none"`
	ListSkipped    bool   `key:"listSkipped" was:"list-skipped=true" default:"false"`
	NoEcho         bool   `key:"noEcho" was:"no-echo=true" default:"false"`
	MarkInjections bool   `key:"markInjections" was:"mark-injections=true" default:"false" user:"a repository must not turn off its own marks"`
}

// Redact lists exceptions from redaction.
type Redact struct {
	Allow []string `key:"allow" user:"a repository must not reveal secrets"`
}

// Cache defines the remote cache.
type Cache struct {
	Remote string `key:"remote" was:"remote-cache=file:$HOME/.cache" max:"4000" env:"CTXPACK_REMOTE_CACHE" user:"a repository must not choose a trusted cache"`
}

// Fetch bounds the data fetched from servers.
type Fetch struct {
	Depth     int      `key:"depth" was:"depth=200" default:"1" max:"1000000000" user:"a repository must not control fetching"`
	Limit     Size     `key:"limit" was:"fetch-limit=1GB" default:"500MB" min:"1" max:"1000000000000" user:"a repository must not control fetching"`
	Timeout   Duration `key:"timeout" was:"fetch-timeout=10m" default:"5m0s" user:"a repository must not control fetching"`
	AllowHTTP bool     `key:"allowHTTP" was:"allow-http=true" default:"false" env:"CTXPACK_ALLOW_HTTP" user:"a repository must not control fetching"`
}

// Input limits the size of documents.
type Input struct {
	Limit Size `key:"limit" was:"input-limit=500MB" default:"100MB" min:"1" max:"1000000000000" user:"a repository must not raise input limits"`
}

// Trim holds the settings of the trim commands.
type Trim struct {
	Apply    bool         `key:"apply" default:"true"`
	Messages TrimMessages `key:"messages"`
	Text     TrimText     `key:"text"`
}

// TrimMessages defines which messages of a conversation to keep.
type TrimMessages struct {
	PreserveRecent int `key:"preserveRecent" default:"5" max:"1000000" env:"CTXPACK_PRESERVE_RECENT"`
	Protect        int `key:"protect" default:"70" max:"1000" env:"CTXPACK_PROTECT"`
}

// TrimText holds limits in words, or in tokens with --unit tokens.
type TrimText struct {
	Profiles TextProfiles `key:"profiles"`
}

// TextProfiles holds the limit of each profile.
type TextProfiles struct {
	Context  int `key:"context" kind:"words" default:"50000" min:"1"`
	Analysis int `key:"analysis" kind:"words" default:"75000" min:"1"`
}

// History says when to compact a conversation, and which of its messages to keep.
type History struct {
	Enabled              bool `key:"enabled" default:"true" env:"CTXPACK_ENABLED"`
	Trigger              int  `key:"trigger" kind:"tokens" default:"24000" min:"1" env:"CTXPACK_TRIGGER"`
	VerbatimWindow       int  `key:"verbatimWindow" kind:"tokens" default:"4000" min:"1" env:"CTXPACK_VERBATIM_WINDOW"`
	SummaryBudget        int  `key:"summaryBudget" kind:"tokens" default:"500" min:"1" env:"CTXPACK_SUMMARY_BUDGET" narrow:"lower"`
	MinVerbatimExchanges int  `key:"minVerbatimExchanges" default:"2" min:"1" max:"1000000" env:"CTXPACK_MIN_VERBATIM_EXCHANGES"`
}

// Compress limits the context passed from one round of analysis to the next.
type Compress struct {
	MaxTokens int `key:"maxTokens" kind:"tokens" default:"2000" min:"1" narrow:"lower"`
}

// Usage defines when the usage of a budget causes a warning.
type Usage struct {
	WarnAt int `key:"warnAt" kind:"percent" default:"85" min:"1" max:"100" env:"CTXPACK_WARN_AT"`
}

// errNoBudget is wrapped by every error of Budget.
var errNoBudget = errors.New("the window leaves no budget")

// Budget returns the maximum tokens of a bundle if no budget is given, floor((maxTokens − promptOverhead −
// outputReserve) × safetyMargin), and the calculation as text. The result is exact, without floating-point numbers.
// If the result is not positive, the error shows the calculation.
func (c Config) Budget() (int, string, error) {
	x := c.Context
	rest := int64(x.MaxTokens) - int64(x.PromptOverhead) - int64(x.OutputReserve)
	budget := x.SafetyMargin.floor(rest)
	text := fmt.Sprintf("(%s − %s − %s) × %s = %s",
		grouped(int64(x.MaxTokens)), grouped(int64(x.PromptOverhead)), grouped(int64(x.OutputReserve)),
		x.SafetyMargin, grouped(budget))
	if budget <= 0 {
		return 0, text, fmt.Errorf("compute budget: %w: %s", errNoBudget, text)
	}
	return int(budget), text, nil
}
