package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ctxpack/internal/repo/gitrepo/gittest"
)

const start = gittest.Start

// repo is a repository that is read completely.
type repo struct{ *gittest.Repo }

func newRepo(t testing.TB, args ...string) *repo { return &repo{gittest.New(t, args...)} }

func (r *repo) at(top string) *repo { return &repo{r.At(top)} }

// contents is the content of a repository.
type contents struct {
	head     Head
	files    string // paths at HEAD, with blanks between them
	commits  int    // that HEAD reaches
	warnings []string
}

func (c *contents) warn(doing string, err error) {
	if err != nil {
		c.warnings = append(c.warnings, doing+": "+Describe(err))
	}
}

// contents reads the files at HEAD and all commits. It fails on a warning that reveals the repository's location.
func (r *repo) contents() *contents {
	r.T.Helper()
	c := &contents{}
	c.warn("read", c.read(r.Top))
	for _, w := range c.warnings {
		if strings.Contains(w, filepath.Dir(r.Top)) {
			r.T.Errorf("warning holds an absolute path: %s", w)
		}
	}
	return c
}

func (c *contents) read(top string) error {
	ctx := context.Background()
	repository, err := Open(top)
	if err != nil {
		return err
	}
	defer repository.Close()
	if c.head, err = repository.Head(); err != nil {
		return fmt.Errorf("HEAD: %w", err)
	}
	if c.head.Unborn {
		return errors.New("no commits yet")
	}
	objects, warnings := OpenObjects(repository, DefaultLimits())
	defer objects.Close()
	c.warnings = warnings
	_, err = repository.Shallow()
	c.warn("shallow", err)
	at, err := objects.Commit(ctx, c.head.ID)
	if err != nil {
		return fmt.Errorf("commit of HEAD: %w", err)
	}
	var paths []string
	d := &Differ{Objects: objects, Left: 10_000 * EntryCost}
	err = d.List(ctx, at.Tree, func(ch Change) { paths = append(paths, ch.Path) })
	c.files = strings.Join(paths, " ")
	if err != nil {
		return fmt.Errorf("tree of HEAD: %w", err)
	}
	for c.commits = 1; len(at.Parents) > 0; c.commits++ {
		if at, err = objects.Commit(ctx, at.Parents[0]); err != nil {
			return fmt.Errorf("commit: %w", err)
		}
	}
	return nil
}

// lists fails unless these are the files at HEAD and the warnings.
func lists(t testing.TB, c *contents, files string, warnings ...string) {
	t.Helper()
	if c.files != files {
		t.Errorf("files %q, want %q; warnings %q", c.files, files, c.warnings)
	}
	gittest.Warns(t, c.warnings, warnings...)
}

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }
