package view

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/lineindex"
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/relevance"
	"ctxpack/scorer/terms"
	"ctxpack/scorer/uses"
	"ctxpack/signatures"
)

// Whoever changes a declaration has to know who uses it: with a task, the lines that use what
// it is about may be shown by themselves as declarations are.

// useMark begins the number of the line in what stands for a use among the names of slices,
// and ends it if the head of a test goes before.
const useMark = "\x00"

// users answers the packer: the uses of the declaration that a step shows, if the task is
// about it.
func (f *Levels) users(ctx context.Context, i int, step packer.Step) []packer.Slice {
	file := f.files[i]
	if !f.options.Task || file.Facts.Class != scorer.Source || !f.summarised(ctx, i) {
		return nil
	}
	f.startSlicing()
	if !f.slicer.asking {
		f.slicer.asking, f.slicer.naming = true, f.mostAsked(ctx)
	}
	lines := render.Range{Start: 1, End: file.Contents.Lines}
	if step.Level == packer.Excerpt {
		p := f.form(i).parts[step.Part]
		lines = render.Range{Start: p.start, End: p.end}
	}
	d := f.askedIn(ctx, i, lines)
	if d == nil {
		return nil
	}
	key := [2]int{i, d.StartLine}
	list, ok := f.slicer.used[key] // the budget is filled several times
	if !ok {
		list = f.usesOf(ctx, i, d)
		f.slicer.used[key] = list
	}
	return list
}

// askedIn is the declaration in some lines of a file that the task is about most; nil for none.
func (f *Levels) askedIn(ctx context.Context, i int, lines render.Range) *signatures.Symbol {
	file := f.files[i]
	var asked []*signatures.Symbol
	most := max(f.slicer.naming, unnamed)
	for k := range file.Summary().Declarations {
		d := &file.Summary().Declarations[k]
		if inside := lines.Start <= d.StartLine && d.StartLine <= lines.End; !inside && !(d.StartLine < lines.Start && lines.End <= d.EndLine) {
			continue
		}
		if n := f.asks(file, d); n >= most && (n > unnamed || i < fitted.UsedFiles) {
			if n > most {
				most, asked = n, nil
			}
			asked = append(asked, d)
		}
	}
	if len(asked) < 2 || f.options.Query == nil {
		return append(asked, nil)[0]
	}
	text, _ := f.Text(ctx, i)
	index := lineindex.New(text)
	match := func(d *signatures.Symbol) int {
		return f.options.Query.Passage(f.options.Weights, index.Slice(d.StartLine, d.EndLine))
	}
	return slices.MaxFunc(asked, func(a, b *signatures.Symbol) int { return match(a) - match(b) })
}

// How much a task asks who uses a declaration.
const (
	unasked = iota
	unnamed // a function
	typed   // a type that the task names
	named   // a function that it names
)

// mostAsked is how much the task asks for anything that the first files declare.
func (f *Levels) mostAsked(ctx context.Context) (most int) {
	for i, file := range f.files[:min(len(f.files), fitted.UsedFiles)] {
		if file.Facts.Class == scorer.Source && f.summarised(ctx, i) {
			for k := range file.Summary().Declarations {
				most = max(most, f.asks(file, &file.Summary().Declarations[k]))
			}
		}
	}
	return most
}

// asks reports whether a task names a declaration with all of its name, or a line of it.
// What many files declare is not asked for.
func (f *Levels) asks(file *File, d *signatures.Symbol) int {
	if len(d.Name) < sliceName || !hasBody(d.Kind) || f.slicer.definers.Get(terms.Of(d.Name)).first < 0 {
		return unasked
	}
	is := slices.ContainsFunc(file.Lines, func(l render.Range) bool { return l.End >= d.StartLine && l.Start <= d.EndLine }) ||
		slices.Contains(file.Members, d.Name) ||
		f.options.Query.Weight(d.Name) == relevance.Whole && f.options.Query.Mentions(d.Name)
	switch function := d.Kind == "func" || d.Kind == "method"; {
	case is && function:
		return named
	case is:
		return typed
	case function:
		return unnamed
	}
	return unasked
}

// using is a use of a declaration.
type using struct {
	file, line int
	class      int
	turn       int // among the uses in its file
	size, head int // lines of the test that it stands in, and where that begins
	text       string
}

// The classes of files, in their order: the last is that of the declaration itself.
const (
	ofSource = iota
	ofTest
	ofOther
	ofItself
)

