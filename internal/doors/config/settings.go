package config

import (
	"errors"
	"fmt"
)

// A setting is a field of these structs. Its tags say all that there is to know of it:
//
//	key      its name in files; the path is made of those of the sections around it
//	doc      what it means, for the example and the reference, with ~ for backquotes; of a
//	         section what it is for
//	default  as [Table.Set] takes it
//	kind     of an int: tokens, words, percent, or integer if there is none; other kinds follow from the type
//	choices  of a text that is one of some: the names between commas, or the field of [Given] behind a $
//	min, max of a number, inclusive, in the kind's unit; of a text its most bytes
//	env      the variable that overrides it, if it is not made of the path
//	was      the flag of earlier versions, and a value that makes an example
//	user     why only the user's own file may have it
//	narrow   how a value narrows what would be there without it: lower, higher, or longer of a list

// Config holds every setting. [Table.Default] and [Table.LoadProfile] are the ways to
// make one: the zero value is not valid.
type Config struct {
	Context  Context  `key:"context" doc:"What is packed, how it is ranked, and how much room there is."`
	Output   Output   `key:"output" doc:"How a bundle is written."`
	Redact   Redact   `key:"redact" doc:"The redaction of secrets. Only the flag --no-redact switches it off."`
	Cache    Cache    `key:"cache" doc:"What is found out about files, shared with other machines."`
	Fetch    Fetch    `key:"fetch" doc:"What is fetched of repositories on servers. Only the user's own settings file may have this section."`
	Input    Input    `key:"input" doc:"Documents that are read."`
	Trim     Trim     `key:"trim" doc:"The trim commands."`
	History  History  `key:"history" doc:"When a conversation is compacted, and what stays of it."`
	Compress Compress `key:"compress" doc:"The context that one round of analysis gives the next."`
	Usage    Usage    `key:"usage" doc:"The record of token usage."`
}

// Context says what is packed, how it is ranked and how much room there is.
type Context struct {
	Budget           int            `key:"budget" kind:"tokens" default:"0" env:"CTXPACK_CONTEXT_BUDGET" narrow:"lower" doc:"Most tokens of a bundle; 0 for what the window leaves."`
	MaxTokens        int            `key:"maxTokens" was:"max-tokens=128k" kind:"tokens" default:"200000" min:"1" narrow:"lower" doc:"The model's context window."`
	PromptOverhead   int            `key:"promptOverhead" was:"prompt-overhead=5000" kind:"tokens" default:"3000" narrow:"higher" doc:"Kept free for the surrounding prompt."`
	OutputReserve    int            `key:"outputReserve" was:"output-reserve=8000" kind:"tokens" default:"4096" narrow:"higher" doc:"Kept free for the answer."`
	SafetyMargin     Share          `key:"safetyMargin" was:"safety-margin=0.8" default:"0.9" min:"1" narrow:"lower" doc:"Share of the rest that a bundle may use. The budget of a bundle is floor((maxTokens − promptOverhead − outputReserve) × safetyMargin) unless it is given."`
	Tokenizer        string         `key:"tokenizer" choices:"$Tokenizers" doc:"What counts the tokens."`
	Model            string         `key:"model" max:"200" doc:"A model's name, which sets window and tokenizer in place of maxTokens and tokenizer; empty for none. ~ctxpack tokens --models~ lists the names."`
	Include          []string       `key:"include" doc:"Globs of the files to pack; empty means everything. A glob here also brings back what is left out by default: lock files, vendored and generated code and the like."`
	Exclude          []string       `key:"exclude" narrow:"longer" doc:"Globs of the files to leave out."`
	Pin              []string       `key:"pin" doc:"Globs of the files that come first and are always full."`
	Boost            []string       `key:"boost" doc:"Globs of the files that get the points of weights.boost."`
	Rank             string         `key:"rank" choices:"$Rankings" doc:"How files are ordered: balanced is fitted on real repositories, classic is the sum of the weights below."`
	Packing          string         `key:"packing" was:"packing=tiers" choices:"$Packings" doc:"How the budget is filled: levels takes declarations, tiers takes whole files or their signatures."`
	Weights          map[string]int `key:"weights" doc:"Points and caps of the factors of the ranking classic, whose sum, at least 0 and at most 100, is its score. In the others, a weight of twice its default doubles the points of its factor. Points are from −1,000 to 1,000, caps from 0 to 1,000."`
	SignatureReserve Share          `key:"signatureReserve" was:"signature-reserve=0.2" default:"0.1" doc:"With tiers: share of the budget kept for signatures of files that are not in the bundle otherwise; 0 packs greedily."`
	OversizedTokens  int            `key:"oversizedTokens" kind:"tokens" default:"8000" min:"1" doc:"With tiers: a file with more tokens is oversized. It is taken whole only when all others have been looked at."`
	OversizedScore   int            `key:"oversizedScore" default:"30" max:"100" doc:"With tiers: an oversized file with a lower score waits until all others have been looked at; with this score or more its signatures have its place."`
	Oversized        string         `key:"oversized" choices:"wait,skip" doc:"With tiers: whether an oversized file with a score below oversizedScore waits for all others, or is left out."`
	GuaranteedScore  int            `key:"guaranteedScore" default:"70" max:"100" doc:"With tiers: files with this score or more get their signatures even if that takes more than signatureReserve."`
	MaxFileSize      Size           `key:"maxFileSize" was:"max-file-size=1MB" default:"10MB" min:"1" max:"1000000000" narrow:"lower" doc:"A larger file is skipped unread."`
	Git              Git            `key:"git" doc:"Which part of the history counts as activity, and where its objects may be."`
}

