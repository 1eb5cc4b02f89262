package view

import (
	"path"
	"regexp"
	"strings"

	"ctxpack/internal/bundle/render"
)

// The first lines of a manifest are often about whom a package is from and where it is found. What
// stands for one that has no room as a whole is what it is called and for, what it consists of,
// how it is run, and what it is built on.

// What the lines of a manifest are about, in the order in which there is room for them.
const (
	aboutProject = 1 + iota
	aboutScripts
	aboutDependencies
	aboutEnd
)

// manifestKeys are what the keys of a manifest are about, and its tables by the last part of
// their names. Read-only.
var manifestKeys = map[string]int{
	"name": aboutProject, "description": aboutProject, "workspaces": aboutProject, "members": aboutProject, "bin": aboutProject,
	"main": aboutProject, "requires-python": aboutProject, "rust-version": aboutProject,
	"scripts": aboutScripts, "dependencies": aboutDependencies, "require": aboutDependencies,
}

// manifestTables are those whose keys are about the project itself. Read-only.
var manifestTables = map[string]bool{"": true, "project": true, "package": true, "workspace": true, "tool.poetry": true}

// manifestItem are lines of a manifest about one thing, from the key on; head is the line that
// names their table, 0 for none.
type manifestItem struct {
	render.Range
	about, head int
}

// Read-only.
var (
	tableHead = regexp.MustCompile(`^\[+([^\]"']+)\]+`)
	jsonKey   = regexp.MustCompile(`^\s*"([^"]+)"\s*:`)
	tomlKey   = regexp.MustCompile(`^([\w-]+)\s*=`)
)

// manifestItems reads the lines of a manifest of JSON or TOML; none of another file.
func manifestItems(file string, lines []string) []manifestItem {
	key, outside := tomlKey, 0
	switch path.Base(file) {
	case "package.json", "composer.json":
		key, outside = jsonKey, 1
	case "Cargo.toml", "pyproject.toml":
	default:
		return nil
	}
	var items []manifestItem
	depth, table, head := 0, "", 0
	for n, line := range lines {
		before := depth
		if depth = max(depth+nesting(line), 0); before > outside && len(items) > 0 {
			items[len(items)-1].End = n + 1
		}
		if before != outside {
			continue
		}
		if m := tableHead.FindStringSubmatch(line); m != nil && key == tomlKey {
			table, head, depth = m[1], n+1, 0
		} else if m := key.FindStringSubmatch(line); m != nil {
			about := manifestKeys[table[strings.LastIndexByte(table, '.')+1:]]
			if manifestTables[table] {
				about = manifestKeys[m[1]]
			}
			items = append(items, manifestItem{render.Range{Start: n + 1, End: n + 1}, about, head})
		}
	}
	return items
}

// nesting is by how many brackets a line goes deeper, those in strings left out.
func nesting(line string) int {
	depth, quote := 0, rune(0)
	for _, c := range line {
		switch {
		case c == quote:
			quote = 0
		case quote != 0:
		case c == '"' || c == '\'':
			quote = c
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		}
	}
	return depth
}

// longestOfManifest is how many bytes a line of a manifest has that says as much as others do.
const longestOfManifest = 120

// manifestScreen are the lines that stand for a manifest, of at most so many tokens: all that fit
// about the project, then half as many about its scripts, then its dependencies from elsewhere.
func manifestScreen(file, text string, most int, count func(string) int) (spans []render.Range) {
	lines := strings.SplitAfter(text, "\n")
	items := manifestItems(file, lines)
	shown := make([]bool, len(lines)+1)
	for about := aboutProject; about < aboutEnd; about++ {
		room := most
		if about == aboutScripts {
			room /= 2
		}
		show := func(n int) bool {
			if n == 0 || shown[n] {
				return true
			}
			tokens := count(lines[n-1])
			if shown[n] = tokens <= room; shown[n] {
				room, most = room-tokens, most-tokens
			}
			return shown[n]
		}
		for _, item := range items {
			if item.about != about || about == aboutDependencies && strings.Contains(lines[item.Start-1], "path =") { // of the same workspace
				continue
			}
			for n := item.Start; n <= item.End; n++ {
				if len(lines[n-1]) <= longestOfManifest && (!show(item.head) || !show(n)) {
					break
				}
			}
		}
	}
	for n, is := range shown {
		if k := len(spans) - 1; is && k >= 0 && spans[k].End >= n-2 { // to say that a line is left out takes as much
			spans[k].End = n
		} else if is {
			spans = append(spans, render.Range{Start: n, End: n})
		}
	}
	return spans
}
