package cmd

import (
	"path"

	"ctxpack/internal/source"
	"ctxpack/scorer"
)

// givenFacts is an entry of a document of facts. What a path can say may be
// left out.
type givenFacts struct {
	scorer.Facts
	reported
	Entry    *bool            `json:"entry"`
	Config   *bool            `json:"config"`
	Test     *bool            `json:"test"`
	Class    *scorer.Class    `json:"class"`
	Document *scorer.Document `json:"document"`
	Manifest *bool            `json:"manifest"`
	Steps    *int             `json:"steps"`
}

// facts gives the entry what its path says.
func (g givenFacts) facts() scorer.Facts {
	f := g.Facts
	f.Entry = orRule(g.Entry, scorer.EntryName(f.Path, false))
	f.Config = orRule(g.Config, scorer.ConfigName(f.Path))
	f.Test = orRule(g.Test, scorer.TestName(f.Path))
	f.Class = orRule(g.Class, scorer.ClassName(f.Path))
	f.Document = orRule(g.Document, scorer.DocumentName(f.Path))
	f.Manifest = orRule(g.Manifest, scorer.ManifestName(f.Path))
	steps := -1
	if f.Entry && f.Class == scorer.Source {
		steps = 0
	}
	f.Steps = orRule(g.Steps, steps)
	return f
}

// reported is what a report says of what became of a file.
type reported struct {
	Reason string `json:"reason"`
	Tier   string `json:"tier"`
}

// skippedUnread is an entry of a report that was never ranked.
func (g reported) skippedUnread() bool {
	if g.Reason == "" || g.Tier != "skip" {
		return false
	}
	reason, ok := source.ReasonNamed(g.Reason)
	return ok && reason <= source.Output
}

// readFacts reads a document of facts. Lock files are left out as they are where
// files are found, unless a report says that they were ranked.
func readFacts(s *streams, g *globals, name string) ([]scorer.Facts, error) {
	given, err := readFiles[givenFacts](s, "facts", name, false)
	if err != nil {
		return nil, err
	}
	var facts []scorer.Facts
	for i, entry := range given {
		switch {
		case entry.Path == "":
			return nil, usagef("read facts: /%d: an entry without a path", i)
		case entry.skippedUnread():
		case entry.Tier == "" && source.LockName(path.Base(entry.Path)):
			g.note(s, "skipped %s: %s", entry.Path, source.LockFile.Sentence())
		default:
			facts = append(facts, entry.facts())
		}
	}
	return facts, nil
}

func orRule[T any](given *T, rule T) T {
	if given != nil {
		return *given
	}
	return rule
}
