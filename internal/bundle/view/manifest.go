package view

import (
	"path"
	"regexp"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/lineindex"
)

// The first lines of a manifest are often about whom a package is from and where it is found. What
// stands for one that has no room as a whole is what it is called and for, what it consists of,
// how it is run, and what it is built on.

// What the lines of a manifest are about, what comes first before the rest; 0 for none of it.
const (
	aboutProject = 1 + iota
	aboutScripts
	aboutDependencies
	aboutEnd
)

// manifestKeys are what the keys of a manifest are about, and its tables by the last part of
// their names.
var manifestKeys = map[string]int{ // read-only
	"name": aboutProject, "description": aboutProject, "workspaces": aboutProject, "members": aboutProject, "bin": aboutProject,
	"main": aboutProject, "requires-python": aboutProject, "rust-version": aboutProject, "module": aboutProject, "go": aboutProject,
	"scripts": aboutScripts, "dependencies": aboutDependencies, "require": aboutDependencies,
}

// manifestItem are lines of a manifest about one thing, from the key on; head is the line that
// names their table, 0 for none.
type manifestItem struct {
	render.Range
	about, head int
}

var (
	tableHead = regexp.MustCompile(`^\[+([^\]"']+)\]+`)
	jsonKey   = regexp.MustCompile(`^\s*"([^"]+)"\s*:`)
	tomlKey   = regexp.MustCompile(`^([\w-]+)\s*=`)
	modKey    = regexp.MustCompile(`^(\w+)\s`)
)

// manifestItems reads the lines of a manifest of JSON, TOML or Go's modules; none of another file.
func manifestItems(file string, lines lineindex.Index, last int) []manifestItem {
	key, outside := tomlKey, 0
	switch path.Base(file) {
	case "package.json", "composer.json":
		key, outside = jsonKey, 1
	case "go.mod":
		key = modKey
	case "Cargo.toml", "pyproject.toml":
	default:
		return nil
	}
	var items []manifestItem
	depth, table, head := 0, "", 0
	for n := 1; n <= last; n++ {
		line := lines.Slice(n, n)
		before := depth
		if depth = max(depth+nesting(line), 0); before != outside {
			if k := len(items) - 1; k >= 0 && items[k].End == n-1 && before > outside {
				items[k].End = n
			}
			continue
		}
		if m := tableHead.FindStringSubmatch(line); m != nil && key == tomlKey {
			table, head, depth = m[1], n, 0
			continue
		}
		if m := key.FindStringSubmatch(line); m != nil {
			about := manifestKeys[m[1]]
			if of := manifestKeys[table[strings.LastIndexByte(table, '.')+1:]]; of >= aboutScripts && of < aboutEnd {
				about = of
			} else if table != "" && table != "project" && table != "package" && table != "workspace" && table != "tool.poetry" {
				about = 0
			}
			items = append(items, manifestItem{render.Range{Start: n, End: n}, about, head})
		}
	}
	return items
}

// longestOfManifest is how many bytes a line of a manifest has that says as much as others do.
const longestOfManifest = 120

// nesting is by how many brackets a line goes deeper, those in strings left out.
func nesting(line string) int {
	depth, quote := 0, rune(0)
	for _, c := range line {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#':
			return depth
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		}
	}
	return depth
}

// manifestScreen are the lines that stand for a manifest, of at most so many tokens: all that fit
// about the project, then half as many about its scripts, then its dependencies from elsewhere.
func manifestScreen(file, text string, most int, count func(string) int) []render.Range {
	lines := lineindex.New(text)
	last := strings.Count(text, "\n") + 1
	items := manifestItems(file, lines, last)
	shown := make([]bool, last+2)
	show := func(n, room int) int {
		tokens := count(lines.Slice(n, n))
		if shown[n] || tokens > room {
			return 0
		}
		shown[n] = true
		return tokens
	}
	for about := aboutProject; about < aboutEnd; about++ {
		room := most
		if about == aboutScripts {
			room /= 2
		}
		for _, item := range items {
			if item.about != about {
				continue
			}
			if about == aboutDependencies && strings.Contains(lines.Slice(item.Start, item.Start), "path =") {
				continue // of the same workspace
			}
			for n := item.Start; n <= item.End; n++ {
				line := lines.Slice(n, n)
				if len(line) > longestOfManifest || strings.Contains(line, "// indirect") {
					continue
				}
				if n == item.Start && item.End > n {
					continue // with the first line of what it opens
				}
				took := show(n, room)
				if took == 0 || strings.TrimSpace(line) == ")" && !shown[n-1] {
					shown[n] = false
					break
				}
				for _, head := range []int{item.Start, item.head} {
					if head > 0 {
						took += show(head, room)
					}
				}
				room, most = room-took, most-took
			}
		}
	}
	var spans []render.Range
	for n, is := range shown {
		if k := len(spans) - 1; is && k >= 0 && spans[k].End >= n-2 { // to say that a line is left out takes as much
			spans[k].End = n
		} else if is {
			spans = append(spans, render.Range{Start: n, End: n})
		}
	}
	return spans
}
