package pipeline

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"ctxpack/internal/text/mapped"
)

// leastExcess and bytesOfExcess bound the parsing work of a run beyond the ordinary work for its
// texts, in units of signatures: leastExcess, a few seconds, or one unit per bytesOfExcess bytes.
const (
	leastExcess   = 500_000
	bytesOfExcess = 200
)

// parsing limits extraordinary parsing work. Files are numbered in the order in which they are started, by size.
// Once the files before a file have used up the limit, it is not parsed. So the result depends only on the files,
// although they are analysed in parallel: a file parsed too early is analysed again.
type parsing struct {
	most     int // excess of all
	mu       sync.Mutex
	excess   map[int]int  // by place
	unparsed map[int]bool // places of files that were not parsed
}

// placesOf returns the files by number: small ones first, so that one large file with excessive work does not
// affect them.
func placesOf(files []*File) []int {
	order := make([]int, len(files))
	for i := range files {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(files[a].Size, files[b].Size) })
	return order
}

func newParsing(files []*File) *parsing {
	bytes := mapped.Sum(files, func(f *File) int { return int(f.Size) })
	return &parsing{most: max(leastExcess, bytes/bytesOfExcess), excess: map[int]int{}, unparsed: map[int]bool{}}
}

// allows reports whether the file with a number may be parsed, by the work known so far.
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

// spent records the excess work of parsing a file, or the stored excess of a cached one.
func (p *parsing) spent(place, excess int) {
	if excess <= 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.excess[place] = excess
}

// without marks a file as not parsed.
func (p *parsing) without(place int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unparsed[place] = true
}

// tooSoon returns the numbers, out of n, of the files that were parsed but should not have been.
func (p *parsing) tooSoon(n int) []int {
	var places []int
	for place := range n {
		if len(p.excess) > 0 && !p.unparsed[place] && !p.allows(place) {
			places = append(places, place)
		}
	}
	return places
}

// names returns the names of the files with excess work, in order of their numbers.
func (p *parsing) names(files []*File, order []int) []string {
	places := mapped.Where(slices.Sorted(maps.Keys(p.excess)), p.allows)
	return mapped.Of(places, func(place int) string { return files[order[place]].Name })
}
