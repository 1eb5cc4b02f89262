package gitstats

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ctxpack/internal/repo/gitrepo/gittest"
)

const (
	day   = gittest.Day
	start = gittest.Start
)

// repo is a repository whose activity is read.
type repo struct{ *gittest.Repo }

func newRepo(t testing.TB) *repo { return &repo{gittest.New(t)} }

func (r *repo) at(top string) *repo { return &repo{r.At(top)} }

// activity reads the repository. It fails on a warning that reveals the repository's location.
func (r *repo) activity(o Options) *Activity {
	r.T.Helper()
	return checked(r.T, r.Top, o, defaultLimits())
}

func checked(t testing.TB, top string, o Options, lim limits) *Activity {
	t.Helper()
	a, err := read(context.Background(), top, o, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range a.Warnings {
		if strings.Contains(w, filepath.Dir(top)) {
			t.Errorf("warning holds an absolute path: %s", w)
		}
	}
	if a.Commits == nil || a.Blobs == nil {
		t.Error("nil map")
	}
	return a
}

// counts fails unless the activity equals want, written as "path=1 path=2".
func counts(t testing.TB, a *Activity, want string) {
	t.Helper()
	if got := render(a.Commits); got != want {
		t.Errorf("commits:\n got %s\nwant %s\nwarnings %q", got, want, a.Warnings)
	}
}

func render(m map[string]int) string {
	var b strings.Builder
	for i, p := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s=%d", p, m[p])
	}
	return b.String()
}

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }
