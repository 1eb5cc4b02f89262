package pipeline

import (
	"fmt"
	"slices"
	"sort"

	"ctxpack/internal/imports"
	"ctxpack/internal/source"
	"ctxpack/scorer"
)

// manifestLimit is the most bytes that are read of a manifest.
const manifestLimit = 1 << 20

// rank gives each file its facts, its points and its place.
func (s *survey) rank() error {
	graph := s.graph()
	s.warnings = append(s.warnings, graph.Warnings()...)
	entries := graph.Entries()
	pin, boost, err := s.userGlobs()
	if err != nil {
		return err
	}
	for _, f := range s.files {
		if f.Dir {
			continue
		}
		f.Facts = scorer.Facts{
			Path:      f.Name,
			Importers: len(graph.Importers(f.Name)),
			Exports:   f.exports,
			Commits:   s.commits[f.root][f.Path],
			Todos:     f.todos,
			Config:    scorer.ConfigName(f.Name),
			Test:      scorer.TestName(f.Name),
			Pinned:    pin[f.root].matches(f.Path),
			Boosted:   boost[f.root].matches(f.Path),
		}
		_, named := entries[f.Name]
		// A test or an example that can be run is not where the project starts.
		runs := f.Outline.Main && !f.Facts.Test && !scorer.AsideName(f.Name)
		f.Facts.Entry = named || runs || scorer.EntryName(f.Name, f.Executable)
	}
	s.checkPins()
	return nil
}

func (s *survey) graph() *imports.Graph {
	files := make([]imports.File, 0, len(s.files))
	byName := make(map[string]*File, len(s.files))
	for _, f := range s.files {
		if f.Dir {
			continue
		}
		byName[f.Name] = f
		files = append(files, imports.File{
			Path: f.Name, Language: f.Outline.Language, Package: f.Outline.Package,
			Namespaces: f.Outline.Namespaces, Exports: f.Outline.Exports, Imports: f.Outline.Imports,
		})
	}
	return imports.New(files, func(name string) (string, error) {
		f, ok := byName[name]
		if !ok {
			return "", fmt.Errorf("read %s: not a file of the tree", name)
		}
		return f.root.tree.ReadSmall(f.Path, manifestLimit)
	})
}

// globSet matches paths of one root's tree.
type globSet struct{ globs *source.Globs }

func (g globSet) matches(path string) bool {
	_, ok := g.globs.Match(path)
	return ok
}

// userGlobs compiles the globs that pin and boost, for each root.
func (s *survey) userGlobs() (pin, boost map[*root]globSet, err error) {
	pin, boost = map[*root]globSet{}, map[*root]globSet{}
	c := s.options.Config.Context
	for _, r := range s.roots {
		if pin[r], err = compile(c.Pin, r.globs(s.options.Pin)); err != nil {
			return nil, nil, err
		}
		if boost[r], err = compile(c.Boost, r.globs(s.options.Boost)); err != nil {
			return nil, nil, err
		}
	}
	return pin, boost, nil
}

func compile(lists ...[]string) (globSet, error) {
	globs, err := source.CompileGlobs(slices.Concat(lists...))
	return globSet{globs}, err
}

// checkPins warns of pins that cannot do what they promise.
func (s *survey) checkPins() {
	wanted := len(s.options.Pin)+len(s.options.Config.Context.Pin) > 0
	found := false
	for _, f := range s.files {
		if !f.Facts.Pinned {
			continue
		}
		if f.Skip == source.None {
			found = true
		} else if f.Skip != source.Ignored {
			s.warn("%s is pinned but left out: %s", f.Name, f.Skip.Sentence())
		}
	}
	if wanted && !found {
		s.warn("no file that can be packed matches a pin")
	}
}

// ranking puts the result of the survey together.
func (s *survey) ranking() *Ranking {
	r := &Ranking{
		Name: s.label, Git: s.git, Warnings: s.warnings, Problems: s.problems, Timings: s.timings,
		Looked: s.looked, Reused: int(s.reused.Load()), roots: s.roots, blobs: s.blobs,
	}
	sort.SliceStable(r.Problems, func(i, j int) bool { return r.Problems[i].Path < r.Problems[j].Path })
	var facts []scorer.Facts
	var packed []*File
	for _, f := range s.files {
		if f.Skip != source.None {
			r.Skipped = append(r.Skipped, f)
			continue
		}
		facts, packed = append(facts, f.Facts), append(packed, f)
	}
	for _, ranked := range scorer.Rank(facts, s.options.Config.Context.Weights) {
		f := packed[ranked.Index]
		f.Breakdown = ranked.Breakdown
		r.Files = append(r.Files, f)
	}
	return r
}
