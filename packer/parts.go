package packer

import (
	"cmp"
	"container/heap"
	"slices"

	"ctxpack/scorer/fixed"
)

// A Part is a separately shown piece of a file. Parts of a file share no line.
type Part struct {
	Worth  int32 // value to a reader, a binary logarithm in [fixed.Unit]
	Tokens int32 // approximate tokens of its lines
	// Lines is its number of lines: a part that does not fit is cut at a line end.
	Lines int32
	// Little is set if it is shown only with the rest of its file.
	Little bool
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
	// Scale is the cost of its tokens in the bundle, in thousandths, including escapes. It does not affect the
	// order. 0 means ByParts.Scale.
	Scale int
}

// ByParts fills a room with the parts of files that have the most worth for their tokens. The order does not depend
// on the room, and filling ends with the first part that does not fit, which is cut to fit: more room never shows
// less of a file.
type ByParts struct {
	Offers []Offer
	Map    int // maximum share of the map, in thousandths of the room
	File   int // maximum share of one file while others remain, in thousandths of the room
	// LeastFile is how many tokens one file may take even beyond its share: in a small room, a share is less than
	// one class.
	LeastFile int
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
	f := &partFilling{ByParts: b, room: max(room.Budget, 0), left: max(room.Budget, 0), limit: room.Entry, files: make([]shown, len(b.Offers))}
	f.queue = make([]partTurn, 0, len(b.Offers))
	if f.Enough == 0 && f.showAll() {
		return f.bundle(), nil
	}
	if err := f.showPinned(); err != nil {
		return Bundle{}, err
	}
	most := max(f.left*b.File/1000, b.LeastFile)
	f.showBeginnings()
	f.writeRows(f.left * b.Map / 1000)
	f.takeParts(most)
	if !f.ended && !f.enough {
		f.removeCuts()
		f.takeParts(f.left + most) // now one file may exceed its share
	}
	return f.bundle(), nil
}

const (
	// gapTokens is the approximate cost of marking omitted lines around a part.
	gapTokens = 9
	// wholeShare is the shown share of a file's text, in thousandths, from which the whole file is
	// shown. smallWhole applies to a file that takes at most smallFile thousandths of the room.
	wholeShare = 800
	smallWhole = 500
	smallFile  = 40
)

// shown is the part of a file that is in the bundle.
type shown struct {
	cost    int
	tokens  int // tokens of the shown parts
	cutting int // cost of the cut
	cut     Cut
	taken   []bool // by part
	row     bool
	first   bool
	whole   bool
	some    bool // parts are shown
	tight   bool // a part of it did not fit
}

type partFilling struct {
	ByParts
	room   int // total tokens
	left   int
	most   int  // maximum of one file
	ended  bool // something did not fit
	least  int  // density with Enough
	enough bool
	limit  int // maximum of an entry, 0 for none
	files  []shown
	queue  []partTurn
}

type partTurn struct{ file, part, density int }

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
func (f *partFilling) scaled(i, tokens int) int { return tokens * f.scale(i) / 1000 }

func (f *partFilling) scale(i int) int { return cmp.Or(f.Offers[i].Scale, f.Scale, 1000) }

func (f *partFilling) tooLarge(cost int) bool { return f.limit > 0 && cost > f.limit }

func (f *partFilling) takeWhole(i int) {
	s := &f.files[i]
	cost := f.wholeCost(i)
	f.left -= cost - s.cost
	s.cost, s.whole, s.some, s.first, s.row, s.cut, s.cutting = cost, true, false, false, false, Cut{}, 0
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

// takeParts takes parts by density, of each file at most a share, until one does not fit.
func (f *partFilling) takeParts(most int) {
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
		} // the room has shrunk since, and a smaller part may fit
		if turn, ok := f.next(t.file); ok && s.cut.Tokens == 0 {
			heap.Push((*turns)(f), turn)
		}
	}
}

const (
	// leastRoom is too small for any part.
	leastRoom = 8
	// leastCut and leastLines are the minimum tokens and lines of a part that is cut.
	leastCut   = 60
	leastLines = 4
)

// removeCuts removes cut parts, so that they can be shown whole.
func (f *partFilling) removeCuts() {
	for i := range f.files {
		s := &f.files[i]
		f.left += s.cutting
		s.cost -= s.cutting
		s.cut, s.cutting = Cut{}, 0
	}
}

// Value returns a part's worth for its tokens, a binary logarithm in [fixed.Unit]. frame is the number of tokens
// around the first part of a file.
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
		if isShown := s.whole || s.row || s.first || s.some || s.cut.Tokens != 0; !isShown {
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
