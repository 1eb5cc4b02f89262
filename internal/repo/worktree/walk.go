package worktree

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/text/mapped"
	"ctxpack/signatures"
)

// stateFolder has a repository's usage and history records; a .gitignore in it excludes it from the repository.
const stateFolder = ".ctxpack"

// File is a file of a set. Its Path is relative to the folder of its root.
type File struct {
	source.File
	Name string // path in the set, as shown to the user
	// Key is a path that is correct among all files of the repositories, including those around the roots, so that
	// imports and manifests resolve. It equals the name unless a root is inside a repository whose other files may
	// be read.
	Key  string
	Root *Root
}

// Text is the text of a file without its secrets, unless the set has no vault.
type Text struct {
	source.Text
	redact.Found
}

// TextOf returns the text of a packed file: of a notebook its cells without outputs, of any other file all of it.
// All text that leaves the program passes through here and is redacted. found holds the findings for the blob id
// blob: a file that still has that id is not searched again. A reason other than None says why there is no text;
// the error is its cause, or ctx's.
func (f File) TextOf(ctx context.Context, blob string, found redact.Found) (Text, source.SkipReason, error) {
	raw, skip, err := f.read(ctx, blob)
	text := Text{Text: raw}
	if skip == source.None && err == nil && path.Ext(f.Name) == ".ipynb" {
		if cells, ok := signatures.Notebook(text.Content); ok {
			text.Content, text.Lines = cells, strings.Count(cells, "\n")
		}
	}
	if skip == source.None && err == nil && text.Content == "" {
		skip = source.Empty // its name in the tree says everything
	}
	if skip == source.None && err == nil && f.Root.vault != nil {
		if text.Blob == blob && len(found.Secrets) == 0 {
			text.Content, text.Found = f.Root.vault.ReadAgain(f.Path, text.Content, found.Words)
		} else {
			text.Content, text.Found = f.Root.vault.Read(f.Path, text.Content)
		}
	}
	return text, skip, err
}

// Lacks reports whether the file's text lacks a piece. It checks the text on disk without redacting it first, which
// would cost more than reading; the answer reveals no secret.
func (f File) Lacks(ctx context.Context, piece string) bool {
	raw, skip, err := f.read(ctx, "")
	return skip == source.None && err == nil && path.Ext(f.Name) != ".ipynb" && !strings.Contains(raw.Content, piece)
}

// read returns the text as on disk, decoded, with its secrets.
func (f File) read(ctx context.Context, known string) (source.Text, source.SkipReason, error) {
	return f.Root.Tree.Read(ctx, f.File, known)
}

// Walk lists the files of all roots by name, including excluded ones with their reasons. observe, if not nil,
// receives the number of files so far. It fails if the context ends, or with a *ListError.
func (s *Set) Walk(ctx context.Context, observe func(files int)) ([]File, error) {
	var all []File
	for _, r := range s.Roots {
		files, problems, err := s.walkRoot(ctx, r)
		if err != nil {
			return nil, err
		}
		named := func(p source.Problem) source.Problem { return source.Problem{Path: r.name(p.Path), Err: p.Err} }
		s.Problems = append(s.Problems, mapped.Of(problems, named)...)
		state := s.statePrefixes(r)
		for _, f := range files {
			hasPrefix := func(folder string) bool { return strings.HasPrefix(f.Path, folder) }
			// Like .git, the program's own files are not part of the tree.
			if f.Skip == source.Ignored && strings.HasPrefix(f.Path, stateFolder+"/") || slices.ContainsFunc(state, hasPrefix) {
				continue
			}
			all = append(all, File{File: f, Name: r.name(f.Path), Root: r})
		}
		if observe != nil {
			observe(len(all))
		}
	}
	slices.SortFunc(all, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	key := s.keys()
	for i := range all {
		all[i].Key = key(&all[i])
	}
	return all, nil
}

// keys returns a function that sets the keys of files.
func (s *Set) keys() func(f *File) string {
	tops := map[string]string{}
	for _, r := range s.Roots {
		if _, ok := tops[r.Top]; !ok {
			tops[r.Top] = fmt.Sprintf("%d/", len(tops))
		}
	}
	inner := s.options.Around && slices.ContainsFunc(s.Roots, func(r *Root) bool { return r.Sub != "" })
	return func(f *File) string {
		switch {
		case !inner:
			return f.Name
		case len(tops) == 1:
			return f.Path
		}
		return tops[f.Root.Top] + f.Path
	}
}

// maxAround is the maximum number of other files of a repository that are examined.
const maxAround = 25_000

// Around lists the files of the repositories around the roots that are not below any root: they may use the files
// below. Their names are relative to the root, so that they begin with "../". It lists none for roots that are
// lists of files, for repositories with too many files, or if the options do not allow it. It is called after Walk.
func (s *Set) Around(ctx context.Context) ([]File, error) {
	if !s.options.Around {
		return nil, nil
	}
	var all []File
	done := map[string]bool{}
	key := s.keys()
	for _, r := range s.Roots {
		if isWhole := r.Sub == "" || r.files != nil; isWhole || done[r.Top] || len(r.index.Entries) > maxAround {
			continue
		}
		done[r.Top] = true
		o := s.walkOptions(r)
		o.Paths, o.Include = nil, nil
		files, _, err := r.Tree.Walk(ctx, o)
		if err != nil {
			return nil, err
		}
		if len(files) > maxAround {
			continue
		}
		state := s.statePrefixes(r)
		for _, f := range files {
			isListed := f.Dir || f.Skip != source.None || s.holds(r.Top, f.Path)
			if isListed || slices.ContainsFunc(state, func(folder string) bool { return strings.HasPrefix(f.Path, folder) }) {
				continue
			}
			file := File{File: f, Name: above(r.Sub, f.Path), Root: r}
			file.Key = key(&file)
			all = append(all, file)
		}
	}
	return all, nil
}

// holds reports whether a path of a repository is below one of the roots.
func (s *Set) holds(top, name string) bool {
	return slices.ContainsFunc(s.Roots, func(r *Root) bool {
		return r.Top == top && (r.Sub == "" || strings.HasPrefix(name, r.Sub+"/"))
	})
}

// above returns the relative path from a folder to a path that is not below it, both relative to the same top.
func above(folder, name string) string {
	rest := folder + "/"
	up := ""
	for !strings.HasPrefix(name, rest) {
		rest = path.Dir(strings.TrimSuffix(rest, "/")) + "/"
		up += "../"
		if rest == "./" {
			return up + name
		}
	}
	return up + strings.TrimPrefix(name, rest)
}

// statePrefixes returns the path prefixes, in the root, of the program's own files.
func (s *Set) statePrefixes(r *Root) []string {
	var prefixes []string
	for _, folder := range s.options.State {
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			folder = real
		}
		if rel, err := filepath.Rel(r.Top, folder); err == nil && rel != "." && filepath.IsLocal(rel) {
			prefixes = append(prefixes, filepath.ToSlash(rel)+"/")
		}
	}
	return prefixes
}

