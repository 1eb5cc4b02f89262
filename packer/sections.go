package packer

import (
	"cmp"
	"slices"
)

// sectionOrder returns the indices of sections in the order in which they are tried: exported ones first, then by
// complexity, then by markers, then in source order.
func sectionOrder(sections []Section) []int {
	order := make([]int, len(sections))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := sections[a], sections[b]
		if x.Exported != y.Exported {
			if x.Exported {
				return -1
			}
			return 1
		}
		return cmp.Or(
			cmp.Compare(y.Complexity, x.Complexity),
			cmp.Compare(y.Markers, x.Markers),
			cmp.Compare(x.StartLine, y.StartLine),
			cmp.Compare(a, b),
		)
	})
	return order
}

func overlaps(sections []Section, chosen []int, with Section) bool {
	return slices.ContainsFunc(chosen, func(c int) bool {
		return sections[c].StartLine <= with.EndLine && with.StartLine <= sections[c].EndLine
	})
}
