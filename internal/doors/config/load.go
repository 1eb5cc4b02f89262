package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"ctxpack/internal/safe/fault"
	"ctxpack/internal/text/mapped"
)

// MaxBytes is the maximum size of a settings file, before and after its aliases are expanded. A caller's reading
// function may stop one byte later.
const MaxBytes = 1_000_000

// LayerUser is the layer of the user's own settings.
const LayerUser = "user"

// A File names a settings file.
type File struct {
	Path     string // passed to the reading function and shown in errors
	Layer    string // the source of its settings, such as "user" or "repository"; shown in origins
	Required bool   // a missing file is an error
	Foreign  bool   // it belongs to another user: only settings that narrow the selection apply
}

// Origins maps each key path to the source of its value: `default`, or the layer and the place, such as
// `repository file .handover.yml:12`. A caller that changes a setting later adds its own text.
type Origins map[string]string

const originDefault = "default"

// Layer returns the first word of a key's origin: `default`, a [File]'s Layer, or a word of the caller.
func (o Origins) Layer(key string) string {
	layer, _, _ := strings.Cut(o[key], " ")
	return layer
}

// An Error is one error in a settings file.
type Error struct {
	Path   string
	Line   int    // from 1; 0 if the file could not be read
	Column int    // from 1, in characters; 0 if only the line is known
	Key    string // dotted path of the setting, "" if the error is not about one
	Msg    string
	Hint   string // a suggested key or value; may be ""
	Err    error  // the cause, when the file could not be read
}

// Error returns the place and the message on one line, without the hint.
func (e *Error) Error() string {
	switch {
	case e.Line == 0:
		return fmt.Sprintf("%s: %s", e.Path, e.Msg)
	case e.Column == 0:
		return fmt.Sprintf("%s:%d: %s", e.Path, e.Line, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Msg)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errors holds all errors of all files, ordered by file and line. It is never
// empty and has at most about 50 errors per file.
type Errors []*Error

// Error returns one line for each error.
func (e Errors) Error() string {
	return strings.Join(mapped.Of(e, (*Error).Error), "\n")
}

// Unwrap returns the errors one by one.
func (e Errors) Unwrap() []error {
	return mapped.Of(e, func(one *Error) error { return one })
}

// Loaded is the result of loading settings files.
type Loaded struct {
	Config   Config
	Origins  Origins
	Profiles []string // the names of all profiles of all files, sorted
	Notes    []string // warnings about valid files, each with the file's path
}

// Chosen selects settings by name, "" for none.
type Chosen struct {
	Preset  string // one of [Presets]
	Profile string // a profile of the files
}

// LoadProfile reads settings files and returns the effective settings. It starts with the defaults and applies, key
// by key, each file in turn, then the chosen preset, then the chosen profile of each file in the same order; later
// values win. A list replaces the previous list. A key with a null value or none is not set. A missing file is
// skipped unless it is required. A profile that no file has is not an error here: see [Loaded.Profiles]. Neither is
// an unknown preset: see [Presets].
//
// A non-nil error for invalid files is an [Errors] with all errors of all files; the settings are then the defaults.
func (t *Table) LoadProfile(chosen Chosen, read func(path string) ([]byte, error), files ...File) (Loaded, error) {
	l := Loaded{Config: t.Default(), Origins: t.defaultOrigins()}
	names := map[string]bool{}
	var all Errors
	var profiles []func()
	for _, file := range files {
		data, err := read(file.Path)
		if err != nil {
			if file.Required || !errors.Is(err, fs.ErrNotExist) {
				all = append(all, &Error{Path: file.Path, Msg: "read configuration: " + fault.WithoutPath(err).Error(), Err: err})
			}
			continue
		}
		w, errs := t.parseFile(file.Path, data)
		errs = append(errs, file.refuse(w.settings)...)
		for _, name := range slices.Sorted(maps.Keys(w.named)) {
			names[name] = true
			errs = append(errs, file.refuse(w.named[name])...)
		}
		all = append(all, errs...)
		if len(errs) > 0 {
			continue
		}
		l.apply(file, "", w.settings)
		profiles = append(profiles, func() { l.apply(file, chosen.Profile, w.named[chosen.Profile]) })
	}
	if len(all) > 0 {
		return Loaded{Config: t.Default(), Origins: t.defaultOrigins()}, all
	}
	if err := t.applyPreset(chosen.Preset, &l); err != nil {
		return Loaded{Config: t.Default(), Origins: t.defaultOrigins()}, err
	}
	for _, apply := range profiles {
		apply()
	}
	l.Profiles = slices.Sorted(maps.Keys(names))
	return l, nil
}

// refuse returns errors for settings that are allowed only in the user's own file.
func (file File) refuse(settings []setting) Errors {
	var errs Errors
	for _, s := range settings {
		if s.row.userOnly != "" && file.Layer != LayerUser && !s.row.isDefault(s.value) {
			errs = append(errs, &Error{
				Path: file.Path, Line: s.line, Key: s.row.path, Msg: s.row.path + " is for the user's own settings file only: " + s.row.userOnly,
			})
		}
	}
	return errs
}

// apply sets the values of a file, or of its named profile, and their origins.
func (l *Loaded) apply(file File, profile string, settings []setting) {
	var left []string
	for _, s := range settings {
		if s.row.userOnly != "" && file.Layer != LayerUser {
			continue // the value is the default, as in the example
		}
		if file.Foreign {
			narrowed, ok := s.row.narrow(l.Config, s.value)
			if !ok {
				left = append(left, s.row.path)
				continue
			}
			s.value = narrowed
		}
		s.row.store(&l.Config, s.value)
		origin := fmt.Sprintf("%s file %s:%d", file.Layer, file.Path, s.line)
		if profile != "" {
			origin += " (profile " + profile + ")"
		}
		l.Origins[s.row.path] = origin
	}
	if len(left) > 0 {
		l.Notes = append(l.Notes, fmt.Sprintf("%s belongs to another user, and may only narrow the settings: ignored: %s", file.Path, strings.Join(left, ", ")))
	}
}

// isDefault reports whether a value is the default.
func (r row) isDefault(value any) bool {
	if list, ok := value.([]string); ok {
		return len(list) == 0 // lists for the user's own file are empty by default
	}
	initial, err := r.parse(r.initial)
	return err == nil && value == initial
}

func (t *Table) defaultOrigins() Origins {
	origins := make(Origins)
	for _, r := range t.rows {
		origins[r.path] = originDefault
	}
	return origins
}

// maxErrors is the maximum number of reported errors per file.
const maxErrors = 50

// limitErrors sorts errors by place and replaces those beyond the limit with their number.
func limitErrors(errs Errors) Errors {
	slices.SortStableFunc(errs, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	if len(errs) <= maxErrors {
		return errs
	}
	next := errs[maxErrors]
	rest := &Error{
		Path: next.Path, Line: next.Line, Column: next.Column,
		Msg: fmt.Sprintf("%s more errors from here on", grouped(int64(len(errs)-maxErrors))),
	}
	return append(errs[:maxErrors:maxErrors], rest)
}
