package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/doors/config"
	"ctxpack/internal/repo/gitrepo"
	"ctxpack/internal/text/mapped"
)

// Made identifies the input of a bundle.
type Made struct {
	Commit string // "" without a commit
	// Hash changes with everything that the bundle depends on besides the program: the options, the files, the
	// commit and how much of its history is available. It is "" if no commit describes the files, since some are
	// new or changed, or if there are several roots.
	Hash string

	partial bool // objects of its history may be missing, and come later
}

// OfWhat identifies the input of a [Run] without making the bundle. It lists the files, and reads those that may
// have changed according to git's index.
func OfWhat(ctx context.Context, o Options) (Made, error) {
	r := &Ranking{options: o}
	r.options.Kept = append(slices.Clone(o.Kept), o.Cache)
	r.options.Cache, r.options.Task = "", nil // no cache lookups
	if err := r.open(); err != nil {
		if r.set != nil {
			r.set.Close()
		}
		return Made{}, err
	}
	defer r.set.Close()
	_, err := render.ByName(o.Format.Name)
	isRepository := len(r.trees) == 1 && r.trees[0].Repo
	if hasDiff := o.Task != nil && o.Task.Diff; hasDiff || !isRepository || err != nil {
		return Made{}, nil // the output of a template is unknown
	}
	var m Made
	history, err := historyState(r.trees[0].Top, &m)
	if err != nil || m.Commit == "" {
		return m, nil // Run reports it
	}
	files, err := r.set.Walk(ctx, nil)
	if err != nil {
		return m, err
	}
	around, err := r.set.Around(ctx)
	if err != nil {
		return m, err
	}
	if state, ok := r.set.State(append(files, around...)); ok {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n", o.described(), history, state))
		m.Hash = hex.EncodeToString(sum[:])
	}
	return m, nil
}

// OfCommit returns the Hash for a repository that is not on this machine: of the options, except those that the
// commit sets, and of texts that identify the commit and the repository.
func OfCommit(o Options, texts ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%q", o.described(), texts))
	return hex.EncodeToString(sum[:])
}

// historyState returns what a bundle's history depends on: the branch's name, the commit, and the shallow boundary.
func historyState(top string, m *Made) (string, error) {
	repository, err := gitrepo.Open(top)
	if err != nil {
		return "", err
	}
	defer repository.Close()
	head, err := repository.Head()
	if err != nil || head.ID.IsZero() {
		return "", err
	}
	m.Commit, m.partial = head.ID.String(), repository.Partial()
	shallow, err := repository.Shallow()
	ends := mapped.Of(slices.Collect(maps.Keys(shallow)), gitrepo.ID.String)
	slices.Sort(ends)
	return fmt.Sprintf("%q %s %q", head.Branch, m.Commit, ends), err
}

// described returns the options that a bundle depends on, as a text.
func (o Options) described() string {
	o.Config.Cache, o.Config.Fetch, o.Config.Input = config.Cache{}, config.Fetch{}, config.Input{} // they do not affect the bundle
	text, err := json.Marshal(struct {
		Options
		Names           []string
		Counter, Format string
	}{o, slices.Sorted(maps.Values(o.Names)), o.Counter.Key(), fmt.Sprint(o.Format.Name, " ", render.Version)})
	if err != nil {
		return "" // given options are always valid JSON
	}
	lists := [][]string{o.Files, o.Packages, o.Include, o.Exclude, o.Pin, o.Only, o.Boost} // JSON has no bytes that are not UTF-8
	if o.Task != nil {
		lists = append(lists, o.Task.Near)
	}
	return fmt.Sprintf("%s %q", text, lists)
}