// usesOf finds who uses a declaration, as package uses does, in the order in which it is
// shown: up to two lines of each file before others of the same one. The smallest test comes
// first of the tests, and with its head.
func (f *Levels) usesOf(ctx context.Context, of int, d *signatures.Symbol) []packer.Slice {
	tree := newUsersTree(ctx, f)
	target, ok := tree.target(of, d)
	if !ok {
		return nil
	}
	finder, files, most, room := uses.NewFinder(tree), f.files, fitted.UsingFiles, fitted.UsingTokens
	isNamed := f.asks(f.files[of], d) > unnamed
	if !isNamed {
		files, most, room = files[:min(len(files), fitted.LookedFiles)], most/4, room/4
	}
	var found []using
	looked := [ofItself + 1]int{}
	for i, file := range files {
		class := ofSource
		switch {
		case i == of:
			class = ofItself
		case file.Facts.Class == scorer.Test:
			class = ofTest
		case file.Facts.Class == scorer.Auxiliary && isNamed:
			class = ofOther
		case file.Facts.Class != scorer.Source:
			continue
		}
		if looked[class] == most || file.Contents.Tokens > room || f.slicer.family[i] != f.slicer.family[of] || !file.Holds(d.Name) || !target.Reaches(file.Key) {
			continue
		}
		room -= file.Contents.Tokens
		if text, ok := f.Text(ctx, i); !ok || !strings.Contains(text, d.Name) {
			continue
		}
		if open := tree.open(i); open != nil {
			looked[class]++
			found = append(found, f.usesIn(ctx, i, class, finder.Uses(target, open), target)...)
		}
	}
	slices.SortStableFunc(found, func(a, b using) int {
		return cmp.Or(a.turn/2-b.turn/2, a.class-b.class, a.size-b.size, a.turn-b.turn)
	})
	return f.useSlices(ctx, found)
}

// usesIn are the lines of some uses in a file, but for those of the declaration itself and of
// imports.
func (f *Levels) usesIn(ctx context.Context, i, class int, all []uses.Use, target uses.Target) (found []using) {
	text, _ := f.Text(ctx, i)
	lines, last := lineindex.New(text), 0
	for _, u := range all {
		n := u.File.Tokens[u.At].Line
		if y := target.Declaration(); n == last || class == ofItself && (y.Start <= n && n <= y.End || uses.IsType(y)) || isImport(strings.TrimSpace(lines.Slice(n, n))) {
			continue
		}
		last = n
		use := using{file: i, line: n, class: class, text: useLine(n, lines)}
		if class == ofTest {
			use.size = lines.Count()
			if k := u.File.Enclosing(n, uses.IsFunction); k >= 0 && u.File.Declarations[k].At >= 0 {
				y := u.File.Declarations[k]
				use.size, use.head = y.End-y.Start, u.File.Tokens[y.At].Line
			}
		}
		found = append(found, use)
	}
	slices.SortStableFunc(found, func(a, b using) int { return a.size - b.size })
	for k := range found {
		found[k].turn = k
	}
	return found
}

// useSlices makes slices of uses.
func (f *Levels) useSlices(ctx context.Context, found []using) []packer.Slice {
	var list []packer.Slice
	tests := 0
	for _, u := range found {
		shown, first, id := u.text, u.line, useMark+strconv.Itoa(u.line)
		if u.class == ofTest {
			if tests++; tests == 1 && u.head > 0 && u.head < u.line {
				text, _ := f.Text(ctx, u.file)
				shown, first, id = useLine(u.head, lineindex.New(text))+shown, u.head, id+useMark
			}
		}
		s := packer.Slice{File: u.file, ID: f.slicer.id(id)}
		f.slicer.found[s] = slice{shown, first, f.shown(f.files[u.file], func(e *render.File) { e.Text = shown })}
		list = append(list, s)
	}
	return list
}

// isImport tells whether a line of code begins as imports do in most languages: that a file
// imports a name says nothing that its uses do not say.
func isImport(line string) bool {
	line = strings.TrimPrefix(line, "pub ")
	for _, word := range [...]string{"import ", "from ", "use ", "using ", "#include", "export {", "export *", "require"} {
		if strings.HasPrefix(line, word) {
			return true
		}
	}
	return strings.HasPrefix(line, "mod ") && strings.HasSuffix(line, ";")
}

// useLine writes a line, and those behind it as far as brackets are open, as one.
func useLine(n int, lines lineindex.Index) string {
	const most = 12
	open, text := 0, ""
	for k := n; k < n+most && k <= lines.Count(); k++ {
		line := strings.TrimSpace(lines.Slice(k, k))
		switch {
		case text == "" || strings.HasSuffix(text, "(") || strings.HasPrefix(line, ")"):
			text += line
		default:
			text += " " + line
		}
		open += strings.Count(line, "(") + strings.Count(line, "[") - strings.Count(line, ")") - strings.Count(line, "]") // a block is no part of a call
		if open <= 0 || len(text) > foldedBytes {
			break
		}
	}
	return fmt.Sprintf("%d: %s\n", n, cutShort(text))
}
