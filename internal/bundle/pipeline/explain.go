package pipeline

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ctxpack/gitstats"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/mapped"
	"ctxpack/scorer/relations"
)

// Evidence is the basis of a file's facts: the other files, documents and commits that count for it.
type Evidence struct {
	// Users and Importers are in rank order, followed by unranked files by name.
	Users, Importers []*File
	Mentions         []Mention
	// Way is a chain of imports from an entry point to the file, inclusive; nil if there is none.
	Way     []*File
	Entry   Entry
	Touches gitstats.Touches
}

// Mention is a document that mentions a file, and the word that does.
type Mention struct {
	Document *File
	Word     string
}

const evidenceCommits = 5

// Explain collects the evidence for some files of the ranking, which must not be closed. It takes about as long as
// ranking. Its error is the context's.
func (r *Ranking) Explain(ctx context.Context, wanted []*File) ([]Evidence, error) {
	files := slices.Concat(r.Files, r.Skipped, r.around)
	place := mapped.Places(files)
	slices.SortFunc(files, func(a, b *File) int { return strings.Compare(a.Name, b.Name) })
	related, list := forRelations(files)
	graph := importGraph(files)
	byName := make(map[string]*File, len(related))
	position := make(map[*File]int, len(related))
	for i, f := range related {
		byName[f.Key], position[f] = f, i
	}
	positions := mapped.Of(wanted, func(f *File) int { return position[f] })
	ranked := func(files []*File) []*File {
		slices.SortFunc(files, func(a, b *File) int { return cmp.Compare(place[a], place[b]) })
		return files
	}
	at := func(positions []int) []*File {
		return mapped.Of(positions, func(p int) *File { return related[p] })
	}
	entries := newEntryFinder(files, graph)
	found := make([]Evidence, len(wanted))
	for i, e := range relations.Explain(list, graph, positions) {
		f := wanted[i]
		out := Evidence{Users: ranked(at(e.Users)), Way: at(e.Way)}
		out.Mentions = mapped.Of(e.Mentions, func(m relations.Mention) Mention { return Mention{related[m.Document], m.Word} })
		out.Importers = mapped.Of(graph.Importers(f.Key), func(name string) *File { return byName[name] })
		ranked(out.Importers)
		out.Entry = entries.of(f)
		found[i] = out
	}
	return found, r.touches(ctx, wanted, found)
}

// touches reads which commits were counted for the files.
func (r *Ranking) touches(ctx context.Context, wanted []*File, found []Evidence) error {
	paths := map[*tree][]string{}
	for _, f := range wanted {
		if f.tree.Repo {
			paths[f.tree] = append(paths[f.tree], f.Path)
		}
	}
	for t, list := range paths {
		o := gitOptions(r.options)
		if t.cache != nil {
			o.Memory = t.cache().History()
		}
		touches, err := gitstats.ReadTouches(ctx, t.Top, o, list, evidenceCommits)
		if err != nil {
			return err
		}
		for i, f := range wanted {
			if f.tree == t {
				found[i].Touches = touches[f.Path]
			}
		}
	}
	return ctx.Err()
}

// Summarise makes missing summaries of some files.
func (r *Ranking) Summarise(ctx context.Context, files []*File) {
	r.options.views().SummariseAll(ctx, viewsOf(slices.DeleteFunc(slices.Clone(files), func(f *File) bool {
		return f.Skip != source.None || f.Summary() != nil
	})))
}
