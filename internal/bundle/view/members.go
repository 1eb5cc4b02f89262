package view

import (
	"slices"
	"strings"

	"ctxpack/signatures"
)

// ownersOf says of each symbol which one it is a member of, -1 for none: the last one before it
// that is less deep, or if its parent is called otherwise, the one of that name, from which it
// stands apart, as Rust's methods in impl do. Where nothing has the name, what stands before it
// owns it only if it is of a kind that has members.
func ownersOf(all []signatures.Symbol) (owners []int, apart []bool) {
	type place struct {
		name  string
		depth int
	}
	named := map[place]int{}
	for i, d := range all {
		if at := (place{d.Name, d.Depth}); hasMembers(d.Kind) {
			if _, ok := named[at]; !ok {
				named[at] = i
			}
		}
	}
	owners, apart = make([]int, len(all)), make([]bool, len(all))
	var open []int // the last symbol of each depth
	for i, d := range all {
		open = open[:min(max(d.Depth, 0), len(open))]
		owners[i] = -1
		if len(open) > 0 {
			owners[i] = open[len(open)-1]
		}
		of := lastName(d.Parent)
		if owner := owners[i]; owner < 0 || of == "" || of == all[owner].Name || d.Parent == all[owner].Name {
			// where it stands says so
		} else if at, ok := named[place{of, d.Depth - 1}]; ok {
			owners[i], apart[i] = at, true
		} else if !hasMembers(all[owner].Kind) {
			owners[i], apart[i] = -1, true
		}
		open = append(open, i)
	}
	return owners, apart
}

// lastName is the last part of the name of a parent.
func lastName(parent string) string {
	return parent[strings.LastIndexAny(parent, ".:")+1:]
}

// hasMembers tells whether a declaration of a kind can hold others that are used by themselves.
func hasMembers(kind string) bool { return !isValue(kind) && kind != "func" && kind != "method" }

// membersOf are the positions of the direct members of each symbol.
func membersOf(all []signatures.Symbol) [][]int {
	members := make([][]int, len(all))
	owners, _ := ownersOf(all)
	for i, owner := range owners {
		if owner >= 0 && all[i].Depth == all[owner].Depth+1 {
			members[owner] = append(members[owner], i)
		}
	}
	return members
}

// memberNames are the names of members of a declaration: fields and variants, then what it
// does. Those of an exported one, or one that has some, are its exported ones.
func memberNames(all []signatures.Symbol, d signatures.Symbol, members []int) (fields, methods []string) {
	seen := map[string]bool{d.Name: true} // constructors; overloaded, or what reads and what sets it
	exported := d.Exported || slices.ContainsFunc(members, func(k int) bool { return all[k].Exported })
	for _, k := range members {
		m := all[k]
		if seen[m.Name] || !m.Exported && exported || protocol[m.Name] {
			continue
		}
		seen[m.Name] = true
		switch {
		case isValue(m.Kind):
			fields = append(fields, m.Name)
		case m.Kind != "type" || d.Kind != "struct" && d.Kind != "enum": // which an impl of Rust's says
			methods = append(methods, m.Name)
		}
	}
	return fields, methods
}

// protocol, which is read-only, are members that types have by the language or its library:
// constructors, and what compares, writes and converts; and by the life of a component of the web.
var protocol = func() map[string]bool {
	names := map[string]bool{}
	for name := range strings.FieldsSeq(`__init__ __construct constructor __str__ __repr__ __eq__ __hash__ __len__ __iter__
		fmt from from_str try_from hash eq cmp partial_cmp clone default drop deref deref_mut as_ref as_mut serialize deserialize
		toString equals hashCode compareTo ToString Equals GetHashCode Dispose
		connectedCallback disconnectedCallback firstUpdated willUpdate shouldUpdate updated createRenderRoot render
		componentDidMount componentDidUpdate componentWillUnmount ngOnInit ngOnChanges ngOnDestroy ngAfterViewInit`) {
		names[name] = true
	}
	return names
}()
