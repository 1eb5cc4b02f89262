package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ctxpack/internal/text/mapped"
	"ctxpack/scorer/terms"
	"ctxpack/scorer/uses"
)

// UsesQuery asks where a name is declared and used.
type UsesQuery struct {
	Name    string // Name, Type.method, pkg.Func, path:Name or path:line
	Callers int    // steps: 1 for direct uses only
	Callees bool   // the references in the bodies instead of the uses
	Unused  bool   // Name is a path: list its unused declarations
}

// UsesResult is the answer to a UsesQuery. Lists are in rank order of their files, and by line within a file.
type UsesResult struct {
	Declarations []Declared
	Uses         []UsePlace
	Callees      []Declared
	Importers    []*File // importers of the declarations' files
	Looked       int     // declarations whose uses were searched, for a query of unused ones
	Cut          bool    // there were too many callers to follow them all
	// Silent are the languages without outlines: for a name that is declared nowhere else, Uses has the lines with
	// the word.
	Silent []string
	Unread int // files too large to be read completely
}

// Declared is a declaration with its place.
type Declared struct {
	File *File  `json:"-"`
	Name string `json:"name"` // with its type, for a member
	Kind string `json:"kind"`
	Text string `json:"text"` // the line of its name
	Line int    `json:"line"`
	End  int    `json:"end_line"`
	Sure bool   `json:"sure"` // for a callee; see UsePlace
}

// UsePlace is a line that uses a declaration.
type UsePlace struct {
	File   *File  `json:"-"`
	Line   int    `json:"line"`
	Text   string `json:"text"`              // the line without its indentation
	In     string `json:"in,omitempty"`      // the enclosing declaration, "" for none
	InLine int    `json:"in_line,omitempty"` // its first line
	Of     string `json:"of"`                // the name used
	Step   int    `json:"step"`              // from 1
	Sure   bool   `json:"sure"`              // imports, scopes and declared types lead to the declaration
}

// NoNameError means that a name is declared nowhere.
type NoNameError struct {
	Name string
	In   string
	Near []string // similar declared names
}

func (e *NoNameError) Error() string {
	return fmt.Sprintf("%s is declared nowhere in %s", e.Name, e.In)
}

// finding is one search for uses.
type finding struct {
	*usesTree
	finder *uses.Finder
	rank   map[*File]int
	used   map[uses.Target]bool
}

