package view

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/relevance"
	"ctxpack/scorer/terms"
)

// Whoever changes a declaration has to know who uses it: with a task, the lines that use what
// it names, or what a diff changes, may be shown by themselves as declarations are.

// asked is a declaration that a task is about.
type asked struct {
	file  int
	lines render.Range
	uses  []packer.Slice
}

// useMark parts the name from the number of the line in what stands for a use among the
// names of slices.
const useMark = "\x00"

// askedFor are the first declarations of the files that a task asks for most whose names it
// has, or whose lines a diff changes, of names that one file declares, or two.
func (f *Levels) askedFor(ctx context.Context) []asked {
	var list []asked
	var names []string
	for i, file := range f.files[:min(len(f.files), fitted.UsedFiles)] {
		if file.Facts.Class != scorer.Source || !f.summarised(ctx, i) {
			continue
		}
		for _, d := range file.Summary().Declarations {
			lines := render.Range{Start: d.StartLine, End: d.EndLine}
			if len(d.Name) < sliceName || slices.Contains(names, d.Name) || !f.isAsked(file, d.Name, lines) || f.slicer.definers.Get(terms.Of(d.Name)).first <= 0 {
				continue
			}
			names = append(names, d.Name)
			list = append(list, asked{i, lines, f.usesOf(ctx, i, d.Name, lines)})
			if len(list) == fitted.UsedNames {
				return list
			}
		}
	}
	return list
}

// isAsked reports whether a task names a declaration with all of its name, or a diff changes
// lines of it.
func (f *Levels) isAsked(file *File, name string, lines render.Range) bool {
	if q := f.options.Query; q != nil {
		return slices.Contains(file.Members, name) || relevance.NameWeight(name) == relevance.Whole && slices.Contains(q.Names, name)
	}
	return slices.ContainsFunc(file.Lines, func(l render.Range) bool { return l.End >= lines.Start && l.Start <= lines.End })
}

// usesOf finds lines that use a name, but for those that declare it, in the order of the
// files.
func (f *Levels) usesOf(ctx context.Context, of int, name string, declared render.Range) []packer.Slice {
	var uses []packer.Slice
	term := terms.Of(name)
	read := 0
	for i, file := range f.files {
		code := file.Facts.Class == scorer.Source || file.Facts.Class == scorer.Test
		if !code || f.slicer.family[i] != f.slicer.family[of] || !file.Contents.Terms.Has(term) || i != of && file.Contents.Names.Has(term) {
			continue
		}
		if read++; read > fitted.UsingFiles {
			break
		}
		text, ok := f.Text(ctx, i)
		if !ok {
			continue
		}
		n, found := 0, 0
		for line := range strings.Lines(text) {
			if n++; i == of && n >= declared.Start && n <= declared.End {
				continue
			}
			if bare := strings.TrimSpace(line); found < fitted.UsesOfFile && strings.Contains(bare, name) && !isCommentLine(bare) && !isImport(bare) && hasWord(bare, name) {
				found++
				id := f.slicer.id(name + useMark + strconv.Itoa(n))
				f.slicer.found[packer.Slice{File: i, ID: id}] = f.useLine(file, n, bare)
				uses = append(uses, packer.Slice{File: i, ID: id})
			}
		}
	}
	return uses
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

func (f *Levels) useLine(file *File, n int, bare string) slice {
	shown := fmt.Sprintf("%d: %s\n", n, cutShort(bare))
	return slice{shown, n, f.shown(file, func(e *render.File) { e.Text = shown })}
}

// users answers the packer: the uses of what a step shows that the task is about.
func (f *Levels) users(ctx context.Context, i int, step packer.Step) []packer.Slice {
	if !f.options.Task {
		return nil
	}
	f.startSlicing()
	if !f.slicer.asking {
		f.slicer.asking = true
		f.slicer.asked = f.askedFor(ctx)
	}
	var list []packer.Slice
	for _, a := range f.slicer.asked {
		if a.file != i {
			continue
		}
		if step.Level == packer.Excerpt {
			if p := f.form(i).parts[step.Part]; a.lines.End < p.start || a.lines.Start > p.end {
				continue
			}
		}
		list = append(list, a.uses...)
	}
	return list
}
