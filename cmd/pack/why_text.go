package pack

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"ctxpack/cmd/internal/cli"
	"ctxpack/internal/bundle/view"
	"ctxpack/internal/text/mapped"
	"ctxpack/packer"
	"ctxpack/scorer"
)

// Sizes of the text output of score --why.
const (
	whyNames  = 10 // listed files
	whyLabel  = 10 // label columns
	whyIndent = 2 + whyLabel + 1 + 4 + 2
	whyWidth  = 100 // columns without a terminal
)

func (d whyDocument) write(w io.Writer) {
	for i, f := range d.Files {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if f.whyRanked == nil {
			detail := ""
			if f.Detail != "" {
				detail = " (" + f.Detail + ")"
			}
			fmt.Fprintf(w, "%s   skipped: %s\n", f.Path, f.sentence+cli.OneLine(detail))
			continue
		}
		pinned := ""
		if f.Pinned {
			pinned = ", pinned"
		}
		fmt.Fprintf(w, "%s   rank %s of %s, score %d%s\n", f.Path, cli.Grouped(f.Rank), cli.Grouped(f.Of), f.Score, pinned)
		var nothing []string
		for j, factor := range d.rules.Table() {
			told := d.told(f, factor)
			if points := f.Factors[j].Points; points != 0 || len(told) > 0 {
				d.line(w, factor.Name, cli.Grouped(points), told...)
			} else if factor.Name != scorer.LimitFactor {
				nothing = append(nothing, factor.Name)
			}
		}
		if len(nothing) > 0 {
			d.line(w, "nothing", "", "for "+strings.Join(nothing, ", "))
		}
		if way := f.Evidence.Way; len(way) > 1 {
			d.line(w, "way", "", strings.Join(append(slices.Clone(way[:len(way)-1]), "this"), " → "))
		}
		d.line(w, "tokens", "", cli.Grouped(f.Tokens)+" in full")
		d.line(w, "at "+cli.Grouped(d.Budget), "", f.bundle())
		if len(f.Parts) > 0 {
			d.line(w, "parts", "", f.told(len(d.named) > 0)...)
		}
		if len(f.Secrets) > 0 {
			d.line(w, "secrets", "", f.secrets()...)
		}
	}
}

// told explains the value of each part, in percent of the best part of all files, and the reasons.
func (f whyFile) told(reasons bool) (lines []string) {
	for _, p := range f.Parts {
		line := fmt.Sprintf("%5.1f%%  %d-%d %s, %s tokens", p.Value, p.Line, p.End, cmp.Or(strings.TrimSpace(p.Kind+" "+p.Name), "lines"), cli.Grouped(p.Tokens))
		if p.Match > 0 {
			line += fmt.Sprintf(", words match %.0f%%", p.Match)
		}
		if p.Shown {
			line += ", shown"
		}
		lines = append(lines, line)
		if reasons {
			lines = append(lines, mapped.Of(p.Reasons, func(r view.Reason) string { return fmt.Sprintf("        %+6.2f  %s", r.Doublings, r.Name) })...)
		}
	}
	return lines
}

// line prints a label, points, and text; further texts follow below the first.
func (d whyDocument) line(w io.Writer, label, points string, texts ...string) {
	line := fmt.Sprintf("  %-*s %4s", whyLabel, label, points)
	for i, text := range texts {
		if i > 0 {
			line = strings.Repeat(" ", whyIndent-2)
		}
		fmt.Fprintln(w, strings.TrimRight(line+"  "+text, " "))
	}
	if len(texts) == 0 {
		fmt.Fprintln(w, line)
	}
}

// secrets lists the lines with secrets, without their values.
func (f whyFile) secrets() []string {
	var lines []string
	for _, one := range f.Secrets {
		done := "redacted"
		if one.Allowed {
			done = "allowed"
		}
		lines = append(lines, fmt.Sprintf("line %s: %s, %s (%s)", cli.Grouped(one.Line), one.Rule, done, one.Hash))
	}
	return lines
}

// told describes what a factor found, and the evidence.
func (d whyDocument) told(f whyFile, factor scorer.Row) []string {
	e := f.Evidence
	text := factor.Tell(f.Facts)
	if text == "" {
		return nil
	}
	switch factor.Name {
	case scorer.ClassFactor:
		return []string{text + ": " + e.Class}
	case scorer.ImportersFactor:
		return d.listed(text, e.Importers)
	case scorer.UsersFactor:
		return d.listed(text, e.Users)
	case scorer.MentionsFactor:
		return d.listed(text, mapped.Of(e.Mentions, func(m whyMention) string { return m.Document + " (" + m.Word + ")" }))
	case scorer.EntryFactor:
		if len(e.Entry) > 0 {
			return []string{text + ": " + strings.Join(e.Entry, ", ")}
		}
	case scorer.GitFactor:
		return append([]string{text}, d.commits(e)...)
	}
	return []string{text}
}

// commits lists the latest commits that count in the ranking, one per line.
func (d whyDocument) commits(e whyEvidence) []string {
	classic := d.rules.Name == scorer.Classic().Name
	var lines []string
	for _, c := range e.Commits {
		if classic && !c.Recent {
			continue
		}
		weight := ""
		if !classic {
			weight = fmt.Sprintf("%.2f  ", c.Weight)
		}
		line := fmt.Sprintf("%.8s  %s  %s%s", c.ID, c.Date, weight, cli.OneLine(c.Subject))
		lines = append(lines, clipped(line, d.columns()))
	}
	if more := e.AllCommits - len(e.Commits); more > 0 && !classic {
		lines = append(lines, fmt.Sprintf("and %s more", cli.Grouped(more)))
	}
	return lines
}

// listed prints a text followed by the first names of a list, wrapped.
func (d whyDocument) listed(text string, names []string) []string {
	shown := slices.Clone(names[:min(len(names), whyNames)])
	for i := range shown[:max(len(shown)-1, 0)] {
		shown[i] += ","
	}
	if more := len(names) - len(shown); more > 0 {
		shown = append(shown, fmt.Sprintf("and %s more", cli.Grouped(more)))
	}
	lines := []string{text + ":"}
	for _, name := range shown {
		last := &lines[len(lines)-1]
		if len(lines) > 1 && len([]rune(*last))+1+len([]rune(name)) <= d.columns() {
			*last += " " + name
		} else {
			lines = append(lines, name)
		}
	}
	return lines
}

// columns returns the width of the text after the points.
func (d whyDocument) columns() int {
	if d.width <= 0 {
		return whyWidth - whyIndent
	}
	return max(d.width-whyIndent, 40)
}

// clipped truncates a text to width columns.
func clipped(text string, width int) string {
	if runes := []rune(text); len(runes) > width {
		return string(runes[:width-1]) + "…"
	}
	return text
}

// bundle describes the file's place in the bundle.
func (f whyFile) bundle() string {
	switch {
	case f.TooSmall != "":
		return "no bundle: " + cli.OneLine(f.TooSmall)
	case f.Tier == packer.Skip.String():
		return "left out: " + f.sentence
	}
	return fmt.Sprintf("%s (%s tokens)", f.form, cli.Grouped(f.Shown))
}
