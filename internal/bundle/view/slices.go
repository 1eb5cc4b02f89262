package view

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/text/lineindex"

	"ctxpack/internal/bundle/render"
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/scorer/imports"
	"ctxpack/scorer/relevance"
	"ctxpack/scorer/terms"
	"ctxpack/scorer/uses"
)

// slicer finds the declarations to which shown texts refer.
type slicer struct {
	definers terms.Table[definers]
	files    []*File
	reach    func(f *File) map[string]bool // see Options.Reach
	reached  []map[string]bool             // by candidate; nil while nobody asked, or unknown
	family   []int                         // by candidate, of languages that can refer to one another
	names    []string
	number   map[string]int
	found    map[packer.Slice]slice // what was asked for
	referred map[shownText][]packer.Slice
	members  map[int][][]int           // of the declarations of a candidate, see membersOf
	used     map[[2]int][]packer.Slice // by file and line of the declaration
	read     map[int]*uses.File
	byKey    map[string]*File // nil while nobody asked
	asking   bool
	naming   int // see mostAsked
}

// id numbers the name of a slice.
func (s *slicer) id(name string) int {
	id, ok := s.number[name]
	if !ok {
		id = len(s.names)
		name = strings.Clone(name)
		s.number[name], s.names = id, append(s.names, name)
	}
	return id
}

// definers are the candidates, plus one, that declare a term; many in first for more
// than two.
type definers struct{ first, second int32 }

// shownText is a text that refers to others: a part of a file, or -1 for all of it.
type shownText struct{ file, part int }

// slice is a declaration on a line of its own.
type slice struct {
	text string // with the number of the line before it; "" if there is none
	line int    // of the file
	cost int    // in the bundle
}

const (
	manyDefiners = -1
	sliceName    = 4 // least bytes of a name: new, run and get are declared everywhere
)

// newSlicer notes for each name which candidates declare it: a name that more than
// two declare says nothing about which of them is meant.
func newSlicer(files []*File, reach func(f *File) map[string]bool) *slicer {
	s := &slicer{files: files, reach: reach, reached: make([]map[string]bool, len(files)), family: make([]int, len(files)), number: map[string]int{}, found: map[packer.Slice]slice{}, referred: map[shownText][]packer.Slice{}, members: map[int][][]int{}, used: map[[2]int][]packer.Slice{}, read: map[int]*uses.File{}}
	families := imports.Families()
	for i, file := range files {
		s.family[i] = families[file.Contents.Outline.Language]
		if file.Facts.Class != scorer.Source {
			continue
		}
		file.Contents.Names.Each(func(t terms.Term) {
			if t >= terms.Limit {
				return
			}
			by := s.definers.At(t)
			switch n := int32(i + 1); { // files fit in memory
			case by.first == 0:
				by.first = n
			case by.second == 0:
				by.second = n
			default:
				by.first = manyDefiners
			}
		})
	}
	return s
}

// reachOf are the folders of a file and of what it imports, nil where that is not known.
func (s *slicer) reachOf(i int) map[string]bool {
	if s.reach == nil {
		return nil
	}
	if s.reached[i] == nil {
		s.reached[i] = s.reach(s.files[i])
	}
	return s.reached[i]
}

// refers returns the declarations of other files that a text names: by a plain word, which
// may mean something else, only those in its own folder and those that it imports from.
// Comments are left out as far as a line shows that it is one.
func (s *slicer) refers(i int, text string) []packer.Slice {
	own := int32(i + 1) // files fit in memory
	seen := map[string]bool{}
	reach := s.reachOf(i)
	var list []packer.Slice
	for line := range strings.Lines(text) {
		if isCommentLine(strings.TrimSpace(line)) {
			continue
		}
		for name := range terms.Identifiers(line) {
			if len(name) < sliceName || strings.HasPrefix(name, "__") {
				continue
			}
			by := s.definers.Get(terms.Of(name))
			if by.first <= 0 || by.first == own || by.second == own || seen[name] {
				continue
			}
			seen[name] = true
			id := s.id(name)
			for _, n := range [...]int32{by.first, by.second} {
				if n > 0 && s.family[n-1] == s.family[i] && (reach == nil || relevance.NameWeight(name) >= relevance.Whole/2 || reach[path.Dir(s.files[n-1].Name)]) {
					list = append(list, packer.Slice{File: int(n) - 1, ID: id})
				}
			}
		}
	}
	return list
}

