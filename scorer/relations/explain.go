package relations

import (
	"slices"

	"ctxpack/scorer/imports"
)

// Evidence lists what a Relation counts, by positions of files.
type Evidence struct {
	Users    []int // in ascending order
	Mentions []Mention
	// Way is a shortest chain of uses from an entry point to the file, including both; nil if there is none.
	Way []int
}

// Mention is a document that names a file, and the first word that does so.
type Mention struct {
	Document int
	Word     string
}

// Explain finds the relations again and returns the evidence for the files at the
// given positions. It takes as long as Find.
func Explain(files []File, graph *imports.Graph, positions []int) []Evidence {
	f := &finder{files: files, graph: graph, each: InTurn, evidence: map[int32]*Evidence{}, before: slices.Repeat([]int32{-1}, len(files))}
	for _, p := range positions {
		f.evidence[int32(p)] = &Evidence{} // cannot overflow: fewer than 2^31 files
	}
	relations := f.find()
	list := make([]Evidence, len(positions))
	for i, p := range positions {
		list[i] = *f.evidence[int32(p)] // cannot overflow: fewer than 2^31 files
		if relations[p].Steps >= 0 {
			list[i].Way = f.way(p)
		}
	}
	return list
}

// way returns the chain of uses from the entry point to a file.
func (f *finder) way(to int) []int {
	way := []int{to}
	for p := f.before[to]; p >= 0; p = f.before[p] {
		way = append(way, int(p))
	}
	slices.Reverse(way)
	return way
}
