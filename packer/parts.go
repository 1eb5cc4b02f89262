package packer

import (
	"cmp"
	"container/heap"
	"slices"

	"ctxpack/scorer/fixed"
)

// A Part is a piece of a file that a bundle may show by itself. Parts of a file share no line.
type Part struct {
	Worth  int32 // what a reader gets of it, a binary logarithm in [fixed.Unit]
	Tokens int32 // about what its lines take
	// Lines is how many lines it has: a part that does not fit is cut at a line end.
	Lines int32
	// Little is set if it is only shown with the rest of its file.
	Little bool
}

// Offer is what one file can show: a row of names, parts of its text, and all of it.
type Offer struct {
	Path   string
	Pinned bool // it is whole, or filling fails
	Lost   bool // it can show nothing
	Only   bool // it can show its row, and nothing else
	Row    int  // tokens of its row in the map, 0 for none
	Rank   int  // its place in the map: rows are taken in ascending order
	First  int  // tokens of a beginning that comes before all else, 0 for none
	Frame  int  // tokens around its text
	Whole  int  // tokens of the whole text, without frame
	Parts  []Part
	// Scale is what its tokens cost in the bundle, in thousandths: escapes take some. It has
	// no influence on the order. 0 means ByParts.Scale.
	Scale int
}

// ByParts fills a room with the parts of files that are worth most for their tokens. The
// order in which they are taken does not depend on the room, and ends with the first one
// that does not fit, of which as much is shown as fits: more room never shows less of a file.
type ByParts struct {
	Offers []Offer
	Map    int // parts of 1,000 of the room that rows may take
	File   int // parts of 1,000 of the room that one file may take while others are left
	// LeastFile is how many tokens one file may take even if that is more than its share: of a
	// small room a share is less than one class.
	LeastFile int
	// Loss is how much the tokens of a part count against its worth, in thousandths: at
	// 1000 a part twice as long has to be worth twice as much.
	Loss int
	// Enough is how much less than the first part a later one may be worth for its tokens,
	// a binary logarithm in [fixed.Unit]: the first below ends the filling. 0 means no end.
	Enough int
	// Scale is that of offers which have none; 0 means 1000.
	Scale int
}

// Fill implements Filler. It fails only with a *PinnedError.
func (b ByParts) Fill(room Room) (Bundle, error) {
	f := &partFilling{ByParts: b, room: max(room.Budget, 0), left: max(room.Budget, 0), limit: room.Entry, files: make([]shown, len(b.Offers))}
	f.queue = make([]partTurn, 0, len(b.Offers))
	if f.Enough == 0 && f.everything() {
		return f.bundle(), nil
	}
	if err := f.pinned(); err != nil {
		return Bundle{}, err
	}
	most := max(f.left*b.File/1000, b.LeastFile)
	f.beginnings()
	f.rows(f.left * b.Map / 1000)
	f.bodies(most)
	if !f.ended && !f.enough {
		f.uncut()
		f.bodies(f.left + most) // the rest may exceed the share of a file
	}
	return f.bundle(), nil
}

const (
	// gapTokens is about what it takes to say that lines are left out around a part.
	gapTokens = 9
	// wholeShare is the part of 1,000 of a file's text from which on the rest is shown too, and
	// smallWhole that of a file which takes at most smallFile parts of 1,000 of the room.
	wholeShare = 800
	smallWhole = 500
	smallFile  = 40
)

// shown is what of a file is in the bundle.
type shown struct {
	cost    int
	tokens  int // of parts
	cutting int // what the cut costs
	cut     Cut
	taken   []bool // by part
	row     bool
	first   bool
	whole   bool
	some    bool // parts are shown
	tight   bool // something of it did not fit
}

type partFilling struct {
	ByParts
	room   int // tokens of all
	left   int
	most   int  // of one file
	ended  bool // something did not fit
	least  int  // density with Enough
	enough bool
	limit  int // of an entry, 0 for none
	files  []shown
	queue  []partTurn
}

// partTurn is the next part of a file.
type partTurn struct{ file, part, density int }

