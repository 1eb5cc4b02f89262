package relevance

import (
	"regexp"
	"slices"

	"ctxpack/scorer/terms"
)

// Member is a name with the type that it belongs to: Type::name, Type#name or Type.name.
type Member struct{ Type, Name string }

const (
	maxMembers   = 40
	sharedMember = 3 // files at most that declare both names of one, or it says little
)

var member = regexp.MustCompile(`([A-Za-z_]\w*)(?:::|#|\.)([A-Za-z_]\w*)`)

// members finds the names of a text that are written with their types.
func members(text string) []Member {
	var list []Member
	for len(text) > 0 && len(list) < maxMembers {
		at := member.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		if m := (Member{text[at[2]:at[3]], text[at[4]:at[5]]}); !slices.Contains(list, m) {
			list = append(list, m)
		}
		text = text[at[4]:] // a::b::c has two
	}
	return list
}

// belongs finds the files that declare a type and what the task names of it: there is
// hardly a surer sign. They count as files do that the task names, but for the kind of file.
func (q *Query) belongs(files []File, out []Signals) {
	const sure = Whole * 3 / 4
	wanted := map[terms.Term]bool{}
	for _, m := range q.Members {
		wanted[terms.Of(m.Type)], wanted[terms.Of(m.Name)] = true, true
	}
	if len(wanted) == 0 {
		return
	}
	declared := make([]map[terms.Term]bool, len(files))
	for i := range files {
		files[i].Declared.Each(func(t terms.Term) {
			if wanted[t] && files[i].Code {
				if declared[i] == nil {
					declared[i] = map[terms.Term]bool{}
				}
				declared[i][t] = true
			}
		})
	}
	for _, m := range q.Members {
		var list []int
		for i, d := range declared {
			if d[terms.Of(m.Type)] && d[terms.Of(m.Name)] {
				list = append(list, i)
			}
		}
		if len(list) > sharedMember {
			continue
		}
		for _, i := range list {
			out[i].Places = max(out[i].Places, sure/len(list))
			out[i].Members = append(out[i].Members, m.Name)
		}
	}
}
