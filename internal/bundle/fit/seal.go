package fit

import (
	"slices"

	"ctxpack/internal/bundle/render"
)

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
	e.Redacts, e.Tokens = true, f.count(e.Text)
	for _, section := range e.Sections {
		e.Tokens += f.count(section.Text)
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
