package view

import (
	"cmp"
	"context"
	"path"
	"slices"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/text/lineindex"
	"ctxpack/internal/text/mapped"
	"ctxpack/packer"
	"ctxpack/scorer"
	"ctxpack/scorer/fitted"
	"ctxpack/scorer/fixed"
	"ctxpack/scorer/relations"
	"ctxpack/scorer/terms"
	"ctxpack/signatures"
)

// Declarations shows files as rows of names, parts of their texts, or whole.
type Declarations struct {
	*Views
	by        packer.ByParts
	matched   *matching // with a task
	whole     []int     // tokens of each file: about, or counted
	first     map[copied]int
	declarers []uint8          // number of files that declare a name, by term
	mentions  []uint16         // number of files that contain it
	twins     map[string]int32 // numbers of names that several files declare
	bodies    map[string]int   // source files that may have a header, by path without extension
}

// The kinds of parts and short forms, see packer.ByParts.
const (
	kindBody = iota
	kindHead
)

// NewDeclarations returns a view of files in rank order.
func NewDeclarations(files []*File, o Options) *Declarations {
	d := &Declarations{Views: newViews(files, o), declarers: make([]uint8, terms.Limit), mentions: make([]uint16, terms.Limit), bodies: map[string]int{}}
	for i, file := range files {
		if stem, half := relations.HalfOf(file.Name); half == relations.Body {
			d.bodies[path.Join(path.Dir(file.Name), stem)] = i
		}
		file.Contents.Names.Each(func(t terms.Term) {
			if t < terms.Limit && d.declarers[t] < 255 {
				d.declarers[t]++
			}
		})
		if file.Facts.Class != scorer.Source {
			continue
		}
		file.Contents.Terms.Each(func(t terms.Term) {
			if t < terms.Limit && d.mentions[t] < 1<<16-1 {
				d.mentions[t]++
			}
		})
	}
	d.by.Offers = make([]packer.Offer, len(files))
	return d
}

// Prepare prepares for a bundle of a given number of tokens; nothing is reserved for signatures.
func (d *Declarations) Prepare(ctx context.Context, budget, _ int) {
	d.room = budget
	d.whole = mapped.Of(d.files, func(f *File) int { return f.Contents.Tokens })
	all := func() int { return mapped.Sum(d.whole, func(n int) int { return n }) }
	d.count(ctx, all() < budget+budget/nearly)
	if exact := all() <= budget || !d.options.Format.Groups(); exact != d.exact {
		d.exact = exact
		clear(d.forms)
	}
	d.by.Map, d.by.Loss = mapShare(budget), 1000
	d.by.File = packer.Fall{Share: fitted.FileShare, Loss: fitted.Falls}
	d.by.Kinds = [2]packer.Fall{kindBody: {}, kindHead: {Share: fitted.HeadShare, Loss: 1000}}
	d.by.Twin = fitted.Falls
	if d.options.Task {
		d.by.Map, d.by.Loss = fitted.TaskMap, fitted.TaskPartLoss
		d.by.File.Share = fitted.TaskFileShare
		d.by.Twin, d.by.Lead = 0, fitted.TaskLead
	}
	if d.options.Map >= 0 {
		d.by.Map = 10 * d.options.Map
	}
	if d.options.Enough {
		d.by.Enough, d.by.Lead = fitted.TaskEnough*fixed.Unit/1000, 0
	}
	match := d.match(ctx)
	d.matched = match
	d.twins, d.first = map[string]int32{}, map[copied]int{}
	for i, file := range d.files {
		d.by.Offers[i] = d.offer(ctx, i, file, match, budget)
	}
}

// nearly is the divisor of a budget that gives the error that estimates of all files together may have.
const nearly = 4

// count counts the tokens of all files, or of those that must be shown whole.
func (d *Declarations) count(ctx context.Context, all bool) {
	fault.Each(d.options.Jobs, len(d.files), func(i int) string { return d.files[i].Name }, func(i int) {
		if !all && !d.files[i].Facts.Pinned {
			return
		}
		if text, ok := d.Text(ctx, i); ok {
			d.whole[i] = d.Count(text)
		}
	})
}

// mapShare returns the maximum share of rows of names, in thousandths of a budget.
func mapShare(budget int) int {
	// 40% of 8,000 tokens and 25% from 32,000 on, linear in the logarithm in between.
	doublings := fixed.Log2Linear(budget) - fixed.Log2Linear(8000)
	return min(max(400-75*doublings/fixed.Unit, 250), 400)
}

