package recent

import (
	"slices"
	"strings"
)

// maxDistance bounds the lines that differ between two texts for which Diff
// looks for the shortest way from one to the other.
const maxDistance = 1000

// Diff returns the edits, in the unit Lines, that make one text of another one, in the order of the text. Lines that
// differ in nothing but how they end are the same. The edits are the fewest lines possible (E. Myers, An O(ND)
// Difference Algorithm and Its Variations, 1986), unless more than a thousand lines differ: then one edit goes from
// the first to the last of them.
func Diff(before, after string) []Edit {
	a, b := splitLines(before), splitLines(after)
	first := 0
	for first < min(len(a), len(b)) && a[first] == b[first] {
		first++
	}
	endA, endB := len(a), len(b)
	for endA > first && endB > first && a[endA-1] == b[endB-1] {
		endA--
		endB--
	}
	if first == endA && first == endB {
		return nil
	}
	ids := map[string]int{}
	left, right := intern(a[first:endA], ids), intern(b[first:endB], ids)
	differences, ok := shortest(left, right)
	if !ok {
		return []Edit{replaced(first, endA, b[first:endB])}
	}
	// Differences that touch are one edit.
	var edits []Edit
	for i := 0; i < len(differences); {
		from, to := differences[i], differences[i]
		for ; i < len(differences) && differences[i].left == to.left && differences[i].right == to.right; i++ {
			to = differences[i].after()
		}
		edits = append(edits, replaced(first+from.left, first+to.left, b[first+from.right:first+to.right]))
	}
	return edits
}

// replaced is the edit that puts lines in the place of others.
func replaced(start, end int, lines []string) Edit {
	e := Edit{Start: start, End: end}
	if len(lines) > 0 {
		e.Text = strings.Join(lines, "\n") + "\n"
	}
	return e
}

// intern gives equal lines equal numbers.
func intern(lines []string, ids map[string]int) []int {
	out := make([]int, len(lines))
	for i, line := range lines {
		id, ok := ids[line]
		if !ok {
			id = len(ids)
			ids[line] = id
		}
		out[i] = id
	}
	return out
}

// difference is a line that is deleted from the left text, or inserted from the right one.
type difference struct {
	left, right int // where it is in the texts
	inserted    bool
	before      *difference
}

// after is the place behind a difference.
func (d difference) after() difference {
	if d.inserted {
		return difference{left: d.left, right: d.right + 1}
	}
	return difference{left: d.left + 1, right: d.right}
}

// shortest returns the fewest differences. It walks greedily: with each more difference, every diagonal goes on from
// the better of its neighbours and then along equal lines.
func shortest(left, right []int) (list []difference, ok bool) {
	type end struct {
		x    int // how far the diagonal reaches in left
		last *difference
	}
	n, l := len(left), len(right)
	ends := map[int]end{} // by diagonal: the place in left less that in right
	for d := 0; d <= min(maxDistance, n+l); d++ {
		for k := -d; k <= d; k += 2 {
			e := ends[k-1]
			switch below, above := ends[k-1], ends[k+1]; {
			case d == 0:
			case k == -d || k != d && below.x < above.x:
				e = end{above.x, &difference{above.x, above.x - k - 1, true, above.last}}
			default:
				e = end{below.x + 1, &difference{below.x, below.x - k + 1, false, below.last}}
			}
			for e.x < n && e.x-k < l && e.x >= 0 && e.x-k >= 0 && left[e.x] == right[e.x-k] {
				e.x++
			}
			if ends[k] = e; e.x >= n && e.x-k >= l {
				for at := e.last; at != nil; at = at.before {
					list = append(list, *at)
				}
				slices.Reverse(list)
				return list, true
			}
		}
	}
	return nil, false
}
