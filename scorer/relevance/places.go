package relevance

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// maxPlaces is the most places of a task that are looked for.
const maxPlaces = 200

// A path ends in a name with an extension; what follows may be a line.
var place = regexp.MustCompile(`([\w@.~+\-/\\]*\w\.[A-Za-z][A-Za-z0-9+]{0,9})(?:"?,? line (\d{1,7})|[:(](\d{1,7})|#L(\d{1,7}))?`)

// places finds what looks like paths of files.
func places(text string) []Place {
	var list []Place
	seen := map[Place]bool{}
	for line := range strings.Lines(text) {
		const longest = 2000 // a longer line is data
		if len(line) > longest {
			line = line[:longest]
		}
		for _, m := range place.FindAllStringSubmatch(line, -1) {
			p := Place{Path: strings.TrimPrefix(path.Clean(strings.ReplaceAll(m[1], `\`, "/")), "/")}
			for _, digits := range m[2:] {
				if digits != "" {
					p.Line, _ = strconv.Atoi(digits) // at most seven digits
				}
			}
			if !seen[p] {
				seen[p] = true
				if list = append(list, p); len(list) == maxPlaces {
					return list
				}
			}
		}
	}
	return list
}

// resolver finds the files that paths mean: a path may begin above the tree, as in
// a stack trace, or below it, as people write.
type resolver struct {
	byBase map[string][]int // files by base name
	files  []File
}

func newResolver(files []File, list []Place) resolver {
	r := resolver{byBase: map[string][]int{}, files: files}
	for _, p := range list {
		r.byBase[path.Base(p.Path)] = nil
	}
	for i := range files {
		base := path.Base(files[i].Path)
		if _, ok := r.byBase[base]; ok {
			r.byBase[base] = append(r.byBase[base], i)
		}
	}
	return r
}

// resolve returns the files with the longest common end with the path, and how many
// names of it they share; none if the end is that of too many.
func (r resolver) resolve(p string) (files []int, shared int) {
	const limit = 5
	for _, i := range r.byBase[path.Base(p)] {
		switch n := sharedNames(p, r.files[i].Path); {
		case n > shared:
			files, shared = []int{i}, n
		case n == shared:
			files = append(files, i)
		}
	}
	if len(files) > limit {
		return nil, 0
	}
	return files, shared
}

// sharedNames counts the names with which two paths end alike.
func sharedNames(a, b string) int {
	n := 0
	for a != "" && b != "" {
		if path.Base(a) != path.Base(b) {
			return n
		}
		n++
		a, b = parent(a), parent(b)
	}
	return n
}

func parent(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return ""
}
