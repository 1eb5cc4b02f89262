package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/text/mapped"
)

// NoFileError means that a requested path is not that of a known file.
type NoFileError struct {
	Path   string
	In     string   // the name of the packed tree
	Folder bool     // it is a known folder
	Link   string   // the link in the path, "" for none
	Near   []string // similar names of files, the nearest first
}

func (e *NoFileError) Error() string {
	if e.Folder {
		return fmt.Sprintf("%s is a folder", render.DisplayPath(e.Path))
	}
	if e.Link != "" {
		return fmt.Sprintf("%s leads through the link %s, and links are not followed", render.DisplayPath(e.Path), render.DisplayPath(e.Link))
	}
	return fmt.Sprintf("there is no file %s in %s", render.DisplayPath(e.Path), render.DisplayPath(e.In))
}

// Find returns the file with a path as written in bundles, in JSON, or relative to the current folder. For a path in
// a folder that was not entered, it returns that folder. Otherwise the error is a *NoFileError.
func (r *Ranking) Find(name string) (*File, error) {
	return findFile(slices.Concat(r.Files, r.Skipped), name, r.Name)
}

func findFile(files []*File, name, in string) (*File, error) {
	clean := path.Clean(filepath.ToSlash(name))
	absolute, err := filepath.Abs(name)
	if real, e := filepath.EvalSymlinks(filepath.Dir(absolute)); err == nil && e == nil {
		absolute = filepath.Join(real, filepath.Base(absolute))
	}
	onDisk := func(f *File) string { return filepath.Join(f.Root.Top, filepath.FromSlash(f.Path)) }
	const separator = string(filepath.Separator)
	for _, asked := range []func(f *File) bool{
		func(f *File) bool { return f.Name == clean || render.TextPath(f.Name) == name },
		func(f *File) bool { return onDisk(f) == absolute },
		func(f *File) bool {
			return f.Dir && (strings.HasPrefix(clean+"/", f.Name) || strings.HasPrefix(absolute+separator, onDisk(f)+separator))
		},
	} {
		if i := slices.IndexFunc(files, asked); i >= 0 {
			return files[i], nil
		}
	}
	missing := &NoFileError{Path: name, In: in}
	var names []string
	for _, f := range files {
		if f.Dir {
			continue
		}
		names = append(names, f.Name)
		if f.Skip == source.Symlink && strings.HasPrefix(clean, f.Name+"/") {
			missing.Link = f.Name
		}
		if f.within(clean, absolute) {
			missing.Folder = true
		}
	}
	if !missing.Folder && missing.Link == "" {
		missing.Near = NearPaths(clean, names)
	}
	return nil, missing
}

// within reports whether a file is in a folder, by its path in bundles or on disk.
func (f *File) within(clean, absolute string) bool {
	const separator = string(filepath.Separator)
	return strings.HasPrefix(f.Name, clean+"/") || clean == "." || strings.HasPrefix(filepath.Join(f.Root.Top, filepath.FromSlash(f.Path)), absolute+separator)
}

// mostNear is the maximum number of results of NearPaths.
const mostNear = 3

