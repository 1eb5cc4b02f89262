package packer

import (
	"cmp"
	"slices"

	"ctxpack/scorer/fixed"
)

// A Part is a separately shown piece of a file. Parts of a file share no line.
type Part struct {
	Worth  int32 // value to a reader, a binary logarithm in [fixed.Unit]
	Tokens int32 // approximate tokens of its lines
	Lines  int32 // number of its lines: a part that does not fit is cut at a line end
	// Head is the tokens of its short form, 0 for none, and HeadWorth the value of that. The rest of the part has the
	// worth of the whole.
	Head, HeadWorth int32
	Twin            int32 // number of a group of parts that say nearly the same, 0 for none
	// Kind and HeadKind are the kinds of the part and of its short form, indices into ByParts.Kinds, 0 or 1.
	Kind, HeadKind uint8
	Little         bool // it is shown only with the rest of its file
}

// Offer is what one file can show: a row of names, parts of its text, or the whole text.
type Offer struct {
	Path   string
	Pinned bool // it is shown whole, or filling fails
	Lost   bool // it can show nothing
	Only   bool // it can show only its row
	Row    int  // tokens of its row in the map, 0 for none
	Rank   int  // position in the map: rows are taken in ascending order
	First  int  // tokens of a beginning shown before everything else, 0 for none
	Frame  int  // tokens around its text
	Whole  int  // about the tokens of the whole text, without the frame
	Parts  []Part
	// Together is set if a reader wants the whole file or nothing: its gain does not fall.
	Together bool
	// Scale is the cost of its tokens in the bundle, in thousandths, including escapes. It does not affect the
	// order. 0 means ByParts.Scale.
	Scale int
}

// Fall is how the gain of a part falls with the tokens that a bundle already shows of its file or kind: by Loss for each
// doubling of 1 + tokens / (Share of the scale, see takeParts). Both are in thousandths.
type Fall struct{ Share, Loss int }

// ByParts fills a room with the parts of files that add most for their tokens. The gain of a part falls as the bundle
// shows more of its file, its kind and its twins: a summary within a budget by diminishing returns (Lin and Bilmes,
// A Class of Submodular Functions for Document Summarization, 2011). Filling ends with the first part that does
// not fit, which is cut to fit.
type ByParts struct {
	Offers []Offer
	Map    int             // maximum share of the map, in thousandths of the room
	File   Fall            // by the shown tokens of the same file
	Kinds  [mostKinds]Fall // by the shown tokens of the same kind
	Twin   int             // loss for each doubling of the number of twins that are shown, in thousandths
	Lead   int             // number of first offers whose best part comes before other parts
	// Loss is the weight of a part's tokens against its worth, in thousandths: at 1000, a part twice as long needs
	// twice the worth.
	Loss int
	// Enough ends the filling at the first part whose density is lower than that of the first part by this much, a
	// binary logarithm in [fixed.Unit]. 0 means no such end.
	Enough int
	// Scale applies to offers without one; 0 means 1000.
	Scale int
}

// Fill implements Filler. It fails only with a *PinnedError.
func (b ByParts) Fill(room Room) (Bundle, error) {
	f := &partFilling{ByParts: b, scale: leastScale, left: max(room.Budget, 0), limit: room.Entry, files: make([]shown, len(b.Offers))}
	f.twins = map[int32]int{}
	f.queue, f.best = make([]partTurn, 0, len(b.Offers)), make([][mostKinds]int32, len(b.Offers))
	if f.Enough == 0 && f.showAll() {
		return f.bundle(), nil
	}
	if err := f.showPinned(); err != nil {
		return Bundle{}, err
	}
	f.showBeginnings()
	f.writeRows(f.left * b.Map / 1000)
	for i := range b.Offers[:min(b.Lead, len(b.Offers))] {
		if t, ok := f.next(i); ok && f.partCost(t) <= f.roomFor(i) {
			f.takePart(t, f.partCost(t))
		}
	}
	f.takeParts()
	return f.bundle(), nil
}

