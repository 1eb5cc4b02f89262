package imports

import (
	"slices"
	"sync"

	"ctxpack/signatures"
)

// resolver appends to out the targets of one import of the file from; nothing if the import leads
// out of the tree or nowhere.
type resolver func(out []target, from fileID, imp *signatures.Import) []target

// toFile is a resolver whose imports lead to one file each.
func toFile(find func(from fileID, imp *signatures.Import) fileID) resolver {
	return func(out []target, from fileID, imp *signatures.Import) []target {
		if id := find(from, imp); id != noFile {
			out = append(out, target(id))
		}
		return out
	}
}

// language is one row of the table: languages, by the names of package signatures, whose imports
// follow the same rules.
type language struct {
	names []string
	open  func(p *project) resolver // indexes the tree for these rules
}

// languages is the table of resolvable languages.
func languages() []language {
	return []language{
		{[]string{"JavaScript", "JSX", "TypeScript", "TSX", "Vue", "Svelte", "Astro", "MDX"}, openScript},
		{[]string{"Python", "Cython", "Jupyter Notebook"}, openPython},
		{[]string{"Go"}, openGo},
		{[]string{"Rust"}, openRust},
		{[]string{"Java", "Kotlin", "Scala", "Groovy"}, openJVM},
		{[]string{"C", "C++", "Objective-C", "Objective-C++", "CUDA", "Cuda"}, openC},
		{[]string{"C#"}, openDeclared("C#", true)},
		{[]string{"Ruby"}, openPaths(pathRules{folders: []string{"lib", "test", "spec"}, ends: []string{".rb", ""}, library: "lib", started: true})},
		{[]string{"PHP"}, openPHP},
		{[]string{"Swift"}, openSwift},
		{[]string{"Lua", "Luau"}, openPaths(pathRules{
			folders: []string{"", "lua", "src", "lib"}, ends: []string{".lua", "/init.lua", ".luau", "/init.luau", ""}, dotted: true, started: true,
		})},
		{[]string{"Elixir"}, openDeclared("Elixir", false)},
		{[]string{"Shell", "Bash", "Zsh"}, openPaths(pathRules{clean: shellPath, folders: []string{""}, ends: []string{""}, started: true})},
		{[]string{"CSS", "SCSS", "Sass", "Less"}, openPaths(pathRules{
			clean: stylePath, folders: []string{""}, partial: true,
			ends: []string{"", ".scss", ".sass", ".css", ".less", "/_index.scss", "/index.scss", "/_index.sass", "/index.sass"},
		})},
		{[]string{"HTML"}, openPaths(pathRules{folders: []string{"", "public", "static"}, ends: []string{""}, served: true})},
		{[]string{"Protocol Buffers", "Thrift", "GraphQL", "Makefile"}, openPaths(pathRules{folders: []string{"", "proto", "protos", "idl"}, ends: []string{""}})},
		{[]string{"HCL"}, openTerraform},
		{[]string{"Zig"}, openPaths(pathRules{folders: []string{""}, ends: []string{""}, served: true})},
		{[]string{"R"}, openPaths(pathRules{folders: []string{""}, ends: []string{""}, started: true})},
		{[]string{"PowerShell"}, openPaths(pathRules{clean: shellPath, folders: []string{""}, ends: []string{"", ".psm1", ".ps1"}, started: true})},
		{[]string{"Dart"}, openDart},
		{[]string{"Elm"}, openPaths(pathRules{folders: []string{"", "src"}, ends: []string{".elm"}, dotted: true})},
	}
}

// NeedsExports reports whether resolving a language's imports requires the exported names of files,
// because a package's members may be in any file.
func NeedsExports(language string) bool {
	return language == "Kotlin" || language == "Scala" || language == "Groovy"
}

// project is the tree with the manifests that resolvers and entry points read. Each part is built on first use.
type project struct {
	*tree
	opened map[int]resolver // by row of the table
	node   func() *nodeProject
	python func() *pythonProject
	crates func() *rustProject
	php    func() *phpProject
}

func newProject(t *tree) *project {
	return &project{
		tree: t, opened: map[int]resolver{},
		node:   sync.OnceValue(func() *nodeProject { return newNodeProject(t) }),
		python: sync.OnceValue(func() *pythonProject { return newPythonProject(t) }),
		crates: sync.OnceValue(func() *rustProject { return newRustProject(t) }),
		php:    sync.OnceValue(func() *phpProject { return newPHPProject(t) }),
	}
}

// resolverFor returns the resolver of a language, nil for a language that is not in the table.
func (p *project) resolverFor(name string) resolver {
	for row, l := range languages() {
		if !slices.Contains(l.names, name) {
			continue
		}
		return memo(p.opened, row, func() resolver { return l.open(p) })
	}
	return nil
}
