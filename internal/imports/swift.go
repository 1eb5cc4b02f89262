package imports

import (
	"slices"
	"strings"

	"ctxpack/signatures"
)

// openSwift resolves `import Name` to every file of the target of that name:
// Sources/Name and Tests/Name beside a Package.swift. Two targets of the name
// count as none.
func openSwift(p *project) resolver {
	folders := map[string][]string{}
	for _, id := range p.named("Package.swift") {
		for _, kind := range [...]string{"Sources", "Source", "src", "srcs", "Tests"} {
			for _, dir := range p.subfolders(under(dirOf(p.path(id)), kind)) {
				folders[baseOf(dir)] = append(folders[baseOf(dir)], dir)
			}
		}
	}
	groups := map[string]target{}
	return func(out []target, _ fileID, imp *signatures.Import) []target {
		module, _, _ := strings.Cut(imp.Specifier, ".")
		dirs := folders[module]
		if len(dirs) != 1 {
			return out
		}
		to, known := groups[module]
		if !known {
			to = p.newGroup(p.swiftFiles(dirs[0]))
			groups[module] = to
		}
		return append(out, to)
	}
}

// swiftFiles returns the Swift files below a folder, sorted.
func (p *project) swiftFiles(folder string) []fileID {
	var members []fileID
	for todo := []string{folder}; len(todo) > 0; {
		dir := todo[0]
		todo = append(todo[1:], p.subfolders(dir)...)
		for _, id := range p.folders[dir] {
			if strings.HasSuffix(p.path(id), ".swift") {
				members = append(members, id)
			}
		}
	}
	slices.Sort(members)
	return members
}