const (
	// gapTokens is the approximate cost of marking omitted lines around a part.
	gapTokens = 9
	// wholeShare is the shown share of a file's text, in thousandths, from which the whole file is
	// shown. smallWhole applies to a file that takes at most smallFile thousandths of the scale.
	wholeShare = 800
	smallWhole = 500
	smallFile  = 40
)

// shown is the part of a file that is in the bundle.
type shown struct {
	cost   int
	tokens int     // tokens of the shown parts
	taken  []int32 // tokens shown, by part
	row    bool
	first  bool
	whole  bool
	some   bool // parts are shown
	tight  bool // a part of it did not fit
}

type partFilling struct {
	ByParts
	scale  int // tokens by which shares are measured, see takeParts
	spent  int // tokens of parts
	left   int
	ended  bool // something did not fit
	least  int  // density with Enough
	enough bool
	limit  int // maximum of an entry, 0 for none
	files  []shown
	kinds  [mostKinds]int // tokens shown, by kind
	twins  map[int32]int  // parts shown, by group
	queue  []partTurn
	best   [][mostKinds]int32 // by file and kind, see measure
}

// mostKinds is the number of kinds whose gains fall separately.
const mostKinds = 2

// partTurn is the next step of a file: a part that is shown up to a number of tokens.
type partTurn struct {
	file, part, density int
	tokens              int32
}

// unknown is the part of a turn whose density is only a bound: most files are never looked at more closely.
const unknown = -1

// showAll shows all files whole if they fit.
func (f *partFilling) showAll() bool {
	sum := 0
	for i, o := range f.Offers {
		if o.Lost {
			continue
		}
		cost := f.wholeCost(i)
		if o.Only {
			cost = o.Row
		}
		if sum += cost; sum > f.left || f.tooLarge(cost) {
			return false
		}
	}
	for i := range f.Offers {
		switch {
		case f.Offers[i].Only:
			f.takeRow(i)
		case !f.Offers[i].Lost:
			f.takeWhole(i)
		}
	}
	return true
}

// wholeCost returns the cost of a whole file. It has no row: all names are in its text.
func (f *partFilling) wholeCost(i int) int {
	return f.Offers[i].Frame + f.scaled(i, f.Offers[i].Whole)
}

// scaled returns the cost of some tokens of a file.
func (f *partFilling) scaled(i, tokens int) int { return tokens * f.rate(i) / 1000 }

func (f *partFilling) rate(i int) int { return cmp.Or(f.Offers[i].Scale, f.Scale, 1000) }

func (f *partFilling) tooLarge(cost int) bool { return f.limit > 0 && cost > f.limit }

func (f *partFilling) takeWhole(i int) {
	s := &f.files[i]
	cost := f.wholeCost(i)
	f.left -= cost - s.cost
	s.cost, s.whole, s.some, s.first, s.row = cost, true, false, false, false
}

func (f *partFilling) showPinned() error {
	n, largest := 0, -1
	for i := range f.Offers {
		if !f.Offers[i].Pinned {
			continue
		}
		cost := f.wholeCost(i)
		if f.tooLarge(cost) {
			return &PinnedError{Missing: cost - f.limit, Pinned: 1, Largest: f.Offers[i].Path}
		}
		f.takeWhole(i)
		if n++; largest < 0 || cost > f.wholeCost(largest) {
			largest = i
		}
	}
	if f.left < 0 {
		return &PinnedError{Missing: -f.left, Pinned: n, Largest: f.Offers[largest].Path}
	}
	return nil
}

// showBeginnings shows the beginnings, which come before everything else.
func (f *partFilling) showBeginnings() {
	for i, o := range f.Offers {
		if o.First == 0 || f.files[i].whole {
			continue
		}
		switch cost := o.Frame + f.scaled(i, min(o.First, o.Whole)); {
		case cost > f.left || f.tooLarge(cost):
			f.files[i].tight = true
		case o.First >= o.Whole:
			f.takeWhole(i)
		default:
			f.files[i].first = true
			f.files[i].cost += cost
			f.left -= cost
		}
	}
}

func (f *partFilling) writeRows(room int) {
	order := make([]int, 0, len(f.Offers))
	for i := range f.Offers {
		if f.Offers[i].Row > 0 && !f.files[i].whole {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return f.Offers[a].Rank - f.Offers[b].Rank })
	for _, i := range order {
		cost := f.Offers[i].Row
		if cost <= room && !f.tooLarge(f.files[i].cost+cost) {
			f.takeRow(i)
			room -= cost
		}
	}
}

