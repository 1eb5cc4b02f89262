package pipeline

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/bundle/view"
)

// importNames is how many imports an outline names.
const importNames = 8

// importLine tells what a file imports from the tree: files, and packages by their
// folders; "" if it imports nothing.
func (r *Ranking) importLine(file *view.File) string {
	n, ok := r.graph.Index(file.Key)
	if !ok {
		return ""
	}
	var names []string
	add := func(name string) {
		if name != file.Name && name != "./" && name != path.Dir(file.Name)+"/" {
			names = append(names, fromFolder(path.Dir(file.Name), name))
		}
	}
	r.graph.Each(n, func(to int) { add(r.nameOf(to)) }, func(group int) {
		first := ""
		r.graph.Members(group, func(member int) {
			if first == "" {
				first = r.nameOf(member)
			}
		})
		if first != "" {
			add(path.Dir(first) + "/")
		}
	})
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 {
		return ""
	}
	more := ""
	if len(names) > importNames {
		more = fmt.Sprintf(" … (%d)", len(names))
		names = names[:importNames]
	}
	return "… imports " + strings.Join(names, ", ") + more + "\n"
}

// fromFolder is the path of a file as a file in a folder has it, or its own where that is shorter.
func fromFolder(folder, name string) string {
	if within, ok := strings.CutPrefix(name, folder+"/"); ok || folder == "." {
		return within
	}
	up := ""
	for folder != "." && !strings.HasPrefix(name, folder+"/") {
		folder, up = path.Dir(folder), up+"../"
	}
	if relative := up + strings.TrimPrefix(name, folder+"/"); len(relative) < len(name) {
		return relative
	}
	return name
}

// reach are the folders of a file and of what it imports from the tree; nil for nothing.
func (r *Ranking) reach(file *view.File) map[string]bool {
	n, ok := r.graph.Index(file.Key)
	if !ok {
		return nil
	}
	folders := map[string]bool{}
	r.graph.Each(n, func(to int) { folders[path.Dir(r.nameOf(to))] = true }, func(group int) {
		r.graph.Members(group, func(member int) { folders[path.Dir(r.nameOf(member))] = true })
	})
	if len(folders) == 0 {
		return nil
	}
	folders[path.Dir(file.Name)] = true
	return folders
}

// nameOf is the name of a file of the graph.
func (r *Ranking) nameOf(file int) string {
	key := r.graph.Path(file)
	if r.names == nil {
		return key
	}
	return r.names[key]
}
