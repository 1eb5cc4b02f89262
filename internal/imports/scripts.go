package imports

import (
	"strings"

	"ctxpack/signatures"
)

// luaProject finds Lua modules.
type luaProject struct {
	*tree
	tails map[string]bool // every name that the last part of a module could have
	found map[luaKey]fileID
}

type luaKey struct{ dir, spec string }

// openLua resolves require "a.b" and dofile "a/b.lua".
func openLua(p *project) resolver {
	l := &luaProject{tree: p.tree, tails: map[string]bool{}, found: map[luaKey]fileID{}}
	for i := range l.files {
		path := l.files[i].Path
		if base := baseOf(path); strings.HasSuffix(base, ".lua") || strings.HasSuffix(base, ".luau") {
			stem := base[:strings.LastIndexByte(base, '.')]
			l.tails[stem] = true
			if stem == "init" {
				l.tails[baseOf(dirOf(path))] = true
			}
		}
	}
	return func(out []target, from fileID, imp *signatures.Import) []target {
		key := luaKey{dirOf(l.path(from)), imp.Specifier}
		id, known := l.found[key]
		if !known {
			id = l.resolve(key.dir, key.spec)
			l.found[key] = id
		}
		if id == noFile {
			return out
		}
		return append(out, target(id))
	}
}

// resolve finds a module below the folders above the file and their lua, src
// and lib folders, the nearest first; a path as it stands.
func (l *luaProject) resolve(dir, spec string) fileID {
	isPath := strings.HasSuffix(spec, ".lua") || strings.HasSuffix(spec, ".luau") || isRelative(spec)
	if isPath {
		for _, base := range [...]string{dir, ""} {
			if id := l.at(base, spec, "", ".lua", ".luau"); id != noFile {
				return id
			}
		}
		return noFile
	}
	module := strings.ReplaceAll(spec, ".", "/")
	if !l.tails[baseOf(module)] {
		return noFile
	}
	for d := range ancestors(dir) {
		for _, folder := range [...]string{"", "lua", "src", "lib"} {
			if id := l.at(under(d, folder), module, ".lua", "/init.lua", ".luau", "/init.luau"); id != noFile {
				return id
			}
		}
	}
	return noFile
}

// at returns the first file that a path and one of the tails make.
func (l *luaProject) at(dir, rel string, tails ...string) fileID {
	path, ok := join(dir, rel)
	if !ok {
		return noFile
	}
	for _, tail := range tails {
		if id, exists := l.file(path + tail); exists {
			return id
		}
	}
	return noFile
}

// openElixir resolves alias, import, use and require by the modules that files
// declare. A module that two files declare resolves to nothing.
func openElixir(p *project) resolver {
	modules := map[string]fileID{}
	for i := range p.files {
		f := &p.files[i]
		if f.Language != "Elixir" {
			continue
		}
		names := f.Namespaces
		if len(names) == 0 && f.Package != "" {
			names = []string{f.Package}
		}
		for _, name := range names {
			if id, twice := modules[name]; twice && id != fileID(i) {
				modules[name] = noFile
			} else {
				modules[name] = fileID(i)
			}
		}
	}
	return func(out []target, _ fileID, imp *signatures.Import) []target {
		if id, ok := modules[imp.Specifier]; ok && id != noFile {
			out = append(out, target(id))
		}
		return out
	}
}

// openShell resolves `source x` and `. x`. A path that begins with a variable
// or a command substitution is taken relative to the script, which is what such
// a beginning computes, or to the root.
func openShell(p *project) resolver {
	return func(out []target, from fileID, imp *signatures.Import) []target {
		spec := strings.Trim(imp.Specifier, `"'`)
		if strings.HasPrefix(spec, "$") || strings.HasPrefix(spec, "`") {
			spec = afterExpansion(spec)
		}
		if spec == "" || strings.ContainsAny(spec, "$`") {
			return out
		}
		for _, base := range []string{dirOf(p.path(from)), ""} {
			if path, ok := join(base, spec); ok {
				if id, exists := p.file(path); exists {
					return append(out, target(id))
				}
			}
		}
		return out
	}
}

// afterExpansion returns the path behind a leading $NAME/, ${…}/, $(…)/ or
// `…`/, "" if there is none.
func afterExpansion(spec string) string {
	depth, quoted := 0, false
	for i := 0; i < len(spec); i++ {
		switch spec[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case '`':
			quoted = !quoted
		case '/':
			if depth == 0 && !quoted {
				return strings.TrimLeft(strings.Trim(spec[i+1:], `"'`), "/")
			}
		}
	}
	return ""
}
