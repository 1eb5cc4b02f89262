package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"ctxpack/gitstats"
	"ctxpack/internal/cache"
	"ctxpack/internal/config"
	"ctxpack/internal/render"
	"ctxpack/internal/source"
)

// root is one folder that was asked for.
type root struct {
	prefix string // of its files' names in the bundle, "" or ending with "/"
	top    string // folder that is opened: the repository's, or the root itself
	sub    string // the root relative to top, "" or without slashes at the ends
	repo   bool
	tree   *source.Tree
	index  map[string]source.Tracked

	entries   map[string]gitstats.IndexEntry // of the index, by path
	indexTime time.Time                      // when git wrote it
	cache     func() *cache.Cache            // nil if there is none; waits until it is read
}

func (r *root) close() {
	if r.tree != nil {
		r.tree.Close()
	}
}

// name returns the path in the bundle of a file that the tree calls p.
func (r *root) name(p string) string {
	if r.sub != "" {
		p = strings.TrimPrefix(p, r.sub+"/")
	}
	return r.prefix + p
}

// survey is the state of the stages before packing.
type survey struct {
	options  Options
	label    string
	roots    []*root
	files    []*File // all of them, by name
	git      *GitState
	commits  map[*root]map[string]int
	blobs    map[*root]map[string]string
	warnings []string
	problems []Problem
	timings  []Timing
	looked   int          // files to analyse
	reused   atomic.Int64 // of those, the ones that the cache knew
}

func (s *survey) close() {
	for _, r := range s.roots {
		r.close()
	}
}

func (s *survey) warn(format string, args ...any) {
	s.warnings = append(s.warnings, fmt.Sprintf(format, args...))
}

// open finds out which folders and repositories the paths mean.
func (s *survey) open() error {
	var folders []string
	for _, p := range s.options.Paths {
		folder, err := folderOf(p)
		if err != nil {
			return err
		}
		folders = append(folders, folder)
	}
	folders = withoutNested(folders)
	common := commonFolder(folders)
	s.label = filepath.Base(common)
	for _, folder := range folders {
		r, err := s.openRoot(folder)
		if err != nil {
			return err
		}
		if rel, err := filepath.Rel(common, folder); err == nil && rel != "." {
			r.prefix = filepath.ToSlash(rel) + "/"
		}
		s.roots = append(s.roots, r)
	}
	return nil
}

// folderOf returns the absolute path of a folder that the user named, links
// resolved: which folder is meant is the user's choice, and only what lies
// below it is untrusted.
func folderOf(p string) (string, error) {
	absolute, err := filepath.Abs(p)
	if err != nil {
		return "", fmt.Errorf("find %s: %w", p, err)
	}
	real, err := filepath.EvalSymlinks(absolute)
	if err != nil {
		return "", &PathError{Path: p, Err: err}
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", &PathError{Path: p, Err: err}
	}
	if !info.IsDir() {
		return "", &PathError{Path: p, Err: errNotFolder}
	}
	return real, nil
}

var errNotFolder = errors.New("it is a file, not a folder")

// PathError says that a path that was asked for cannot be packed.
type PathError struct {
	Path string
	Err  error
}

func (e *PathError) Error() string {
	if errors.Is(e.Err, fs.ErrNotExist) {
		return fmt.Sprintf("open %s: there is no such folder", e.Path)
	}
	return fmt.Sprintf("open %s: %v", e.Path, e.Err)
}

func (e *PathError) Unwrap() error { return e.Err }

// IsFile reports whether the path names a file where a folder is needed.
func (e *PathError) IsFile() bool { return errors.Is(e.Err, errNotFolder) }

// openRoot opens a folder, or the work tree that it is part of.
func (s *survey) openRoot(folder string) (*root, error) {
	r := &root{top: folder}
	if top, ok := gitstats.Find(folder); ok {
		r.repo, r.top = true, top
		if rel, err := filepath.Rel(top, folder); err == nil && rel != "." {
			r.sub = filepath.ToSlash(rel)
		}
		index, err := gitstats.ReadIndex(top)
		if err != nil {
			s.warn("read the git index: %v; which files are tracked is not known", err)
			index = &gitstats.Index{}
		}
		r.index, r.indexTime = tracked(index), index.ModTime
		if s.options.Cache != "" {
			r.entries = byPath(index)
		}
	}
	tree, err := source.Open(r.top)
	if err != nil {
		return nil, &PathError{Path: folder, Err: err}
	}
	r.tree = tree
	s.openCache(r)
	return r, nil
}