func (f *partFilling) takeRow(i int) {
	f.files[i].row = true
	f.files[i].cost += f.Offers[i].Row
	f.left -= f.Offers[i].Row
}

const (
	// leastScale is the first scale of filling, in tokens.
	leastScale = 1000
	// leastRoom is too small for any part.
	leastRoom = 8
	// leastCut and leastLines are the minimum tokens and lines of a part that is cut.
	leastCut   = 60
	leastLines = 4
)

// Value returns a part's worth for its tokens, a binary logarithm in [fixed.Unit]. frame is the number of tokens
// around the first part of a file.
func (b ByParts) Value(p Part, frame int) int {
	return int(p.Worth) - b.Loss*fixed.Log2Linear(int(p.Tokens)+gapTokens+frame)/1000
}

// shownOf returns how many tokens of a part are shown.
func (f *partFilling) shownOf(i, k int) int32 {
	if taken := f.files[i].taken; taken != nil {
		return taken[k]
	}
	return 0
}

// partCost returns the cost of a step.
func (f *partFilling) partCost(t partTurn) int {
	cost := f.scaled(t.file, int(t.tokens-f.shownOf(t.file, t.part))) + gapTokens
	if s := &f.files[t.file]; !s.some && !s.first {
		cost += f.Offers[t.file].Frame
	}
	return cost
}

// takePart shows a part, and with the last large one the whole file.
func (f *partFilling) takePart(t partTurn, cost int) {
	s, o := &f.files[t.file], &f.Offers[t.file]
	if s.taken == nil {
		s.taken = make([]int32, len(o.Parts))
	}
	p := o.Parts[t.part]
	tokens := int(t.tokens - s.taken[t.part])
	kind := p.Kind
	if t.tokens <= p.Head {
		kind = p.HeadKind
	}
	f.kinds[kind] += tokens
	if s.taken[t.part] == 0 && p.Twin != 0 {
		f.twins[p.Twin]++
	}
	s.taken[t.part], s.some = t.tokens, true
	s.tokens += tokens
	s.cost += cost
	f.spent += cost
	f.left -= cost
	f.complete(t.file)
}

// complete shows a whole file if most of it is shown.
func (f *partFilling) complete(i int) {
	s, o := &f.files[i], &f.Offers[i]
	if !s.some || s.whole {
		return
	}
	share := wholeShare
	if o.Whole*1000 <= f.scale*smallFile {
		share = smallWhole
	}
	if whole := f.wholeCost(i); s.tokens*1000 >= o.Whole*share && whole-s.cost <= f.left && !f.tooLarge(whole) {
		f.takeWhole(i)
	}
}

func (f *partFilling) bundle() Bundle {
	b := Bundle{Complete: true, Enough: f.enough}
	for i := range f.files {
		s := &f.files[i]
		b.Complete = b.Complete && (s.whole || s.row && f.Offers[i].Only)
		b.Cost += s.cost
		if isShown := s.whole || s.row || s.first || s.some; !isShown {
			reason := NoBudget
			if f.enough {
				reason = LowWorth
			} else if f.limit > 0 && !s.tight {
				reason = PartTooLarge
			}
			if b.Omissions == nil {
				b.Omissions = make([]Omission, 0, len(f.files)-i)
			}
			b.Omissions = append(b.Omissions, Omission{Candidate: i, Reason: reason})
			continue
		}
		e := Entry{Candidate: i, Tier: Signatures, Named: s.row, Cost: s.cost}
		if s.whole {
			e.Tier = Full
		} else if s.first {
			e.First = f.Offers[i].First
		}
		for k, tokens := range s.taken {
			switch {
			case s.whole || tokens == 0:
			case tokens < f.Offers[i].Parts[k].Tokens:
				e.Cuts = append(e.Cuts, Cut{Part: k, Tokens: int(tokens)})
			default:
				e.Sections = append(e.Sections, k)
			}
		}
		b.Entries = append(b.Entries, e)
	}
	return b
}
