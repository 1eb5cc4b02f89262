package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/mapped"
	"ctxpack/signatures"
)

// Secrets are final when all files were read: a value found in one file is redacted in all, and values are numbered
// in the order of the file names. So a file with secrets, or with a word of another file's secret, may be analysed
// again here, if its first redactions differ from the final ones. There are few such files, and the cache stores
// facts with the redactions of their text.

// NewVault returns a vault with the user's allowed secrets.
func NewVault(allowed []string) (*redact.Vault, error) {
	var allow redact.Allow
	var paths []string
	for _, one := range allowed {
		if redact.CheckID(one) {
			allow.IDs = append(allow.IDs, one)
		} else {
			paths = append(paths, one)
		}
	}
	if len(paths) > 0 {
		globs, err := source.CompileGlobs(paths)
		if err != nil {
			return nil, err
		}
		allow.Path = func(path string) bool { _, ok := globs.Match(path); return ok }
	}
	return redact.NewVault(allow), nil
}

// AllowsAll reports whether settings allow the secrets of any file, whatever its name: by a pattern that matches
// all names, or one that matches several unrelated names.
func AllowsAll(allowed []string) bool {
	says := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if slices.ContainsFunc(allowed, func(p string) bool { return !strings.ContainsFunc(p, says) }) {
		return true
	}
	globs, err := source.CompileGlobs(slices.DeleteFunc(slices.Clone(allowed), redact.CheckID))
	for _, path := range []string{".env", "main.go", "Makefile", "a/b/c/config.yaml", "secrets/key.pem", "\u00fc/1 2.~x"} {
		if err != nil {
			return false // reported by the parser of the settings
		}
		if _, ok := globs.Match(path); !ok {
			return false
		}
	}
	return true
}

// redact numbers the secrets of all files, and analyses the files with secrets again.
func (r *Ranking) redact(ctx context.Context, files []*File) error {
	if r.vault == nil {
		return nil
	}
	var all []redact.Secret
	var names []string
	for _, f := range slices.Concat(r.around, files) {
		if redact.MayHoldSecret(f.Name) {
			_, secrets := r.vault.ReadName(f.Name)
			all = append(all, secrets...)
			names = append(names, f.Name)
		}
	}
	readable := mapped.Where(files, func(f *File) bool { return f.Skip == source.None })
	all = append(all, mapped.Flat(readable, func(f *File) []redact.Secret { return f.Contents.Secrets })...)
	if len(all) > 0 {
		r.vault.Number(all)
		if err := r.applySecrets(ctx, files); err != nil {
			return err
		}
		for _, f := range slices.Concat(files, r.around) {
			if redact.MayHoldSecret(f.Name) {
				f.Name = r.vault.CleanName(f.Name)
			}
		}
		r.vault.Show(names)
	}
	for _, f := range files {
		f.Detail = r.vault.Clean(f.Detail) // it may name another file
	}
	r.Name = r.vault.CleanName(r.Name)
	r.options.Header = r.vault.Clean(r.options.Header)
	for i, w := range r.Warnings {
		r.Warnings[i] = r.vault.Clean(w)
	}
	return ctx.Err()
}

// applySecrets analyses the files whose text differs from the analysed one.
func (r *Ranking) applySecrets(ctx context.Context, files []*File) error {
	var changed []*File
	var states []uint64 // states of the changed files
	missing := map[redact.ID]bool{}
	for _, f := range files {
		if f.Skip != source.None {
			continue
		}
		state, unknown := r.vault.Applied(f.Contents.Secrets, f.Contents.Words)
		for _, id := range unknown {
			missing[id] = true
		}
		switch {
		case state != f.Contents.Redacted:
			changed = append(changed, f)
			states = append(states, state)
		case f.provisional && f.keep:
			f.remember() // not before, since the redactions could still change
		}
	}
	owners := mapped.Where(files, func(f *File) bool { // whose text must be read for others
		return slices.ContainsFunc(f.Contents.Secrets, func(s redact.Secret) bool { return missing[s.ID] })
	})
	if err := r.each(ctx, owners, func(i int) { _, _, _ = owners[i].Text(ctx) }); err != nil { // an unreadable file is in no bundle
		return err
	}
	problems := make([]error, len(changed))
	if err := r.each(ctx, changed, func(i int) { problems[i] = r.analyseAgain(ctx, changed[i], states[i]) }); err != nil {
		return err
	}
	r.addProblems(changed, problems)
	return nil
}

