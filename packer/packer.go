// Package packer fills a token budget with files.
//
// It takes files in a given order and decides for each how much of it is in the bundle: its tier. It depends
// neither on how the order was found nor on how a bundle is written; the caller supplies the costs. It is pure:
// each result depends only on its arguments.
package packer

import "slices"

// Tier is how much of a file is in a bundle.
type Tier uint8

// The tiers, in ascending order of content.
const (
	Skip       Tier = iota // nothing
	Signatures             // its outline, or its first lines
	Full                   // all of it
)

// String returns the tier's name.
func (t Tier) String() string {
	return [...]string{"skip", "signatures", "full"}[min(t, Full)]
}

// MarshalText returns the tier's name.
func (t Tier) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// Reason is why a file was omitted.
type Reason uint8

// The reasons for which Pack omits a file.
const (
	NoBudget     Reason = iota + 1 // nothing of it fits the remaining budget
	PartTooLarge                   // nothing of it fits the limit for one entry
	LowWorth                       // too little value, see ByParts.Enough
	Oversized                      // large, without a guarantee
)

// Section is a part of a large file that can be shown separately: one declaration with its body.
type Section struct {
	StartLine, EndLine int // 1-based, inclusive
	Exported           bool
	Complexity         int // branches in the body, plus one
	Markers            int // TODO markers inside
	Cost               int // tokens it adds to its file's entry
}

// Guarantee is a set of promises by the ranking to a file, whatever its place in the order.
type Guarantee uint8

// The guarantees.
const (
	Pinned   Guarantee = 1 << iota // it is in the bundle in full, or packing fails
	Outlined                       // room is kept for its signatures, beyond the reserve if necessary
	Large                          // if oversized, it need not wait for all others
)

// has reports whether one of the guarantees is given.
func (g Guarantee) has(one Guarantee) bool { return g&one != 0 }

// Candidate is a file to be placed. Candidates are given in the order of placement.
type Candidate struct {
	Path      string
	Guarantee Guarantee
	Tokens    int // tokens of the full text; an entry costs at least about as much
	// SignatureTokens is the minimum size of the signatures, 0 if unknown.
	SignatureTokens int
	// Sections, if not nil, returns the parts of an oversized file whose signatures are in the bundle, in source
	// order. They may overlap (a class and its methods); chosen ones never do. It must always return the same
	// result.
	Sections func() []Section
}

// Cost returns how many tokens the entry of a candidate adds to the written bundle, without its sections. tier is
// Signatures or Full. ok is false if the candidate has no such tier. It must always return the same result.
type Cost func(candidate int, tier Tier) (tokens int, ok bool)

// Limits are the limits of packing, in tokens.
type Limits struct {
	Budget          int // maximum total cost of all entries
	Reserve         int // reserved for signatures while full files are placed; 0: plain greedy
	Entry           int // maximum cost of one entry; 0: no limit
	OversizedTokens int // a file with more tokens than this is oversized
	// SkipOversized omits oversized files without the guarantee Large.
	SkipOversized bool
}

// Entry is a file in the bundle.
type Entry struct {
	Candidate int // index into the candidates
	Tier      Tier
	Named     bool  // it has a row of names in the map; set by ByParts
	First     int   // tokens shown of its beginning, 0 for none; set by ByParts
	Sections  []int // indices into the candidate's sections or parts, ascending
	Cuts      []Cut // parts shown incompletely, in ascending order; set by ByParts
	Cost      int   // tokens, sections included
}

// Cut is a part of a file and how many of its tokens are shown.
type Cut struct{ Part, Tokens int }

// Omission is a file that is not in the bundle.
type Omission struct {
	Candidate int
	Reason    Reason
}

// Bundle is the result: every candidate is in exactly one of the two lists, both in the candidates' order.
type Bundle struct {
	Entries   []Entry
	Omissions []Omission
	Cost      int  // tokens of all entries
	Complete  bool // every file is included in full
	Enough    bool // the omitted files have too little value, see ByParts.Enough
}

// Pack places the candidates within limits. It fails only with a *PinnedError.
func Pack(candidates []Candidate, cost Cost, limits Limits) (Bundle, error) {
	p := &packing{
		candidates: candidates, cost: cost, limits: limits, left: limits.Budget,
		tiers: make([]Tier, len(candidates)), chosen: make([][]int, len(candidates)), spent: make([]int, len(candidates)),
	}
	if p.placeAll() {
		return p.bundle(), nil
	}
	if err := p.placePinned(); err != nil {
		return Bundle{}, err
	}
	p.placeInOrder()
	p.placeRest(Signatures, p.waits)
	p.placeRest(Full, p.oversized)
	p.placeSections()
	return p.bundle(), nil
}

// packing is the state of one call of Pack. Invariant: left is the budget minus the tokens spent, and never
// negative.
type packing struct {
	candidates []Candidate
	cost       Cost
	limits     Limits
	left       int
	tiers      []Tier
	chosen     [][]int
	spent      []int
}

// placeAll places all files in full, if they fit together.
func (p *packing) placeAll() bool {
	costs, sum := make([]int, len(p.candidates)), 0
	for i := range p.candidates {
		full, ok := p.costOf(i, Full, p.left-sum)
		if !ok {
			return false
		}
		costs[i] = full
		sum += full
	}
	for i, full := range costs {
		p.put(i, Full, full)
	}
	return true
}

