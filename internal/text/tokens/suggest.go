package tokens

import (
	"fmt"
	"strings"
)

// unknown is the error for a name that is not in a list: it lists the names and
// says which one may have been meant.
func unknown(kind, name string, names []string) error {
	list := strings.Join(names, ", ")
	if near, ok := nearest(strings.ToLower(name), names, strings.ToLower); ok {
		return fmt.Errorf("unknown %s %q: did you mean %q? (known: %s)", kind, name, near, list)
	}
	return fmt.Errorf("unknown %s %q (known: %s)", kind, name, list)
}

// nearest returns the first of the names whose form begins with name, if that
// has three bytes or more, else the first of those with the fewest edits to
// name, if these are at most a third of the name's length.
func nearest(name string, names []string, form func(string) string) (string, bool) {
	const longest = 64 // a longer name is no slip of the keyboard
	if len(name) > longest {
		return "", false
	}
	best, distance := "", len(name)/3+1
	for _, n := range names {
		if len(name) >= 3 && strings.HasPrefix(form(n), name) {
			return n, true
		}
		if d := edits(name, form(n)); d < distance {
			best, distance = n, d
		}
	}
	return best, best != ""
}

// edits is the Levenshtein distance of two names in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