// everything shows all files whole if there is room for them.
func (f *partFilling) everything() bool {
	sum := 0
	for i := range f.Offers {
		if f.Offers[i].Lost {
			continue
		}
		cost := f.wholeCost(i)
		if f.Offers[i].Only {
			cost = f.Offers[i].Row
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

// wholeCost is what a file costs whole, with the row that it has.
func (f *partFilling) wholeCost(i int) int {
	cost := f.Offers[i].Frame + f.scaled(i, f.Offers[i].Whole)
	if f.files[i].row {
		cost += f.Offers[i].Row
	}
	return cost
}

// scaled is what so many tokens of a file cost.
func (f *partFilling) scaled(i, tokens int) int { return tokens * f.scale(i) / 1000 }

func (f *partFilling) scale(i int) int { return cmp.Or(f.Offers[i].Scale, f.Scale, 1000) }

func (f *partFilling) tooLarge(cost int) bool { return f.limit > 0 && cost > f.limit }

func (f *partFilling) takeWhole(i int) {
	s := &f.files[i]
	cost := f.wholeCost(i)
	f.left -= cost - s.cost
	s.cost, s.whole, s.some, s.first, s.cut, s.cutting = cost, true, false, false, Cut{}, 0
}

// pinned shows the files that the user insists on.
func (f *partFilling) pinned() error {
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

// beginnings shows what comes before all else.
func (f *partFilling) beginnings() {
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

// rows writes the map.
func (f *partFilling) rows(room int) {
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

// bodies takes parts by their density, of each file no more than a share, until one does not fit.
func (f *partFilling) bodies(most int) {
	f.queue = f.queue[:0]
	f.most = most
	for i := range f.Offers {
		if turn, ok := f.next(i); ok && f.files[i].cut.Tokens == 0 {
			f.queue = append(f.queue, turn)
		}
	}
	heap.Init((*turns)(f))
	if f.least == 0 && len(f.queue) > 0 {
		f.least = f.queue[0].density - f.Enough
	}
	for len(f.queue) > 0 && f.left > leastRoom && !f.ended {
		t := heap.Pop((*turns)(f)).(partTurn)
		if f.enough = f.Enough > 0 && t.density < f.least; f.enough {
			break
		}
		s := &f.files[t.file]
		cost, room, all := f.partCost(t.file, t.part), f.roomFor(t.file), f.left
		if cost <= room {
			f.takePart(t.file, t.part, cost)
		} else if cut := f.cuttable(t.file, t.part, room); cut > 0 {
			s.cut, s.cutting = Cut{Part: t.part, Tokens: cut}, room
			s.cost += room
			f.left -= room
			f.ended = room == all
		} // else the room has shrunk since, and a smaller part may fit
		if turn, ok := f.next(t.file); ok && s.cut.Tokens == 0 {
			heap.Push((*turns)(f), turn)
		}
	}
}

const (
	// leastRoom is too little for anything.
	leastRoom = 8
	// leastCut are the tokens of a part that is shown in part, and leastLines the lines.
	leastCut   = 60
	leastLines = 4
)

// uncut takes cut parts back, so that they can be shown whole.
func (f *partFilling) uncut() {
	for i := range f.files {
		s := &f.files[i]
		f.left += s.cutting
		s.cost -= s.cutting
		s.cut, s.cutting = Cut{}, 0
	}
}

// Value is what a part is worth for its tokens, a binary logarithm in [fixed.Unit]. frame are the tokens around the
// first part of a file.
func (b ByParts) Value(p Part, frame int) int {
	return int(p.Worth) - b.Loss*fixed.Log2Linear(int(p.Tokens)+gapTokens+frame)/1000
}

func (f *partFilling) partCost(i, k int) int {
	cost := f.scaled(i, int(f.Offers[i].Parts[k].Tokens)) + gapTokens
	if s := &f.files[i]; !s.some && !s.first {
		cost += f.Offers[i].Frame
	}
	return cost
}

// takePart shows a part, and with the last large one the whole file.
func (f *partFilling) takePart(i, k, cost int) {
	s, o := &f.files[i], &f.Offers[i]
	if s.taken == nil {
		s.taken = make([]bool, len(o.Parts))
	}
	s.taken[k], s.some = true, true
	s.tokens += int(o.Parts[k].Tokens)
	s.cost += cost
	f.left -= cost
	share := wholeShare
	if o.Whole*1000 <= f.room*smallFile {
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
		if !s.whole && !s.row && !s.first && !s.some && s.cut.Tokens == 0 {
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
		e := Entry{Candidate: i, Tier: Signatures, Named: s.row, Cut: s.cut, Cost: s.cost}
		if s.whole {
			e.Tier = Full
		} else if s.first {
			e.First = f.Offers[i].First
		}
		for k, taken := range s.taken {
			if s.some && taken {
				e.Sections = append(e.Sections, k)
			}
		}
		b.Entries = append(b.Entries, e)
	}
	return b
}
