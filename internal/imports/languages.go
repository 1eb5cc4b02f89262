package imports

import (
	"slices"

	"ctxpack/signatures"
)

// resolver appends to out what one import of the file from leads to; nothing if
// it leads out of the tree or nowhere.
type resolver func(out []target, from fileID, imp *signatures.Import) []target

// language is one row of the table: the languages, by the names that package
// signatures gives them, whose imports follow the same rules.
type language struct {
	names []string
	open  func(p *project) resolver // indexes the tree for these rules
}

// languages is the table of what is resolved and how.
func languages() []language {
	return []language{
		{[]string{"JavaScript", "JSX", "TypeScript", "TSX", "Vue", "Svelte", "Astro", "MDX"}, openScript},
		{[]string{"Python", "Cython", "Jupyter Notebook"}, openPython},
		{[]string{"Go"}, openGo},
		{[]string{"Rust"}, openRust},
		{[]string{"Java", "Kotlin", "Scala", "Groovy"}, openJVM},
		{[]string{"C", "C++", "Objective-C", "Objective-C++", "CUDA", "Cuda"}, openC},
		{[]string{"C#"}, openCSharp},
		{[]string{"Ruby"}, openRuby},
		{[]string{"PHP"}, openPHP},
		{[]string{"Swift"}, openSwift},
		{[]string{"Lua", "Luau"}, openLua},
		{[]string{"Elixir"}, openElixir},
		{[]string{"Shell", "Bash", "Zsh"}, openShell},
		{[]string{"CSS", "SCSS", "Sass", "Less"}, openStyle},
		{[]string{"HTML"}, openPage},
		{[]string{"Protocol Buffers", "Thrift", "GraphQL", "Makefile"}, openInclude},
		{[]string{"HCL"}, openTerraform},
		{[]string{"Elm"}, openElm},
	}
}

// Families returns a number for each language that has imports: the same for those
// whose files import one another.
func Families() map[string]int {
	families := map[string]int{}
	for i, row := range languages() {
		for _, name := range row.names {
			families[name] = i + 1
		}
	}
	return families
}

// NeedsExports reports whether finding what a language's imports mean takes the
// names that its files export: where a package's members may stand in any file.
func NeedsExports(language string) bool {
	return language == "Kotlin" || language == "Scala" || language == "Groovy"
}

// project is the tree with the manifests that both resolvers and entry points
// read. Each part is made on first use.
type project struct {
	*tree
	opened      map[int]resolver // by row of the table
	nodeFound   *nodeProject
	pythonFound *pythonProject
	cratesFound *rustProject
	phpFound    *phpProject
}

func newProject(t *tree) *project {
	return &project{tree: t, opened: map[int]resolver{}}
}

// resolverFor returns the resolver of a language, nil for one that is not in
// the table.
func (p *project) resolverFor(name string) resolver {
	for row, l := range languages() {
		if !slices.Contains(l.names, name) {
			continue
		}
		if p.opened[row] == nil {
			p.opened[row] = l.open(p)
		}
		return p.opened[row]
	}
	return nil
}

func (p *project) node() *nodeProject {
	if p.nodeFound == nil {
		p.nodeFound = newNodeProject(p.tree)
	}
	return p.nodeFound
}

func (p *project) python() *pythonProject {
	if p.pythonFound == nil {
		p.pythonFound = newPythonProject(p.tree)
	}
	return p.pythonFound
}

func (p *project) crates() *rustProject {
	if p.cratesFound == nil {
		p.cratesFound = newRustProject(p.tree)
	}
	return p.cratesFound
}

func (p *project) php() *phpProject {
	if p.phpFound == nil {
		p.phpFound = newPHPProject(p.tree)
	}
	return p.phpFound
}