// walkRoot lists the files of one root. A requested folder that the repository around it ignores is walked as a
// folder of its own.
func (s *Set) walkRoot(ctx context.Context, r *Root) ([]source.File, []source.Problem, error) {
	if r.files != nil {
		return s.list(ctx, r)
	}
	files, problems, err := r.Tree.Walk(ctx, s.walkOptions(r))
	if err != nil || r.Sub == "" || !allIgnored(files) {
		return files, problems, err
	}
	s.warn("%s is ignored by the repository around it; it is packed as a folder of its own", r.Sub)
	top := filepath.Join(r.Top, filepath.FromSlash(r.Sub))
	tree, err := source.Open(top)
	if err != nil {
		return nil, nil, err
	}
	r.Tree.Close()
	*r = Root{Prefix: r.Prefix, Top: top, Tree: tree, vault: r.vault}
	return r.Tree.Walk(ctx, s.walkOptions(r))
}

func allIgnored(files []source.File) bool {
	notIgnored := func(f source.File) bool { return f.Skip != source.Ignored }
	return len(files) > 0 && !slices.ContainsFunc(files, notIgnored)
}

// Chosen reports whether the user named the files of the root, or their folder inside a repository.
func (r *Root) Chosen() bool { return r.files != nil || r.Sub != "" }

func (s *Set) walkOptions(r *Root) source.Options {
	c := s.options.Config.Context
	options := source.Options{
		Include:    append(slices.Clone(c.Include), r.Globs(s.options.Include)...),
		Exclude:    append(slices.Clone(c.Exclude), r.Globs(s.options.Exclude)...),
		MaxBytes:   int64(c.MaxFileSize),
		Repository: r.Repo,
		Outputs:    s.options.Outputs,
		Own:        s.options.Own,
	}
	if r.Sub != "" {
		options.Paths = []string{r.Sub}
	}
	if r.Repo {
		info, global, unknown, warnings := gitrepo.Excludes(r.Top)
		options.InfoExclude, options.GlobalExcludes, options.ExcludesUnknown = info, global, unknown
		options.Tracked = r.tracked()
		s.Warnings = append(s.Warnings, warnings...)
	}
	return options
}

// ListError describes the error in a list of files.
type ListError struct{ Err error }

func (e *ListError) Error() string { return e.Err.Error() }
func (e *ListError) Unwrap() error { return e.Err }

// list returns the listed files. Their paths are relative to the requested root, which may be below the open
// folder.
func (s *Set) list(ctx context.Context, r *Root) ([]source.File, []source.Problem, error) {
	paths := slices.Clone(r.files)
	for i, p := range paths {
		if r.Sub == "" || p == "" || filepath.IsAbs(p) {
			continue
		}
		if !filepath.IsLocal(p) {
			return nil, nil, &ListError{fmt.Errorf("list of files: line %d: %q: outside the root", i+1, p)}
		}
		paths[i] = r.Sub + "/" + p
	}
	files, problems, err := r.Tree.List(ctx, paths, s.walkOptions(r))
	if err != nil && ctx.Err() == nil {
		err = &ListError{err}
	}
	for _, f := range files {
		if f.Skip == source.Missing {
			problems = append(problems, source.Problem{Path: f.Path, Err: errNotThere})
		}
	}
	return files, problems, err
}

// errNotThere applies to lists only: a listed file is wanted, while git's index may have files that were deleted.
var errNotThere = errors.New("it is listed, but does not exist")
