package pipeline

import (
	"context"
	"slices"
	"strings"

	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/text/lineindex"
	"ctxpack/internal/text/mapped"
	"ctxpack/scorer"
	"ctxpack/scorer/terms"
	"ctxpack/scorer/uses"
	"ctxpack/signatures"
)

// usesTree presents the ranked files to package uses. It opens files when a name that they contain is searched.
type usesTree struct {
	ctx       context.Context
	ranking   *Ranking
	byKey     map[string]*File
	opened    map[*File]*openFile
	declaring map[terms.Term][]*File // by the names from the scan of a file
	imports   map[string][]string
	passes    map[[2]string]bool
	held      map[terms.Term][]*File  // the files with a name in their text, for requested names
	members   map[string][]*uses.File // by the names that open files declare
	declarers map[string]declarers
	tokens    int // tokens of open files
	unread    int // files not read completely
}

type openFile struct {
	*uses.File
	lines  lineindex.Index
	silent bool // its declarations are unknown
}

func newUsesTree(ctx context.Context, r *Ranking) *usesTree {
	t := &usesTree{
		ctx: ctx, ranking: r, byKey: map[string]*File{}, opened: map[*File]*openFile{}, declaring: map[terms.Term][]*File{},
		members: map[string][]*uses.File{}, imports: map[string][]string{}, passes: map[[2]string]bool{}, held: map[terms.Term][]*File{},
		declarers: map[string]declarers{},
	}
	for _, f := range r.Files {
		if t.isCode(f) {
			t.byKey[f.Key] = f
			f.Contents.Names.Each(func(term terms.Term) { t.declaring[term] = append(t.declaring[term], f) })
		}
	}
	return t
}

// isCode reports whether a file may declare or use names.
func (t *usesTree) isCode(f *File) bool {
	switch f.Facts.Class {
	case scorer.Source, scorer.Test, scorer.Auxiliary:
		return f.Contents.Outline.Language != ""
	}
	return false
}

// holding returns the files whose text contains a name, in rank order.
func (t *usesTree) holding(name string) []*File {
	files, known := t.held[terms.Of(name)]
	if !known {
		files = mapped.Where(t.ranking.Files, func(f *File) bool { return t.byKey[f.Key] == f && f.Holds(name) })
		t.held[terms.Of(name)] = files
	}
	return slices.Clip(files)
}

// Limits on reading the files with a name; these many tokens take about 200 MB.
const (
	mostRead = 6_000_000
	atOnce   = 250_000 // in tokens as models count them
)

// open reads files in parallel, unless they are open.
func (t *usesTree) open(files []*File) []*openFile {
	var missing []*File
	sum := 0
	for _, f := range files {
		if t.opened[f] == nil && !slices.Contains(missing, f) {
			missing = append(missing, f)
			if sum += f.Contents.Tokens; sum > atOnce {
				t.read(missing)
				missing, sum = nil, 0
			}
		}
	}
	t.read(missing)
	return mapped.Of(files, func(f *File) *openFile { return t.opened[f] })
}

// read reads files in parallel; those without room remain empty.
func (t *usesTree) read(missing []*File) {
	full := t.tokens > mostRead
	slots := make([]*openFile, len(missing))
	fault.Each(t.ranking.options.jobs(), len(missing), func(i int) string { return missing[i].Name }, func(i int) {
		slots[i] = readForUses(t.ctx, missing[i], full || t.ctx.Err() != nil)
	})
	for i, f := range missing {
		t.opened[f] = slots[i]
		t.tokens += len(slots[i].Tokens)
		if full || len(slots[i].Tokens) == uses.MostTokens {
			t.unread++
		}
		for _, y := range slots[i].Declarations {
			if list := t.members[y.Name]; len(list) == 0 || list[len(list)-1] != slots[i].File {
				t.members[y.Name] = append(list, slots[i].File)
			}
		}
	}
}

// readForUses reads one file as it was analysed; a changed one is empty.
func readForUses(ctx context.Context, f *File, full bool) *openFile {
	text := ""
	if again, skip, _ := f.Again(ctx); skip == source.None && !full {
		text = again.Content
	}
	outline := f.Extract(signatures.WithoutBodies(ctx), text)
	silent := len(outline.Symbols) == 0 && outline.Fallback != ""
	return &openFile{uses.Read(f.Key, text, &outline), lineindex.New(text), silent}
}

// mostDeclaring is the number of declaring files above which a name is not resolved.
const mostDeclaring = 200

// Declaring implements uses.Tree. The scan of a file has its top-level names, and in some languages those of
// members; other members are known only for open files.
func (t *usesTree) Declaring(name string) []*uses.File {
	if known := t.declarers[name]; known.opened == len(t.opened) {
		return known.files
	}
	var files []*File
	if len(name) >= terms.MinLength {
		files = t.declaring[terms.Of(name)]
	}
	if len(files) > mostDeclaring {
		return nil
	}
	t.open(files)
	list := slices.Clone(t.members[name])
	for _, f := range files {
		list = mapped.AppendNew(list, t.opened[f].File)
	}
	slices.SortFunc(list, func(a, b *uses.File) int { return strings.Compare(a.Path, b.Path) })
	t.declarers[name] = declarers{slices.Clip(list), len(t.opened)}
	return t.declarers[name].files
}

// declarers caches the files that declare a name, for the number of files that were open.
type declarers struct {
	files  []*uses.File
	opened int
}

// Imports implements uses.Tree.
func (t *usesTree) Imports(path string) []string {
	list, ok := t.imports[path]
	if !ok {
		list = t.ranking.graph.Imports(path)
		t.imports[path] = list
	}
	return list
}

// Importers implements uses.Tree.
func (t *usesTree) Importers(path string) []string { return t.ranking.graph.Importers(path) }

// File implements uses.Tree.
func (t *usesTree) File(path string) *uses.File {
	if f := t.byKey[path]; f != nil {
		return t.open([]*File{f})[0].File
	}
	return nil
}

// Holding implements uses.Tree.
func (t *usesTree) Holding(name string) []*uses.File {
	return mapped.Of(t.open(t.holding(name)), func(open *openFile) *uses.File { return open.File })
}

// PassesOn implements uses.Tree.
func (t *usesTree) PassesOn(path, name string) bool {
	key := [2]string{path, name}
	passes, ok := t.passes[key]
	if !ok {
		if f := t.byKey[path]; f != nil {
			passes = f.PassesOn(name)
		}
		t.passes[key] = passes
	}
	return passes
}

// IsTest reports whether a file contains tests.
func (f *File) IsTest() bool { return f.Facts.Test || f.Facts.Class == scorer.Test }

// Count returns the number of tokens of a text.
func (r *Ranking) Count(text string) int { return r.options.Counter.Count(text) }
