package relevance

import (
	"path"
	"strconv"
	"strings"

	"ctxpack/internal/text/pattern"
)

// maxPlaces is the maximum number of places read from a task.
const maxPlaces = 200

// A path ends in a name with an extension. A line number may follow.
var place = pattern.Of(`([\w@.~+\-/\\]*\w\.[A-Za-z][A-Za-z0-9+]{0,9})(?:"?,? line (\d{1,7})|[:(](\d{1,7})|#L(\d{1,7}))?`)

// A path between backticks needs no extension.
var codePath = pattern.Of("`((?:[\\w@~+-]+/)+[\\w@~+-]+)`")

// A frame of a stack trace. The innermost frame is the last one in Python, and the first one in other languages.
var (
	lastFrame  = pattern.Of(`^\s*File ".*", line \d`)
	firstFrame = pattern.Of(`^\s*(?:at|from) |\+0x[0-9a-f]+\s*$|:\d+:in `)
)

// apart is the number of lines without a frame that end a trace.
const apart = 4

// tracer numbers the frames of traces.
type tracer struct {
	traces, quiet int
	last          bool // the innermost frame is the last one
}

// frame returns the number of the trace that a line belongs to, 0 for none.
func (t *tracer) frame(line string) int {
	last := lastFrame().MatchString(line)
	if !last && !firstFrame().MatchString(line) {
		t.quiet++
		return 0
	}
	if t.traces == 0 || t.quiet >= apart || t.last != last {
		t.traces++
	}
	t.quiet, t.last = 0, last
	return t.traces
}

// places returns what looks like paths of files in a text and in the targets of links. The
// innermost frame of a trace comes first.
func places(text string, links []string) []Place {
	var list []Place
	seen := map[Place]bool{}
	add := func(text string, more Place) {
		for _, m := range append(place().FindAllStringSubmatch(text, -1), codePath().FindAllStringSubmatch(text, -1)...) {
			p := more
			p.Path = strings.TrimPrefix(path.Clean(strings.ReplaceAll(m[1], `\`, "/")), "/")
			for _, digits := range m[2:] {
				if digits != "" {
					p.Line, _ = strconv.Atoi(digits) // at most seven digits
				}
			}
			if p.Line == 0 {
				p.Trace = 0
			}
			if !seen[p] && len(list) < maxPlaces {
				seen[p] = true
				list = append(list, p)
			}
		}
	}
	var traces tracer
	backwards := map[int]bool{}
	for line := range strings.Lines(text) {
		const longest = 2000 // a longer line is data
		line = line[:min(len(line), longest)]
		trace := traces.frame(line)
		add(line, Place{Trace: trace})
		backwards[trace] = traces.last && trace > 0
	}
	for _, link := range links {
		add(link, Place{Linked: true})
	}
	for trace := range backwards {
		if backwards[trace] {
			reverse(list, trace)
		}
	}
	return list
}

// reverse reverses the order of the frames of a trace.
func reverse(list []Place, trace int) {
	var at []int
	for i, p := range list {
		if p.Trace == trace {
			at = append(at, i)
		}
	}
	for i, j := 0, len(at)-1; i < j; i, j = i+1, j-1 {
		list[at[i]], list[at[j]] = list[at[j]], list[at[i]]
	}
}

// resolver maps paths to files: a path may begin above the tree, as in a stack trace,
// or below its root, as people abbreviate.
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
		for _, name := range []string{base, strings.TrimSuffix(base, path.Ext(base))} {
			if _, ok := r.byBase[name]; ok {
				r.byBase[name] = append(r.byBase[name], i)
				break
			}
		}
	}
	return r
}

// resolve returns the files whose paths share the most trailing names with p, and the
// number of these names; none if too many files match equally well.
func (r resolver) resolve(p string) (files []int, shared int) {
	const limit = 5
	for _, i := range r.byBase[path.Base(p)] {
		file := r.files[i].Path
		if path.Ext(p) == "" {
			file = strings.TrimSuffix(file, path.Ext(file))
		}
		switch n := sharedNames(p, file); {
		case n < 2 && path.Ext(p) == "": // the name of a branch, or of a repository
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

// sharedNames counts the trailing names that two paths have in common.
func sharedNames(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < min(len(x), len(y)) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	return n
}