// offer returns the options for showing a file.
func (d *Declarations) offer(ctx context.Context, i int, file *File, match *matching, budget int) packer.Offer {
	o := packer.Offer{Path: file.Name, Pinned: file.Facts.Pinned, Rank: i, Whole: max(d.whole[i], 1), Frame: len(file.Name)/4 + frameTokens}
	parts := d.partsOf(file)
	if inMap := !d.options.Task && file.Facts.Class == scorer.Source || d.options.Task && i >= fitted.TaskMapFrom; file.NamesOnly || inMap {
		if row := d.rowOf(i, parts); row != "" {
			o.Row = len(d.options.Format.Row(file.Name, row))*10/rowTokenBytes + 1
		}
	}
	o.Only = file.NamesOnly || file.OutlineOnly
	if file.OutlineOnly {
		o.Row = 0
		if d.summarised(ctx, i) {
			o.Row = d.Count(d.outlineOf(file)) + o.Frame
		}
	}
	if o.Only {
		return o
	}
	switch {
	case d.options.Task:
	case file.Facts.Document == scorer.Readme:
		o.First = max(budget*fitted.ReadmeShare/1000, leastReadme)
	case file.Facts.Manifest:
		o.First = min(max(budget*fitted.ManifestShare/1000, leastManifest), mostManifest)
	}
	o.Parts = make([]packer.Part, len(parts))
	whole := !d.options.Task
	for k, p := range parts {
		whole = whole && (file.Facts.Class != scorer.Source || p.Kind == "" || p.Kind == "heading")
		tokens := max(p.Bytes*o.Whole/max(int(file.Size), 1), 1)
		worth := d.termsOf(match, i, k, p, tokens)
		little := p.Bytes == 0 || !d.exact && p.EndLine < d.begins(file)
		o.Parts[k] = packer.Part{Worth: int32(worth.sum()), Tokens: int32(tokens), Lines: int32(p.EndLine - p.StartLine + 1), Little: little}
		d.shorten(&o.Parts[k], file, parts, k)
	}
	if o.Together = whole; whole {
		d.equalize(o.Parts)
	}
	for k, p := range parts {
		if file.Facts.Class == scorer.Prose && d.copies(i, p) {
			o.Parts[k].Worth -= afterAll
		}
	}
	return o
}

// equalize gives all parts of a file the same value for their tokens, the mean, so that it is shown as a whole before
// another file begins. A few lines of each document and test tell a reader less than some of them.
func (d *Declarations) equalize(parts []packer.Part) {
	sum, tokens := 0, 0
	for _, p := range parts {
		if !p.Little {
			sum += d.by.Value(p, 0) * int(p.Tokens)
			tokens += int(p.Tokens)
		}
	}
	for k, p := range parts {
		parts[k].Worth += int32(sum/max(tokens, 1) - d.by.Value(p, 0))
	}
}

const (
	frameTokens   = 14
	rowTokenBytes = 36 // tenths of bytes of a row per token
	leastReadme   = 300
	leastManifest = 100
	mostManifest  = 400
	afterAll      = 100 * fixed.Unit // exceeds the differences between parts
)

// partsOf returns the parts of a file; a file without parts is a single one.
func (d *Declarations) partsOf(file *File) []signatures.Part {
	if parts := file.Contents.Parts.List(); len(parts) > 0 {
		return parts
	}
	return []signatures.Part{{StartLine: 1, EndLine: file.Contents.Lines, Inside: -1, Bytes: int(file.Size)}}
}

// Filler fills by parts, and omits files that cannot be read again.
func (d *Declarations) Filler(ctx context.Context) packer.Filler { return declarationsFiller{d, ctx} }

type declarationsFiller struct {
	*Declarations
	ctx context.Context
}

// Fill implements packer.Filler.
func (f declarationsFiller) Fill(room packer.Room) (packer.Bundle, error) {
	for round := 0; ; round++ {
		b, err := f.by.Fill(room)
		if err != nil {
			return b, err
		}
		if again := f.drop(b.Entries) || round < calibrations && f.calibrate(b.Entries); !again || f.ctx.Err() != nil {
			b.Complete = b.Complete && len(f.Lost()) == 0
			return b, nil
		}
	}
}

// calibrations is how often a room is filled again because texts cost more or less than estimated.
const calibrations = 3

// mostScale is how much more than estimated a file may cost, in thousandths: estimates of odd texts are far too low.
const mostScale = 100_000

