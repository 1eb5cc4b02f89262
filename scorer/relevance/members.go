package relevance

import (
	"regexp"
	"slices"

	"ctxpack/scorer/terms"
)

// Member is a name with the type that it belongs to: Type::name, Type#name or Type.name.
type Member struct{ Type, Name string }

// typed reports whether the first name is written as types are: os.path and index.html name no type.
func (m Member) typed() bool { return m.Type[0] >= 'A' && m.Type[0] <= 'Z' }

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

// belongs finds the files that declare a type and what the task names of it: there is hardly a surer sign. They count
// as files do that the task names, but for the kind of file. Facts do not have all members: in a file that has all
// words of one, it leads if it is declared there, but the file counts no more for it.
func (q *Query) belongs(files []File, out []Signals) {
	const sure = Whole * 3 / 4
	byType := map[terms.Term][]int{} // members by their types
	for k, m := range q.Members {
		byType[terms.Of(m.Type)] = append(byType[terms.Of(m.Type)], k)
	}
	found, exact := make([][]int, len(q.Members)), make([]map[int]bool, len(q.Members))
	for i := range files {
		if !files[i].Code {
			continue
		}
		files[i].Declared.Each(func(t terms.Term) {
			for _, k := range byType[t] {
				declares, has := q.mentions(files[i], q.Members[k].Name)
				if len(found[k]) > sharedMember || !declares && (!has || !q.Members[k].typed()) {
					continue
				}
				found[k] = append(found[k], i)
				if declares {
					if exact[k] == nil {
						exact[k] = map[int]bool{}
					}
					exact[k][i] = true
				}
			}
		})
	}
	for k, list := range found {
		if len(list) > sharedMember {
			continue
		}
		for _, i := range list {
			if exact[k][i] {
				out[i].Places = max(out[i].Places, sure/len(exact[k]))
			}
			out[i].Members = append(out[i].Members, q.Members[k].Name)
		}
	}
}

// mentions tells whether a file declares a name, and whether it has all its words.
func (q *Query) mentions(f File, name string) (declares, all bool) {
	all = true
	q.look(name, func(term int32) {
		all = all && slices.ContainsFunc(f.Found.Hits, func(h Hit) bool { return h.Term == term })
	})
	return f.Declared.Has(terms.Of(name)), all
}