func byPath(index *gitstats.Index) map[string]gitstats.IndexEntry {
	m := make(map[string]gitstats.IndexEntry, len(index.Entries))
	for _, e := range index.Entries {
		m[e.Path] = e
	}
	return m
}

func tracked(index *gitstats.Index) map[string]source.Tracked {
	set := make(map[string]source.Tracked, len(index.Entries))
	for _, e := range index.Entries {
		switch e.Kind {
		case gitstats.Submodule:
			set[e.Path] = source.TrackedSubmodule
		case gitstats.Symlink:
			set[e.Path] = source.TrackedSymlink
		default:
			set[e.Path] = source.TrackedFile
		}
	}
	return set
}

// withoutNested drops repetitions and folders inside other ones.
func withoutNested(folders []string) []string {
	folders = slices.Clone(folders)
	slices.Sort(folders)
	var kept []string
	for _, f := range folders {
		inside := slices.ContainsFunc(kept, func(k string) bool {
			return f == k || strings.HasPrefix(f, strings.TrimSuffix(k, string(filepath.Separator))+string(filepath.Separator))
		})
		if !inside {
			kept = append(kept, f)
		}
	}
	return kept
}

func commonFolder(folders []string) string {
	common := folders[0]
	for _, f := range folders[1:] {
		for f != common && !strings.HasPrefix(f, strings.TrimSuffix(common, string(filepath.Separator))+string(filepath.Separator)) {
			common = filepath.Dir(common)
		}
	}
	return common
}

