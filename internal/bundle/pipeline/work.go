package pipeline

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

// leastExcess bounds the work of parsing in a run, in the units of signatures, beyond what is ordinary for the size of
// the texts; it is some seconds. Few files of ordinary repositories have any, and one unit for so many bytes of all
// files: a fortieth of what it takes to parse these.
const (
	leastExcess   = 500_000
	bytesOfExcess = 200
)

// parsing keeps account of what is parsed at more than ordinary cost. Files have
// places, in the order in which they are begun, which is that of their sizes; once those before a file have used up
// what there is, it is not parsed. So the result depends on the files alone, although
// they are analysed side by side: what was begun too soon is done again.
type parsing struct {
	most     int // excess of all
	mu       sync.Mutex
	excess   map[int]int  // by place
	unparsed map[int]bool // places of files that were not parsed
}

// placesOf are the files by their places: the small ones come first, so that one large file
// that takes all there is takes it from none of them.
func placesOf(files []*File) []int {
	order := make([]int, len(files))
	for i := range files {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(files[a].Size, files[b].Size) })
	return order
}

func newParsing(files []*File) *parsing {
	bytes := 0
	for _, f := range files {
		bytes += int(f.Size)
	}
	return &parsing{most: max(leastExcess, bytes/bytesOfExcess), excess: map[int]int{}, unparsed: map[int]bool{}}
}

// allows reports whether the file at a place may be parsed, as far as is known.
func (p *parsing) allows(place int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	sum := 0
	for other, excess := range p.excess {
		if other < place {
			sum += excess
		}
	}
	return sum <= p.most
}

// spent notes what parsing the file at a place cost, or would have cost had the cache
// not known it, beyond what is ordinary for its size.
func (p *parsing) spent(place, excess int) {
	if excess <= 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.excess[place] = excess
}

// without marks the file at a place as one that was not parsed.
func (p *parsing) without(place int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unparsed[place] = true
}

// tooSoon gives the places, of n, of the files that were parsed and should not have been.
func (p *parsing) tooSoon(n int) []int {
	var places []int
	for place := range n {
		if len(p.excess) > 0 && !p.unparsed[place] && !p.allows(place) {
			places = append(places, place)
		}
	}
	return places
}

// names are those of the files that cost more than is ordinary, in order of their places.
func (p *parsing) names(files []*File, order []int) []string {
	var names []string
	for _, place := range slices.Sorted(maps.Keys(p.excess)) {
		if p.allows(place) {
			names = append(names, files[order[place]].Name)
		}
	}
	return names
}
