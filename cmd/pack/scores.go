package pack

import (
	"maps"
	"slices"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/doors/config"
	"ctxpack/scorer"
)

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
