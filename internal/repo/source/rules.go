package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// fileRules are the rules that follow after git's.
type fileRules struct {
	include, exclude *Globs
	limit            int64
	o                Options

	work     atomic.Int64 // of matching with the rules of files
	mu       sync.Mutex
	heaviest *ruleList // the one with the most bytes of wildcards
}

func newFileRules(o Options) (*fileRules, error) {
	r := &fileRules{limit: o.MaxBytes, o: o}
	r.limit = cmp.Or(r.limit, DefaultMaxBytes)
	var err error
	if r.include, err = CompileGlobs(o.Include); err != nil {
		return nil, fmt.Errorf("include: %w", err)
	}
	if r.exclude, err = CompileGlobs(o.Exclude); err != nil {
		return nil, fmt.Errorf("exclude: %w", err)
	}
	return r, nil
}

// saw notes a file of rules that is in force somewhere.
func (r *fileRules) saw(l *ruleList) {
	if l == nil || l.wild == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if h := r.heaviest; h == nil || l.wild > h.wild || l.wild == h.wild && l.source < h.source {
		r.heaviest = l
	}
}

// tooMuch is the error of having matched for so long that something is wrong with the rules or the names, nil before.
func (r *fileRules) tooMuch() error {
	if r.work.Load() > maxMatching {
		return fmt.Errorf("%s: its patterns, and those of other files like it, are too much work for the names of this tree", r.heaviest.source)
	}
	if err := r.include.TooMuch(); err != nil {
		return fmt.Errorf("include: %w", err)
	}
	if err := r.exclude.TooMuch(); err != nil {
		return fmt.Errorf("exclude: %w", err)
	}
	return nil
}

// spent accounts for the work of matching with the rules of files.
func (r *fileRules) spent(work int) {
	if work > 0 {
		r.work.Add(int64(work))
	}
}

// ignored says whether rules leave a path out, see ruleChain.ignored.
func (r *fileRules) ignored(c *ruleChain, path string, dir bool) (detail string, ok bool) {
	work := 0
	detail, ok = c.ignored(path, dir, &work)
	r.spent(work)
	return detail, ok
}

// classify gives the File of a name that git does not ignore.
func (r *fileRules) classify(state *folderState, path, name string, info entryInfo) File {
	f := r.apply(state, fileOf(path, info, info.kind.skip(), ""))
	if f.Skip != None {
		return f
	}
	f.rules = r
	if r.writes(info) {
		f.Skip = Output
		return f
	}
	r.builtin(state, &f, name)
	if f.Skip == None && f.Size > r.limit {
		f.Skip = TooLarge
		f.Detail = fmt.Sprintf("%d bytes, the limit is %d", f.Size, r.limit)
	}
	return f
}

// writes reports whether this run writes the file, whatever it is called.
func (r *fileRules) writes(info entryInfo) bool { return slices.ContainsFunc(r.o.Outputs, info.id.is) }

// apply gives the reason that the user's own rules give, if they leave the file out, in place of the one that it has.
func (r *fileRules) apply(state *folderState, f File) File {
	path, folder := f.Path, f.Dir
	if folder {
		path = path[:len(path)-1]
	}
	detail := state.toolIgnored
	if detail == "" {
		detail, _ = r.ignored(state.tool, path, folder)
	}
	if detail != "" {
		f.Skip, f.Detail = IgnoredByTool, detail
		return f
	}
	if glob, ok := r.exclude.Match(path); ok {
		f.Skip, f.Detail = Excluded, glob
		return f
	}
	// A folder that is not entered is no file that a glob could mean.
	if len(r.include.patterns) > 0 && !folder {
		if _, ok := r.include.Match(path); !ok {
			f.Skip, f.Detail = OutsideInclude, ""
		}
	}
	return f
}

// builtin applies the exclusions by name and by .gitattributes, which lift those by name too. A lock file comes back
// only by a glob that has lock files in mind, not with the folder that it is in.
func (r *fileRules) builtin(state *folderState, f *File, name string) {
	work := 0
	vendored, vendoredBy := state.attributes.find(vendoredAttribute, f.Path, name, &work)
	generated, generatedBy := state.attributes.find(generatedAttribute, f.Path, name, &work)
	documentation, _ := state.attributes.find(documentationAttribute, f.Path, name, &work)
	filter, _ := state.attributes.find(filterAttribute, f.Path, name, &work)
	encoding, _ := state.attributes.find(encodingAttribute, f.Path, name, &work)
	r.spent(work)
	f.Filtered = filter == isSet || encoding == isSet
	f.named = r.include.names(f.Path, false)
	f.written, f.Documentation = generated == isUnset, documentation == isSet

	reason := nameReason(name)
	switch {
	case f.named:
		if reason == LockFile && !r.include.names(f.Path, true) {
			f.Skip = LockFile
		}
	case state.vendored != "" && vendored != isUnset:
		f.Skip, f.Detail = Vendored, state.vendored
	case state.generated != "" && generated != isUnset:
		f.Skip, f.Detail = Generated, state.generated
	case reason != None && !(reason == Generated && generated == isUnset):
		f.Skip = reason
	case state.built != "" && generated != isUnset && isBuiltName(strings.ToLower(name)):
		f.Skip, f.Detail = Generated, state.built
	case vendored == isSet && !isKind(vendoredBy):
		f.Skip, f.Detail = Vendored, vendoredBy
	case generated == isSet:
		f.Skip, f.Detail = Generated, generatedBy
	}
}

// isKind reports whether the rule that a detail names is about all files of a kind, as `*.html linguist-vendored` is.
// It keeps a language out of statistics; it does not say that somebody else wrote the files.
func isKind(detail string) bool {
	_, pattern, _ := strings.Cut(detail, ": ")
	pattern, _, _ = strings.Cut(pattern, " ")
	return strings.HasPrefix(pattern, "*") && !strings.Contains(pattern, "/")
}
