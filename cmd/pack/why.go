package pack

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"ctxpack/cmd/internal/cli"
	"ctxpack/gitstats"
	"ctxpack/internal/bundle/pipeline"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/bundle/report"
	"ctxpack/internal/bundle/view"
	"ctxpack/internal/text/mapped"
	"ctxpack/packer"
	"ctxpack/scorer"
)

// whyDocument is the result of score --why.
type whyDocument struct {
	Ranking string    `json:"ranking"`
	Budget  int       `json:"budget"`
	Files   []whyFile `json:"files"`

	rules scorer.Ranking
	width int                         // output width in columns
	show  func(path string) string    // for JSON or for text
	named map[*pipeline.File][]string // requested parts
}

// whyFile is the explanation of one file: only path, tier and reason if it is not ranked.
type whyFile struct {
	Path   string `json:"path"`
	Tier   string `json:"tier"`
	Level  string `json:"level,omitempty"`
	Shown  int    `json:"shown_tokens"`
	Reason string `json:"reason,omitempty"` // why the bundle omits it
	Detail string `json:"detail,omitempty"`
	*whyRanked
	TooSmall string `json:"too_small,omitempty"` // why there is no bundle

	sentence string      // the reason as a sentence
	form     render.Form // form of the shown part
}

type whyRanked struct {
	Of int `json:"of"`
	scored
	Evidence whyEvidence `json:"evidence"`
	Secrets  []whySecret `json:"secrets,omitempty"`
	Parts    []whyPart   `json:"parts,omitempty"` // requested ones, else the best
}

// whyPart is a part of a file that a bundle can show separately.
type whyPart struct {
	Name   string  `json:"name,omitempty"`
	Kind   string  `json:"kind,omitempty"`
	Line   int     `json:"line"`
	End    int     `json:"end_line"`
	Tokens int     `json:"tokens"`
	Value  float64 `json:"value"` // value per token, in percent of the best part of all files
	Match  float64 `json:"match,omitempty"`
	Shown  bool    `json:"shown"`
	// Reasons are in powers of two; Value is 2 to the power of their sum.
	Reasons []view.Reason `json:"reasons"`
}

// bestParts is how many parts of a file are explained if none is requested.
const bestParts = 5

// parts sets the parts with some names, or the best ones.
func (w *whyFile) parts(all []view.PartWorth, names []string, o pipeline.Outcome) {
	list := mapped.Where(all, func(p view.PartWorth) bool { return len(names) == 0 || slices.Contains(names, p.Name) })
	if len(names) == 0 {
		slices.SortStableFunc(list, func(a, b view.PartWorth) int { return cmp.Compare(b.Value, a.Value) })
		list = list[:min(len(list), bestParts)]
	}
	for _, p := range list {
		one := whyPart{
			Name: p.Name, Kind: p.Kind, Line: p.StartLine, End: p.EndLine, Tokens: p.Tokens,
			Value: hundredths(p.Value), Match: hundredths(p.Match),
			Shown: o.Tier == packer.Full || slices.ContainsFunc(o.Ranges, func(r render.Range) bool {
				return r.Start <= p.EndLine && p.StartLine <= r.End
			}),
		}
		for _, r := range p.Reasons {
			if r.Doublings = hundredths(r.Doublings); r.Doublings != 0 {
				one.Reasons = append(one.Reasons, r)
			}
		}
		w.Parts = append(w.Parts, one)
	}
}

func hundredths(x float64) float64 { return math.Round(100*x) / 100 }

// whyEvidence holds paths, ranked files in rank order, in the form of the output.
type whyEvidence struct {
	Class     string       `json:"class"`
	Users     []string     `json:"users,omitempty"`
	Importers []string     `json:"importers,omitempty"`
	Mentions  []whyMention `json:"mentions,omitempty"`
	Entry     []string     `json:"entry,omitempty"`
	Way       []string     `json:"way,omitempty"`
	Commits   []whyCommit  `json:"commits,omitempty"`
	// AllCommits also counts commits that are not listed.
	AllCommits int `json:"all_commits"`
}

// whySecret locates a secret. Hash is its value for redact.allow.
type whySecret struct {
	report.Secret
	Hash string `json:"hash"`
}

type whyMention struct {
	Document string `json:"document"`
	Word     string `json:"word"`
}

type whyCommit struct {
	ID      string  `json:"id"`
	Date    string  `json:"date"`
	Weight  float64 `json:"weight"`    // by age, 0 to 1
	Recent  bool    `json:"in_window"` // see git.window
	Subject string  `json:"subject"`
}

func runWhy(ctx context.Context, o *scoreOptions, s *cli.Streams) error {
	if o.facts != "" {
		return cli.Usagef("--why needs files, and --facts has none")
	}
	ranking, closeAll, err := o.rankFiles(ctx, s)
	if err != nil {
		return err
	}
	defer closeAll()
	var wanted []*pipeline.File
	parts := map[*pipeline.File][]string{}
	for _, name := range o.why {
		f, err := ranking.Find(name)
		if at := strings.LastIndexByte(name, ':'); err != nil && at > 0 {
			if of, errOf := ranking.Find(name[:at]); errOf == nil {
				f, err, parts[of] = of, nil, append(parts[of], name[at+1:])
			}
		}
		if err != nil {
			return fmt.Errorf("--why: %w", err)
		}
		wanted = mapped.AppendNew(wanted, f)
	}
	document := whyDocument{Ranking: ranking.Rules.Name, Budget: o.tokens, named: parts, rules: ranking.Rules, width: s.Width, show: render.DisplayPath}
	if o.json {
		document.show = cli.EscapeInvalid
	}
	if err := document.fill(ctx, ranking, wanted); err != nil {
		return err
	}
	if o.json {
		err = cli.PrintJSON(s.Out, document)
	} else {
		out := bufio.NewWriter(s.Out)
		document.write(out)
		err = out.Flush()
	}
	if err != nil {
		return err
	}
	return cli.Incomplete(s, ranking.Problems)
}

// fill explains files, also omitted ones.
func (d *whyDocument) fill(ctx context.Context, ranking *pipeline.Ranking, wanted []*pipeline.File) error {
	ranked := mapped.Where(wanted, func(f *pipeline.File) bool { return slices.Contains(ranking.Files, f) })
	explained, err := d.explain(ctx, ranking, ranked)
	if err != nil {
		return err
	}
	for _, f := range wanted {
		if w, ok := explained[f]; ok {
			d.Files = append(d.Files, w)
			continue
		}
		d.Files = append(d.Files, whyFile{
			Path: d.show(f.Name), Tier: packer.Skip.String(), Reason: f.Skip.String(), Detail: f.Detail, sentence: f.Skip.Sentence(),
		})
	}
	return nil
}

// explain collects the facts on ranked files.
func (d whyDocument) explain(ctx context.Context, r *pipeline.Ranking, files []*pipeline.File) (map[*pipeline.File]whyFile, error) {
	evidence, err := r.Explain(ctx, files)
	if err != nil {
		return nil, err
	}
	var small *pipeline.TooSmallError
	var bundle *pipeline.Result
	var worths [][]view.PartWorth
	if len(files) > 0 {
		if bundle, worths, err = r.Pack(ctx, files...); err != nil && !errors.As(err, &small) {
			return nil, err
		}
	}
	found := map[*pipeline.File]whyFile{}
	for i, f := range files {
		place := slices.Index(r.Files, f)
		w := whyFile{whyRanked: &whyRanked{Of: len(r.Files), scored: row(place+1, f.Facts, f.Breakdown), Evidence: d.evidence(r, f, evidence[i])}}
		w.Path = d.show(f.Name)
		for _, one := range r.Redactions(f) {
			w.Secrets = append(w.Secrets, whySecret{report.Secret{Rule: one.Rule, Line: one.Line, Allowed: one.Shown}, one.ID.String()})
		}
		if small != nil {
			w.Tier, w.TooSmall = packer.Skip.String(), small.Error()
		} else {
			w.shows(bundle.Outcomes[place])
			w.parts(worths[i], d.named[f], bundle.Outcomes[place])
			for _, name := range d.named[f] {
				if !slices.ContainsFunc(w.Parts, func(p whyPart) bool { return p.Name == name }) {
					return nil, cli.Usagef("--why: %s has no part %s", w.Path, name)
				}
			}
		}
		found[f] = w
	}
	return found, nil
}

// shows describes how the bundle shows the file.
func (w *whyFile) shows(o pipeline.Outcome) {
	w.Tier, w.Shown, w.form = o.Tier.String(), o.Shown, o.Form
	if o.Tier == packer.Skip {
		w.Reason, w.sentence = o.Reason.String(), o.Reason.Sentence()
	}
	if o.Form != render.LeftOut {
		w.Level = o.Form.String()
	}
}

func (d whyDocument) evidence(r *pipeline.Ranking, f *pipeline.File, e pipeline.Evidence) whyEvidence {
	out := whyEvidence{
		Class: scorer.ClassReason(f.Name), Users: d.names(e.Users), Importers: d.names(e.Importers),
		Way: d.names(e.Way), AllCommits: e.Touches.Total,
	}
	if folder, _ := scorer.ClassFolder(f.Name); folder != "" && f.Facts.Class == scorer.Source {
		out.Class = "the project uses it, despite the folder " + path.Base(folder) + " is called"
	}
	if f.Facts.Class == scorer.Auxiliary && scorer.ClassName(f.Name) != scorer.Auxiliary {
		out.Class = "generated or third-party, according to a source map next to it or .gitattributes"
	}
	out.Mentions = mapped.Of(e.Mentions, func(m pipeline.Mention) whyMention { return whyMention{d.show(m.Document.Name), r.Clean(m.Word)} })
	if e.Entry.Manifest != "" {
		out.Entry = append(out.Entry, "named by "+d.show(e.Entry.Manifest))
	}
	if e.Entry.Runs {
		out.Entry = append(out.Entry, "its contents start a program")
	}
	if e.Entry.Name {
		out.Entry = append(out.Entry, "by its name")
	}
	out.Commits = mapped.Of(e.Touches.Last, func(c gitstats.Touch) whyCommit {
		return whyCommit{c.Commit, c.Time.Format(time.DateOnly), float64(c.Churn) / 1000, c.Recent, r.Clean(c.Subject)}
	})
	return out
}

func (d whyDocument) names(files []*pipeline.File) []string {
	return mapped.Of(files, func(f *pipeline.File) string { return d.show(f.Name) })
}
