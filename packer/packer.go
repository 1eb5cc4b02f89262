// Package packer fills a token budget with files.
//
// It takes files in any order and decides for each how much of it is in the bundle: its tier. It knows neither how
// the order was found nor how a bundle is written; what an entry costs it asks the caller. It is pure, and each
// result depends on nothing but its arguments.
package packer

import (
	"slices"
)

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

// Reason says why a file was left out.
type Reason uint8

// The reasons for which Pack leaves a file out.
const (
	NoBudget     Reason = iota + 1 // nothing of it fits what was left
	PartTooLarge                   // nothing of it fits the limit for one entry
	LowWorth                       // worth too little, see ByParts.Enough
	Oversized                      // large, and nothing guarantees it a place
)

// Section is a part of a large file that can be shown by itself: one declaration with its body.
type Section struct {
	StartLine, EndLine int // 1-based, both included
	Exported           bool
	Complexity         int // branches in the body, plus one
	Markers            int // TODO markers inside
	Cost               int // tokens that it adds to its file's entry
}

// Guarantee is a set of things that a ranking promises a file, whatever its place in the order.
type Guarantee uint8

// The guarantees.
const (
	Pinned   Guarantee = 1 << iota // it is in the bundle in full, or packing fails
	Outlined                       // room is kept for its signatures, beyond the reserve if need be
	Large                          // being oversized does not make it wait for all others
)

// has reports whether one of the guarantees is given.
func (g Guarantee) has(one Guarantee) bool { return g&one != 0 }

// Candidate is a file to be placed. Candidates are given in the order in which they are to be placed.
type Candidate struct {
	Path      string
	Guarantee Guarantee
	Tokens    int // of the full text; an entry costs at least about as much
	// SignatureTokens is the least that the signatures can have, 0 where that is not known.
	SignatureTokens int
	// Sections, if not nil, is asked for the parts of an oversized file whose signatures are in the bundle: in source
	// order. They may overlap (a class and its methods); chosen ones never do. It must always give the same answer.
	Sections func() []Section
}

// Cost returns how many tokens the entry of a candidate adds to the bundle as written, without its sections. tier is
// Signatures or Full. ok is false where the candidate has no such tier. It must always give the same answer.
type Cost func(candidate int, tier Tier) (tokens int, ok bool)

// Limits are the rules of packing, in tokens.
type Limits struct {
	Budget          int // most tokens that all entries together may cost
	Reserve         int // kept back for signatures while full files are placed; 0: plain greedy
	Entry           int // most tokens that one entry may cost; 0: no limit
	OversizedTokens int // a file with more tokens than this is oversized
	// SkipOversized leaves out oversized files that are not promised a place as Large.
	SkipOversized bool
}

// Entry is a file in the bundle.
type Entry struct {
	Candidate int // index into the candidates
	Tier      Tier
	Named     bool  // it has a row of names in the map; set by ByParts
	First     int   // tokens of its beginning that is shown, 0 for none; set by ByParts
	Sections  []int // indices into the candidate's sections or parts, ascending
	Cut       Cut   // a part that is shown in part; set by ByParts
	Cost      int   // tokens, sections included
}

// Cut is a part of a file of which so many tokens are shown; no tokens mean none.
type Cut struct{ Part, Tokens int }

// Omission is a file that is not in the bundle.
type Omission struct {
	Candidate int
	Reason    Reason
}

// Bundle is the result: every candidate is in exactly one of the two lists, both of them in the candidates' order.
type Bundle struct {
	Entries   []Entry
	Omissions []Omission
	Cost      int  // tokens of all entries
	Complete  bool // every file is there in full
	Enough    bool // the rest has too little value, see ByParts.Enough
}

// Pack places the candidates within limits. It fails only with a *PinnedError.
func Pack(candidates []Candidate, cost Cost, limits Limits) (Bundle, error) {
	p := &packing{
		candidates: candidates, cost: cost, limits: limits, left: limits.Budget,
		tiers: make([]Tier, len(candidates)), chosen: make([][]int, len(candidates)), spent: make([]int, len(candidates)),
	}
	if p.everything() {
		return p.bundle(), nil
	}
	if err := p.placePinned(); err != nil {
		return Bundle{}, err
	}
	p.placeInOrder()
	p.placeSignatures()
	p.placeFull()
	p.placeSections()
	return p.bundle(), nil
}

// packing is the state of one call of Pack. The invariant of every step: left
// is the budget less all that was spent, and never negative.
type packing struct {
	candidates []Candidate
	cost       Cost
	limits     Limits
	left       int
	tiers      []Tier
	chosen     [][]int
	spent      []int
}

// everything places all files in full if they fit together.
func (p *packing) everything() bool {
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

// costOf returns the cost of a tier if it is within the available tokens. A text that is far larger than that is not
// asked for: rendering and counting it would be for nothing. (An entry holds the text, so that it hardly costs less;
// the sixteenth is for tokens that a format's escapes may join.)
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
			continue // its text is gone; the caller knows why
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

// put gives a candidate a tier in place of the one that it has.
func (p *packing) put(i int, tier Tier, cost int) {
	p.left += p.spent[i] - cost
	p.tiers[i], p.spent[i] = tier, cost
}

// placeInOrder is the greedy step: full if it fits, else signatures. What full files leave untouched is the reserve
// or, where that is more, the signatures of the files still to come that are guaranteed theirs; guaranteed signatures
// themselves leave nothing untouched, so that no file gives way to one behind it.
func (p *packing) placeInOrder() {
	pending := p.guaranteed()
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
		case !p.oversized(i) && p.tryFull(i, left):
			continue
		case own > 0:
			left = p.left
		}
		p.trySignatures(i, left)
	}
}

// waits reports whether a file is looked at only when all others have been.
func (p *packing) waits(i int) bool {
	return p.oversized(i) && !p.candidates[i].Guarantee.has(Large)
}

// skips reports whether a file is left out for being large.
func (p *packing) skips(i int) bool { return p.limits.SkipOversized && p.waits(i) }

// guaranteed sums up the signatures of all files that are guaranteed theirs.
func (p *packing) guaranteed() int {
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
		// A file without an outline that is smaller than itself has to be placed in full to be there at all.
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

func (p *packing) tryFull(i, available int) bool {
	cost, ok := p.costOf(i, Full, available)
	if ok {
		p.put(i, Full, cost)
	}
	return ok
}

func (p *packing) trySignatures(i, available int) {
	if cost, ok := p.costOf(i, Signatures, available); ok {
		p.put(i, Signatures, cost)
	}
}

// placeSignatures spends the reserve on files that are not in the bundle yet.
func (p *packing) placeSignatures() {
	for _, waiting := range [...]bool{false, true} {
		for i := range p.candidates {
			if p.skips(i) {
				continue
			}
			if p.tiers[i] == Skip && p.waits(i) == waiting {
				p.trySignatures(i, p.left)
			}
		}
	}
}

// placeFull gives back what the reserve did not use, to oversized files last. After it no file that was left out
// would fit, in any tier: the room only shrank since the file was tried.
func (p *packing) placeFull() {
	for _, oversized := range [...]bool{false, true} {
		for i := range p.candidates {
			if p.tiers[i] == Full || p.oversized(i) != oversized || p.skips(i) {
				continue
			}
			if cost, ok := p.costOf(i, Full, p.left+p.spent[i]); ok {
				p.put(i, Full, cost)
			}
		}
	}
}

// placeSections spends the rest on whole declarations of oversized files.
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