// calibrate compares the costs of entries with their estimates, and reports whether one differed by much.
func (f declarationsFiller) calibrate(entries []packer.Entry) (changed bool) {
	const much = 16 // a difference of more than 1/16 is much
	seemed, was := 0, 0
	for _, e := range entries {
		o := &f.by.Offers[e.Candidate]
		before := e.Cost - o.Frame
		if e.Named {
			before -= o.Row
		}
		if before <= 0 || o.Scale > 0 && e.Tier == packer.Full {
			continue
		}
		entry, ok := f.Entry(f.ctx, e)
		if !ok {
			continue
		}
		now := max(f.Count(f.options.Format.Entry(entry.WithoutNames()))-o.Frame, 1)
		if n := len(e.Cuts); n > 0 && 3*now < 2*before && o.Parts[e.Cuts[n-1].Part].Lines > 1 { // its lines are too long
			o.Parts[e.Cuts[n-1].Part].Lines, changed = 1, true
			continue
		}
		seemed, was = seemed+before*1000/cmp.Or(o.Scale, f.by.Scale, 1000), was+now
		scale := min(max(cmp.Or(o.Scale, f.by.Scale, 1000)*now/before, 500), mostScale)
		changed = changed || max(now-before, before-now)*much > before
		o.Scale = scale
	}
	if seemed > 0 {
		f.by.Scale = min(max(1000*was/seemed, 500), mostScale)
	}
	return changed
}

// drop removes the offers of files whose texts cannot be read again; it returns false if none of the shown files is
// affected.
func (f declarationsFiller) drop(entries []packer.Entry) (dropped bool) {
	lost := make([]bool, len(entries))
	fault.Each(f.options.Jobs, len(entries), func(n int) string { return f.files[entries[n].Candidate].Name }, func(n int) {
		e := entries[n]
		if hasText := e.Tier == packer.Full || len(e.Sections)+len(e.Cuts) > 0 || e.First > 0; hasText {
			_, ok := f.Text(f.ctx, e.Candidate)
			lost[n] = !ok && f.ctx.Err() == nil
		}
	})
	for n, e := range entries {
		if lost[n] {
			dropped = true
			f.by.Offers[e.Candidate] = packer.Offer{Path: f.files[e.Candidate].Name, Rank: e.Candidate, Lost: true}
		}
	}
	return dropped
}

// slackShare is the divisor of a budget that gives the remainder that is not worth another round.
const slackShare = 200

// Slack returns how many tokens of a budget may remain unused.
func (d *Declarations) Slack(budget int) int { return budget / slackShare }

// Entry returns what a bundle shows of a file; false if it cannot be read again.
func (d *Declarations) Entry(ctx context.Context, e packer.Entry) (render.File, bool) {
	return d.write(ctx, e, d.entryOf)
}

func (d *Declarations) entryOf(ctx context.Context, e packer.Entry) (render.File, bool) {
	file := d.files[e.Candidate]
	out := d.frame(file, e.Tier)
	if e.Named && file.OutlineOnly {
		out.Text = d.outlineOf(file)
		out.Tokens = d.Count(out.Text)
	} else if e.Named {
		out.Names = d.rowOf(e.Candidate, d.partsOf(file))
		out.Tokens = d.Count(out.Names)
	}
	if e.Tier == packer.Full {
		named := out.Tokens
		text, ok := d.Text(ctx, e.Candidate)
		d.fillWhole(&out, file, text, d.omitted(file))
		out.Tokens += named
		return out, ok
	}
	if len(e.Sections)+len(e.Cuts) == 0 && e.First == 0 {
		return out, true
	}
	text, ok := d.Text(ctx, e.Candidate)
	if !ok {
		return out, false
	}
	lines := lineindex.New(text)
	var shown []render.Range
	switch {
	case e.First > 0 && file.Facts.Manifest:
		shown = d.manifestLines(file.Extract(ctx, text).Symbols, render.Range{End: LicenceOf(text).End}, e.First, lines)
	case e.First > 0:
		shown = screenOf(text, e.First, d.Count)
	}
	parts := d.partsOf(file)
	for _, c := range e.Cuts {
		var cut []render.Range
		if !d.options.Task && file.Facts.Class == scorer.Source {
			cut = d.briefLines(parts, c, lines)
		}
		if cut == nil {
			cut = d.cutLines(file.Facts.Class == scorer.Prose, ownLines(parts, []int{c.Part}), c.Tokens, lines)
		}
		shown = unite(shown, cut)
	}
	hasText := func(r render.Range) bool { return letters(lines.Slice(r.Start, r.End)) > 0 } // else it only closes blocks
	shown = unite(shown, mapped.Where(ownLines(parts, e.Sections), hasText))
	d.addSections(&out, lines, closeGaps(d.withHeads(parts, e, shown, lines), lines))
	return out, true
}

// withHeads adds the head lines of the blocks around parts.
func (d *Declarations) withHeads(parts []signatures.Part, e packer.Entry, shown []render.Range, lines lineindex.Index) []render.Range {
	chosen := e.Sections
	for _, c := range e.Cuts {
		chosen = append(slices.Clone(chosen), c.Part)
	}
	slices.Sort(chosen)
	heads := headsOf(mapped.Of(chosen, func(k int) signatures.Part { return parts[k] }), lines)
	return unite(mapped.Of(heads, func(line int) render.Range { return render.Range{Start: line, End: headEnd(line, lines)} }), shown)
}
