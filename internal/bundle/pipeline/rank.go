package pipeline

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/bundle/view"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/mapped"
	"ctxpack/scorer"
	"ctxpack/scorer/imports"
	"ctxpack/scorer/relations"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// manifestLimit is the maximum size of a manifest in bytes.
const manifestLimit = 1 << 20

// rank computes the facts, score and order of the files.
func (r *Ranking) rank(ctx context.Context, files []*File) error {
	all := slices.Concat(files, r.around)
	graph := importGraph(all)
	r.graph = graph
	r.Warnings = append(r.Warnings, graph.Warnings()...)
	globs, err := r.userGlobs()
	if err != nil {
		return err
	}
	for _, f := range all {
		if f.Dir {
			continue
		}
		is := func(list int) bool { _, ok := globs[f.tree][list].Match(f.Path); return ok }
		f.Facts = factsOf(f, graph, is(pinned), is(boosted))
		f.OutlineOnly = is(outlined) && !is(pinned)
		f.NamesOnly = is(named) && !is(pinned) && !is(outlined)
	}
	settleClasses(all, graph)
	if !r.options.byTaskAlone() {
		newEntryFinder(all, graph).mark(all)
	}
	r.findOverviews(files)
	findManifest(files)
	for _, t := range r.trees {
		for _, g := range globs[t] {
			if err := g.TooMuch(); err != nil {
				return err
			}
		}
	}
	if mostlyProse(files) {
		proseIsSource(files)
	}
	if !r.options.byTaskAlone() {
		r.relate(all, graph)
	}
	if err := r.relevances(ctx, files, graph); err != nil {
		return err
	}
	if err := r.choose(ctx, files, graph); err != nil {
		return err
	}
	r.order(files)
	return nil
}

// findManifest finds the manifest of a project that has none at its root: the one of the folder with most of the source. The files
// are sorted by name, so that those below a folder follow one another.
func findManifest(files []*File) {
	before := make([]int, len(files)+1) // tokens of the source before each file
	for i, f := range files {
		if before[i+1] = before[i]; f.Facts.Class == scorer.Source {
			before[i+1] += f.Contents.Tokens
		}
		if f.Facts.Manifest {
			return
		}
	}
	until := func(name string) int {
		i, _ := slices.BinarySearchFunc(files, name, func(f *File, name string) int { return strings.Compare(f.Name, name) })
		return before[i]
	}
	best, most := &File{}, 0
	for _, f := range files {
		if folder, name := path.Split(f.Name); folder != "" && scorer.ManifestName(name) {
			if n := until(path.Dir(f.Name)+"0") - until(folder); n > most { // 0 follows /
				best, most = f, n
			}
		}
	}
	best.Facts.Manifest = true
}

// mark sets, on each packed file, what its view needs besides its own facts.
func (r *Ranking) mark() {
	for _, f := range r.Files {
		f.Chosen = f.tree.Chosen() || len(r.options.Include)+len(r.options.Config.Context.Include) > 0
	}
	view.ShareLicences(viewsOf(r.Files))
}

// factsOf returns the facts of a file that do not depend on others.
func factsOf(f *File, graph *imports.Graph, pinned, boosted bool) scorer.Facts {
	own := strings.TrimPrefix(f.Name, f.tree.Prefix) // each of several roots has its own README
	return scorer.Facts{
		Path:      f.Name,
		Importers: len(graph.Importers(f.Key)),
		Exports:   f.Contents.Exports,
		Commits:   f.tree.commits[f.Path],
		Todos:     f.Contents.Todos,
		Config:    scorer.ConfigName(f.Name),
		Test:      scorer.TestName(f.Name),
		Pinned:    pinned,
		Boosted:   boosted,
		Class:     classOf(f),
		Document:  scorer.DocumentName(own),
		Manifest:  scorer.ManifestName(own),
		Churn:     f.tree.churn[f.Path],
		NoHistory: f.tree.young,
		Names:     f.Contents.Names.Len(),
		Tokens:    f.Contents.Tokens,
	}
}