// costOf returns the cost of a tier if it is within the available tokens. It does not ask for the cost of a text
// far larger than that, since rendering and counting it would be wasted. (An entry contains the text, so it hardly
// costs less; the sixteenth allows for tokens joined by a format's escapes.)
func (p *packing) costOf(i int, tier Tier, available int) (int, bool) {
	if limit := p.limits.Entry; limit > 0 {
		available = min(available, limit)
	}
	tokens := p.candidates[i].Tokens
	if tier == Signatures {
		tokens = p.candidates[i].SignatureTokens
	}
	if tokens-tokens/16 > available {
		return 0, false
	}
	cost, ok := p.cost(i, tier)
	return cost, ok && cost <= available
}

func (p *packing) placePinned() error {
	missing, pinned, largest, largestCost := -p.left, 0, "", -1
	for i, c := range p.candidates {
		if !c.Guarantee.has(Pinned) {
			continue
		}
		full, ok := p.cost(i, Full)
		if !ok {
			continue // the file disappeared; the caller knows why
		}
		if limit := p.limits.Entry; limit > 0 && full > limit {
			return &PinnedError{Missing: full - limit, Pinned: 1, Largest: c.Path}
		}
		p.put(i, Full, full)
		pinned++
		missing += full
		if full > largestCost {
			largest, largestCost = c.Path, full
		}
	}
	if p.left < 0 {
		return &PinnedError{Missing: missing, Pinned: pinned, Largest: largest}
	}
	return nil
}

func (p *packing) put(i int, tier Tier, cost int) {
	p.left += p.spent[i] - cost
	p.tiers[i], p.spent[i] = tier, cost
}

// placeInOrder is the greedy step: full if it fits, else signatures. Full files leave the larger of the reserve and
// the guaranteed signatures of later files. Guaranteed signatures themselves may use all of it, so that no file
// gives way to a later one.
func (p *packing) placeInOrder() {
	pending := p.guaranteedCost()
	for i := range p.candidates {
		own := p.signaturesIfGuaranteed(i)
		pending -= own
		held := p.limits.Reserve
		if held > 0 {
			held = max(held, pending)
		}
		left := p.left - held
		switch {
		case p.tiers[i] != Skip, p.waits(i):
			continue
		case !p.oversized(i) && p.try(i, Full, left):
			continue
		case own > 0:
			left = p.left
		}
		p.try(i, Signatures, left)
	}
}

// waits reports whether a file is considered only after all others.
func (p *packing) waits(i int) bool {
	return p.oversized(i) && !p.candidates[i].Guarantee.has(Large)
}

// skips reports whether a file is omitted because of its size.
func (p *packing) skips(i int) bool { return p.limits.SkipOversized && p.waits(i) }

func (p *packing) guaranteedCost() int {
	sum := 0
	for i := range p.candidates {
		sum += p.signaturesIfGuaranteed(i)
	}
	return sum
}

func (p *packing) signaturesIfGuaranteed(i int) int {
	c := p.candidates[i]
	if p.limits.Reserve == 0 || c.Guarantee.has(Pinned) || !c.Guarantee.has(Outlined) {
		return 0
	}
	cost, ok := p.cost(i, Signatures)
	if !ok {
		// A file without a smaller outline must be placed in full.
		if cost, ok = p.costOf(i, Full, p.limits.Budget); !ok {
			return 0
		}
	}
	return cost
}

func (p *packing) oversized(i int) bool {
	c := p.candidates[i]
	return !c.Guarantee.has(Pinned) && p.limits.OversizedTokens > 0 && c.Tokens > p.limits.OversizedTokens
}

// try places a file in a tier if that fits the available tokens.
func (p *packing) try(i int, tier Tier, available int) bool {
	cost, ok := p.costOf(i, tier, available)
	if ok {
		p.put(i, tier, cost)
	}
	return ok
}

// placeRest raises files to a tier while tokens are left, late files last. The reserve is for signatures, all that is
// left for full files. Afterwards no omitted file fits in any tier, because the room has only shrunk since
// each was tried.
func (p *packing) placeRest(tier Tier, late func(i int) bool) {
	for _, last := range [...]bool{false, true} {
		for i := range p.candidates {
			if p.tiers[i] < tier && late(i) == last && !p.skips(i) {
				p.try(i, tier, p.left+p.spent[i])
			}
		}
	}
}

// placeSections spends the remaining tokens on whole declarations of oversized files.
func (p *packing) placeSections() {
	for i, c := range p.candidates {
		if p.tiers[i] != Signatures || !p.oversized(i) || c.Sections == nil {
			continue
		}
		sections := c.Sections()
		for _, s := range sectionOrder(sections) {
			section := sections[s]
			room := p.left
			if p.limits.Entry > 0 {
				room = min(room, p.limits.Entry-p.spent[i])
			}
			if section.Cost > room || overlaps(sections, p.chosen[i], section) {
				continue
			}
			p.chosen[i] = append(p.chosen[i], s)
			p.put(i, Signatures, p.spent[i]+section.Cost)
		}
		slices.Sort(p.chosen[i])
	}
}

func (p *packing) bundle() Bundle {
	b := Bundle{Cost: p.limits.Budget - p.left, Complete: true}
	for i := range p.candidates {
		if p.tiers[i] != Full {
			b.Complete = false
		}
		if p.tiers[i] == Skip {
			b.Omissions = append(b.Omissions, Omission{Candidate: i, Reason: p.reason(i)})
			continue
		}
		b.Entries = append(b.Entries, Entry{Candidate: i, Tier: p.tiers[i], Sections: p.chosen[i], Cost: p.spent[i]})
	}
	return b
}

func (p *packing) reason(i int) Reason {
	if p.skips(i) {
		return Oversized
	}
	if limit := p.limits.Entry; limit > 0 {
		if _, full := p.costOf(i, Full, limit); full {
			return NoBudget
		}
		if _, signatures := p.costOf(i, Signatures, limit); !signatures {
			return PartTooLarge
		}
	}
	return NoBudget
}