// oversizedSkip leaves oversized files with a low score out.
const oversizedSkip = "skip"

// SkipsOversized reports whether oversized files with a low score are left out.
func (c Context) SkipsOversized() bool { return c.Oversized == oversizedSkip }

// Git bounds the pass over the history.
type Git struct {
	Window      Duration `key:"window" was:"git-window=180d" default:"90d" narrow:"lower" doc:"How long before HEAD's commit a commit counts as activity."`
	MaxCommits  int      `key:"maxCommits" was:"git-max-commits=500" default:"2000" min:"1" max:"1000000" narrow:"lower" doc:"How many commits are looked at."`
	ObjectsFrom string   `key:"objectsFrom" was:"objects-from=$HOME" max:"4000" env:"CTXPACK_OBJECTS_FROM" user:"a repository does not choose what is read outside of it" doc:"Folders, between commas, from below which repositories may borrow git objects, as shared clones do; empty for none. Only the user's own settings file may have it."`
}

// Output says how a bundle is written.
type Output struct {
	Format         string `key:"format" choices:"$Formats" doc:"The form of the bundle."`
	Tree           string `key:"tree" choices:"auto,full,none" doc:"The directory tree in the bundle: auto collapses the deepest folders first."`
	ListSkipped    bool   `key:"listSkipped" was:"list-skipped=true" default:"false" doc:"Whether the files that are left out are named, up to a twentieth of the budget."`
	NoEcho         bool   `key:"noEcho" was:"no-echo=true" default:"false" doc:"Whether the text of ~--task~ is left out of the bundle."`
	MarkInjections bool   `key:"markInjections" was:"mark-injections=true" default:"false" user:"a repository does not choose what is noted of it" doc:"Whether files with text that addresses a model, such as orders to ignore its instructions, are noted. Only the user's own settings file may have it."`
}

// Redact says what is no secret.
type Redact struct {
	Allow []string `key:"allow" user:"a repository does not choose what is let out" doc:"Globs of files whose secrets are left in, and secrets that are left in everywhere, by the hash that ~score --why~ shows. Only the user's own settings file may have it."`
}

// Cache says with whom findings are shared.
type Cache struct {
	Remote string `key:"remote" was:"remote-cache=file:$HOME/.cache" max:"4000" env:"CTXPACK_REMOTE_CACHE" user:"a repository does not choose whose findings are believed" doc:"Where what is found out about files is shared with other machines: ~file:FOLDER~, ~http://…~ or ~https://…~; empty to share with none. Only the user's own settings file may have it."`
}

// Fetch bounds what is fetched from servers.
type Fetch struct {
	Depth     int      `key:"depth" was:"depth=200" default:"1" max:"1000000000" user:"a repository does not choose what is fetched" doc:"How many of the last commits are fetched with their contents, 0 for all. Where it is not set, the last one is, and of 200 which files they changed; with --diff, their contents too."`
	Limit     Size     `key:"limit" was:"fetch-limit=1GB" default:"500MB" min:"1" max:"1000000000000" user:"a repository does not choose what is fetched" doc:"The most bytes that are fetched of a repository."`
	Timeout   Duration `key:"timeout" was:"fetch-timeout=10m" default:"5m0s" user:"a repository does not choose what is fetched" doc:"How long fetching a repository may take."`
	AllowHTTP bool     `key:"allowHTTP" was:"allow-http=true" default:"false" env:"CTXPACK_ALLOW_HTTP" user:"a repository does not choose what is fetched" doc:"Whether http addresses, which are not encrypted, may be fetched from."`
}

// Input bounds documents.
type Input struct {
	Limit Size `key:"limit" was:"input-limit=500MB" default:"100MB" min:"1" max:"1000000000000" user:"a repository does not choose how much is read" doc:"The most bytes of a document: a conversation, a text, a list. Only the user's own settings file may have it."`
}

// Trim holds the settings of the trim commands.
type Trim struct {
	Apply    bool         `key:"apply" default:"true" doc:"Whether ~trim text~ cuts; false only counts."`
	Messages TrimMessages `key:"messages" doc:"Conversations that have to fit."`
	Text     TrimText     `key:"text" doc:"Prose that has to fit. Limits are in words, or in tokens with --unit tokens."`
}

// TrimMessages says which messages of a conversation are worth keeping.
type TrimMessages struct {
	PreserveRecent int `key:"preserveRecent" default:"5" max:"1000000" env:"CTXPACK_PRESERVE_RECENT" doc:"Messages of this many last steps are recent; a step is a message with tool calls."`
	Protect        int `key:"protect" default:"70" max:"1000" env:"CTXPACK_PROTECT" doc:"Messages of this priority and above are never dropped; over 100 protects none."`
}

// TrimText holds limits in words, or in tokens where tokens are counted.
type TrimText struct {
	Profiles TextProfiles `key:"profiles" doc:"Limits of the profiles."`
}

// TextProfiles are the limits of the profiles, by their names.
type TextProfiles struct {
	Context  int `key:"context" kind:"words" default:"50000" min:"1" doc:"The limit of the profile context."`
	Analysis int `key:"analysis" kind:"words" default:"75000" min:"1" doc:"The limit of the profile analysis."`
}

// History says when a conversation is compacted and what stays of it.
type History struct {
	Enabled              bool `key:"enabled" default:"true" env:"CTXPACK_ENABLED" doc:"Whether ~history compact~ does anything."`
	Trigger              int  `key:"trigger" kind:"tokens" default:"24000" min:"1" env:"CTXPACK_TRIGGER" doc:"A history of more tokens is compacted."`
	VerbatimWindow       int  `key:"verbatimWindow" kind:"tokens" default:"4000" min:"1" env:"CTXPACK_VERBATIM_WINDOW" doc:"The newest messages, up to these tokens, stay as they are."`
	SummaryBudget        int  `key:"summaryBudget" kind:"tokens" default:"500" min:"1" env:"CTXPACK_SUMMARY_BUDGET" narrow:"lower" doc:"The most tokens of a summary."`
	MinVerbatimExchanges int  `key:"minVerbatimExchanges" default:"2" min:"1" max:"1000000" env:"CTXPACK_MIN_VERBATIM_EXCHANGES" doc:"At least this many messages of the user stay as they are."`
}

// Compress bounds the context that a round of analysis gives the next.
type Compress struct {
	MaxTokens int `key:"maxTokens" kind:"tokens" default:"2000" min:"1" narrow:"lower" doc:"The most tokens of the text that ~compress~ writes."`
}

// Usage says when the use of a budget is worth a warning.
type Usage struct {
	WarnAt int `key:"warnAt" kind:"percent" default:"85" min:"1" max:"100" env:"CTXPACK_WARN_AT" doc:"The part of a budget from which on ~usage~ warns."`
}

// errNoBudget is what every error of Budget wraps.
var errNoBudget = errors.New("the window leaves no budget")

// Budget returns the most tokens that a bundle may have when no budget is
// given, floor((maxTokens − promptOverhead − outputReserve) × safetyMargin),
// and the arithmetic as text. The result is exact: no floating-point number is
// involved. When nothing is left the error shows the arithmetic.
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
