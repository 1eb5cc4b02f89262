package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"ctxpack/internal/bundle/render"
	"ctxpack/internal/repo/source"
	"ctxpack/internal/repo/worktree"
	"ctxpack/internal/safe/fault"
	"ctxpack/internal/safe/redact"
	"ctxpack/internal/share/cache"
	"ctxpack/internal/text/mapped"
)

// tree is one root of the set with its shared data.
type tree struct {
	*worktree.Root
	cache   func() *cache.Cache // nil if there is none; waits for reading
	words   func() *cache.Words // nil without a task
	commits map[string]int      // number of commits that touched a file, by path in the tree
	churn   map[string]int      // decayed commits that touched a file, in thousandths
	young   bool                // there is too little history to judge importance
	blobs   map[string]string   // blobs of the commit, by path in the tree
}

// open determines the folders and repositories of the paths.
func (r *Ranking) open() error {
	o := r.options
	options := worktree.Options{
		Paths: o.Paths, Files: o.Files, Around: o.Around, Names: o.Names, Config: o.Config, Include: o.Include, Exclude: o.Exclude, Outputs: o.Outputs,
		Own: render.Opens,
	}
	var err error
	if !o.ShowSecrets {
		if r.vault, err = NewVault(o.Config.Redact.Allow); err != nil {
			return err
		}
	}
	options.Vault = r.vault
	for _, name := range append([]string{o.Cache}, o.Kept...) {
		if name == "" {
			continue
		}
		folder, err := filepath.Abs(name)
		if err != nil {
			return fmt.Errorf("find folder %s: %w", name, err)
		}
		options.State = append(options.State, folder)
	}
	if r.set, err = worktree.Open(options); err != nil {
		return err
	}
	r.Name = r.set.Name
	r.trees = mapped.Of(r.set.Roots, func(root *worktree.Root) *tree {
		root.Tree.Opened = o.opened
		return &tree{Root: root, cache: o.openCache(root), words: o.openWords(root)}
	})
	return nil
}

// openCache returns the cache of a folder, read on first use. Paths in it are relative to the open folder, so that a folder of
// a work tree shares the work tree's.
func (o Options) openCache(root *worktree.Root) func() *cache.Cache {
	if o.Cache == "" {
		return nil
	}
	top := root.Top
	return sync.OnceValue(func() *cache.Cache {
		c := cache.Open(o.Cache, cache.Key{Root: redact.Disguise(top), Variant: o.variant(), Program: program()})
		if o.Objects != nil {
			c.Share(o.Objects, func() []cache.Tracked { return tracked(root) })
		}
		return c
	})
}

// readAhead starts reading the caches. Who needs one waits for it, and gets its panic.
func (r *Ranking) readAhead() {
	for _, t := range r.trees {
		if read := t.cache; read != nil {
			go fault.Guard("the cache of "+t.Top, func() error { read(); return nil })()
		}
		if read := t.words; read != nil {
			go fault.Guard("the words of "+t.Top, func() error { read(); return nil })()
		}
	}
}

// openWords returns the search terms of a folder likewise. Without a cache, it starts empty.
func (o Options) openWords(root *worktree.Root) func() *cache.Words {
	if o.Task == nil {
		return nil
	}
	key := cache.Key{Root: redact.Disguise(root.Top)}
	if o.Cache != "" {
		key.Program = program()
	}
	return sync.OnceValue(func() *cache.Words {
		w := cache.OpenWords(o.Cache, key)
		if o.Cache != "" && o.Objects != nil {
			w.Share(o.Objects, func() []cache.Tracked { return tracked(root) })
		}
		return w
	})
}

// variant names everything that the facts of a file depend on besides its contents.
func (o Options) variant() string {
	c := o.Config.Context
	secrets := "" // the program's version covers the rules of secrets
	switch allow := o.Config.Redact.Allow; {
	case o.ShowSecrets:
		secrets = ", secrets shown"
	case len(allow) > 0:
		secrets = fmt.Sprintf(", secrets allowed %q", allow)
	}
	if o.MarkInjections {
		secrets += ", text for models marked"
	}
	return fmt.Sprintf("%s, files to %s, summaries of %d lines, oversized over %d tokens%s",
		o.Counter.Key(), c.MaxFileSize, summaryLines, c.OversizedTokens, secrets)
}

// save writes new data. A failure only costs the next run time. It returns the first error, since the others mostly
// have the same cause.
func (r *Ranking) save() (first error) {
	note := func(err error) { first = cmp.Or(first, err) }
	for _, t := range r.trees {
		if t.cache != nil {
			c := t.cache()
			note(storeAll(c.Unshared()))
			note(c.Past().Store(context.Background()))
			note(c.Save())
		}
		if t.words != nil {
			w := t.words()
			note(storeAll(w.Unshared()))
			note(w.Past().Store(context.Background()))
			note(w.Save())
		}
	}
	if r.own != nil {
		note(r.own.Close())
	}
	return first
}

func (r *Ranking) walk(ctx context.Context) ([]*File, error) {
	tops := map[*worktree.Root]string{}
	trees := map[*worktree.Root]*tree{}
	for _, t := range r.trees {
		tops[t.Root], trees[t.Root] = t.Top, t
	}
	walked, err := r.set.Walk(ctx, func(files int) { r.observe(StageWalk, files, 0, 0) })
	if err != nil {
		return nil, err
	}
	r.Warnings, r.Problems = r.set.Warnings, r.set.Problems
	for _, t := range r.trees {
		if t.Top != tops[t.Root] { // it became a folder of its own
			t.cache, t.words = r.options.openCache(t.Root), r.options.openWords(t.Root)
		}
	}
	return newFiles(walked, trees), nil
}

// walkAround lists the files, not requested themselves, that may use the requested ones: those of the repository
// around a folder.
func (r *Ranking) walkAround(ctx context.Context) error {
	trees := mapped.By(r.trees, func(t *tree) *worktree.Root { return t.Root })
	listed, err := r.set.Around(ctx)
	r.around = newFiles(listed, trees)
	return err
}

// Watched returns the folders, as absolute paths, whose changes may affect the bundle, and the paths in them that
// rules exclude by name. For a folder inside a repository, the read parts of the whole repository count.
func (r *Ranking) Watched() (folders []string, left map[string]bool) {
	left = map[string]bool{}
	for _, files := range [][]*File{r.Skipped, r.around} {
		for _, f := range files {
			switch f.Skip {
			case source.Ignored, source.IgnoredByTool, source.Excluded, source.OutsideInclude, source.Output, source.Vendored, source.Submodule, source.NestedRepository:
				left[filepath.Join(f.tree.Top, filepath.FromSlash(strings.TrimSuffix(f.Path, "/")))] = true
			}
		}
	}
	for _, t := range r.trees {
		folder := t.Top
		if t.Sub != "" && len(r.around) == 0 {
			folder = filepath.Join(t.Top, filepath.FromSlash(t.Sub))
		}
		folders = append(folders, folder)
	}
	return folders, left
}