// NearPaths returns the paths that an unknown one may mean: those with the same base name or, if there are none, a
// similar one, the nearest folders first; else the one most similar as a whole. In the same folder, only one path
// is returned.
func NearPaths(name string, paths []string) []string {
	bases := map[string][]string{}
	for _, p := range paths {
		bases[path.Base(p)] = append(bases[path.Base(p)], p)
	}
	base := path.Base(name)
	if bases[base] == nil {
		var beside, all []string
		for b, list := range bases {
			all = append(all, b)
			if slices.ContainsFunc(list, func(p string) bool { return path.Dir(p) == path.Dir(name) }) {
				beside = append(beside, b)
			}
		}
		slices.Sort(beside)
		slices.Sort(all)
		base = cmp.Or(config.Nearest(base, beside), config.Nearest(base, all))
	}
	near := slices.Clone(bases[base])
	if len(near) == 0 {
		if whole := config.Nearest(name, paths); whole != "" {
			near = []string{whole}
		}
		return near
	}
	slices.SortStableFunc(near, func(a, b string) int {
		return cmp.Or(cmp.Compare(inCommon(b, name), inCommon(a, name)), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	if path.Dir(near[0]) == path.Dir(name) {
		return near[:1]
	}
	return near[:min(len(near), mostNear)]
}

// outlinedForNames is the maximum number of files parsed to collect their names; of others, only cached names are
// known.
const outlinedForNames = 400

// NearNames returns a few names that files declare and that an unknown one may mean: those that differ in case or
// contain it, else the most similar one.
func (r *Ranking) NearNames(ctx context.Context, name string, files []*File) []string {
	r.Summarise(ctx, files[:min(len(files), outlinedForNames)])
	const leastHeld = 4 // bytes; shorter names are contained in too many
	seen := map[string]bool{}
	var names, near []string
	add := func(declared string) {
		if declared == "" || seen[declared] {
			return
		}
		seen[declared] = true
		names = append(names, declared)
		if len(name) >= leastHeld && strings.Contains(strings.ToLower(declared), strings.ToLower(name)) || strings.EqualFold(declared, name) {
			near = append(near, declared)
		}
	}
	for _, f := range files {
		if s := f.Summary(); s != nil && s.Lines == 0 {
			for _, d := range s.Declarations {
				add(d.Name)
			}
			continue
		}
		for _, p := range f.Contents.Parts.List() {
			add(p.Name)
		}
	}
	slices.SortFunc(near, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	if len(near) > 0 {
		return near[:min(len(near), mostNear)]
	}
	slices.Sort(names)
	if one := config.Nearest(name, names); one != "" {
		near = []string{one}
	}
	return near
}

// inCommon counts the leading and, before their base names, trailing components that two paths share.
func inCommon(a, b string) int {
	x, y := strings.Split(path.Dir(a), "/"), strings.Split(path.Dir(b), "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	x, y = x[n:], y[n:]
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
		n++
	}
	return n
}

// checkPaths warns of globs in flags that look like paths and match no file, and returns the flags.
func (r *Ranking) checkPaths(files []*File) (warned map[string]bool, err error) {
	warned = map[string]bool{}
	var names []string
	for _, flag := range []struct {
		name  string
		globs []string
	}{{"--pin", r.options.Pin}, {"--only", ofLevels(r.options.Only)}, {"--boost", r.options.Boost}, {"--include", r.options.Include}} {
		for _, glob := range flag.globs {
			if strings.ContainsAny(glob, `*?[{\!`) {
				continue
			}
			found, err := r.matches(files, glob)
			if err != nil {
				return nil, err
			}
			if found {
				continue
			}
			if names == nil {
				names = mapped.Of(files, func(f *File) string { return strings.TrimSuffix(f.Name, "/") })
			}
			meant := ""
			if near := NearPaths(path.Clean(strings.Trim(glob, "/")), names); len(near) > 0 {
				meant = "; did you mean " + render.DisplayPath(near[0]) + "?"
			}
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s %s: no file matches it%s", flag.name, render.DisplayPath(glob), meant))
			warned[flag.name] = true
		}
	}
	return warned, nil
}

// matches reports whether a glob of a flag matches any known path.
func (r *Ranking) matches(files []*File, glob string) (bool, error) {
	compiled := map[*tree]*source.Globs{}
	for _, t := range r.trees {
		g, err := source.CompileGlobs(t.Globs([]string{glob}))
		if err != nil {
			return false, err
		}
		compiled[t] = g
	}
	return slices.ContainsFunc(files, func(f *File) bool {
		_, ok := compiled[f.tree].Match(strings.TrimSuffix(f.Path, "/"))
		return ok
	}), nil
}
