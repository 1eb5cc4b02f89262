package imports

import (
	"strings"

	"ctxpack/signatures"
)

// openCSharp resolves using directives: a namespace is every file that declares
// it, a type is the file in its namespace that is called after it.
func openCSharp(p *project) resolver {
	members := map[string][]fileID{}
	types := map[string]fileID{}
	for i := range p.files {
		f := &p.files[i]
		if f.Language != "C#" {
			continue
		}
		spaces := f.Namespaces
		if len(spaces) == 0 && f.Package != "" {
			spaces = []string{f.Package}
		}
		for _, space := range spaces {
			if list := members[space]; len(list) > 0 && list[len(list)-1] == fileID(i) {
				continue
			}
			members[space] = append(members[space], fileID(i))
			name := space + "." + stemOf(f.Path)
			if _, twice := types[name]; twice {
				types[name] = noFile
			} else {
				types[name] = fileID(i)
			}
		}
	}
	groups := map[string]target{}
	return func(out []target, _ fileID, imp *signatures.Import) []target {
		name := strings.TrimPrefix(imp.Specifier, "global::")
		if list, ok := members[name]; ok && imp.Kind != "static" {
			to, made := groups[name]
			if !made {
				to = p.newGroup(list)
				groups[name] = to
			}
			return append(out, to)
		}
		for ; name != ""; name = parentName(name) { // a nested type lies in the outer one's file
			if id, ok := types[name]; ok && id != noFile {
				return append(out, target(id))
			}
			if _, isSpace := members[name]; isSpace {
				break
			}
		}
		return out
	}
}
