package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/text/humanize"
	"ctxpack/internal/text/mapped"
)

// Mark starts every page.
const Mark = "<!-- ctxpack report"

// maxRows is the maximum number of listed files that are not in the bundle, since browsers are slow with a hundred
// thousand. The JSON report has all.
const maxRows = 3_000

//go:embed page.html
var pageText string

//go:embed page.css
var style string

//go:embed page.js
var script string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{"grouped": humanize.Comma}).Parse(pageText))
})

type page struct {
	*Document
	Mark    template.HTML
	Style   template.CSS
	Script  template.JS
	Policy  string
	Used    string // part of the budget
	Levels  []level
	Places  []place
	Rows    []row
	Left    int // files that are not listed
	Why     string
	Reasons []reason
}

// level is a share of the budget: of files in one form, of other text, and of the unused rest.
type level struct {
	Name   string
	Class  string // its style class
	Files  int    // 0 unless it is a file
	Tokens int
	Share  string
	Means  string
}

type row struct {
	Number  int // number of the row, from 1
	Rank    int
	Path    string
	Score   int
	Level   string
	Class   string // its style class
	Shown   int
	Tokens  int
	Share   string
	Why     []because
	Reason  string
	Secrets int
}

// because is a factor that gave a file points.
type because struct {
	Name   string
	Points int
	Saw    string
}

type reason struct {
	Sentence string
	Count    int
}

// HTML returns the report as a page.
func HTML(d *Document) (string, error) {
	p := page{
		Document: d, Mark: template.HTML(fmt.Sprintf("%s %d -->", Mark, Version)), Style: template.CSS(style), Script: template.JS(script), Policy: policy(),
		Used: percent(d.Tokens, d.Budget),
	}
	p.Levels = levels(d)
	rowOf := p.rows()
	p.Places = p.places(tree(d), rowOf)
	p.Reasons = mapped.Of(d.Skipped, func(s render.Skipped) reason { return reason{s.Sentence, s.Count} })
	var b strings.Builder
	if err := pageTemplate().Execute(&b, p); err != nil {
		return "", err
	}
	return b.String(), nil
}

// policy allows only the page's own script to run, whatever names it shows.
func policy() string {
	sum := sha256.Sum256([]byte(script))
	return "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// levels counts files and tokens by form, and the other tokens. All rows together are the budget, and their shares
// add up to 100 %.
func levels(d *Document) []level {
	var list []level
	for _, form := range render.Forms() {
		row := level{Name: form.String(), Class: class(form.String()), Means: form.Meaning()}
		for _, f := range d.Files {
			if form != render.LeftOut && f.Level == row.Name {
				row.Files++
				row.Tokens += f.Shown
			}
		}
		if row.Files > 0 {
			list = append(list, row)
		}
	}
	for _, b := range d.Beside {
		if b.Tokens > 0 {
			list = append(list, level{Name: b.Name, Class: class(b.Name), Tokens: b.Tokens, Means: b.Meaning})
		}
	}
	if idle := d.Budget - d.Tokens; idle > 0 {
		list = append(list, level{Name: "not used", Class: "idle", Tokens: idle, Means: "unused part of the budget"})
	}
	// Each share ends where the next begins, so that rounding errors do not accumulate.
	const tenths = 1000
	sum, begin, all := 0, 0, max(d.Budget, 1)
	for i := range list {
		sum += list[i].Tokens
		end := (sum*tenths + all/2) / all
		list[i].Share = percent(end-begin, tenths)
		begin = end
	}
	return list
}

func class(shown string) string { return strings.ReplaceAll(shown, " ", "-") }

// rows fills in the rows of the table and returns each file's row number, 0 for one that is not listed.
func (p *page) rows() []int {
	rowOf := make([]int, len(p.Files))
	left := 0
	for i := range p.Files {
		f := &p.Files[i]
		as := f.Level
		if as == "" {
			if left++; left > maxRows {
				p.Left++
				continue
			}
		}
		r := row{
			Number: len(p.Rows) + 1, Path: f.Path, Score: f.Score, Level: as, Class: class(as),
			Shown: f.Shown, Tokens: f.Tokens, Reason: f.Sentence, Secrets: len(f.Secrets),
		}
		if f.Factors != nil {
			r.Rank = i + 1
			r.Why = p.why(f)
		}
		if f.Shown > 0 {
			r.Share = percent(f.Shown, p.Tokens)
		}
		rowOf[i] = r.Number
		p.Rows = append(p.Rows, r)
	}
	return rowOf
}

func (p *page) why(f *File) []because {
	var list []because
	table := p.Rules.Table()
	for i, factor := range f.Factors {
		if factor.Points == 0 {
			continue
		}
		b := because{Name: factor.Name, Points: factor.Points}
		if i < len(table) {
			b.Saw = table[i].Tell(f.Facts)
		}
		list = append(list, b)
	}
	return list
}

// percent returns n as a percentage of all, with one decimal.
func percent(n, all int) string {
	if all <= 0 {
		return "0%"
	}
	tenths := (n*1000 + all/2) / all
	return fmt.Sprintf("%d.%d%%", tenths/10, tenths%10)
}
