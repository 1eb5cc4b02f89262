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
)

// NoFileError says that a path that was asked for is none of a file that was seen.
type NoFileError struct {
	Path   string
	In     string   // the name of what was packed
	Folder bool     // it is one that was seen
	Link   string   // the link through which the path leads, "" for none
	Near   []string // names of files that may be meant, the nearest first
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

// Find returns the file with a path as bundles name it, as JSON does, or from the current
// folder; for one in a folder that was not entered, that folder. Else the error is a
// *NoFileError.
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

// within reports whether a file is in a folder, by its path as bundles name it or on the disk.
func (f *File) within(clean, absolute string) bool {
	const separator = string(filepath.Separator)
	return strings.HasPrefix(f.Name, clean+"/") || clean == "." || strings.HasPrefix(filepath.Join(f.Root.Top, filepath.FromSlash(f.Path)), absolute+separator)
}

// mostNear is how many files NearPaths returns.
const mostNear = 3

// NearPaths returns those of some paths that may be meant by one that is none of them: of the same base name or,
// where there are none, of a similar one, the nearest folders first; else the one that is similar as a whole. In the
// same folder there is only one that may be meant.
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

// NearNames returns names that ranked files declare, a few of those that may be meant by one
// that none does: those that differ in case or hold it, else the one that is most alike.
func (r *Ranking) NearNames(ctx context.Context, name string) []string {
	return r.nearNames(ctx, name, r.Files)
}

// outlinedForNames is how many files are parsed to learn their names; of others those are
// known that stand for them in few tokens.
const outlinedForNames = 400

func (r *Ranking) nearNames(ctx context.Context, name string, files []*File) []string {
	r.Summarise(ctx, files[:min(len(files), outlinedForNames)])
	const leastHeld = 4 // bytes; less stands anywhere
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
		for _, p := range f.Contents.Parts {
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

// inCommon counts the parts that two paths begin with and, before their base names, end with alike.
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

// checkPaths warns of paths that flags name where globs may stand, and that no file has.
// It reports whether a pin is among them.
func (r *Ranking) checkPaths(files []*File) (pin bool, err error) {
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
				return false, err
			}
			if found {
				continue
			}
			if names == nil {
				for _, f := range files {
					names = append(names, strings.TrimSuffix(f.Name, "/"))
				}
			}
			meant := ""
			if near := NearPaths(path.Clean(strings.Trim(glob, "/")), names); len(near) > 0 {
				meant = "; did you mean " + render.DisplayPath(near[0]) + "?"
			}
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s %s: no file matches it%s", flag.name, render.DisplayPath(glob), meant))
			pin = pin || flag.name == "--pin"
		}
	}
	return pin, nil
}

// matches reports whether a glob of a flag matches anything that was seen.
func (r *Ranking) matches(files []*File, glob string) (bool, error) {
	compiled := map[*tree]*source.Globs{}
	for _, t := range r.trees {
		g, err := source.CompileGlobs(t.Globs([]string{glob}))
		if err != nil {
			return false, err
		}
		compiled[t] = g
	}
	for _, f := range files {
		if _, ok := compiled[f.tree].Match(strings.TrimSuffix(f.Path, "/")); ok {
			return true, nil
		}
	}
	return false, nil
}
