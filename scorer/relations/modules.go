package relations

import (
	"path"
	"strings"
)

// maxModule is the maximum number of files of a module that is one unit. In larger
// modules, too many names coincide by chance.
const maxModule = 150

// modules finds the folder whose files see each other's names without an import: the file's own folder in most
// languages, and the folder of the module in languages in which folders have no meaning.
type modules struct {
	projects map[string]bool // folders with a project file of C#
	size     map[string]int  // source files of each module
}

func newModules(files []File) *modules {
	m := &modules{projects: map[string]bool{}, size: map[string]int{}}
	for _, file := range files {
		if path.Ext(file.Path) == ".csproj" {
			m.projects[path.Dir(file.Path)] = true
		}
	}
	for _, file := range files {
		if file.Source {
			m.size[m.module(file.Path)]++
		}
	}
	return m
}

func (m *modules) folder(file string) string {
	if module := m.module(file); m.size[module] <= maxModule {
		return module
	}
	return path.Dir(file)
}

// module returns the folder of the module that a file belongs to.
func (m *modules) module(file string) string {
	dir := path.Dir(file)
	switch path.Ext(file) {
	case ".swift":
		return swiftModule(dir)
	case ".cs":
		for up := dir; up != "."; up = path.Dir(up) {
			if m.projects[up] {
				return up
			}
		}
	}
	return dir
}

// swiftModule returns the folder below Sources, by the convention of Swift's package
// manager; without Sources, the first folder of the path.
func swiftModule(dir string) string {
	first, _, _ := strings.Cut(dir, "/")
	if before, after, ok := strings.Cut("/"+dir+"/", "/Sources/"); ok {
		target, _, _ := strings.Cut(after, "/")
		return strings.TrimPrefix(path.Join(before, "Sources", target), "/")
	}
	return first
}
