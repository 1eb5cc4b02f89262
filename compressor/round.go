package compressor

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"ctxpack/internal/text/jsondoc"
	"ctxpack/internal/text/mapped"
)

// Round has the findings of one round of analysis.
type Round struct {
	Number        int            `json:"round"` // from 1; 0 if unknown
	Modules       []Module       `json:"modules"`
	Findings      []string       `json:"findings"`
	Relationships []Relationship `json:"relationships"`
	OpenQuestions []string       `json:"open_questions"`
	Skipped       int            `json:"-"` // entries that were of the wrong kind
	Single        int            `json:"-"` // texts instead of lists, each read as one entry
}

// NewRound returns a round without entries.
func NewRound(number int) Round {
	return Round{Number: number, Modules: []Module{}, Findings: []string{}, Relationships: []Relationship{}, OpenQuestions: []string{}}
}

// Module is a part of the analysed code.
type Module struct {
	Name    string `json:"name"`
	Purpose string `json:"purpose"` // "" if unknown
}

// Relationship is a dependency between two things. One given as free text has only a Text.
type Relationship struct {
	From string `json:"from"`
	To   string `json:"to"`
	Type string `json:"type"` // "" if unknown
	Text string `json:"-"`
}

// MarshalJSON encodes a relationship as an object, or as its text.
func (r Relationship) MarshalJSON() ([]byte, error) {
	if r.Text != "" {
		return jsondoc.Encode(r.Text), nil
	}
	type plain Relationship
	return jsondoc.Encode(plain(r)), nil
}

// Empty reports whether a round has no entries.
func (r Round) Empty() bool {
	return len(r.Modules) == 0 && len(r.Findings) == 0 && len(r.Relationships) == 0 && len(r.OpenQuestions) == 0
}

// Options limit the length of a context.
type Options struct {
	MaxTokens int                   // maximum tokens of the written text
	Tokens    func(text string) int // counts tokens; must be set
}

// Context is the input of the next round.
type Context struct {
	// Rounds are the rounds in Text: newest first, without empty ones.
	Rounds []Round
	Text   string // Markdown with at most Options.MaxTokens
	Tokens int    // tokens of Text
	Cut    Cut
	// Over is set if the required part, a heading and one finding, exceeds the limit: the finding is shortened or
	// removed.
	Over bool
}

// Cut counts the omissions of a context.
type Cut struct {
	OpenQuestions     int  `json:"open_questions"`
	Findings          int  `json:"findings"`
	Relationships     int  `json:"relationships"`
	Modules           int  `json:"modules"`
	PurposesDropped   int  `json:"purposes"` // dropped purposes of modules that stay
	PurposesShortened int  `json:"purposes_shortened"`
	Duplicates        int  `json:"duplicates"` // merged with an equal entry
	Skipped           int  `json:"skipped"`    // entries of the wrong kind
	Single            int  `json:"single"`     // texts read as one entry, instead of lists
	Shortened         bool `json:"shortened"`  // the only kept finding was truncated
}

// NumberRounds numbers the rounds, oldest first: the last one gets the given number, if it is not 0, every other
// keeps its own, or gets the predecessor of the next one's. Without any number they count from 1.
func NumberRounds(rounds []Round, last int) error {
	if len(rounds) == 0 {
		return nil
	}
	end := len(rounds) - 1
	switch {
	case last > 0:
		rounds[end].Number = last
	case rounds[end].Number == 0 && !slices.ContainsFunc(rounds, func(r Round) bool { return r.Number != 0 }):
		rounds[end].Number = len(rounds)
	case rounds[end].Number == 0:
		maximum := slices.MaxFunc(rounds, func(a, b Round) int { return cmp.Compare(a.Number, b.Number) })
		rounds[end].Number = maximum.Number + 1
	}
	for i := end - 1; i >= 0; i-- {
		if rounds[i].Number == 0 {
			rounds[i].Number = rounds[i+1].Number - 1
		}
		if rounds[i].Number <= 0 {
			return fmt.Errorf("number the rounds: %d rounds up to number %d: %w", len(rounds), rounds[end].Number, errors.New("the first would have none"))
		}
	}
	return nil
}

// Compress builds a context of numbered rounds by extraction only. Equal entries are merged into
// the newest round. If the context is too long, Compress shortens and then drops the purposes of
// modules. Then it drops open questions, findings except the first, relationships, and modules.
// Each step starts with the last entry; those of the oldest round come last.
func Compress(rounds []Round, o Options) *Context {
	c, ordered := &Context{}, slices.Clone(rounds)
	slices.Reverse(ordered) // for rounds with the same number, the last comes first
	slices.SortStableFunc(ordered, func(a, b Round) int { return cmp.Compare(b.Number, a.Number) })
	c.Rounds = merge(ordered, &c.Cut)
	if len(c.Rounds) == 0 {
		return c
	}
	cuts := cuts(c.Rounds)
	at := func(step int) ([]Round, Cut) {
		rounds, cut := slices.Clone(c.Rounds), c.Cut
		for i := range rounds {
			rounds[i].Modules = slices.Clone(rounds[i].Modules)
		}
		for _, shorten := range cuts[:step] {
			shorten(rounds, &cut)
		}
		newest := rounds[:1:1] // the newest round is never dropped
		return append(newest, slices.DeleteFunc(rounds[1:], Round.Empty)...), cut
	}
	fits := func(step int) bool {
		rounds, _ := at(step)
		return o.Tokens(render(rounds)) <= o.MaxTokens
	}
	// Cutting an entry hardly ever adds a token, but it can.
	step := sort.Search(len(cuts), fits)
	for step > 0 && fits(step-1) {
		step--
	}
	whole := fits(step)
	if c.Rounds, c.Cut = at(step); !whole {
		c.shorten(o)
	}
	c.Text = render(c.Rounds)
	c.Tokens = o.Tokens(c.Text)
	return c
}