// isCommentLine tells whether a line of code begins as comments do in most languages.
func isCommentLine(line string) bool {
	for _, mark := range [...]string{"//", "/*", "*", "# ", "--", ";;", "(*", "%"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	return line == "#"
}

func (f *Levels) startSlicing() {
	f.slicerOnce.Do(func() { f.slicer = newSlicer(f.files, f.options.Reach) })
}

// refers answers the packer: the declarations that the text of a step refers to.
func (f *Levels) refers(ctx context.Context, i int, step packer.Step) []packer.Slice {
	file := f.files[i]
	if file.Facts.Class != scorer.Source && file.Facts.Class != scorer.Test {
		return nil
	}
	f.startSlicing()
	key := shownText{i, -1}
	if step.Level == packer.Excerpt {
		key.part = step.Part
	}
	if list, ok := f.slicer.referred[key]; ok { // the budget is filled several times
		return list
	}
	text, ok := f.Text(ctx, i)
	if !ok {
		return nil
	}
	if key.part >= 0 {
		part := f.form(i).parts[key.part]
		text = lineindex.New(text).Slice(part.start, part.end)
	}
	list := f.slicer.refers(i, text)
	f.slicer.referred[key] = list
	return list
}

// define answers the packer: what it takes to show a declaration by itself.
func (f *Levels) define(ctx context.Context, s packer.Slice, brief packer.Level, parts []int) (cost, frame int, ok bool) {
	i, name := s.File, f.slicer.names[s.ID]
	r := f.formOf(ctx, i)
	if r == nil || f.folds(ctx, i, brief, name) {
		return 0, 0, false
	}
	d := f.sliceOf(ctx, s)
	if d.text == "" || slices.ContainsFunc(parts, func(k int) bool { return r.parts[k].start <= d.line && d.line <= r.parts[k].end }) {
		return 0, 0, false
	}
	return d.cost, f.frameOf(i), true
}

// outlineSlices makes the outlines of the files of slices, side by side.
func (f *Levels) outlineSlices(ctx context.Context, list []packer.Slice) {
	var files []*File
	for _, s := range list {
		if file := f.files[s.File]; file.Summary() == nil && !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	f.options.SummariseAll(ctx, files)
}

// sliceOf writes the declaration that others may mean by a name. The fields of a type
// are not worth a line of their own.
func (f *Levels) sliceOf(ctx context.Context, s packer.Slice) slice {
	d, ok := f.slicer.found[s]
	if !ok {
		d = f.findSlice(ctx, s.File, f.slicer.names[s.ID])
		f.slicer.found[s] = d
	}
	return d
}

func (f *Levels) findSlice(ctx context.Context, i int, name string) slice {
	if !f.summarised(ctx, i) {
		return slice{}
	}
	all := f.files[i].Summary().Declarations
	for k, d := range all {
		inside := d.Depth > 0
		if d.Name != name || d.Head == "" || d.Depth > 1 || inside && (!d.Exported || isValue(d.Kind)) {
			continue
		}
		if k > 0 && isNameBehind(d, all[k-1]) {
			k-- // has the members
		}
		if f.slicer.members[i] == nil {
			f.slicer.members[i] = membersOf(all)
		}
		line := folding{usage: f.usage()}.line(foldedLine(all, []int{k}, 0, f.slicer.members[i]))
		shown := line + "\n"
		if f.options.Task || f.options.LineNumbers { // whoever changes it looks there
			shown = fmt.Sprintf("%d: %s", d.Line, shown)
		}
		return slice{shown, d.Line, f.shown(f.files[i], func(e *render.File) { e.Text = shown })}
	}
	return slice{}
}

// sliceLines writes the slices of an entry in the order of the file, without those
// that its outline or the lines that are shown beside it say too, and their names.
func (f *Levels) sliceLines(ctx context.Context, e packer.Entry, shown []render.Range) (lines string, names []string) {
	var list []slice
	for _, id := range e.Slices {
		if !strings.HasPrefix(f.slicer.names[id], useMark) && e.Brief == packer.Outline || f.folds(ctx, e.Candidate, e.Brief, f.slicer.names[id]) {
			continue
		}
		d := f.sliceOf(ctx, packer.Slice{File: e.Candidate, ID: id})
		if d.text != "" && !slices.ContainsFunc(shown, func(r render.Range) bool { return r.Start <= d.line && d.line <= r.End }) {
			list = append(list, d)
			names = append(names, f.slicer.names[id])
		}
	}
	slices.SortFunc(list, func(a, b slice) int { return cmp.Or(a.line-b.line, strings.Compare(a.text, b.text)) })
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s.text)
	}
	return b.String(), names
}

// folds tells whether a name stands in the folded outline of a candidate, if it has one, by
// more than itself.
func (f *Levels) folds(ctx context.Context, i int, level packer.Level, name string) bool {
	if level != packer.Folded && level != packer.Wide {
		return false
	}
	return hasWord(f.foldedByUse(ctx, i, level).lines, name)
}

// hasWord tells whether an identifier stands in a text.
func hasWord(text, name string) bool {
	for word := range terms.Identifiers(text) {
		if word == name {
			return true
		}
	}
	return false
}
