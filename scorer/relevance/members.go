package relevance

import (
	"slices"

	"ctxpack/internal/text/mapped"
	"ctxpack/internal/text/pattern"
	"ctxpack/scorer/terms"
)

// Member is a name qualified with its type: Type::name, Type#name or Type.name.
type Member struct{ Type, Name string }

// typed reports whether the first name is capitalized like a type: os.path and index.html name no type.
func (m Member) typed() bool { return m.Type[0] >= 'A' && m.Type[0] <= 'Z' }

const (
	maxMembers    = 40
	sharedMember  = 3    // if more files declare both names, the member is not evidence
	mostDeclarers = 1000 // files that declare a type and are checked for the member
)

var member = pattern.Of(`([A-Za-z_]\w*)(?:::|#|\.)([A-Za-z_]\w*)`)

// members returns the names in a text that are qualified with their types.
func members(text string) []Member {
	var list []Member
	for len(text) > 0 && len(list) < maxMembers {
		at := member().FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		if m := (Member{text[at[2]:at[3]], text[at[4]:at[5]]}); !slices.Contains(list, m) {
			list = append(list, m)
		}
		text = text[at[4]:] // a::b::c holds two members
	}
	return list
}

// belongs finds the files that declare both a type and a member that the task names: very strong evidence, almost as
// good as the path of the file. If no file declares both, the type inherits the member, and the files that declare the
// member count. Facts do not list all members.
func (q *Query) belongs(files []File, out []Signals) {
	const sure = Whole * 3 / 4
	wanted := map[terms.Term]bool{}
	for _, m := range q.Members {
		wanted[terms.Of(m.Type)], wanted[terms.Of(m.Name)] = true, true
	}
	declared := map[terms.Term][]int{} // files
	for i := range files {
		if !files[i].Code {
			continue
		}
		files[i].Declared.Each(func(t terms.Term) {
			if wanted[t] {
				declared[t] = append(declared[t], i)
			}
		})
	}
	for _, m := range q.Members {
		types, names := declared[terms.Of(m.Type)], declared[terms.Of(m.Name)]
		exact := mapped.Where(types[:min(len(types), mostDeclarers)], func(i int) bool {
			_, found := slices.BinarySearch(names, i)
			return found
		})
		if onlyTypes := len(exact) == 0 && len(types) > 0; onlyTypes && m.typed() && len(names) <= sharedMember {
			exact = names
		}
		if len(exact) > sharedMember {
			continue
		}
		for _, i := range exact {
			out[i].Places = max(out[i].Places, sure/len(exact))
		}
	}
}
