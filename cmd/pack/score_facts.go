package pack

import (
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/mapped"
	"ctxpack/scorer"
)

// givenFacts is an entry of a document of facts. Facts that follow from the path may be omitted.
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
	Users    *int             `json:"users"`
	Churn    *int             `json:"churn"`
}

// facts returns the facts of an entry; omitted ones follow from its path.
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
	// Input with only the simpler facts means these.
	f.Users = orRule(g.Users, f.Importers)
	f.Churn = orRule(g.Churn, newCommit*min(f.Commits, maxCommits))
	return f
}

const (
	newCommit  = 1000 // churn of a commit without an age
	maxCommits = 1_000_000
)

// note adds the names of the counts in an entry. Reports contain all counts, so none was chosen by the user.
func (g givenFacts) note(names map[string]bool) {
	if g.Tier != "" {
		return
	}
	told := g.Facts
	told.Users, told.Churn = orRule(g.Users, 0), orRule(g.Churn, 0)
	v := reflect.ValueOf(told)
	for i := range v.NumField() {
		if v.Field(i).Kind() == reflect.Int && v.Field(i).Int() > 0 {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			names[name] = true
		}
	}
}

// warnFacts warns about facts that the ranking ignores.
func warnFacts(g *cli.Globals, s *cli.Streams, given map[string]bool, r scorer.Ranking) {
	standsFor := map[string]string{"importers": "users", "commits": "churn"} // if that is missing
	idle := mapped.Where(slices.Sorted(maps.Keys(given)), func(name string) bool {
		return name != "tokens" && !r.LooksAt(name) && !r.LooksAt(standsFor[name])
	})
	if len(idle) > 0 {
		g.Warn(s, "facts without effect in the ranking %s: %s", r.Name, strings.Join(idle, ", "))
	}
}

// reported is a file's outcome according to a report.
type reported struct {
	Reason string `json:"reason"`
	Tier   string `json:"tier"`
}

// skippedUnread returns whether a report's entry was never ranked.
func (g reported) skippedUnread() bool {
	if g.Reason == "" || g.Tier != "skip" {
		return false
	}
	reason, ok := source.ReasonNamed(g.Reason)
	return ok && reason <= source.Output
}

// readFacts reads a document of facts, and returns which facts it contains. It omits lock files, as
// when walking a tree, unless a report ranked them.
func readFacts(s *cli.Streams, g *cli.Globals, name string) (facts []scorer.Facts, names map[string]bool, err error) {
	given, err := readFiles[givenFacts](s, "facts", name, false)
	if err != nil {
		return nil, nil, err
	}
	names = map[string]bool{}
	for i, entry := range given {
		switch {
		case entry.Path == "":
			return nil, nil, cli.Usagef("read facts: /%d: an entry without a path", i)
		case entry.skippedUnread():
		case entry.Tier == "" && source.LockName(path.Base(entry.Path)):
			g.Note(s, "skipped %s: %s", entry.Path, source.LockFile.Sentence())
		default:
			facts = append(facts, entry.facts())
			entry.note(names)
		}
	}
	return facts, names, nil
}

func orRule[T any](given *T, rule T) T {
	if given != nil {
		return *given
	}
	return rule
}

// givenScore is an entry of a document of scores. "ctxpack score --json" and "ctxpack pack
// --report" write such entries.
type givenScore struct {
	Path  string   `json:"path"`
	Score *float64 `json:"score"`
	reported
}

// readScores reads scores by path.
func readScores(s *cli.Streams, name string) (map[string]float64, error) {
	given, err := readFiles[givenScore](s, "scores", name, true)
	if err != nil {
		return nil, err
	}
	scores := make(map[string]float64, len(given))
	for i, entry := range given {
		_, twice := scores[entry.Path]
		switch {
		case entry.Path == "":
			return nil, cli.Usagef("read scores: /%d: an entry without a path", i)
		case entry.skippedUnread():
			continue
		case entry.Score == nil:
			return nil, cli.Usagef("read scores: /%d: %s has no score", i, entry.Path)
		case twice:
			return nil, cli.Usagef("read scores: /%d: %s has a score already", i, entry.Path)
		}
		scores[entry.Path] = *entry.Score
	}
	return scores, nil
}

// givenScores sets the scores of a document.
func (o *packOptions) givenScores(p *pipeline.Options, s *cli.Streams) (err error) {
	if o.scores == "" {
		return nil
	}
	if o.scores == "-" && o.filesFrom == "-" {
		return cli.Usagef("--rank and --files-from cannot both read standard input")
	}
	p.Scores, err = readScores(s, o.scores)
	return err
}

// warnWeights warns about weights that the ranking ignores. It skips default values, because a
// settings file may list all weights, as its example does.
func warnWeights(g *cli.Globals, s *cli.Streams, r scorer.Ranking, c config.Config, origins config.Origins) {
	defaults := scorer.DefaultWeights()
	for _, name := range slices.Sorted(maps.Keys(defaults)) {
		if n, ok := c.Context.Weights[name]; ok && n != defaults[name] && !r.Counts(name) {
			g.Warn(s, "the weight %s (%s) has no effect in the ranking %s", name, origins["context.weights."+name], r.Name)
		}
	}
}