// each calls do for all files in parallel. Its error is the context's.
func (r *Ranking) each(ctx context.Context, files []*File, do func(i int)) error {
	fault.Each(r.options.jobs(), len(files), func(i int) string { return files[i].Name }, func(i int) {
		if ctx.Err() == nil {
			do(i)
		}
	})
	return ctx.Err()
}

// analyseAgain analyses the file's contents without its secrets.
func (r *Ranking) analyseAgain(ctx context.Context, f *File, state uint64) error {
	text, skip, err := f.Again(ctx)
	if skip != source.None {
		f.Skip, f.Contents.Skip = skip, skip
		return err
	}
	if f.Unparsed {
		ctx = signatures.WithoutParser(ctx)
	}
	f.Contents = r.options.contents(ctx, f.Path, text)
	f.Contents.Redacted, f.Contents.Kind = state, r.kind(f)
	f.SetSummary(f.Contents.Summary)
	if ctx.Err() == nil && f.keep {
		f.remember()
	}
	return nil
}

// Clean redacts a text that is printed but is not a file of the tree, such as the subject of a commit or a task.
func (r *Ranking) Clean(text string) string { return r.vault.Clean(text) }

// CleanName does the same with the name of a file.
func (r *Ranking) CleanName(name string) string { return r.vault.CleanName(name) }

// Redaction is a secret of a file, redacted or allowed.
type Redaction struct {
	redact.Secret
	Shown bool
}

// Redactions lists the secrets of a file, redacted or allowed.
func (r *Ranking) Redactions(f *File) []Redaction {
	var list []Redaction
	if r.vault == nil || f.Skip != source.None {
		return nil
	}
	for _, s := range f.Contents.Secrets {
		one := Redaction{Secret: s}
		one.Rule, one.Shown = r.vault.Fate(s)
		list = append(list, one)
	}
	list = append(list, mapped.Of(f.Contents.Copies, func(s redact.Secret) Redaction { return Redaction{Secret: s} })...)
	slices.SortStableFunc(list, func(a, b Redaction) int { return a.Line - b.Line })
	return list
}

// LeakError means that a secret is in an output.
type LeakError struct {
	Rule string
	Line int // line of the bundle, or of its part
}

func (e *LeakError) Error() string {
	return fmt.Sprintf("nothing is written: line %d of it has a secret (%s) that was not redacted", e.Line, e.Rule)
}

// sealed packs, and packs again if the final check of a bundle finds a text that was no secret in its file, such as
// a token that an outline cut: it is then removed while entries are made, so that the budget applies to the final
// bytes.
func (r *Ranking) sealed(ctx context.Context) (*Result, error) {
	fitter, _ := r.newFitter()
	result, err := r.fit(ctx, fitter)
	if err != nil || result.check() == nil {
		return result, err
	}
	fitter.Seal()
	if result, err = r.fit(ctx, fitter); err != nil {
		return nil, err
	}
	return result, result.check()
}

// check checks the written bundle once more.
func (r *Result) check() error {
	for _, text := range r.Parts {
		if err := r.Check(text); err != nil {
			return err
		}
	}
	return nil
}

// Seal redacts the findings of Check in a text that is not a bundle.
func (r *Ranking) Seal(text string) string { return r.vault.Seal(text) }

// Check checks an output text once more: its error is a *LeakError.
func (r *Ranking) Check(text string) error {
	if leak, ok := r.vault.Leak(text); ok {
		return &LeakError{Rule: leak.Rule, Line: leak.Line}
	}
	return nil
}
