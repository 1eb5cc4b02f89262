package source

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// fileRules are the rules that apply after git's.
type fileRules struct {
	include, exclude *Globs
	limit            int64
	o                Options

	work     atomic.Int64 // work of matching rules of files
	mu       sync.Mutex
	heaviest *ruleList // the list with the most bytes of wildcards
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

// noteRules records a rule file that applies somewhere.
func (r *fileRules) noteRules(l *ruleList) {
	if l == nil || l.wild == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.heaviest
	if isHeavier := h == nil || l.wild > h.wild || l.wild == h.wild && l.source < h.source; isHeavier {
		r.heaviest = l
	}
}

// tooMuch returns an error once matching has taken so much work that the rules or the names must be hostile.
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

// spent adds to the work of matching rules of files.
func (r *fileRules) spent(work int) {
	if work > 0 {
		r.work.Add(int64(work))
	}
}

// ignored reports whether rules exclude a path, see ruleChain.ignored.
func (r *fileRules) ignored(c *ruleChain, path string, dir bool) (detail string, ok bool) {
	work := 0
	detail, ok = c.ignored(path, dir, &work)
	r.spent(work)
	return detail, ok
}

// classify returns the File of a name that git does not ignore.
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

// writes reports whether this run writes the file, whatever its name.
func (r *fileRules) writes(info entryInfo) bool { return slices.ContainsFunc(r.o.Outputs, info.id.is) }

// apply replaces the file's reason with that of the user's own rules, if they exclude it.
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
	// Globs do not apply to a folder that is not entered.
	if len(r.include.patterns) > 0 && !folder {
		if _, ok := r.include.Match(path); !ok {
			f.Skip, f.Detail = OutsideInclude, ""
		}
	}
	return f
}

// builtin applies the exclusions by name and by .gitattributes, which can also lift the former. A lock file is
// brought back only by a glob specific to lock files, not with its folder.
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

// isKind reports whether the rule named in detail applies to all files of a kind, as in `*.html linguist-vendored`.
// Such a rule excludes a language from statistics; it does not mean that the files are third-party code.
func isKind(detail string) bool {
	_, pattern, _ := strings.Cut(detail, ": ")
	pattern, _, _ = strings.Cut(pattern, " ")
	return strings.HasPrefix(pattern, "*") && !strings.Contains(pattern, "/")
}
