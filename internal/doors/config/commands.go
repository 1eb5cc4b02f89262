package config

// Trim holds the settings of the trim commands.
type Trim struct {
	Apply    bool         `yaml:"apply" json:"apply"` // false only counts
	Messages TrimMessages `yaml:"messages" json:"messages"`
	Text     TrimText     `yaml:"text" json:"text"`
	Files    TrimFiles    `yaml:"files" json:"files"`
}

// TrimMessages says which messages of a conversation are worth keeping.
type TrimMessages struct {
	PreserveRecent int `yaml:"preserveRecent" json:"preserveRecent"` // steps, from 0
	Protect        int `yaml:"protect" json:"protect"`               // priority, from 0
}

// TrimText holds limits in words, or in tokens where tokens are counted.
type TrimText struct {
	Profiles TextProfiles `yaml:"profiles" json:"profiles"`
	Meter    TextMeter    `yaml:"meter" json:"meter"`
}

// TextProfiles are the limits of the profiles, by their names.
type TextProfiles struct {
	Context  int `yaml:"context" json:"context"`
	Analysis int `yaml:"analysis" json:"analysis"`
}

// TextMeter says from where on a meter is coloured. Yellow may be more than
// Red, and says nothing then.
type TextMeter struct {
	Yellow int `yaml:"yellow" json:"yellow"`
	Red    int `yaml:"red" json:"red"`
}

// TrimFiles bounds what is shown of recent files.
type TrimFiles struct {
	Budget   int `yaml:"budget" json:"budget"`     // tokens
	PageSize int `yaml:"pageSize" json:"pageSize"` // lines
	MaxFiles int `yaml:"maxFiles" json:"maxFiles"`
}

// History says when a conversation is compacted and what stays of it.
type History struct {
	Enabled              bool     `yaml:"enabled" json:"enabled"`               // false compacts nothing
	Trigger              int      `yaml:"trigger" json:"trigger"`               // tokens
	VerbatimWindow       int      `yaml:"verbatimWindow" json:"verbatimWindow"` // tokens
	SummaryBudget        int      `yaml:"summaryBudget" json:"summaryBudget"`   // tokens
	MinVerbatimExchanges int      `yaml:"minVerbatimExchanges" json:"minVerbatimExchanges"`
	DetectorTimeout      Duration `yaml:"detectorTimeout" json:"detectorTimeout"`
	DetectorTokens       int      `yaml:"detectorTokens" json:"detectorTokens"`         // of one run
	DetectorMessages     int      `yaml:"detectorMessages" json:"detectorMessages"`     // in one run
	DetectorCharacters   int      `yaml:"detectorCharacters" json:"detectorCharacters"` // of one message
	SearchLimit          int      `yaml:"searchLimit" json:"searchLimit"`               // messages
}

// Compress bounds the context that a round of analysis gives the next.
type Compress struct {
	MaxTokens int `yaml:"maxTokens" json:"maxTokens"` // tokens
}

// Usage says when the use of a budget is worth a warning.
type Usage struct {
	WarnAt int `yaml:"warnAt" json:"warnAt"` // percent, 1 to 100
}

// maxCount bounds numbers of things that are looked at or shown.
const maxCount = 1_000_000

func trimRows() []row {
	return []row{
		{path: "trim.apply", kind: kindBoolean, initial: "true", comment: "Whether `trim text` cuts; false only counts."},
		{path: "trim.messages.preserveRecent", kind: kindInteger, initial: "5", high: maxCount, env: "CTXPACK_PRESERVE_RECENT", comment: "Messages of this many last steps are recent; a step is a message with tool calls."},
		{path: "trim.messages.protect", kind: kindInteger, initial: "70", high: 1000, env: "CTXPACK_PROTECT", comment: "Messages of this priority and above are never dropped; over 100 protects none."},
		{path: "trim.text.profiles.context", kind: kindWords, initial: "50000", low: 1, high: MaxTokens, comment: "The limit of the profile context."},
		{path: "trim.text.profiles.analysis", kind: kindWords, initial: "75000", low: 1, high: MaxTokens, comment: "The limit of the profile analysis."},
		{path: "trim.text.meter.yellow", kind: kindWords, initial: "400", low: 1, high: MaxTokens, env: "CTXPACK_YELLOW_FROM", comment: "From here on the meter is yellow. Where --limit or a profile sets another limit than red, it is yellow from four fifths of that on."},
		{path: "trim.text.meter.red", kind: kindWords, initial: "500", low: 1, high: MaxTokens, comment: "The limit of the meter: from here on it is red."},
		{path: "trim.files.budget", kind: kindTokens, initial: "2000", low: 1, high: MaxTokens, comment: "The most tokens of all lines together."},
		{path: "trim.files.pageSize", kind: kindInteger, initial: "10", low: 1, high: maxCount, env: "CTXPACK_PAGE_SIZE", comment: "Lines of a page; pages are shown whole or not at all."},
		{path: "trim.files.maxFiles", kind: kindInteger, initial: "5", low: 1, high: maxCount, env: "CTXPACK_MAX_FILES", comment: "How many documents are taken of a history or of a repository."},
	}
}

func historyRows() []row {
	return []row{
		{path: "history.enabled", kind: kindBoolean, initial: "true", env: "CTXPACK_ENABLED", comment: "Whether `history compact` does anything."},
		{path: "history.trigger", kind: kindTokens, initial: "24000", low: 1, high: MaxTokens, env: "CTXPACK_TRIGGER", comment: "A history of more tokens is compacted."},
		{path: "history.verbatimWindow", kind: kindTokens, initial: "4000", low: 1, high: MaxTokens, env: "CTXPACK_VERBATIM_WINDOW", comment: "The newest messages, up to these tokens, stay as they are."},
		{path: "history.summaryBudget", kind: kindTokens, initial: "500", low: 1, high: MaxTokens, env: "CTXPACK_SUMMARY_BUDGET", comment: "The most tokens of a summary."},
		{path: "history.minVerbatimExchanges", kind: kindInteger, initial: "2", low: 1, high: maxCount, env: "CTXPACK_MIN_VERBATIM_EXCHANGES", comment: "At least this many messages of the user stay as they are."},
		{path: "history.detectorTimeout", kind: kindDuration, initial: "30s", low: 1, high: maxDuration, env: "CTXPACK_DETECTOR_TIMEOUT", comment: "How long a detector may take. Which program it is cannot be set in a file."},
		{path: "history.detectorTokens", kind: kindTokens, initial: "32000", low: 100, high: MaxTokens, env: "CTXPACK_DETECTOR_TOKENS", comment: "The most tokens that a detector gets at once; a longer history is given in parts."},
		{path: "history.detectorMessages", kind: kindInteger, initial: "500", low: 1, high: maxCount, env: "CTXPACK_DETECTOR_MESSAGES", comment: "The most messages that a detector gets at once."},
		{path: "history.detectorCharacters", kind: kindInteger, initial: "8000", low: 1, high: maxCount, env: "CTXPACK_DETECTOR_CHARACTERS", comment: "How much of each message a detector gets."},
		{path: "history.searchLimit", kind: kindInteger, initial: "50", low: 1, high: maxCount, comment: "How many messages `history search` prints at most."},
	}
}

func roundRows() []row {
	return []row{
		{path: "compress.maxTokens", kind: kindTokens, initial: "2000", low: 1, high: MaxTokens, comment: "The most tokens of the text that `compress` writes."},
		{path: "usage.warnAt", kind: kindPercent, initial: "85", low: 1, high: 100, env: "CTXPACK_WARN_AT", comment: "The part of a budget from which on `usage` warns."},
	}
}
