package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/sync/errgroup"

	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/safe/redact"
	"ctxpack/signatures"
)

// What is a secret is known when all files were read: a value that was found in one is redacted in all, and each has
// a number of its own in the order of the names. So a file with secrets, or with a word of another's, may get its
// facts again here: what was taken out when it was first read is another than what is to be. There are few of them,
// and the cache knows the facts of a file by what was taken out of it.

// NewVault returns a vault with what the user's settings allow.
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

// AllowsAll reports whether settings allow the secrets of any file, whatever it is called: by a pattern that says
// nothing of a name, or of each of some names that have nothing in common.
func AllowsAll(allowed []string) bool {
	says := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if slices.ContainsFunc(allowed, func(p string) bool { return !strings.ContainsFunc(p, says) }) {
		return true
	}
	globs, err := source.CompileGlobs(slices.DeleteFunc(slices.Clone(allowed), redact.CheckID))
	for _, path := range []string{".env", "main.go", "Makefile", "a/b/c/config.yaml", "secrets/key.pem", "\u00fc/1 2.~x"} {
		if err != nil {
			return false // which whoever reads them says
		}
		if _, ok := globs.Match(path); !ok {
			return false
		}
	}
	return true
}

// redact numbers the secrets of all files, and finds out the facts of those files that have any.
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
	for _, f := range files {
		if f.Skip == source.None {
			all = append(all, f.Contents.Secrets...)
		}
	}
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
		f.Detail = r.vault.Clean(f.Detail) // which may name another file
	}
	r.Name = r.vault.CleanName(r.Name)
	r.options.Header = r.vault.Clean(r.options.Header)
	for i, w := range r.Warnings {
		r.Warnings[i] = r.vault.Clean(w)
	}
	return ctx.Err()
}

// applySecrets finds out the facts of the files whose text is another than the one that their facts are of.
func (r *Ranking) applySecrets(ctx context.Context, files []*File) error {
	var changed []*File
	var states []uint64 // of changed
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
			f.remember() // not until now, because it might have been another state
		}
	}
	var owners []*File // whose text has to be read for others
	for _, f := range files {
		if len(missing) > 0 && slices.ContainsFunc(f.Contents.Secrets, func(s redact.Secret) bool { return missing[s.ID] }) {
			owners = append(owners, f)
		}
	}
	if err := r.each(ctx, owners, func(i int) { _, _, _ = owners[i].Text(ctx) }); err != nil { // what cannot be read is in no bundle
		return err
	}
	problems := make([]error, len(changed))
	if err := r.each(ctx, changed, func(i int) { problems[i] = r.analyseAgain(ctx, changed[i], states[i]) }); err != nil {
		return err
	}
	for i, f := range changed {
		if problems[i] != nil {
			r.Problems = append(r.Problems, source.Problem{Path: f.Name, Err: problems[i]})
		}
	}
	return nil
}

// each calls do for all files in parallel. Its error is the context's.
func (r *Ranking) each(ctx context.Context, files []*File, do func(i int)) error {
	group := errgroup.Group{}
	group.SetLimit(r.jobs())
	for i := range files {
		if ctx.Err() != nil {
			break
		}
		group.Go(fault.Guard(files[i].Name, func() error {
			do(i)
			return nil
		}))
	}
	fault.Raise(group.Wait()) // nothing else fails
	return ctx.Err()
}

// analyseAgain fills in what the file's contents tell without its secrets.
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

// Clean takes the secrets out of a text that is to be let out and is no file of the
// tree, such as the subject of a commit or a task.
func (r *Ranking) Clean(text string) string { return r.vault.Clean(text) }

// CleanName does the same with the name of a file.
func (r *Ranking) CleanName(name string) string { return r.vault.CleanName(name) }

// Redaction is a secret that a file had, or one that is shown because it may be.
type Redaction struct {
	redact.Secret
	Shown bool
}

// Redactions lists what was taken out of a file and what was not.
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
	for _, s := range f.Contents.Copies { // told by their values only, which are secrets elsewhere
		list = append(list, Redaction{Secret: s})
	}
	slices.SortStableFunc(list, func(a, b Redaction) int { return a.Line - b.Line })
	return list
}

// LeakError says that a secret stands in what was to be let out.
type LeakError struct {
	Rule string
	Line int // of the bundle, or of its part
}

func (e *LeakError) Error() string {
	return fmt.Sprintf("nothing is written: line %d of it holds a secret (%s) that was not taken out", e.Line, e.Rule)
}

// sealed packs, and again if the last look through a bundle finds something that was no
// secret in the file that it is of, such as a token that an outline cut: it is taken out of
// the entries as they are made, so that the budget holds over the bytes as written.
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

// check looks once more through what was written.
func (r *Result) check() error {
	for _, text := range r.Parts {
		if err := r.Check(text); err != nil {
			return err
		}
	}
	return nil
}

// Seal takes out of a text that is no bundle what Check finds in it.
func (r *Ranking) Seal(text string) string { return r.vault.Seal(text) }

// Check looks once more through a text that is to be let out: its error is a *LeakError.
func (r *Ranking) Check(text string) error {
	if leak, ok := r.vault.Leak(text); ok {
		return &LeakError{Rule: leak.Rule, Line: leak.Line}
	}
	return nil
}
