package pack

import (
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/fit"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/bundle/report"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/mapped"
)

// isPage reports whether a report is an HTML page.
func isPage(name string) bool {
	return slices.Contains([]string{".html", ".htm"}, strings.ToLower(filepath.Ext(name)))
}

// reportText returns the report on every file, in the format that the file name implies.
func reportText(r *pipeline.Result, name string) (string, error) {
	d := reportOf(r)
	if isPage(name) {
		return report.HTML(d)
	}
	return cli.IndentJSON(d)
}

// reportOf reports every file: ranked files in rank order, then others in path order.
func reportOf(r *pipeline.Result) *report.Document {
	d := r.Document
	out := &report.Document{
		Format: "ctxpack-report", Version: report.Version, Root: r.Clean(cli.EscapeInvalid(r.Name)), Ranking: r.Rules.Name, Tokenizer: d.Tokenizer, Estimated: d.Estimated,
		Budget: r.Budget, Window: d.Window, Tokens: r.Tokens, Complete: r.Complete, Counts: r.Counts, Skipped: r.Reasons, Warnings: mapped.Of(r.Warnings, r.Clean),
		Beside: besideTexts(r.Spent), Redacted: render.Redactions{}, Allowed: render.Redactions{}, Rules: r.Rules,
	}
	if r.Git != nil {
		out.Branch, out.Commit = r.Clean(r.Git.Branch), r.Git.Commit
	}
	for i, f := range r.Files {
		entry := reportOn(f, r.Outcomes[i])
		for _, one := range r.Redactions(f) {
			entry.Secrets = append(entry.Secrets, report.Secret{Rule: one.Rule, Line: one.Line, Allowed: one.Shown})
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
	out.Files = append(out.Files, mapped.Of(r.Skipped, func(f *pipeline.File) report.File { return reportOn(f, pipeline.Outcome{Reason: f.Skip}) })...)
	return out
}

// besideTexts lists the parts of a bundle other than texts of files.
func besideTexts(s fit.Spent) []report.Beside {
	return []report.Beside{
		{Name: "headings", Tokens: s.Headings, Meaning: "text around files: names, lines, fences, legends, escapes"},
		{Name: "tree", Tokens: s.Tree, Meaning: "the directory tree"},
		{Name: "frame", Tokens: s.Frame, Meaning: "header and footer of the bundle"},
	}
}

func reportOn(f *pipeline.File, o pipeline.Outcome) report.File {
	c := f.Contents
	out := report.File{
		Facts: f.Facts, Size: f.Size, Lines: c.Lines, Language: c.Outline.Language, Encoding: c.Encoding, Tokens: f.Whole(),
		Score: f.Breakdown.Score, Factors: f.Breakdown.Factors, Tier: o.Tier, Shown: o.Shown, Detail: f.Detail, Addressing: c.Addressing,
	}
	if s := f.Summary(); s != nil {
		out.SummaryTokens, out.NoOutline = s.Tokens, s.Fallback
	}
	out.Path = cli.EscapeInvalid(f.Name)
	if o.Form != render.LeftOut {
		out.Level = o.Form.String()
	}
	out.Ranges = mapped.Of(o.Ranges, func(r render.Range) [2]int { return [2]int{r.Start, r.End} })
	if o.Reason != source.None {
		out.Reason, out.Sentence = o.Reason.String(), o.Reason.Sentence()
	}
	return out
}