// walk lists the files of all roots.
func (s *survey) walk(ctx context.Context) error {
	for _, r := range s.roots {
		files, problems, err := s.walkRoot(ctx, r)
		if err != nil {
			return err
		}
		for _, p := range problems {
			s.problems = append(s.problems, Problem{Path: r.name(p.Path), Err: p.Err})
		}
		kept := s.cachePrefix(r)
		for _, f := range files {
			// What ctxpack keeps for itself is no more part of the tree than .git.
			if f.Skip == source.Ignored && strings.HasPrefix(f.Path, stateFolder+"/") || kept != "" && strings.HasPrefix(f.Path, kept) {
				continue
			}
			s.files = append(s.files, &File{File: f, Name: r.name(f.Path), root: r})
		}
		s.observe(StageWalk, len(s.files), 0, 0)
	}
	slices.SortFunc(s.files, func(a, b *File) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// stateFolder is where a repository's usage and history are stored; a .gitignore
// in it keeps it out of the repository.
const stateFolder = ".ctxpack"

// walkRoot lists the files of one root. A folder that was asked for although
// the repository around it ignores it is taken as a folder of its own.
func (s *survey) walkRoot(ctx context.Context, r *root) ([]source.File, []source.Problem, error) {
	if s.options.Files != nil {
		return s.list(ctx, r, s.walkOptions(r))
	}
	files, problems, err := r.tree.Walk(ctx, s.walkOptions(r))
	if err != nil || r.sub == "" || !allIgnored(files) {
		return files, problems, err
	}
	s.warn("%s is ignored by the repository around it; it is packed as a folder of its own", r.sub)
	tree, err := source.Open(filepath.Join(r.top, filepath.FromSlash(r.sub)))
	if err != nil {
		return nil, nil, err
	}
	r.tree.Close()
	*r = root{prefix: r.prefix, top: filepath.Join(r.top, filepath.FromSlash(r.sub)), tree: tree}
	s.openCache(r)
	return r.tree.Walk(ctx, s.walkOptions(r))
}

func allIgnored(files []source.File) bool {
	for _, f := range files {
		if f.Skip != source.Ignored {
			return false
		}
	}
	return len(files) > 0
}

func (s *survey) walkOptions(r *root) source.Options {
	c := s.options.Config.Context
	options := source.Options{
		Include:    append(slices.Clone(c.Include), r.globs(s.options.Include)...),
		Exclude:    append(slices.Clone(c.Exclude), r.globs(s.options.Exclude)...),
		MaxBytes:   int64(c.MaxFileSize),
		Repository: r.repo,
		Outputs:    s.options.Outputs,
		Own:        render.Opens,
	}
	if r.sub != "" {
		options.Paths = []string{r.sub}
	}
	if r.repo {
		info, global, warnings := gitstats.Excludes(r.top)
		options.InfoExclude, options.GlobalExcludes = info, global
		options.Tracked = r.index
		s.warnings = append(s.warnings, warnings...)
	}
	return options
}

// globs makes globs that were given for the root hold for the whole tree. One
// without a slash means any depth and stays as it is.
func (r *root) globs(globs []string) []string {
	var out []string
	for _, g := range globs {
		if r.sub != "" && strings.Contains(strings.TrimSuffix(g, "/"), "/") && !strings.HasPrefix(g, "**/") {
			g = r.sub + "/" + strings.TrimPrefix(g, "/")
		}
		out = append(out, g)
	}
	return out
}

// ListError says what is wrong with a list of files to pack.
type ListError struct{ Err error }

func (e *ListError) Error() string { return e.Err.Error() }
func (e *ListError) Unwrap() error { return e.Err }

// list takes the files that were listed. Their paths are relative to the root
// that was asked for, which may lie below the folder that is open.
func (s *survey) list(ctx context.Context, r *root, o source.Options) ([]source.File, []source.Problem, error) {
	paths := slices.Clone(s.options.Files)
	for i, p := range paths {
		if r.sub == "" || p == "" || filepath.IsAbs(p) {
			continue
		}
		if !filepath.IsLocal(p) {
			return nil, nil, &ListError{fmt.Errorf("list of files: line %d: %q: outside the root", i+1, p)}
		}
		paths[i] = r.sub + "/" + p
	}
	files, problems, err := r.tree.List(ctx, paths, o)
	if err != nil && ctx.Err() == nil {
		err = &ListError{err}
	}
	return files, problems, err
}

// history reads the activity of all roots while other stages run.
type history struct {
	group    *errgroup.Group
	cancel   context.CancelFunc
	activity []*gitstats.Activity // one a root, nil without a repository
	took     []time.Duration
}

func (h *history) stop() {
	h.cancel()
	_ = h.group.Wait() // its error was taken by joinHistory
}

func (s *survey) startHistory(ctx context.Context) *history {
	ctx, cancel := context.WithCancel(ctx)
	group, ctx := errgroup.WithContext(ctx)
	h := &history{group: group, cancel: cancel, activity: make([]*gitstats.Activity, len(s.roots)), took: make([]time.Duration, len(s.roots))}
	git := s.options.Config.Context.Git
	first := map[string]int{}
	for i, r := range s.roots {
		if _, ok := first[r.top]; ok || !r.repo {
			continue
		}
		first[r.top] = i
		top, known := r.top, r.cache // the walk may give the root others meanwhile
		group.Go(func() (err error) {
			start := time.Now()
			h.activity[i], err = readHistory(ctx, top, gitOptions(git), known)
			h.took[i] = time.Since(start)
			return err
		})
	}
	return h
}

// readHistory reads the activity of a work tree, with what the cache has of it.
func readHistory(ctx context.Context, top string, o gitstats.Options, known func() *cache.Cache) (*gitstats.Activity, error) {
	if known == nil {
		return gitstats.Read(ctx, top, o)
	}
	o.Memory = known().History()
	a, err := gitstats.Read(ctx, top, o)
	if err == nil && a.Memory != "" {
		known().SetHistory(a.Memory)
	}
	return a, err
}

func gitOptions(g config.Git) gitstats.Options {
	return gitstats.Options{Window: time.Duration(g.Window), MaxCommits: g.MaxCommits}
}

// joinHistory waits for the activity and hands it to all roots that share it.
func (s *survey) joinHistory(ctx context.Context, h *history) error {
	if err := h.group.Wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.timings = append(s.timings, Timing{StageHistory, slices.Max(h.took)})
	s.commits, s.blobs = map[*root]map[string]int{}, map[*root]map[string]string{}
	byTop := map[string]*gitstats.Activity{}
	for i, r := range s.roots {
		if a := h.activity[i]; a != nil && r.repo {
			byTop[r.top] = a
			s.warnings = append(s.warnings, a.Warnings...)
		}
		if a := byTop[r.top]; a != nil {
			s.commits[r], s.blobs[r] = a.Commits, a.Blobs
		}
	}
	// One commit describes the bundle only if all roots stand on it.
	if a := byTop[s.roots[0].top]; a != nil && a.Commit != "" && len(byTop) == 1 && s.sameTop() {
		s.git = &GitState{Branch: a.Branch, Commit: a.Commit, Shallow: a.Shallow, Scanned: a.Scanned}
	}
	return nil
}

func (s *survey) sameTop() bool {
	for _, r := range s.roots {
		if r.top != s.roots[0].top {
			return false
		}
	}
	return true
}
