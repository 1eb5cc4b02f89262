package cmd

import (
	"ctxpack/internal/pipeline"
	"ctxpack/internal/render"
	"ctxpack/internal/source"
	"ctxpack/packer"
	"ctxpack/scorer"
)

// reportVersion is the version of the report's structure.
const reportVersion = 1

type reportDocument struct {
	Format     string            `json:"format"`
	Version    int               `json:"version"`
	Root       string            `json:"root"`
	Branch     string            `json:"branch,omitempty"`
	Commit     string            `json:"commit,omitempty"`
	Ranking    string            `json:"ranking"`
	Tokenizer  string            `json:"tokenizer"`
	Estimated  bool              `json:"estimated"`
	Budget     int               `json:"budget"`
	Window     *render.Window    `json:"arithmetic,omitempty"` // of a budget that comes from the window
	Tokens     int               `json:"tokens"`
	Complete   bool              `json:"complete"`
	Counts     render.Counts     `json:"counts"`
	Redacted   render.Redactions `json:"redacted,omitempty"`               // of all files that were seen, by rule
	Allowed    render.Redactions `json:"allowed,omitempty"`                // and not redacted
	Addressing int               `json:"files_addressing_model,omitempty"` // of all that were seen
	Skipped    []render.Skipped  `json:"skipped"`
	Warnings   []string          `json:"warnings"`
	Files      []reportFile      `json:"files"`
}

// reportFile is one file that was seen: its facts, its score, what became of it
// and why.
type reportFile struct {
	scorer.Facts
	Size          int64           `json:"size"`
	Lines         int             `json:"lines"`
	Language      string          `json:"language,omitempty"`
	Encoding      string          `json:"encoding,omitempty"`
	Tokens        int             `json:"tokens"`
	SummaryTokens int             `json:"signature_tokens"`
	NoOutline     string          `json:"no_outline,omitempty"`
	Score         int             `json:"score"`
	Factors       []scorer.Factor `json:"factors,omitempty"`
	Tier          packer.Tier     `json:"tier"`
	Level         string          `json:"level,omitempty"`
	Shown         int             `json:"shown_tokens"`
	Ranges        [][2]int        `json:"ranges,omitempty"`
	Reason        string          `json:"reason,omitempty"`
	Detail        string          `json:"detail,omitempty"`
	Secrets       []reportSecret  `json:"secrets,omitempty"`
	Addressing    []int           `json:"addresses_model_on_lines,omitempty"`
}

// reportSecret is a secret of a file by its place.
type reportSecret struct {
	Rule    string `json:"rule"`
	Line    int    `json:"line"`
	Allowed bool   `json:"allowed,omitempty"` // it is not redacted
}

// reportText writes the report on every file that was seen: those that were
// ranked in rank order, then the others in path order.
func reportText(r *pipeline.Result) (string, error) {
	d := r.Document
	out := reportDocument{
		Format: "ctxpack-report", Version: reportVersion, Root: escapeInvalid(r.Name), Ranking: r.Rules.Name, Tokenizer: d.Tokenizer, Estimated: d.Estimated,
		Budget: r.Budget, Window: d.Window, Tokens: r.Tokens, Complete: r.Complete, Counts: r.Counts, Skipped: r.Reasons, Warnings: r.Warnings,
		Redacted: render.Redactions{}, Allowed: render.Redactions{},
	}
	if r.Git != nil {
		out.Branch, out.Commit = r.Git.Branch, r.Git.Commit
	}
	for i, f := range r.Files {
		entry := reportOn(f, r.Outcomes[i])
		for _, one := range r.Redactions(f) {
			entry.Secrets = append(entry.Secrets, reportSecret{one.Rule, one.Line, one.Shown})
			if one.Shown {
				out.Allowed[one.Rule]++
			} else {
				out.Redacted[one.Rule]++
			}
		}
		if len(entry.Addressing) > 0 {
			out.Addressing++
		}
		out.Files = append(out.Files, entry)
	}
	for _, f := range r.Skipped {
		out.Files = append(out.Files, reportOn(f, pipeline.Outcome{Reason: f.Skip}))
	}
	return indentJSON(out)
}

func reportOn(f *pipeline.File, o pipeline.Outcome) reportFile {
	c := f.Contents
	out := reportFile{
		Facts: f.Facts, Size: f.Size, Lines: c.Lines, Language: c.Outline.Language, Encoding: c.Encoding, Tokens: c.Tokens,
		Score: f.Breakdown.Score, Factors: f.Breakdown.Factors, Tier: o.Tier, Shown: o.Shown, Detail: f.Detail, Addressing: c.Addressing,
	}
	if s := f.Summary(); s != nil {
		out.SummaryTokens, out.NoOutline = s.Tokens, s.Fallback
	}
	out.Path = escapeInvalid(f.Name)
	if o.Level != packer.Absent {
		out.Level = o.Level.String()
	}
	for _, r := range o.Ranges {
		out.Ranges = append(out.Ranges, [2]int{r.Start, r.End})
	}
	if o.Reason != source.None {
		out.Reason = o.Reason.String()
	}
	return out
}