// purposeWords is the number of words in a shortened purpose.
const purposeWords = 8

// shortPurpose returns the beginning of a purpose.
func shortPurpose(purpose string) string {
	words := strings.Fields(purpose)
	if len(words) <= purposeWords {
		return purpose
	}
	return strings.Join(words[:purposeWords], " ") + " …"
}

// cut makes the next cut in rounds, and counts it.
type cut func(rounds []Round, n *Cut)

// cuts lists the possible cuts, in order.
func cuts(rounds []Round) []cut {
	var short, bare, questions, findings, relationships, modules []cut
	for i, r := range slices.Backward(rounds) {
		for k, m := range slices.Backward(r.Modules) {
			shorter, cuttable, has := shortPurpose(m.Purpose), 0, min(1, len(m.Purpose))
			if shorter != m.Purpose {
				cuttable = 1
				short = append(short, func(to []Round, n *Cut) {
					to[i].Modules[k].Purpose = shorter
					n.PurposesShortened++
				})
			}
			if has > 0 {
				bare = append(bare, func(to []Round, n *Cut) {
					to[i].Modules[k].Purpose = ""
					n.PurposesDropped++
					n.PurposesShortened -= cuttable
				})
			}
			modules = append(modules, func(to []Round, n *Cut) {
				to[i].Modules = to[i].Modules[:k]
				n.Modules++
				n.PurposesDropped -= has
			})
		}
		for k := range slices.Backward(r.Relationships) {
			relationships = append(relationships, func(to []Round, n *Cut) {
				to[i].Relationships = to[i].Relationships[:k]
				n.Relationships++
			})
		}
		for k := range slices.Backward(r.Findings) {
			findings = append(findings, func(to []Round, n *Cut) {
				to[i].Findings = to[i].Findings[:k]
				n.Findings++
			})
		}
		for k := range slices.Backward(r.OpenQuestions) {
			questions = append(questions, func(to []Round, n *Cut) {
				to[i].OpenQuestions = to[i].OpenQuestions[:k]
				n.OpenQuestions++
			})
		}
	}
	return slices.Concat(short, bare, questions, findings[:max(0, len(findings)-1)], relationships, modules)
}

// shorten cuts the end of the remaining finding, then the finding, then the heading.
func (c *Context) shorten(o Options) {
	c.Over = true
	fits := func(rounds []Round) bool { return o.Tokens(render(rounds)) <= o.MaxTokens }
	at := slices.IndexFunc(c.Rounds, func(r Round) bool { return len(r.Findings) > 0 })
	if at >= 0 {
		words := strings.Fields(c.Rounds[at].Findings[0])
		with := func(n int) []Round {
			short := slices.Clone(c.Rounds)
			short[at].Findings = []string{strings.Join(words[:n], " ") + " …"}
			return short
		}
		n := sort.Search(len(words), func(i int) bool { return !fits(with(i + 1)) })
		for n > 0 && !fits(with(n)) {
			n--
		}
		if n > 0 {
			c.Cut.Shortened, c.Rounds = true, with(n)
			return
		}
		c.Cut.Findings++
	}
	if c.Rounds = []Round{NewRound(c.Rounds[0].Number)}; !fits(c.Rounds) {
		c.Rounds = nil
	}
}

func render(rounds []Round) string {
	var b strings.Builder
	for i, r := range rounds {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "## Round %d context\n", r.Number)
		if len(r.Modules) > 0 {
			names := mapped.Of(r.Modules, Module.String)
			fmt.Fprintf(&b, "\nModules: %s\n", strings.Join(names, ", "))
		}
		writeList(&b, "Findings", r.Findings)
		relationships := mapped.Of(r.Relationships, Relationship.String)
		writeList(&b, "Relationships", relationships)
		writeList(&b, "Open questions", r.OpenQuestions)
	}
	return b.String()
}

func writeList(b *strings.Builder, title string, entries []string) {
	if len(entries) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:\n", title)
	for _, e := range entries {
		fmt.Fprintf(b, "- %s\n", e)
	}
}

// String returns a module in the form used in a context: name (purpose).
func (m Module) String() string {
	if m.Purpose == "" {
		return m.Name
	}
	return m.Name + " (" + m.Purpose + ")"
}

// String returns a relationship in the form used in a context: from -> to (type).
func (r Relationship) String() string {
	switch {
	case r.Text != "":
		return r.Text
	case r.Type == "":
		return r.From + " -> " + r.To
	}
	return r.From + " -> " + r.To + " (" + r.Type + ")"
}
