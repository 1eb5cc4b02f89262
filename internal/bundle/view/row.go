package view

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/scorer"
	"ctxpack/scorer/fixed"
	"ctxpack/scorer/relations"
	"ctxpack/scorer/relevance"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

const (
	mostNames = 20      // maximum names in a row
	manyNames = 150     // maximum names in a row of a large bundle
	largeRoom = 100_000 // tokens of a large bundle
)

// rowOf returns the names of a file's declarations, in source order. It includes fields whose names consist of
// several words and that no other file declares, since people search for such names. Of too many names, it keeps
// those of the longest declarations with the most branches. A C header omits names in the row of its source.
func (d *Declarations) rowOf(i int, parts []signatures.Part) string {
	headings := d.files[i].Facts.Class == scorer.Source // a repository of documents has rows of headings
	var order []int
	seen := map[string]bool{}
	if stem, half := relations.HalfOf(d.files[i].Name); half == relations.Header {
		if body, ok := d.bodies[path.Join(path.Dir(d.files[i].Name), stem)]; ok {
			for _, name := range strings.Split(d.rowOf(body, d.partsOf(d.files[body])), ", ") {
				seen[name] = true
			}
		}
	}
	for k, p := range parts {
		field := p.Bytes == 0 && !signatures.Function(p.Kind) && !signatures.Container(p.Kind) && p.Inside >= 0 && parts[p.Inside].Name != ""
		telling := relevance.NameWeight(p.Name) == relevance.Whole && d.declaring(p.Name) == 1
		other := p.Kind == "module" || p.Kind == "namespace" || p.Kind == "heading" && !headings
		if isNew := p.Name != "" && !implied(p.Name) && !other && !seen[p.Name]; isNew && (!field || telling) {
			seen[p.Name] = true
			order = append(order, k)
		}
	}
	most := mostNames
	if d.room >= largeRoom {
		most = manyNames
	}
	more := len(order) - most
	if more > 0 {
		sizes := make([]int, len(parts)) // with members
		for k, p := range slices.Backward(parts) {
			sizes[k] += p.Bytes
			if p.Inside >= 0 && p.Inside < k {
				sizes[p.Inside] += sizes[k]
			}
		}
		weight := func(k int) int {
			return fixed.Log2Linear(1+parts[k].Branches) + fixed.Log2Linear(1+sizes[k])
		}
		slices.SortStableFunc(order, func(a, b int) int { return weight(b) - weight(a) })
		order = order[:most]
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(parts[a].StartLine-parts[b].StartLine, a-b) })
	names := mapped.Of(order, func(k int) string { return parts[k].Name })
	if more > 0 {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// implied reports whether every type of a language can have a member with this name, often a keyword.
func implied(name string) bool {
	operator := strings.HasPrefix(name, "operator") && strings.ContainsAny(name, "=+-*/<>!&|^%~,([ ")
	special := slices.Contains([]string{"constructor", "default", "subscript", "this"}, name) || strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
	return operator || special || strings.HasPrefix(name, "~") || strings.HasPrefix(name, "[")
}

// declaring returns how many files declare a name, 0 for very short names.
func (d *Declarations) declaring(name string) int {
	if len(name) < terms.MinLength {
		return 0
	}
	return int(d.declarers[terms.Of(name)])
}

// users returns how many source files contain a name, without those that declare it, divided by the number of the
// latter. An implied name is in most of them, and says nothing.
func (d *Declarations) users(name string) int {
	if len(name) < terms.MinLength || implied(name) {
		return 0
	}
	t := terms.Of(name)
	return max(int(d.mentions[t])-int(d.declarers[t]), 0) / max(int(d.declarers[t]), 1)
}

// copied is what a part and its copy have in common.
type copied struct {
	name            string
	bytes, branches int
}

// copies reports whether a file of a higher rank has the same part: some trees have a guide in several folders.
func (d *Declarations) copies(i int, p signatures.Part) bool {
	const least = 160 // bytes: small ones may be equal by chance
	if p.Name == "" || p.Bytes < least {
		return false
	}
	key := copied{p.Name, p.Bytes, p.Branches}
	at, found := d.first[key]
	if !found {
		d.first[key] = i
	}
	return found && at != i
}
