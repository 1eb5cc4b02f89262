package gitrepo

import (
	"fmt"
	"path/filepath"
	"testing"
)

func TestManyPacks(t *testing.T) {
	t.Parallel()
	r := newRepo(t)
	const n = maxOpenPacks + 10
	from := ""
	for i := range n {
		in := fmt.Sprintf("commit refs/heads/main\ncommitter C <c@example.com> %d +0000\ndata 1\nx\n%sM 644 inline a\ndata 2\n%02d\n", start+i, from, i)
		r.GitAt(start, in, "-c", "fastimport.unpackLimit=0", "fast-import", "--quiet")
		from = "from refs/heads/main^0\n"
	}
	if p, _ := filepath.Glob(filepath.Join(r.Top, ".git/objects/pack/*.pack")); len(p) != n {
		t.Fatalf("%d packs", len(p))
	}
	c := r.contents()
	lists(t, c, "a")
	if c.commits != n {
		t.Errorf("got %d commits, want %d", c.commits, n)
	}
}

func TestOpenUnsupported(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, config, want string }{
		{"sha256", "[core]\nrepositoryformatversion=1\n[extensions]\nobjectFormat=sha256\n", `object format "sha256"`},
		{"reftable", "[core]\nrepositoryformatversion=1\n[extensions]\nrefStorage=reftable\n", `reference storage "reftable"`},
		{"extension", "[core]\nrepositoryformatversion=1\n[extensions]\nfuture=1\n", `extension "future"`},
		{"version", "[core]\nrepositoryformatversion=2\n", `version "2"`},
		{"broken", "[core\n", "read configuration: line 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			r.Edit("a", "1", 0)
			r.Write(".git/config", tt.config)
			lists(t, r.contents(), "", tt.want)
		})
	}
	// Extensions have no meaning in version 0.
	r := newRepo(t)
	r.Edit("a", "1", 0)
	r.Write(".git/config", "[core]\nrepositoryformatversion=0\n[extensions]\nfuture=1\n")
	lists(t, r.contents(), "a")
}