// choose excludes files that are ranked but were excluded by request.
func (r *Ranking) choose(ctx context.Context, files []*File, graph *imports.Graph) error {
	if err := r.choosePackages(files, graph); err != nil {
		return err
	}
	if err := r.leaveUnchanged(ctx, files); err != nil {
		return err
	}
	return r.checkPins(files)
}

// classOf returns the class of a file by its path and .gitattributes. Documents are prose by their names.
func classOf(f *File) scorer.Class {
	class := scorer.ClassName(f.Name)
	isExample := f.Documentation && (class == scorer.Source || class == scorer.Test)
	if f.Skip == source.Generated || f.Skip == source.Vendored || isExample {
		return scorer.Auxiliary
	}
	if class == scorer.Other && f.Contents.Rendered && !scorer.AsideMarkup(f.Name) {
		return scorer.Template
	}
	return class
}

// overruleFolders classifies files by their importers if these are more informative than the name
// of a folder: a package called template is not an example if the project is built on it.
func overruleFolders(files []*File, graph *imports.Graph) {
	placed, proper, byNumber := map[int]relations.Placed{}, map[int]bool{}, map[int]*File{}
	for _, f := range files {
		n, ok := graph.Index(f.Key)
		if f.Dir || !ok || f.Skip != source.None {
			continue
		}
		class := f.Facts.Class
		if class == scorer.Source {
			proper[n] = true
		} else if (class == scorer.Test || class == scorer.Auxiliary) && class == scorer.ClassName(f.Name) {
			if folder, foreign := scorer.ClassFolder(f.Name); folder != "" {
				placed[n], byNumber[n] = relations.Placed{Folder: folder, Foreign: foreign, Test: class == scorer.Test}, f
			}
		}
	}
	for n := range relations.Overruled(placed, proper, graph) {
		facts := &byNumber[n].Facts
		facts.Class, facts.Test = scorer.Source, false
	}
}

// mostlyProse reports whether documents and notebooks are more than two thirds of a tree, in tokens. Folders of
// documentation count as documentation of code, in however many languages, unless there is hardly any code.
func mostlyProse(files []*File) bool {
	prose, documentation, code := 0, 0, 0
	for _, f := range files {
		document := f.Facts.Class == scorer.Prose || path.Ext(f.Name) == ".ipynb"
		switch {
		case f.Dir || f.Skip != source.None || scorer.RecordName(f.Name):
		case document && scorer.AuxiliaryName(f.Name):
			documentation += f.Contents.Tokens
		case document:
			prose += f.Contents.Tokens
		case f.Facts.Class == scorer.Source:
			code += f.Contents.Tokens
		}
	}
	return prose > 2*code || prose+documentation > 50*code
}

// proseIsSource gives documents the class of source, except those with a class of their own. Paragraphs then count
// like declarations.
func proseIsSource(files []*File) {
	const paragraph = 100 // tokens
	for _, f := range files {
		facts := &f.Facts
		document := !f.Dir && (facts.Class == scorer.Prose && facts.Document == scorer.Plain || path.Ext(f.Name) == ".ipynb")
		if document && f.Skip == source.None && !scorer.RecordName(f.Name) {
			facts.Class = scorer.Source
			facts.Names = max(facts.Names, facts.Tokens/paragraph)
		}
	}
}

// relate records each file's relations to the others.
func (r *Ranking) relate(files []*File, graph *imports.Graph) {
	related, list := forRelations(files)
	for i, r := range relations.Find(list, graph, r.sideBySide) {
		facts := &related[i].Facts
		facts.Users, facts.Mentions, facts.Steps = r.Users, r.Mentions, r.Steps
		if facts.Users == 0 && related[i].Contents.Outline.Language == "Shell" {
			facts.Names = 0 // no other file can call the functions of a script
		}
	}
}

// sideBySide calls share for 0 to n-1, several concurrently.
func (r *Ranking) sideBySide(n int, share func(int)) {
	fault.Each(r.options.jobs(), n, func(int) string { return "ranking" }, share)
}

// forRelations returns the input for finding relations, without folders.
func forRelations(files []*File) (related []*File, list []relations.File) {
	related, list = make([]*File, 0, len(files)), make([]relations.File, 0, len(files))
	for _, f := range files {
		if f.Dir {
			continue
		}
		c := f.Facts.Class
		related = append(related, f)
		list = append(list, relations.File{
			Path: f.Key, Source: f.Skip == source.None && c == scorer.Source, Auxiliary: c == scorer.Auxiliary || c == scorer.Test,
			Entry: f.Facts.Entry, Names: topLevel(f.Contents.Parts.List()), Terms: f.Contents.Terms,
			Mentions: f.Contents.Mentions, Document: len(f.Contents.Mentions) > 0 && !scorer.RecordName(f.Name),
		})
	}
	return related, list
}

// topLevel returns the names that a file declares outside of types: members are used without an import.
func topLevel(parts []signatures.Part) terms.Set {
	var names []string
	for _, p := range parts {
		if p.Name != "" && (p.Inside < 0 || parts[p.Inside].Name == "") {
			names = append(names, p.Name)
		}
	}
	return terms.Names(names)
}

func importGraph(files []*File) *imports.Graph { return imports.New(importFiles(files)) }

// importFiles returns the input for resolving imports, and a reader of manifests.
func importFiles(files []*File) ([]imports.File, imports.Reader) {
	list := make([]imports.File, 0, len(files))
	byName := make(map[string]*File, len(files))
	for _, f := range files {
		if f.Dir {
			continue
		}
		byName[f.Key] = f
		o := &f.Contents.Outline
		list = append(list, imports.File{
			Path: f.Key, Language: o.Language, Package: o.Package, Namespaces: o.Namespaces, Exports: o.Exports, Imports: o.Imports,
		})
	}
	return list, func(name string) (string, error) {
		f, ok := byName[name]
		if !ok {
			return "", fmt.Errorf("read %s: not a file of the tree", name)
		}
		return f.tree.Tree.ReadSmall(f.Path, manifestLimit)
	}
}

// order scores and sorts the files that can be packed.
func (r *Ranking) order(files []*File) {
	slices.SortStableFunc(r.Problems, func(a, b source.Problem) int { return strings.Compare(a.Path, b.Path) })
	facts, packed := make([]scorer.Facts, 0, len(files)), make([]*File, 0, len(files))
	for _, f := range files {
		if f.Skip != source.None {
			r.Skipped = append(r.Skipped, f)
			continue
		}
		facts, packed = append(facts, f.Facts), append(packed, f)
	}
	for _, ranked := range r.rankFacts(facts) {
		f := packed[ranked.Index]
		f.Breakdown, f.Value = ranked.Breakdown, scorer.TaskValue(f.Facts)
		r.Files = append(r.Files, f)
	}
	r.mark()
}

// rankFacts ranks by the configured ranking, and by external scores.
func (r *Ranking) rankFacts(facts []scorer.Facts) []scorer.Ranked {
	r.Rules = r.options.ranking()
	weights := r.options.Config.Context.Weights
	if r.options.Scores == nil {
		return r.Rules.Rank(facts, weights)
	}
	given, unknown := map[int]float64{}, maps.Clone(r.options.Scores)
	for i, f := range facts {
		name := render.TextPath(f.Path) // as written in ctxpack's output
		if n, ok := r.options.Scores[name]; ok {
			given[i] = n
			delete(unknown, name)
		}
	}
	if names := slices.Sorted(maps.Keys(unknown)); len(names) > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("scores for missing or skipped files: %s", firstNames(names)))
	}
	ranked := r.Rules.RankGiven(facts, weights, given)
	r.Rules = r.Rules.WithGiven()
	return ranked
}

// firstNames lists a few names and counts the others.
func firstNames(names []string) string {
	const most = 3
	shown := mapped.Of(names[:min(len(names), most)], render.DisplayPath)
	list := strings.Join(shown, ", ")
	if more := len(names) - len(shown); more > 0 {
		list += fmt.Sprintf(" and %s more", humanize.Comma(more))
	}
	return fmt.Sprintf("%s (%s)", humanize.Comma(len(names)), list)
}

func (o Options) ranking() scorer.Ranking {
	if o.Task != nil {
		return scorer.Task()
	}
	if r, ok := scorer.RankingByName(o.Config.Context.Rank); ok {
		return r
	}
	return scorer.Balanced()
}
