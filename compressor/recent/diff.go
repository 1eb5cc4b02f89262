package recent

import (
	"slices"
	"strings"
)

// maxDistance is the maximum number of differing lines for which Diff computes a shortest edit script.
const maxDistance = 1000

// Diff returns the edits, in the unit Lines, that turn one text into another, in the order of the text. Lines that
// differ only in their line ends are equal. The edits have the fewest lines possible (E. Myers, An O(ND) Difference
// Algorithm and Its Variations, 1986), unless more than a thousand lines differ: then a single edit covers the
// first to the last of them.
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
	m := &myers{b: b[first:endB]}
	ids := map[string]int{}
	m.left, m.right = intern(a[first:endA], ids), intern(b[first:endB], ids)
	edits, ok := m.run()
	if !ok {
		edits = []Edit{m.edit(0, endA-first, 0, endB-first)}
	}
	for i := range edits {
		edits[i].Start += first
		edits[i].End += first
	}
	return edits
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

type myers struct {
	b           []string
	left, right []int
	// trace holds, for each number of differences d, how far each diagonal from -d to d reaches in left. Diagonal k
	// is at index k+d.
	trace [][]int
}

// run searches greedily: with each further difference, every diagonal continues from the better of its neighbours
// and then along equal lines.
func (m *myers) run() ([]Edit, bool) {
	n, l := len(m.left), len(m.right)
	for d := 0; d <= min(maxDistance, n+l); d++ {
		reach := make([]int, 2*d+1)
		m.trace = append(m.trace, reach)
		for k := -d; k <= d; k += 2 {
			x := m.step(d, k)
			if x >= max(k, 0) {
				for x < n && x-k < l && m.left[x] == m.right[x-k] {
					x++
				}
			}
			reach[k+d] = x
			if x >= n && x-k >= l {
				return m.backtrack(d, k), true
			}
		}
	}
	return nil, false
}

// step returns where diagonal k starts with its d-th difference: below the diagonal above, for an inserted line, or
// right of the one below, for a deleted one.
func (m *myers) step(d, k int) int {
	if d == 0 {
		return 0
	}
	before := m.trace[d-1]
	at := func(k int) int { return before[k+d-1] }
	if k == -d || k != d && at(k-1) < at(k+1) {
		return at(k + 1)
	}
	return at(k-1) + 1
}

// backtrack follows the trace from the end and joins adjacent differences.
func (m *myers) backtrack(d, k int) []Edit {
	var reversed []Edit
	endA, endB := -1, -1 // end of the current edit, or -1
	startA, startB := -1, -1
	flush := func() {
		if endA >= 0 {
			reversed = append(reversed, m.edit(startA, endA, startB, endB))
		}
	}
	for ; d > 0; d-- {
		x := m.step(d, k) // after the difference
		y := x - k
		inserted := k == -d || k != d && m.trace[d-1][k-1+d-1] < m.trace[d-1][k+1+d-1]
		if x != startA || y != startB {
			flush()
			endA, endB = x, y
		}
		if inserted {
			k++
			startA, startB = x, y-1
		} else {
			k--
			startA, startB = x-1, y
		}
	}
	flush()
	slices.Reverse(reversed)
	return reversed
}

// edit replaces lines of the left text with lines of the right one.
func (m *myers) edit(startA, endA, startB, endB int) Edit {
	e := Edit{Start: startA, End: endA}
	if endB > startB {
		e.Text = strings.Join(m.b[startB:endB], "\n") + "\n"
	}
	return e
}
