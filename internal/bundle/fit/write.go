package fit

import (
	"context"
	"slices"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/bundle/view"
	"ctxpack/packer"
)

// part is a written bundle, or a part of one.
type part struct {
	document   *render.Document
	head, rest string // its text without the padding
	padding    string // at its end
	tokens     int
}

// document describes a bundle, without the commit (see nameCommit).
func (f *Fitter) document(ctx context.Context, b packer.Bundle) *render.Document {
	d := &render.Document{
		Header: f.options.Header, Root: f.options.Root, Tokenizer: f.options.Counter.Name(), Estimated: f.options.Counter.Estimated(),
		Budget: f.options.Budget, Window: f.options.Window, Task: f.task, Tree: f.tree, Skipped: f.reasons(b),
	}
	if f.sealing {
		f.sealHead(d)
	}
	d.Files = make([]render.File, 0, len(b.Entries))
	entries := b.Entries
	if f.options.Reading {
		entries = view.InReadingOrder(f.files, entries)
	}
	for _, e := range entries {
		file, _ := f.way.Entry(ctx, e)
		d.Files = append(d.Files, file)
		d.Counts.Add(file)
	}
	d.Redacted, d.Addressing = redactionsOf(d.Files), addressing(d.Files)
	for _, s := range d.Skipped {
		d.Counts.Skipped += s.Count
	}
	return d
}

// redactionsOf counts the redactions in entries.
func redactionsOf(files []render.File) render.Redactions {
	all := render.Redactions{}
	for _, f := range files {
		for rule, n := range f.Redactions() {
			all[rule] += n
		}
	}
	return all
}

// addressing counts the entries whose files address a model.
func addressing(files []render.File) int {
	n := 0
	for _, f := range files {
		if len(f.Addressing) > 0 {
			n++
		}
	}
	return n
}

// settle writes a document that states its own number of tokens. The number and the text depend on each other, so
// it iterates; if that does not converge, white space at the end breaks the cycle.
func (f *Fitter) settle(d *render.Document) part {
	return f.settled(d, f.options.Format.Writer(d))
}

func (f *Fitter) settled(d *render.Document, write func() (head, rest string)) part {
	for padding := ""; ; padding += " \n" {
		seen := map[int]bool{}
		for used := d.Used; !seen[used]; {
			seen[used] = true
			d.Used = used
			head, rest := write()
			tokens := f.way.Count(head + rest + padding)
			if tokens == used {
				return part{document: d, head: head, rest: rest, padding: padding, tokens: tokens}
			}
			used = tokens
		}
	}
}

// Seal makes the Fitter check all later bundles for secrets, for example a token that an outline
// cut, which was not a secret in its file.
func (f *Fitter) Seal() {
	f.sealing = true
	f.way.Seal(f.seal)
}

// seal removes the secrets of an entry. If the written entry still contains a secret, its contents are dropped.
func (f *Fitter) seal(e *render.File) {
	vault := f.options.Vault
	before, changed := "", false
	clean := func(text *string) {
		before, *text = *text, vault.Seal(*text)
		changed = changed || *text != before
	}
	clean(&e.Text)
	for i := range e.Sections {
		clean(&e.Sections[i].Text)
	}
	if leak, ok := vault.Leak(f.options.Format.Entry(*e)); ok {
		e.Text, e.TextRange, e.Sections, changed = "[redacted: "+leak.Rule+"]\n", render.Range{}, nil, true
	}
	if !changed {
		return
	}
	e.Redacts, e.Tokens = true, f.way.Count(e.Text)
	for _, section := range e.Sections {
		e.Tokens += f.way.Count(section.Text)
	}
}

// sealHead does the same with the contents of a bundle besides its entries.
func (f *Fitter) sealHead(d *render.Document) {
	vault := f.options.Vault
	d.Header, d.Tree = vault.Seal(d.Header), vault.Seal(d.Tree)
	if d.Task == nil {
		return
	}
	task := *d.Task
	task.Text, task.Diff, task.Log = vault.Seal(task.Text), vault.Seal(task.Diff), slices.Clone(task.Log)
	for i := range task.Log {
		task.Log[i].Subject = vault.Seal(task.Log[i].Subject)
	}
	d.Task = &task
}
