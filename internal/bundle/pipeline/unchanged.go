package pipeline

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"time"

	"ctxpack/internal/bundle/fit"
	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/share/cache"
)

// The cache keeps the last bundles with the state of the tree: if nothing has changed since, a run only lists the files.

// unchanged finds and keeps the bundle of a tree. A nil one does neither.
type unchanged struct {
	bundles *cache.Bundles
	options string       // the key of the bundle
	commits string       // what the history depends on
	state   string       // of commits and files; "" if they prove nothing
	bundle  cache.Bundle // the last one for the options; its State is "" if there is none
}

// keepsBundle reports whether the bundle depends only on the options, the commits and the files, and may be stored.
func (o Options) keepsBundle() bool {
	switch _, err := render.ByName(o.Format.Name); {
	case !o.TextOnly, o.Cache == "", o.Since != nil, o.Split > 0, o.ShowSecrets, o.Outlines:
		return false
	case err != nil, o.Task != nil && o.Task.Diff: // a template may change, and a range may name other commits
		return false
	}
	return true
}

// openUnchanged reads the kept bundles; nil if there are none.
func (r *Ranking) openUnchanged() *unchanged {
	o := r.options
	if !o.keepsBundle() {
		return nil
	}
	here, _ := os.Getwd() // paths of a task may be relative to it
	text := fmt.Appendf(nil, "%s\n%q %q\n", o.described(), o.Layout, here)
	for _, t := range r.trees {
		text = fmt.Appendf(text, "%q %q %q %v\n", t.Top, t.Sub, t.Prefix, t.Chosen())
	}
	key := cache.Key{Root: redact.Disguise(r.trees[0].Top), Program: executable()}
	u := &unchanged{bundles: cache.OpenBundles(o.Cache, key, cmp.Or(o.now, time.Now())), options: fmt.Sprintf("%x", sha256.Sum256(text))}
	u.bundle = u.bundles.Get(u.options)
	return u
}

// executable identifies the running program: another one may make other bundles. "" if the system does not tell.
func executable() string {
	name, _ := os.Executable() // "" does not exist
	info, err := os.Stat(name)
	if err != nil {
		return ""
	}
	return fmt.Sprint(program(), " ", info.Size(), " ", info.ModTime().UnixNano())
}

// found reports whether there is a bundle of the tree as it is.
func (u *unchanged) found() bool { return u != nil && u.state != "" && u.bundle.State == u.state }

// find computes the state of the tree, and reports whether there is a bundle of it.
func (u *unchanged) find(r *Ranking, files []*File) (found bool) {
	if u == nil || len(r.Warnings)+len(r.Problems) > 0 {
		return false
	}
	commits, ok := r.commits()
	if u.commits = commits; ok {
		u.state = u.stateOf(slices.Concat(files, r.around))
	}
	return u.found()
}

// commits returns a text for the histories of all trees; false if one cannot be read, or may become longer without a new commit.
func (r *Ranking) commits() (text string, ok bool) {
	for _, t := range r.trees {
		if !t.Repo {
			continue
		}
		var m Made
		state, err := historyState(t.Top, &m)
		if err != nil || m.Commit == "" || m.partial {
			return "", false
		}
		text += state + "\n"
	}
	return text, true
}

// stateOf returns a hash that changes with the commits and with any file; "" if a change might not show.
func (u *unchanged) stateOf(files []*File) string {
	h := sha256.New()
	h.Write([]byte(u.commits))
	var line []byte
	for _, f := range files {
		if !f.Dir && f.Skip != source.Missing && !u.bundles.Settled(f.Stamp) {
			return ""
		}
		line = fmt.Appendf(line[:0], "%s\x00%s\x00%s\x00", f.Name, f.Key, f.Detail)
		line, _ = binary.Append(line, binary.LittleEndian, struct { // of fixed size, so that there is no error
			Skip                                                           source.SkipReason
			Dir, Executable, Documentation, Filtered, NamedByGlob, Tracked bool
			Size                                                           int64
			Stamp                                                          source.Stamp
		}{f.Skip, f.Dir, f.Executable, f.Documentation, f.Filtered, f.Named(), f.Root.Tracks(f.File.File.File), f.Size, f.Stamp})
		h.Write(line)
	}
	return string(h.Sum(nil))
}

// keep stores a bundle for the next run over the same files. It stores none after a warning or an unfinished parse: the next run
// may find more in the same files.
func (u *unchanged) keep(r *Result) error {
	unproven := u == nil || u.state == ""
	if unproven || len(r.Warnings)+len(r.Problems) > 0 || slices.ContainsFunc(slices.Concat(r.Files, r.around), (*File).transient) {
		return nil
	}
	if now, _ := r.commits(); now != u.commits {
		return nil // the history was read later than the state
	}
	u.bundles.Put(u.options, cache.Bundle{State: u.state, Text: r.Parts[0], Summary: r.Summary, Tokens: r.Tokens, Budget: r.Budget})
	return u.bundles.Save()
}

// result returns a Result without facts, with only the bundle.
func (u *unchanged) result(r *Ranking) *Result {
	for _, t := range r.trees {
		t.cache, t.words = nil, nil // they were not read
	}
	_ = u.bundles.Save() // nothing new: only their time of last use
	return &Result{Ranking: r, Summary: u.bundle.Summary, Result: fit.Result{Parts: []string{u.bundle.Text}, Tokens: u.bundle.Tokens, Budget: u.bundle.Budget}}
}