// Uses finds where a name is declared and used. The error is a *NoNameError, a
// *NoFileError or the context's.
func (r *Ranking) Uses(ctx context.Context, q UsesQuery) (*UsesResult, error) {
	tree := newUsesTree(ctx, r)
	f := &finding{usesTree: tree, finder: uses.NewFinder(tree), rank: mapped.Places(r.Files)}
	if q.Unused {
		return f.unused(q.Name)
	}
	targets, err := f.targets(q.Name)
	result := &UsesResult{}
	if _, ok := errors.AsType[*NoNameError](err); ok {
		result.Uses, result.Silent = f.words(q.Name)
	}
	if result.Unread = f.unread; err != nil && len(result.Uses) > 0 {
		return result, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	result.Declarations = append(result.Declarations, mapped.Of(targets, f.declared)...)
	if q.Callees {
		result.Callees = f.callees(targets)
	} else {
		f.follow(result, targets, q.Callers)
	}
	result.Importers, result.Unread = f.importers(targets), f.unread
	return result, ctx.Err()
}

// words returns the lines with a name in files without outlines, and their languages.
func (f *finding) words(query string) (places []UsePlace, languages []string) {
	_, name := splitName(query)
	for _, file := range f.holding(name) {
		open := f.open([]*File{file})[0]
		last := 0
		for i, token := range open.Tokens {
			line := open.LineOf(i)
			if isWord := token.Kind == uses.Word && token.Text == name; isWord && open.silent && line != last {
				places = append(places, UsePlace{File: file, Line: line, Text: f.line(file, line), Of: name, Step: 1})
				last = line
			}
		}
		if last > 0 {
			languages = mapped.AppendNew(languages, file.Contents.Outline.Language)
		}
	}
	return places, languages
}

func (f *finding) targets(query string) ([]uses.Target, error) {
	if at := strings.LastIndexByte(query, ':'); at > 0 && (at < 2 || query[at-1] != ':') {
		file, rest := query[:at], query[at+1:]
		found, err := f.ranking.Find(file)
		if line, e := strconv.Atoi(rest); e == nil {
			if err != nil {
				return nil, err
			}
			return f.targetsAt(query, found, line)
		}
		if err == nil {
			list := f.named([]*File{found}, "", rest)
			if len(list) == 0 {
				return nil, f.nowhere(rest, []*File{found})
			}
			return list, nil
		}
	}
	qualifier, name := splitName(query)
	files := f.holding(name)
	if list := f.named(f.likely(files, name), qualifier, name); len(list) > 0 {
		return list, nil
	}
	if list := f.named(files, qualifier, name); len(list) > 0 {
		return list, nil
	}
	return nil, f.nowhere(query, nil)
}

// likely returns the files that declare a name at the top level or as a member there.
func (f *finding) likely(files []*File, name string) []*File {
	declaring := f.usesTree.declaring[terms.Of(name)]
	return slices.DeleteFunc(slices.Clone(files), func(file *File) bool { return !slices.Contains(declaring, file) })
}

func splitName(query string) (qualifier, name string) {
	at := strings.LastIndexAny(query, ".:#")
	qualifier = strings.TrimRight(query[:max(at, 0)], ".:#")
	return qualifier[strings.LastIndexAny(qualifier, ".:#")+1:], query[at+1:]
}

// named returns the declarations of a name in files, optionally in a type or module.
func (f *finding) named(files []*File, qualifier, name string) []uses.Target {
	return mapped.Flat(f.open(files), func(o *openFile) []uses.Target { return declarationsOf(o.File, qualifier, name) })
}

func declarationsOf(file *uses.File, qualifier, name string) (list []uses.Target) {
	for d, y := range file.Declarations {
		if y.Name != name || y.At < 0 {
			continue
		}
		if inModule := y.Parent == "" && file.IsModule(qualifier); inModule || qualifier == "" || y.Parent == qualifier {
			list = append(list, uses.Target{File: file, Decl: d})
		}
	}
	return list
}

// targetsAt returns the declarations that the names on a line refer to.
func (f *finding) targetsAt(query string, file *File, line int) ([]uses.Target, error) {
	open := f.open([]*File{file})[0]
	if d := open.Enclosing(line, func(y uses.Declaration) bool { return y.At >= 0 }); d >= 0 {
		return []uses.Target{{File: open.File, Decl: d}}, nil
	}
	return nil, &NoNameError{Name: query, In: f.ranking.Name}
}

// nowhere returns the error for an undeclared name, with similar names.
func (f *finding) nowhere(query string, files []*File) error {
	e := &NoNameError{Name: query, In: f.ranking.Name}
	_, name := splitName(query)
	if files == nil {
		files = f.ranking.Files
	} else {
		e.In = files[0].Name
	}
	e.Near = f.ranking.NearNames(f.ctx, name, files)
	return e
}

func (f *finding) declared(t uses.Target) Declared {
	y, file := t.Declaration(), f.byKey[t.File.Path]
	line := t.File.LineOf(y.At)
	return Declared{File: file, Name: y.Called(), Kind: y.Kind, Line: line, End: y.End, Text: f.line(file, line), Sure: true}
}

// line returns a line of an open file, without white space around it.
func (f *finding) line(file *File, n int) string {
	const longest = 200 // bytes; a minified file has one line
	text := strings.TrimSpace(f.opened[file].lines.Slice(n, n))
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}

// mostFollowed is the maximum number of declarations whose users are followed.
const mostFollowed = 400

// follow finds the uses of declarations, and the uses of their users.
func (f *finding) follow(result *UsesResult, targets []uses.Target, steps int) {
	seen := map[uses.Target]bool{}
	followed := 0
	for step := 1; step <= max(steps, 1) && len(targets) > 0; step++ {
		places := map[linePlace]*UsePlace{}
		var next []uses.Target
		for _, t := range targets {
			seen[t] = true
		}
		for _, t := range targets {
			if followed++; followed > mostFollowed || f.ctx.Err() != nil {
				result.Cut = true
				break
			}
			list := f.usesOf(t)
			if found := slices.DeleteFunc(slices.Clone(list), func(u uses.Use) bool { return u.Doubtful }); len(found) > 0 || step > 1 {
				list = found // uncertain uses count if there are no others
			}
			for _, u := range list {
				caller, ok := f.note(places, t, u, step)
				if ok && u.Sure && !seen[caller] {
					seen[caller] = true
					next = append(next, caller)
				}
			}
		}
		result.Uses = append(result.Uses, f.sorted(places)...)
		targets = next
	}
}

type linePlace struct {
	file *File
	line int
}

// usesOf finds the uses of one declaration in all files. Those with nothing but the name of a constructor, which
// many classes have, are opened only if there are no others.
func (f *finding) usesOf(t uses.Target) []uses.Use {
	var list []uses.Use
	if makers := f.finder.Makers(t); len(makers) > 0 {
		list = f.usesIn(t, makers)
	}
	if !slices.ContainsFunc(list, func(u uses.Use) bool { return !u.Doubtful }) {
		list = f.usesIn(t, f.finder.Names(t))
	}
	return list
}

func (f *finding) usesIn(t uses.Target, names []string) []uses.Use {
	return mapped.Flat(f.open(f.candidates(t, names, f.holding)), func(o *openFile) []uses.Use { return f.finder.Uses(t, o.File) })
}

// candidates returns the files in which a declaration may be used by some names.
func (f *finding) candidates(t uses.Target, names []string, holding func(string) []*File) []*File {
	var files []*File
	seen := map[*File]bool{}
	add := func(file *File) {
		if file != nil && !seen[file] && t.Reaches(file.Key) {
			seen[file] = true
			files = append(files, file)
		}
	}
	for _, name := range names {
		for _, file := range holding(name) {
			add(file)
		}
	}
	for _, key := range f.finder.Renamed(t) {
		add(f.byKey[key])
	}
	return files
}

// note adds a use to its line, and returns the enclosing declaration.
func (f *finding) note(places map[linePlace]*UsePlace, t uses.Target, u uses.Use, step int) (uses.Target, bool) {
	file := f.byKey[u.File.Path]
	line := u.File.LineOf(u.At)
	around := u.File.Enclosing(line, func(y uses.Declaration) bool { return y.At >= 0 && (uses.IsFunction(y) || y.Start < y.End) })
	p := places[linePlace{file, line}]
	if p == nil {
		p = &UsePlace{File: file, Line: line, Text: f.line(file, line), Of: t.Declaration().Called(), Step: step}
		if around >= 0 {
			y := u.File.Declarations[around]
			p.In, p.InLine = y.Called(), u.File.LineOf(y.At)
		}
		places[linePlace{file, line}] = p
	}
	p.Sure = p.Sure || u.Sure
	return uses.Target{File: u.File, Decl: around}, around >= 0 && !uses.IsType(u.File.Declarations[around])
}

// sorted sorts uses: certain ones first, then by the rank of their files and the line.
func (f *finding) sorted(places map[linePlace]*UsePlace) []UsePlace {
	list := mapped.Of(slices.Collect(maps.Values(places)), func(p *UsePlace) UsePlace { return *p })
	slices.SortFunc(list, func(a, b UsePlace) int {
		return cmp.Or(unsure(a.Sure)-unsure(b.Sure), f.rank[a.File]-f.rank[b.File], a.Line-b.Line)
	})
	return list
}

// callees finds the declarations of the tree that the bodies of some refer to.
func (f *finding) callees(targets []uses.Target) []Declared {
	found := map[uses.Target]Declared{}
	for _, t := range targets {
		y := t.Declaration()
		for i := y.At + 1; i < len(t.File.Tokens) && t.File.LineOf(i) <= y.End; i++ {
			if t.File.Tokens[i].Kind != uses.Word {
				continue
			}
			for _, other := range f.meant(t.File, i) {
				is, sure := f.finder.Refers(t.File, i, other)
				if !is || other == t {
					continue
				}
				d := f.declared(other)
				d.Sure = sure || found[other].Sure
				found[other] = d
			}
		}
	}
	list := slices.Collect(maps.Values(found))
	slices.SortFunc(list, func(a, b Declared) int { return cmp.Or(f.rank[a.File]-f.rank[b.File], a.Line-b.Line) })
	return list
}

// meant returns the declarations that a token may refer to, if they are few: those of its own file, and of other
// files that declare the name.
func (f *finding) meant(from *uses.File, i int) []uses.Target {
	const few = 16
	name := from.Tokens[i].Text
	files := f.Declaring(name)
	if len(files) > few {
		return nil
	}
	return mapped.Flat(mapped.AppendNew(files, from), func(file *uses.File) []uses.Target { return declarationsOf(file, "", name) })
}

// importers returns the files that import those of some declarations.
func (f *finding) importers(targets []uses.Target) (list []*File) {
	for _, t := range targets {
		for _, key := range f.ranking.graph.Importers(t.File.Path) {
			if file := f.byKey[key]; file != nil && !slices.Contains(list, file) {
				list = append(list, file)
			}
		}
	}
	slices.SortFunc(list, func(a, b *File) int { return f.rank[a] - f.rank[b] })
	return list
}
